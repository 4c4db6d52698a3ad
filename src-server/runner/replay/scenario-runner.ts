/**
 * Runs scenarios for the control plane, each in a world of its own on a thread of the pool, in the order of the
 * requests, and stores the latest runs in memory. Does not touch the served world.
 */

import { availableParallelism } from 'node:os';
import { basename, resolve } from 'node:path';
import PQueue from 'p-queue';
import type { LinearSolver } from '../../domain/budget/linear-solver.ts';
import { accepted, type Outcome, refused } from '../../engine/outcome.ts';
import type { MarketData } from '../../market/data/market-data.ts';
import { MAX_DOCUMENT_BYTES, readDocument } from '../../scenario/load/read-document.ts';
import { variableFields } from '../../scenario/load/variable-fields.ts';
import type { LastRun, ScenarioService, ScenarioText } from '../../scenario/run/scenario-service.ts';
import { readSource } from '../../system/files/read-source.ts';
import { readTextFile } from '../../system/files/world-files.ts';
import { type OnRunProgress, type PacedProgress, pacedProgress } from '../jobs/paced-progress.ts';
import { createOwnScenarios, type LibraryFolder } from '../library/own-scenarios.ts';
import type { LibraryFile, ScenarioLibrary } from '../library/scenario-library.ts';
import { startFileOf } from '../recording/save-scenario.ts';
import { goldenFileOf } from './golden-file.ts';
import { playRun, progressOf, type RunUnderWay } from './play-run.ts';
import { createRunHistories } from './run-history.ts';
import type { PoolOptions, ScenarioPool } from './scenario-pool.ts';
import { otherSeed } from './scenario-world.ts';

/** Limit for unfinished runs, for runs with a stored world, and for runs followed by a later one of the same file. */
const MAX_RUNS = 20;
/** Limit for files whose latest run is stored. */
const MAX_FILES = 200;
/** The served world keeps a core if there is more than one. */
const MAX_THREADS = 4;

interface ScenarioRunner extends ScenarioService {
  /** Ends running scenarios, and the threads. */
  close(): Promise<void>;
}

interface ScenarioRunnerPorts {
  readonly market: MarketData;
  readonly solver: LinearSolver;
  readonly workerFile: URL;
  readonly onProgress: OnRunProgress;
}

export function createScenarioRunner(
  folders: readonly LibraryFolder[],
  library: ScenarioLibrary,
  { market, solver, workerFile, onProgress }: ScenarioRunnerPorts,
): ScenarioRunner {
  const histories = createRunHistories(market, solver);
  const runs = new Map<string, RunUnderWay>();
  /** Files whose latest run is no longer stored. */
  const forgotten = new Map<string, LastRun>();
  const threads = Math.max(1, Math.min(MAX_THREADS, availableParallelism() - 1));
  const turns = createRunQueue({ threads, workerFile }, pacedProgress(onProgress));
  let count = 0;
  const found = (runId: string): Outcome<RunUnderWay> => {
    const run = runs.get(runId);
    return run === undefined ? refused('not_found', `There is no run ${runId}.`) : accepted(run);
  };
  return {
    ...filesOf(folders, library),
    runs: () => [...runs.values()],
    lastRuns: () => new Map([...forgotten, ...[...runs.values()].map((run) => [run.file, lastRunOf(run)] as const)]),
    async start(file, seed, vary) {
      const sought = await library.find(file);
      if (!sought.ok) return sought;
      const { fromSnapshot, seed: own } = sought.value.entry;
      if (fromSnapshot && seed !== null && own !== null && seed !== own) return refuseSeed(file, own, seed);
      if (!makeRoom(runs, forgotten))
        return refused('invalid_request', `${MAX_RUNS} runs have not ended yet. Stop one first.`);
      count += 1;
      const run = newRun(`sr_${count}`, sought.value, seed, vary);
      runs.set(run.runId, run);
      turns.take(run);
      return accepted(run);
    },
    find: found,
    stop(runId) {
      const outcome = found(runId);
      if (outcome.ok) turns.leave(outcome.value);
      return outcome;
    },
    past(runId) {
      const outcome = found(runId);
      if (!outcome.ok) return outcome;
      const { image, steps, status } = outcome.value;
      if (image === null) return refused('not_found', whyNoPast(runId, status));
      return accepted({ history: histories.open(runId, image), steps });
    },
    goldenText(runId) {
      const outcome = found(runId);
      return outcome.ok ? readGolden(outcome.value) : outcome;
    },
    async close() {
      for (const run of runs.values()) turns.leave(run);
      await turns.end();
    },
  };
}

