/** The parsed options of `ballast sweep`. */
import type { SweepProgress } from '../../sweep/run-sweep.ts';
import type { Variation } from '../../sweep/sweep-plan.ts';

export interface SweepOptions {
  readonly file: string;
  /** As given; `null`: those of the sweep to resume, else the file's own. */
  readonly seeds: string | null;
  /** `null`: those of the sweep to resume, else none. */
  readonly variations: readonly Variation[] | null;
  /** Number of threads; `null`: as many as there are cores. */
  readonly workers: number | null;
  /** `null`: `<file without its extension>.sweep` in the working directory. */
  readonly out: string | null;
  /** Conditions of the whole sweep, in addition to those of the file. */
  readonly asserts: readonly string[];
  readonly resume: boolean;
  readonly html: string | null;
  readonly json: boolean;
  readonly mostFailures: number | null;
  /** `null`: threads of this process. */
  readonly queue: string | null;
  readonly signal: AbortSignal;
  /** Writes a line of the summary. */
  readonly write: (line: string) => void;
  /** Writes a passing message. */
  readonly note: (line: string) => void;
  readonly onProgress: (progress: SweepProgress) => void;
  /** Called after the last progress. */
  readonly onEnd: () => void;
}
