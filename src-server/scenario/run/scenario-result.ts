/** The result of replaying one scenario: the outcome of its run, and its comparison with other runs of the scenario. */
import type { COMPARED_LOGS, GOLDEN_VERDICTS } from '../../contract/control/scenarios/replay-report.ts';
import type { Divergence } from '../compare/divergence.ts';
import type { PlayOutcome } from './play-outcome.ts';

export type GoldenVerdict = (typeof GOLDEN_VERDICTS)[number];

/** Another log of the same scenario that should equal that of the run. */
export interface ForeignLog {
  readonly name: (typeof COMPARED_LOGS)[number];
  readonly divergence: Divergence;
  /** The activity of the run when it diverged; `null` if unknown. */
  readonly cause: string | null;
}

export interface ScenarioResult {
  readonly outcome: PlayOutcome;
  readonly passed: boolean;
  readonly golden: GoldenVerdict;
  /** Why the run was not compared with a golden log, as the end of a sentence; `null` if no reason is needed. */
  readonly uncompared: string | null;
  readonly divergences: readonly ForeignLog[];
  /** Host time of each step, as far as it is known. */
  readonly stepDurationsMs: readonly number[];
  /** Failures other than those of steps and logs, a sentence each. */
  readonly faults: readonly string[];
  /**
   * Nothing failed, but a fault hit nothing, nothing was checked, or a required golden log was not compared
   * (decisions K118 and K121).
   */
  readonly provesNothing: boolean;
  /** The command that repeats this run. */
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