/** The methods about files rather than runs. */
function filesOf(folders: readonly LibraryFolder[], library: ScenarioLibrary) {
  const ownFolder = folders.find(({ isOwn }) => isOwn) ?? null;
  const own = createOwnScenarios(ownFolder);
  return {
    folders: folders.map(({ folder }) => folder),
    ownFolder: ownFolder?.folder ?? null,
    list: () => library.list(),
    save: own.save,
    restore(file) {
      return library.recall(file) ? accepted({ file, replaced: false, files: [] }) : own.restore(file);
    },
    async rename(file, to) {
      const found = await library.find(file);
      return found.ok ? own.rename(found.value.entry, to) : found;
    },
    async remove(file) {
      const found = await library.find(file);
      if (!found.ok) return found;
      return library.forget(file) ? accepted({ file, files: [] }) : own.remove(found.value.entry);
    },
    async read(file) {
      const found = await library.find(file);
      return found.ok ? readLibraryText(found.value.path) : found;
    },
    async open(name, isOnlyChecked, texts) {
      const loaded = await texts(basename(startFileOf(name)));
      return loaded.ok ? library.openTexts(name, loaded.value, isOnlyChecked) : loaded;
    },
  } satisfies Partial<ScenarioService>;
}

function refuseSeed(file: string, own: number, seed: number) {
  const issue = `${file} ${otherSeed(own, String(seed))}`;
  return refused('invalid_request', `The request body is invalid: /seed: ${issue}.`, [{ path: '/seed', issue }]);
}

function readGolden({ found, file }: RunUnderWay): Outcome<string> {
  const golden = readTextFile(goldenFileOf(found.path));
  return golden.ok ? accepted(golden.text) : refused('not_found', `There is no golden log beside ${file}.`);
}

function whyNoPast(runId: string, status: RunUnderWay['status']): string {
  const isUnderWay = status === 'queued' || status === 'running';
  return isUnderWay ? `The run ${runId} has not ended yet.` : `The world of the run ${runId} is not stored.`;
}

/**
 * Drops the worlds of older runs, then older runs of files that were run again, and finally everything but the outcome
 * of the oldest. Returns false if the maximum number of runs has not ended.
 */
function makeRoom(runs: Map<string, RunUnderWay>, forgotten: Map<string, LastRun>): boolean {
  const ended = [...runs.values()].filter(({ status }) => status !== 'queued' && status !== 'running');
  if (runs.size - ended.length >= MAX_RUNS) return false;
  const withWorld = ended.filter(({ image }) => image !== null);
  for (const run of withWorld.slice(0, Math.max(0, withWorld.length - MAX_RUNS + 1))) run.image = null;
  const latest = new Map([...runs.values()].map((run) => [run.file, run]));
  const followed = ended.filter((run) => latest.get(run.file) !== run);
  for (const { runId } of followed.slice(0, Math.max(0, runs.size - MAX_RUNS + 1))) runs.delete(runId);
  const oldest = ended.filter(({ runId }) => runs.has(runId));
  for (const run of oldest.slice(0, Math.max(0, runs.size - MAX_FILES + 1))) {
    forgotten.set(run.file, lastRunOf(run));
    runs.delete(run.runId);
  }
  return true;
}

function lastRunOf({ runId, status, result }: RunUnderWay): LastRun {
  return { runId, status, durationMs: result?.outcome.durationMs ?? null };
}

function newRun(runId: string, found: LibraryFile, seed: number | null, vary: RunUnderWay['vary']): RunUnderWay {
  const { file, name, steps: total, hasGolden } = found.entry;
  const progress = { status: 'queued', done: 0, total, steps: [], result: null } as const;
  const run: RunUnderWay = {
    runId,
    file,
    name,
    seed,
    vary,
    hasGolden,
    ...progress,
    steps: [],
    found,
    stopping: new AbortController(),
    image: null,
    hasPast: () => run.image !== null,
  };
  return run;
}

/** Executes as many runs at a time as there are threads; the others wait, first come, first served. */
function createRunQueue(poolOptions: PoolOptions, progress: PacedProgress) {
  const queue = new PQueue({ concurrency: poolOptions.threads });
  let pool: Promise<ScenarioPool> | null = null;
  // The pool is loaded by the first run: most servers never run a scenario.
  const openPool = async () => {
    pool ??= import('./scenario-pool.ts').then(({ createScenarioPool }) => createScenarioPool(poolOptions));
    return pool;
  };
  return {
    take(run: RunUnderWay): void {
      void queue.add(async () => {
        if (run.stopping.signal.aborted) return;
        await playRun(run, openPool, progress);
      });
    },
    leave(run: RunUnderWay): void {
      run.stopping.abort();
      if (run.status !== 'queued') return;
      run.status = 'stopped';
      progress.report(progressOf(run));
    },
    async end(): Promise<void> {
      const opened = await pool?.catch(() => null);
      await opened?.close();
    },
  };
}

/** A text that is not YAML has no fields. */
function readLibraryText(path: string): Outcome<ScenarioText> {
  const source = readSource(path, MAX_DOCUMENT_BYTES);
  if (!source.ok) return refused('not_found', `${path} ${source.issue}.`);
  const document = readDocument(path, source.text);
  const fields = document.ok ? variableFields(document.value) : [];
  return accepted({ path: resolve(path), text: source.text, fields });
}
