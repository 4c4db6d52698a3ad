/** What a replay says of one scenario: the outcome of its run, and how that compares with other runs of the same. */
import type { Divergence } from '../compare/divergence.ts';
import type { PlayOutcome } from './play-outcome.ts';

/** How the run compares with the golden log beside its file; `kept` was to be written, but a check failed. */
export type GoldenVerdict = 'same' | 'differs' | 'written' | 'kept' | 'none' | 'not compared';

/** Another log of the same scenario that the run should have given. */
export interface ForeignLog {
  readonly name: 'golden log' | 'second run' | 'restored run';
  readonly divergence: Divergence;
  /** What was going on in the run when it happened; `null` where nobody can say. */
  readonly cause: string | null;
}

export interface ScenarioResult {
  readonly outcome: PlayOutcome;
  readonly passed: boolean;
  readonly golden: GoldenVerdict;
  readonly divergences: readonly ForeignLog[];
  /** Host time of each step, as far as it was heard of. */
  readonly stepDurationsMs: readonly number[];
  /** What failed besides steps and logs, a sentence each. */
  readonly faults: readonly string[];
  /** The command that shows this once more. */
  readonly again: string;
}

export interface ReplaySummary {
  readonly passed: number;
  readonly failed: number;
  readonly stopped: number;
  readonly durationMs: number;
}

export function summaryOf(results: readonly ScenarioResult[], durationMs: number): ReplaySummary {
  const stopped = results.filter((result) => !result.passed && result.outcome.status === 'stopped').length;
  const passed = results.filter((result) => result.passed).length;
  return { passed, failed: results.length - passed - stopped, stopped, durationMs };
}
