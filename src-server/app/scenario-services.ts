/** The scenarios and sweeps that a server offers next to its world: a library of files, and runs in separate worlds. */
import { join } from 'node:path';
import PQueue from 'p-queue';
import type { RunProgress } from '../contract/control/world/stream.ts';
import type { LinearSolver } from '../domain/budget/linear-solver.ts';
import type { Outcome } from '../engine/outcome.ts';
import { createExplorerRunner } from '../runner/explorer/explorer-runner.ts';
import { createMemoryRunFolders, createRunFolders } from '../runner/jobs/run-folders.ts';
import { createLabRunner } from '../runner/lab/lab-runner.ts';
import type { LibraryFolder } from '../runner/library/own-scenarios.ts';
import { createScenarioLibrary } from '../runner/library/scenario-library.ts';
import { createValidatedScenarios } from '../runner/library/validated-scenarios.ts';
import { createValidationCache } from '../runner/library/validation-cache.ts';
import { createValidationThread } from '../runner/library/validation-thread.ts';
import { createScenarioRunner } from '../runner/replay/scenario-runner.ts';
import { createSweepRunner } from '../runner/sweep/sweep-runner.ts';
import type { ExplorerService } from '../scenario/run/explorer-service.ts';
import type { LabService } from '../scenario/run/lab-service.ts';
import type { ScenarioService } from '../scenario/run/scenario-service.ts';
import type { SweepService } from '../scenario/run/sweep-service.ts';
import { shownPath } from '../system/files/read-source.ts';
import type { MarketFacts } from '../world/market-facts.ts';
import type { BallastOptions } from './ballast-options.ts';
import { scenarioWorkerFile } from './scenario-worker-file.ts';

export interface ScenarioServices {
  readonly scenarios: ScenarioService;
  readonly sweeps: SweepService;
  readonly labs: LabService;
  readonly explorer: ExplorerService;
  /** Calls `listener` with the progress of runs of all kinds; returns a function that stops it. */
  onProgress(listener: (progress: RunProgress) => void): () => void;
  /** Adds a scenario file from any folder to the scenarios; resolves with its name there. */
  open(path: string): Promise<Outcome<string>>;
  /** Resumes the sweeps, lab runs and explorations that earlier servers began (decision P7). */
  resume(): void;
  /** Ends the current runs of scenarios, interrupts the others, and ends their threads. */
  close(): Promise<void>;
}

interface ServiceSources {
  readonly options: BallastOptions;
  readonly root: string;
  readonly facts: MarketFacts;
  readonly solver: LinearSolver;
  /** Receives a line about a problem that a person has to solve. */
  readonly note: (line: string) => void;
}

export type CreateScenarioServices = (sources: ServiceSources) => ScenarioServices;

export const createScenarioServices: CreateScenarioServices = ({ options, root, facts, solver, note }) => {
  const folders = foldersOf(options, join(root, 'fixtures/scenarios'));
  const cache =
    options.cacheDir === undefined
      ? null
      : createValidationCache(options.cacheDir, folders.map(({ folder }) => folder).join('\n'));
  const validated = createValidatedScenarios(createValidationThread(), cache);
  const library = createScenarioLibrary(folders, validated, cache !== null);
  const workerFile = scenarioWorkerFile();
  const listeners = new Set<(progress: RunProgress) => void>();
  const onProgress = (progress: RunProgress) => {
    for (const listener of listeners) listener(progress);
  };
  const scenarios = createScenarioRunner(folders, library, { market: facts.market, solver, workerFile, onProgress });
  const turns = new PQueue({ concurrency: 1 });
  const { allowCommands = false, dataDir } = options;
  const runs = dataDir === null ? createMemoryRunFolders() : createRunFolders(dataDir, note);
  const ports = { folders: runs, turns, onProgress };
  const sweeps = createSweepRunner(library, ports, workerFile);
  const labs = createLabRunner({ facts, solver }, ports, workerFile);
  const explorer = createExplorerRunner(allowCommands, ports, workerFile);
  return {
    scenarios,
    sweeps,
    labs,
    explorer,
    onProgress(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    open: library.open,
    resume() {
      const restored = [sweeps, labs, explorer].flatMap((each) => each.restore());
      for (const { begin } of restored.sort((left, right) => left.order - right.order)) begin();
    },
    async close() {
      await scenarios.close();
      sweeps.close();
      labs.close();
      explorer.close();
      await turns.onIdle();
      runs.close();
      await library.close();
    },
  };
};

/** Returns either a folder that replaces the library of Ballast, or that library and the user's own folder. */
function foldersOf({ scenarios, ownScenarios }: BallastOptions, library: string): LibraryFolder[] {
  if (scenarios !== undefined) return [{ folder: shownPath(scenarios), prefix: '', isOwn: true }];
  const shipped = { folder: shownPath(library), prefix: '', isOwn: false };
  const own = ownScenarios === undefined ? null : { folder: shownPath(ownScenarios), prefix: 'own/', isOwn: true };
  return own === null ? [shipped] : [own, shipped];
}
