/**
 * Explorations for the control plane: one after the other, and the latest few stored (decisions P7 and Q6). They touch the
 * served world not at all: each trial has one of its own.
 */
import { hash } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { isAbsolute, resolve } from 'node:path';
import type {
  ExplorationFacts,
  ExplorationPreview,
  ExplorationReport,
  ExplorationWire,
  StartExploration,
} from '../../contract/control/explorer/explorations.ts';
import type { SweepState } from '../../contract/control/scenarios/sweeps.ts';
import { parseDuration } from '../../domain/numbers/instant.ts';
import { accepted, type Outcome, refused, type ValidationIssue } from '../../engine/outcome.ts';
import { storageFailureOf } from '../../kernel/storage-failure.ts';
import type { ExplorerService } from '../../scenario/run/explorer-service.ts';
import { isFolder } from '../../system/files/file-stamp.ts';
import { StartupError } from '../../world/startup-error.ts';
import type { RestoredRun, RunEnd, RunFolder, RunFolders } from '../runs/run-folders.ts';
import { makeRoom } from '../sweep/play-sweep.ts';
import { type LoadedExploration, loadExploration } from './load-exploration.ts';
import { runExploration, type StartedExploration } from './start-exploration.ts';
import { readExploration, saveExploration } from './stored-exploration.ts';
import { createMemoryTrialStore, openTrials } from './trial-store.ts';

const MOST_EXPLORATIONS = 5;

/** What an exploration is of, in its folder. */
interface StoredExploration {
  readonly wanted: StartExploration;
  readonly loaded: LoadedExploration;
}

interface ServedExploration extends StoredExploration {
  readonly run: RunFolder;
  readonly stopping: AbortController;
  /** Somebody asked for its end. */
  isCancelled: boolean;
  status: SweepState;
  error: string | null;
  /** `null` while it waits. */
  started: StartedExploration | null;
}

export interface ExplorerRunner extends ExplorerService {
  /** Those that earlier servers began; the ones that had not ended wait for their turn, where clients may be run. */
  restore(): RestoredRun[];
  /** Interrupts the runs that have not ended. */
  close(): void;
}

interface RunnerParts {
  /** Whether clients may be run at all. */
  readonly allowCommands: boolean;
  readonly folders: RunFolders;
  readonly workerFile: URL;
  /** Does it when what was queued before has ended. */
  readonly inTurn: (work: () => Promise<void>) => void;
}

export function createExplorerRunner({ allowCommands, folders, workerFile, inTurn }: RunnerParts): ExplorerRunner {
  const explorations = new Map<string, ServedExploration>();
  const found = (id: string): Outcome<ServedExploration> => {
    const exploration = explorations.get(id);
    return exploration === undefined ? refused('not_found', `There is no exploration ${id}.`) : accepted(exploration);
  };
  const from = <T>(id: string, view: (exploration: ServedExploration) => T): Outcome<T> => {
    const outcome = found(id);
    return outcome.ok ? accepted(view(outcome.value)) : outcome;
  };
  return {
    list: () => [...explorations.values()].map(factsOf),
    preview(wanted) {
      const loaded = load(wanted, allowCommands);
      return loaded.ok ? accepted(previewOf(loaded.value)) : loaded;
    },
    start(wanted, needsConfirmation) {
      const loaded = load(wanted, allowCommands);
      if (!loaded.ok) return loaded;
      const { confirmation } = wanted;
      const mustMatch = needsConfirmation || confirmation !== undefined;
      if (mustMatch && confirmation !== previewOf(loaded.value).confirmation) return refuse(...UNCONFIRMED);
      if (!makeRoom(explorations, MOST_EXPLORATIONS))
        return refused('invalid_request', `${MOST_EXPLORATIONS} explorations have not ended yet. Stop one first.`);
      const { confirmation: _agreed, ...stored } = wanted;
      const task: StoredExploration = { wanted: stored, loaded: loaded.value };
      const served = folders.begin('ex', task, (run) => newExploration(task, run));
      explorations.set(served.run.id, served);
      inTurn(() => play(served, workerFile));
      return accepted(factsOf(served));
    },
    find: (id) => from(id, wireOf),
    stop: (id) =>
      from(id, (exploration) => {
        stop(exploration);
        return factsOf(exploration);
      }),
    findingFile(id, number, file) {
      const exploration = found(id);
      if (!exploration.ok) return exploration;
      const text = exploration.value.started?.findingFile(number, file) ?? null;
      return text === null ? refused('not_found', `There is no finding ${number} of ${id}.`) : accepted(text);
    },
    restore: () =>
      folders.restore('ex', ({ run, task, end, order }) => {
        const served = newExploration(task as StoredExploration, run, end);
        explorations.set(run.id, served);
        if (end === null && !allowCommands) Object.assign(served, NOT_ALLOWED);
        return { order, begin: () => inTurn(() => play(served, workerFile)) };
      }),
    close() {
      for (const { stopping } of explorations.values()) stopping.abort();
    },
  };
}

/** For as long as this server runs. */
const NOT_ALLOWED = {
  status: 'stopped',
  error:
    'This server does not run clients, because it was started without --allow-commands. Start one with it to continue.',
} as const;

