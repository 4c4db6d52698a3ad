/** The port of the control plane to the library of scenarios and to their runs. */
import type { Outcome } from '../../engine/outcome.ts';
import type { WorldHistory } from '../history/world-history.ts';
import type { PlayJob, StepResult } from './play-outcome.ts';
import type { ScenarioResult } from './scenario-result.ts';

export interface LibraryScenario {
  /** Below the folder, with `/` as separator. */
  readonly file: string;
  readonly name: string;
  readonly description: string | null;
  readonly tags: readonly string[];
  /** `null` where the file cannot be read. */
  readonly seed: number | null;
  readonly steps: number;
  readonly hasGolden: boolean;
  /** One line for each error, with its place; empty for a valid file. */
  readonly faults: readonly string[];
}

export interface ScenarioRun {
  readonly runId: string;
  /** As in `LibraryScenario`. */
  readonly file: string;
  readonly name: string;
  /** `null`: the seed of the file. */
  readonly seed: number | null;
  /** Values that replace those of the file. */
  readonly vary: PlayJob['vary'];
  readonly status: 'queued' | 'running' | 'passed' | 'failed' | 'stopped' | 'bad';
  readonly done: number;
  readonly total: number;
  /** The latest steps; all earlier ones passed. */
  readonly steps: readonly StepResult[];
  /** Without its log and its steps; `null` while it runs, and where it never began. */
  readonly result: ScenarioResult | null;
  /** Whether its file had a golden log when it began. */
  readonly hasGolden: boolean;
  /** Whether its log and its world are stored. */
  hasPast(): boolean;
}

export interface RunHistory {
  readonly history: WorldHistory;
  readonly steps: readonly StepResult[];
}

/** The texts of a scenario and of the files beside it, to be saved. */
export interface SavedTexts {
  readonly scenario: string;
  /** `null`: the log is too long for a golden log. */
  readonly golden: string | null;
  /** The saved world that it starts from; `null` where it starts with a new world. */
  readonly start: Buffer | null;
}

export interface SavedFiles {
  /** Below the folder, like all of them. */
  readonly file: string;
  readonly replaced: boolean;
  readonly files: readonly string[];
}

export interface ScenarioService {
  readonly folder: string;
  /** Whether the folder was given by an option; the library of Ballast is read-only. */
  readonly canSave: boolean;
  /** `texts` gets the name of the file of the saved world. */
  save(
    file: string,
    replace: boolean,
    texts: (startFile: string) => Promise<Outcome<SavedTexts>>,
  ): Promise<Outcome<SavedFiles>>;
  /** Adds texts to the scenarios until the server stops; returns their name. */
  open(name: string, texts: (startFile: string) => Promise<Outcome<SavedTexts>>): Promise<Outcome<string>>;
  list(): Promise<readonly LibraryScenario[]>;
  /** Stored runs, oldest first. */
  runs(): readonly ScenarioRun[];
  start(file: string, seed: number | null, vary: PlayJob['vary']): Promise<Outcome<ScenarioRun>>;
  find(runId: string): Outcome<ScenarioRun>;
  stop(runId: string): Outcome<ScenarioRun>;
  /** The history of a run that has ended, and its steps. */
  past(runId: string): Outcome<RunHistory>;
  /** The golden log beside its file, as it is now. */
  goldenText(runId: string): Outcome<string>;
}
