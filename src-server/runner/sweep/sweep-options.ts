/** What `ballast sweep` is asked for, as its command line understood it. */
import type { SweepProgress } from '../../sweep/run-sweep.ts';
import type { Variation } from '../../sweep/sweep-plan.ts';

export interface SweepOptions {
  readonly file: string;
  /** As they are written; `null`: those of the sweep that goes on, else the file's own. */
  readonly seeds: string | null;
  /** `null`: those of the sweep that goes on, else none. */
  readonly variations: readonly Variation[] | null;
  /** Threads; `null`: as many as there are cores. */
  readonly workers: number | null;
  /** `null`: `<file without its ending>.sweep` in the working directory. */
  readonly out: string | null;
  /** Conditions of the whole sweep, beside those of the file. */
  readonly asserts: readonly string[];
  readonly resume: boolean;
  readonly html: string | null;
  readonly json: boolean;
  readonly mostFailures: number | null;
  /** `null`: threads of this process play. */
  readonly queue: string | null;
  readonly signal: AbortSignal;
  /** A line of the summary. */
  readonly write: (line: string) => void;
  /** A line said in passing. */
  readonly note: (line: string) => void;
  readonly onProgress: (progress: SweepProgress) => void;
  /** No progress comes any more. */
  readonly onEnd: () => void;
}