function newExploration(
  { wanted, loaded }: StoredExploration,
  run: RunFolder,
  end: RunEnd | null = null,
): ServedExploration {
  return {
    ...{ run, wanted, loaded, stopping: new AbortController(), isCancelled: false },
    ...{ status: end?.status ?? 'queued', error: end?.error ?? null },
    started: end === null || run.folder === null ? null : readExploration(run.folder),
  };
}

/** Everything is validated before anything is started, except what only the client can show. */
function load({ folder, file, command = [] }: StartExploration, allowCommands: boolean): Outcome<LoadedExploration> {
  if (!allowCommands)
    return refused(
      'invalid_request',
      'This server does not run clients, because it was started without --allow-commands.',
    );
  if (!isAbsolute(folder) || !isFolder(folder)) {
    const issue = isAbsolute(folder) ? 'there is no such folder' : 'is not an absolute path';
    return refuse(`/folder: ${issue}`, [{ path: '/folder', issue }]);
  }
  try {
    return accepted(loadExploration(file === undefined ? null : resolve(folder, file), command, folder));
  } catch (error) {
    if (!(error instanceof StartupError)) throw error;
    const path = error.exitCode === 64 ? '/command' : '/file';
    const issues = error.lines.map((line) => ({ path, issue: line }));
    return refuse(`${path}: ${error.lines[0]}`, issues);
  }
}

function refuse(what: string, details: readonly ValidationIssue[]) {
  return refused('invalid_request', `The request body is invalid: ${what}.`, details);
}

/** A file may have changed since a person saw what it runs. */
function previewOf({ name, task }: LoadedExploration): ExplorationPreview {
  const { folder } = task;
  const [command, check] = [[...task.command], task.check === null ? null : [...task.check]];
  const confirmation = hash('sha256', JSON.stringify({ command, check, folder }), 'hex');
  return { name, command, check, folder, confirmation };
}

const UNCONFIRMED_ISSUE =
  'does not match the commands that would run now; confirm the commands of POST /explorations/preview';
const UNCONFIRMED = [
  `/confirmation ${UNCONFIRMED_ISSUE}`,
  [{ path: '/confirmation', issue: UNCONFIRMED_ISSUE }],
] as const;

/** For good: no later server goes on with it. */
function stop(exploration: ServedExploration): void {
  const { status, stopping } = exploration;
  if (status === 'complete' || status === 'broken') return;
  noteEnd(exploration, 'stopped');
  exploration.isCancelled = true;
  stopping.abort();
  if (status === 'queued') exploration.status = 'stopped';
}

/** A disk that does not take it leaves the exploration to the next server. */
function noteEnd({ run, error, started }: ServedExploration, status: RunEnd['status']): void {
  try {
    if (run.folder !== null && started !== null) saveExploration(run.folder, started);
  } catch (failure) {
    if (storageFailureOf(failure) === null) throw failure;
    return;
  }
  run.end({ status, error, elapsedMs: started?.report().elapsed_ms ?? 0 });
}

/** Never rejects. */
async function play(served: ServedExploration, workerFile: URL): Promise<void> {
  const { run, wanted, loaded, stopping } = served;
  if (served.status !== 'queued' || stopping.signal.aborted) return;
  served.status = 'running';
  try {
    const options = {
      ...{ seed: wanted.seed, budgetMs: parseDuration(wanted.budget), mostTrials: wanted.trials ?? null },
      // The world that is served keeps a core where there is more than one.
      ...{ only: wanted.only ?? null, jobs: wanted.jobs ?? Math.max(1, (availableParallelism() - 1) * 3), queue: null },
      ...{ signal: stopping.signal, store: run.folder === null ? createMemoryTrialStore() : openTrials(run.folder) },
      ...{ note: () => {}, onProgress: () => {}, onFinding: () => {} },
    };
    const { end } = await runExploration(loaded, options, workerFile, (started) => {
      served.started = started;
    });
    served.status = end === 'complete' ? 'complete' : 'stopped';
    if (end === 'complete' || served.isCancelled) noteEnd(served, served.status);
  } catch (error) {
    served.status = 'broken';
    served.error = error instanceof StartupError ? error.lines.join('\n') : String(error);
    // What the disk did not take, the next server does.
    if (storageFailureOf(error) === null) noteEnd(served, 'broken');
  }
}

function wireOf(served: ServedExploration): ExplorationWire {
  const { run, status, error, wanted } = served;
  const { file = null, budget, trials = null, only = null, jobs = null } = wanted;
  return { exploration_id: run.id, status, error, request: { file, budget, trials, only, jobs }, ...reportOf(served) };
}

function factsOf(served: ServedExploration): ExplorationFacts {
  const { cells: _cells, findings, ...facts } = wireOf(served);
  return { ...facts, findings: findings.length };
}

/** Of one that waits, that nothing was done. */
function reportOf({ started, loaded, wanted }: ServedExploration): ExplorationReport {
  if (started !== null) return started.report();
  const { name, task } = loaded;
  return {
    ...{ name, command: [...task.command], folder: task.folder, seed: wanted.seed, phase: 'without_faults', trials: 0 },
    ...{ trials_per_second: 0, elapsed_ms: 0, ended_by: null, single_faults: 0, single_faults_done: 0, unconfirmed: 0 },
    ...{ unproven: null, broken: 0, broken_reason: null, cells: [], findings: [] },
  };
}
