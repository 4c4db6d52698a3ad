/** The parsed options of `ballast replay`. */
import type { Json } from '../../kernel/canonical-json.ts';

export interface ReplayOptions {
  /** Files, folders and patterns. */
  readonly files: readonly string[];
  /** Overrides the scenario's own; golden logs are then not compared. */
  readonly seed: number | null;
  /** Rewrites golden logs of scenarios whose checks hold, instead of comparing. */
  readonly update: boolean;
  /** A scenario that was not compared with its golden log fails, unless it is declared without one (decision K121). */
  readonly requireGolden?: boolean;
  readonly junit: string | null;
  readonly html: string | null;
  readonly json: boolean;
  /** Number of threads; 0 uses this process, `null` as many as there are cores, at most one for each file. */
  readonly workers?: number | null;
  /** The seed of the order in which scenarios are started; `null`: the order of the files. */
  readonly shuffle?: number | null;
  /** Virtual time, ms, at which a run ends. */
  readonly untilMs?: number | null;
  readonly twice?: boolean;
  readonly restoreMidway?: boolean;
  /** Folder of the world; `null` uses memory. */
  readonly dataDir?: string | null;
  /** Replaces the world in the folder; otherwise it is refused. */
  readonly force?: boolean;
  readonly vary?: Readonly<Record<string, Json>>;
  /** The first failure ends the replay. */
  readonly failFast?: boolean;
  /** Selects scenarios whose name, file or tags contain it. */
  readonly filter?: string | null;
  /** Folder that scenarios must not leave; `null`: the project of each. */
  readonly root?: string | null;
  readonly signal?: AbortSignal;
  /** Writes a permanent line. */
  readonly write: (line: string) => void;
  /** Writes a line that is not part of the output document; left out if nobody reads it. */
  readonly note?: (line: string) => void;
  /** The current activity, overwritten by the next; left out if nobody watches. */
  readonly live?: ProgressLine;
  /** Waits for the user before each step. */
  readonly stepper?: Stepper;
}

export interface ProgressLine {
  show(text: string): void;
  clear(): void;
}

/** The choice of a user at a terminal: this step, all following ones, or quit. */
export type StepChoice = 'next' | 'continue' | 'quit';

export interface Stepper {
  ask(question: string): Promise<StepChoice>;
}

/** 0 all passed, 1 a check failed, 64 nothing to run, 65 a bad file, 130 interrupted. */
export type ReplayExit = 0 | 1 | 64 | 65 | 130;
