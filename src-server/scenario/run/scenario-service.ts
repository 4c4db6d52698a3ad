/** The port of the control plane to the library of scenarios and to their runs. */
import type { SCENARIO_ORIGINS, SCENARIO_RUN_STATES } from '../../contract/control/scenarios/scenario-runs.ts';
import type { Outcome } from '../../engine/outcome.ts';
import type { WorldHistory } from '../history/world-history.ts';
import type { VariableField } from '../load/variable-fields.ts';
import type { PlayJob, StepResult } from './play-outcome.ts';
import type { ScenarioResult } from './scenario-result.ts';

type ScenarioOrigin = (typeof SCENARIO_ORIGINS)[number];

export interface LibraryScenario {
  /** Below its folder, with `/` as separator; `own/` before it where the shipped library is shown beside one's own. */
  readonly file: string;
  readonly origin: ScenarioOrigin;
  readonly name: string;
  readonly description: string | null;
  readonly tags: readonly string[];
  /** `null` where the file cannot be read. */
  readonly seed: number | null;
  /** Whether it begins from a saved world, whose seed holds in place of its own. */
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
  /** Without its log and its steps; `null` while it runs, and where it never began. */
  readonly result: ScenarioResult | null;
  /** Whether its file had a golden log when it began. */
  readonly hasGolden: boolean;
  /** Whether its log and its world are stored. */
  hasPast(): boolean;
}

interface RunHistory {
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
  /** Written alone: what lies beside it stays as it is. */
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
  /** All that was written, below the folder. */
  readonly files: readonly string[];
}

interface RemovedFiles {
  readonly file: string;
  /** All that was removed, below the folder. */
  readonly files: readonly string[];
}

export interface ScenarioText {
  /** Where it lies, absolute. */
  readonly path: string;
  readonly text: string;
  readonly fields: readonly VariableField[];
}

export interface LastRun extends Pick<ScenarioRun, 'runId' | 'status'> {
  /** Of the host; `null` for a run that has not ended, or never began. */
  readonly durationMs: number | null;
}

export interface ScenarioService {
  /** All that are shown. */
  readonly folders: readonly string[];
  /** The one that is written to; `null` for none: the library of Ballast is read-only. */
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
  /** Takes back a deletion; the latest few are remembered while the server runs. */
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
  /** The latest run of each file, also of those that are not stored any more. */
  lastRuns(): ReadonlyMap<string, LastRun>;
  start(file: string, seed: number | null, vary: PlayJob['vary']): Promise<Outcome<ScenarioRun>>;
  find(runId: string): Outcome<ScenarioRun>;
  stop(runId: string): Outcome<ScenarioRun>;
  /** The history of a run that has ended, and its steps. */
  past(runId: string): Outcome<RunHistory>;
  /** The golden log beside its file, as it is now. */
  goldenText(runId: string): Outcome<string>;
}
