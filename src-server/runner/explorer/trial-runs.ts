/**
 * Runs the trials of an exploration by threads or a queue: a bounded number at once, none that is already stored, and
 * none twice at the same time.
 */
import { createHash } from 'node:crypto';
import { availableParallelism } from 'node:os';
import type { ScheduledFault } from '../../explorer/schedule.ts';
import type { TrialRecord } from '../../explorer/trial-record.ts';
import type { TrialReport, TrialTerms } from '../../explorer/trial-task.ts';
import { canonicalJson, type Json } from '../../kernel/canonical-json.ts';
import type { JobExecutor } from '../../sweep/job.ts';
import type { JobResult } from '../../sweep/job-result.ts';
import { StartupError } from '../../world/startup-error.ts';
import type { TrialStore } from './trial-store.ts';
import { createTrialTurns, type TrialTurns } from './trial-turns.ts';

export type Schedule = readonly ScheduledFault[];

interface TrialWish {
  /** Each attempt is a separate run of the same schedule. */
  readonly attempt: number;
  /** It takes precedence over waiting trials. */
  readonly isUrgent: boolean;
  readonly withStory?: boolean;
}

interface TrialRunsParts {
  readonly executor: JobExecutor<TrialTerms>;
  readonly store: TrialStore;
  /** No trial is started after it aborts. */
  readonly signal: AbortSignal;
  /** Whether only urgent trials may still be started. */
  readonly isSpent: () => boolean;
  readonly onTrial: () => void;
}

export class TrialRuns {
  /** The run without faults that others are compared with; `null`: it has not ended yet. */
  sound: TrialRecord | null = null;
  /** Why trials could not be run. */
  readonly broken: string[] = [];
  readonly #parts: TrialRunsParts;
  readonly #turns: TrialTurns;
  /** Identities of the trials that were run, now or before. */
  readonly #counted = new Set<string>();
  #executed = 0;
  readonly #running = new Map<string, Promise<TrialReport | null>>();

  constructor(parts: TrialRunsParts) {
    this.#parts = parts;
    this.#turns = createTrialTurns(parts.executor.atOnce, availableParallelism());
  }

  get count(): number {
    return this.#counted.size;
  }

  /** Number of trials that were run now, without those of an earlier run. */
  get executed(): number {
    return this.#executed;
  }

  /**
   * `null` if it was stopped, may no longer be started, or could not be run. Rejects with `StartupError` for a client
   * that cannot be run at all.
   */
  run(schedule: Schedule, { attempt, isUrgent, withStory = false }: TrialWish): Promise<TrialReport | null> {
    const identity = identityOf(schedule, attempt);
    const known = this.#parts.store.find(identity);
    if (known !== undefined) {
      this.#counted.add(identity);
      return Promise.resolve(known);
    }
    const running = this.#running.get(identity);
    if (running !== undefined) return running;
    const terms: TrialTerms = { schedule, sound: this.sound, withStory };
    const trial = this.#turns
      .enqueue(isUrgent, () => this.#play(identity, terms, isUrgent))
      .finally(() => this.#running.delete(identity));
    this.#running.set(identity, trial);
    return trial;
  }

  async #play(identity: string, terms: TrialTerms, isUrgent: boolean): Promise<TrialReport | null> {
    const { store, executor, signal, isSpent, onTrial } = this.#parts;
    if (signal.aborted || (!isUrgent && isSpent())) return null;
    let result: JobResult | null = null;
    await executor.play({ identity, input: terms }, (each) => (result = each), signal);
    const report = this.#reportOf(result);
    if (report === null) return null;
    store.save(identity, report);
    this.#counted.add(identity);
    this.#executed += 1;
    onTrial();
    return report;
  }

  #reportOf(result: JobResult | null): TrialReport | null {
    if (result === null) return null;
    const { status, report, failure } = result;
    if (status === 'passed' || status === 'failed') return JSON.parse(report ?? 'null') as TrialReport | null;
    // In the run without faults, a bad result means that the client cannot be run.
    if (this.sound === null && status === 'bad') throw new StartupError(report === '64' ? 64 : 65, [failure ?? '']);
    this.broken.push(failure ?? 'without a reason');
    return null;
  }
}

const IDENTITY_CHARS = 32;

function identityOf(schedule: Schedule, attempt: number): string {
  const text = canonicalJson({ schedule: schedule as unknown as Json, attempt });
  return createHash('sha256').update(text).digest('hex').slice(0, IDENTITY_CHARS);
}
