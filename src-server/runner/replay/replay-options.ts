/** What `ballast replay` is asked for, as its command line understood it. */
import type { Json } from '../../kernel/canonical-json.ts';

export interface ReplayOptions {
  /** Files, folders and patterns. */
  readonly files: readonly string[];
  /** Overrides the scenario's own; golden logs are then not compared. */
  readonly seed: number | null;
  /** Rewrites golden logs of scenarios whose checks hold, instead of comparing. */
  readonly update: boolean;
  /** A scenario that was not held against its golden log fails, unless it says that it has none (decision K121). */
  readonly requireGolden?: boolean;
  readonly junit: string | null;
  readonly html: string | null;
  readonly json: boolean;
  /** Threads; 0 plays in this process, `null` takes as many as there are cores, files at most. */
  readonly workers?: number | null;
  /** The seed of the order in which scenarios are begun; `null`: the order of the files. */
  readonly shuffle?: number | null;
  /** Virtual time, ms, at which a run ends. */
  readonly untilMs?: number | null;
  readonly twice?: boolean;
  readonly restoreMidway?: boolean;
  /** Folder of the world; `null` keeps it in memory. */
  readonly dataDir?: string | null;
  /** The world that the folder holds makes room; else it is refused. */
  readonly force?: boolean;
  readonly vary?: Readonly<Record<string, Json>>;
  /** The first failure ends everything. */
  readonly failFast?: boolean;
  /** Plays those whose name, file or tags have it. */
  readonly filter?: string | null;
  /** Folder that scenarios must not leave; `null`: the project of each. */
  readonly root?: string | null;
  readonly signal?: AbortSignal;
  /** A line that stays. */
  readonly write: (line: string) => void;
  /** A line that is no part of a document that is written; left out where nobody reads it. */
  readonly note?: (line: string) => void;
  /** What is going on at the moment, overwritten by the next; left out where nobody watches. */
  readonly live?: ProgressLine;
  /** Waits for a person before each step. */
  readonly stepper?: Stepper;
}

export interface ProgressLine {
  show(text: string): void;
  clear(): void;
}

/** What a person at a terminal wants: this step, everything that follows, or to leave. */
export type StepChoice = 'next' | 'continue' | 'quit';

export interface Stepper {
  ask(question: string): Promise<StepChoice>;
}

/** 0 all passed, 1 a check failed, 64 nothing to play, 65 a bad file, 130 interrupted. */
export type ReplayExit = 0 | 1 | 64 | 65 | 130;
