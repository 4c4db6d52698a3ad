/**
 * A job: one run of a bundle, by a thread of this process or by a worker behind a queue. Callers know the input of
 * their jobs; executors know only the kind.
 */
import type { JOB_KINDS } from '../contract/control/scenarios/sweep-task.ts';
import type { Json } from '../kernel/canonical-json.ts';
import type { JobResult } from './job-result.ts';

export type JobKind = (typeof JOB_KINDS)[number];

export interface Job<Input> {
  /** Equal for equal jobs, so that running one twice is harmless. */
  readonly identity: string;
  readonly input: Input;
}

/** The input of a scenario or a simulation. */
export interface SeedInput {
  readonly seed: number;
  /** Varied values, by JSON pointer or variable. */
  readonly vary: Readonly<Record<string, Json>>;
}

/** Runs jobs: in threads of this process, or by workers behind a queue. */
export interface JobExecutor<Input> {
  /** The best number of concurrent jobs. */
  readonly atOnce: number;
  /**
   * Resolves once `save` has received the result, which is deleted elsewhere only then; or without a result when
   * `signal` aborts. Rejects when no job can be run any more.
   */
  play(job: Job<Input>, save: (result: JobResult) => void, signal: AbortSignal): Promise<void>;
}

export interface OpenedExecutor<Input> extends JobExecutor<Input> {
  close(): Promise<void>;
}
