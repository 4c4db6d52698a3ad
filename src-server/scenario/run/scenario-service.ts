/** The port of the control plane to the library of scenarios and to their runs. */
import type { SCENARIO_ORIGINS, SCENARIO_RUN_STATES } from '../../contract/control/scenarios/scenario-runs.ts';
import type { Outcome } from '../../engine/outcome.ts';
import type { WorldHistory } from '../history/world-history.ts';
import type { VariableField } from '../load/variable-fields.ts';
import type { PlayJob, StepResult } from './play-outcome.ts';
import type { ScenarioResult } from './scenario-result.ts';

type ScenarioOrigin = (typeof SCENARIO_ORIGINS)[number];

export interface LibraryScenario {
  /**
   * Path below its folder, with `/` as separator; with prefix `own/` if the shipped library is shown next to the user's
   * own folder.
   */
  readonly file: string;
  readonly origin: ScenarioOrigin;
  readonly name: string;
  readonly description: string | null;
  readonly tags: readonly string[];
  /** `null` if the file cannot be read. */
  readonly seed: number | null;
  /** Whether it starts from a saved world, whose seed replaces its own. */
  readonly fromSnapshot: boolean;
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
  readonly status: (typeof SCENARIO_RUN_STATES)[number];
  readonly done: number;
  readonly total: number;
  /** The latest steps; all earlier ones passed. */
  readonly steps: readonly StepResult[];
  /** Without its log and its steps; `null` while it runs, and if it never started. */
  readonly result: ScenarioResult | null;
  /** Whether its file had a golden log when it started. */
  readonly hasGolden: boolean;
  /** Whether its log and its world are stored. */
  hasPast(): boolean;
}

interface RunHistory {
  readonly history: WorldHistory;
  readonly steps: readonly StepResult[];
}

/** The texts of a scenario and of its other files, to be saved. */
export interface SavedTexts {
  readonly scenario: string;
  /** `null`: the log is too long for a golden log. */
  readonly golden: string | null;
  /** The saved world that it starts from; `null` if it starts with a new world. */
  readonly start: Buffer | null;
  /** Only the scenario is written: its other files stay unchanged. */
  readonly isAlone?: boolean;
}

export interface OpenedText {
  /** As in `LibraryScenario`. */
  readonly file: string;
  readonly faults: readonly string[];
}

export interface SavedFiles {
  /** As in `LibraryScenario`. */
  readonly file: string;
  readonly replaced: boolean;
  /** All written files, below the folder. */
  readonly files: readonly string[];
}

interface RemovedFiles {
  readonly file: string;
  /** All removed files, below the folder. */
  readonly files: readonly string[];
}

export interface ScenarioText {
  /** Its absolute path. */
  readonly path: string;
  readonly text: string;
  readonly fields: readonly VariableField[];
}

export interface LastRun extends Pick<ScenarioRun, 'runId' | 'status'> {
  /** Host time; `null` for a run that has not ended, or never started. */
  readonly durationMs: number | null;
}

export interface ScenarioService {
  /** All folders that are shown. */
  readonly folders: readonly string[];
  /** The writable folder; `null`: none, because the library of Ballast is read-only. */
  readonly ownFolder: string | null;
  /** `texts` gets the name of the file of the saved world. */
  save(
    file: string,
    replace: boolean,
    texts: (startFile: string) => Promise<Outcome<SavedTexts>>,
  ): Promise<Outcome<SavedFiles>>;
  /** Only files of the own folder are renamed or deleted; opened ones are taken off the list. `to` is below it. */
  rename(file: string, to: string): Promise<Outcome<SavedFiles>>;
  remove(file: string): Promise<Outcome<RemovedFiles>>;
  /** Undoes a deletion; the latest few are remembered while the server runs. */
  restore(file: string): Outcome<SavedFiles>;
  read(file: string): Promise<Outcome<ScenarioText>>;
  /** Adds texts to the scenarios until the server stops, unless they are only checked. */
  open(
    name: string,
    isOnlyChecked: boolean,
    texts: (startFile: string) => Promise<Outcome<SavedTexts>>,
  ): Promise<Outcome<OpenedText>>;
  list(): Promise<readonly LibraryScenario[]>;
  /** Stored runs, oldest first. */
  runs(): readonly ScenarioRun[];
  /** The latest run of each file, including runs that are no longer stored. */
  lastRuns(): ReadonlyMap<string, LastRun>;
  start(file: string, seed: number | null, vary: PlayJob['vary']): Promise<Outcome<ScenarioRun>>;
  find(runId: string): Outcome<ScenarioRun>;
  stop(runId: string): Outcome<ScenarioRun>;
  /** The history of a run that has ended, and its steps. */
  past(runId: string): Outcome<RunHistory>;
  /** The current golden log of its file. */
  goldenText(runId: string): Outcome<string>;
}
