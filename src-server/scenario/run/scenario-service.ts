/** What the control plane asks of whoever plays scenarios for it: which there are, and runs of them. */
import type { Outcome } from '../../engine/outcome.ts';
import type { WorldHistory } from '../history/world-history.ts';
import type { PlayJob, StepResult } from './play-outcome.ts';
import type { ScenarioResult } from './scenario-result.ts';

export interface LibraryScenario {
  /** Below the folder, with `/` between its parts. */
  readonly file: string;
  readonly name: string;
  readonly description: string | null;
  readonly tags: readonly string[];
  /** `null` where the file cannot be read. */
  readonly seed: number | null;
  readonly steps: number;
  readonly hasGolden: boolean;
  /** A line each with its place; empty for a sound file. */
  readonly faults: readonly string[];
}

export interface ScenarioRun {
  readonly runId: string;
  /** As in `LibraryScenario`. */
  readonly file: string;
  readonly name: string;
  /** `null`: the file's own. */
  readonly seed: number | null;
  /** Values in place of those of the file. */
  readonly vary: PlayJob['vary'];
  readonly status: 'queued' | 'running' | 'passed' | 'failed' | 'stopped' | 'bad';
  readonly done: number;
  readonly total: number;
  /** The latest; of those before it is known that they held. */
  readonly steps: readonly StepResult[];
  /** Without its log and its steps; `null` while it goes on, and where it never began. */
  readonly result: ScenarioResult | null;
  /** Whether a golden log lay beside its file when it began. */
  readonly hasGolden: boolean;
  /** Whether its log and its world are kept. */
  hasPast(): boolean;
}

export interface RunHistory {
  readonly history: WorldHistory;
  readonly steps: readonly StepResult[];
}

/** A scenario with what lies beside it, as it is to be kept. */
export interface SavedTexts {
  readonly scenario: string;
  /** `null`: the log is too long for one. */
  readonly golden: string | null;
  /** The saved world that it begins from; `null` where it begins with a world of its own. */
  readonly start: Buffer | null;
}

export interface SavedFiles {
  /** Below the folder, as all of them are. */
  readonly file: string;
  readonly replaced: boolean;
  readonly files: readonly string[];
}

export interface ScenarioService {
  readonly folder: string;
  /** Whether the folder is one that was told, and not the library that comes with Ballast. */
  readonly canSave: boolean;
  /** `texts` is told what the saved world will be called. */
  save(
    file: string,
    replace: boolean,
    texts: (startFile: string) => Promise<Outcome<SavedTexts>>,
  ): Promise<Outcome<SavedFiles>>;
  /** Takes texts among the scenarios for as long as the server runs; the name that they have there. */
  open(name: string, texts: (startFile: string) => Promise<Outcome<SavedTexts>>): Promise<Outcome<string>>;
  list(): Promise<readonly LibraryScenario[]>;
  /** Runs that are kept, oldest first. */
  runs(): readonly ScenarioRun[];
  start(file: string, seed: number | null, vary: PlayJob['vary']): Promise<Outcome<ScenarioRun>>;
  find(runId: string): Outcome<ScenarioRun>;
  stop(runId: string): Outcome<ScenarioRun>;
  /** What happened in a run that has ended, and in the course of which steps. */
  past(runId: string): Outcome<RunHistory>;
  /** The golden log beside its file, as it is now. */
  goldenText(runId: string): Outcome<string>;
}
