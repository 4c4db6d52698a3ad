/**
 * Explorations for the control plane: one after the other, and the latest few in memory (decision Q6). They touch the
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
import type { ExplorerService } from '../../scenario/run/explorer-service.ts';
import { isFolder } from '../../system/files/file-stamp.ts';
import { StartupError } from '../../world/startup-error.ts';
import { makeRoom } from '../sweep/play-sweep.ts';
import { type LoadedExploration, loadExploration } from './load-exploration.ts';
import { runExploration, type StartedExploration } from './start-exploration.ts';
import { createMemoryTrialStore } from './trial-store.ts';

const MOST_EXPLORATIONS = 5;

interface ServedExploration {
  readonly id: string;
  readonly wanted: StartExploration;
  readonly loaded: LoadedExploration;
  readonly stopping: AbortController;
  status: SweepState;
  error: string | null;
  /** `null` while it waits. */
  started: StartedExploration | null;
}

export interface ExplorerRunner extends ExplorerService {
  /** Stops what is under way. */
  close(): void;
}

interface RunnerParts {
  /** Whether clients may be run at all. */
  readonly allowCommands: boolean;
  readonly workerFile: URL;
  /** Does it when what was queued before has ended. */
  readonly inTurn: (work: () => Promise<void>) => void;
}

export function createExplorerRunner({ allowCommands, workerFile, inTurn }: RunnerParts): ExplorerRunner {
  const explorations = new Map<string, ServedExploration>();
  let count = 0;
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
      const isAsked = needsConfirmation || confirmation !== undefined;
      if (isAsked && confirmation !== previewOf(loaded.value).confirmation) return refuse(...UNCONFIRMED);
      if (!makeRoom(explorations, MOST_EXPLORATIONS))
        return refused('invalid_request', `${MOST_EXPLORATIONS} explorations have not ended yet. Stop one first.`);
      count += 1;
      const served: ServedExploration = {
        ...{ id: `ex_${count}`, wanted, loaded: loaded.value, stopping: new AbortController() },
        ...{ status: 'queued', error: null, started: null },
      };
      explorations.set(served.id, served);
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
    close() {
      for (const exploration of explorations.values()) stop(exploration);
    },
  };
}

/** Everything is judged before anything is started, but for what only the client can show. */
function load({ folder, file, command = [] }: StartExploration, allowCommands: boolean): Outcome<LoadedExploration> {
  if (!allowCommands)
    return refused('invalid_request', 'This server runs no clients: it was started without --allow-commands.');
  if (!isAbsolute(folder) || !isFolder(folder)) {
    const issue = isAbsolute(folder) ? 'is no folder' : 'is not an absolute path';
    return refuse(`/folder ${issue}`, [{ path: '/folder', issue }]);
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

const UNCONFIRMED_ISSUE = 'is not that of the commands that would run now: confirm those of POST /explorations/preview';
const UNCONFIRMED = [
  `/confirmation ${UNCONFIRMED_ISSUE}`,
  [{ path: '/confirmation', issue: UNCONFIRMED_ISSUE }],
] as const;

function stop(exploration: ServedExploration): void {
  exploration.stopping.abort();
  if (exploration.status === 'queued') exploration.status = 'stopped';
}

/** Never rejects. */
async function play(served: ServedExploration, workerFile: URL): Promise<void> {
  if (served.status !== 'queued') return;
  served.status = 'running';
  const { wanted, loaded, stopping } = served;
  const options = {
    ...{ seed: wanted.seed, budgetMs: parseDuration(wanted.budget), mostTrials: wanted.trials ?? null },
    // The world that is served keeps a core where there is more than one.
    ...{ only: wanted.only ?? null, jobs: wanted.jobs ?? Math.max(1, (availableParallelism() - 1) * 3), queue: null },
    ...{ signal: stopping.signal, store: createMemoryTrialStore() },
    ...{ note: () => {}, onProgress: () => {}, onFinding: () => {} },
  };
  try {
    const { end } = await runExploration(loaded, options, workerFile, (started) => {
      served.started = started;
    });
    served.status = end === 'complete' ? 'complete' : 'stopped';
  } catch (error) {
    served.status = 'broken';
    served.error = error instanceof StartupError ? error.lines.join('\n') : String(error);
  }
}

function wireOf(served: ServedExploration): ExplorationWire {
  const { id: exploration_id, status, error, wanted } = served;
  const { file = null, budget, trials = null, only = null, jobs = null } = wanted;
  return { exploration_id, status, error, request: { file, budget, trials, only, jobs }, ...reportOf(served) };
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
    ...{ trials_per_second: 0, elapsed_ms: 0, single_faults: 0, single_faults_done: 0, unconfirmed: 0 },
    ...{ broken: 0, broken_reason: null, cells: [], findings: [] },
  };
}
