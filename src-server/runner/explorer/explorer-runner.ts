/**
 * Runs explorations for the control plane, one after the other, and stores the latest few (decisions P7 and Q6). They
 * do not touch the served world: each trial has a world of its own.
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
import { parseDuration } from '../../domain/numbers/instant.ts';
import { accepted, mapOutcome, type Outcome, refused, type ValidationIssue } from '../../engine/outcome.ts';
import type { ExplorerService } from '../../scenario/run/explorer-service.ts';
import { isFolder } from '../../system/files/file-stamp.ts';
import { StartupError } from '../../world/startup-error.ts';
import { createRunRegistry, type RunPorts, type RunRegistry } from '../jobs/run-registry.ts';
import { hasEnded, type ServedRun } from '../jobs/served-run.ts';
import { type LoadedExploration, loadExploration } from './load-exploration.ts';
import { type EndedExploration, runExploration, type StartedExploration } from './start-exploration.ts';
import { readExploration, saveExploration } from './stored-exploration.ts';
import { createMemoryTrialStore, openTrials } from './trial-store.ts';

/** The input of an exploration, in its folder. */
interface StoredExploration {
  readonly wanted: StartExploration;
  readonly loaded: LoadedExploration;
}

interface ServedExploration extends ServedRun, StoredExploration {
  /** `null` while it waits. */
  started: StartedExploration | null;
}

interface ExplorerRunner extends ExplorerService, Pick<RunRegistry<never, never>, 'restore' | 'close'> {}

/** `allowCommands`: whether clients may be run at all. */
export function createExplorerRunner(allowCommands: boolean, ports: RunPorts, workerFile: URL): ExplorerRunner {
  const runs = createRunRegistry<StoredExploration, ServedExploration>(
    {
      kind: 'ex',
      open: newExploration,
      work: (exploration) => explore(exploration, workerFile, () => runs.noteProgress(exploration)),
      save({ run: { folder }, started }) {
        if (folder !== null && started !== null) saveExploration(folder, started);
      },
      progress: progressOf,
    },
    ports,
  );
  return {
    ...runs,
    runsClients: allowCommands,
    list: () => runs.list().map(factsOf),
    preview: (wanted) => mapOutcome(load(wanted, allowCommands), previewOf),
    start(wanted, needsConfirmation) {
      const loaded = load(wanted, allowCommands);
      if (!loaded.ok) return loaded;
      const { confirmation, ...stored } = wanted;
      const mustMatch = needsConfirmation || confirmation !== undefined;
      if (mustMatch && confirmation !== previewOf(loaded.value).confirmation) return refuse(...UNCONFIRMED);
      return mapOutcome(runs.begin({ wanted: stored, loaded: loaded.value }), factsOf);
    },
    find: (id) => mapOutcome(runs.find(id), wireOf),
    stop: (id) => mapOutcome(runs.stop(id), factsOf),
    findingFile(id, number, file) {
      const exploration = runs.find(id);
      if (!exploration.ok) return exploration;
      const text = exploration.value.started?.findingFile(number, file) ?? null;
      return text === null ? refused('not_found', `There is no finding ${number} of ${id}.`) : accepted(text);
    },
    restore() {
      const restored = runs.restore();
      const waiting = runs.list().filter(({ status }) => status === 'queued');
      if (!allowCommands) for (const exploration of waiting) Object.assign(exploration, NOT_ALLOWED);
      return restored;
    },
  };
}

/** As long as this server runs. */
const NOT_ALLOWED = {
  status: 'stopped',
  error:
    'This server does not run clients, because it was started without --allow-commands. To continue, start a server with --allow-commands.',
} as const;

function newExploration({ wanted, loaded }: StoredExploration, served: ServedRun): ServedExploration {
  const { folder } = served.run;
  return { ...served, wanted, loaded, started: !hasEnded(served) || folder === null ? null : readExploration(folder) };
}

/** Validates everything before anything is started, except what only a run of the client can show. */
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

/** A file may have changed since a user saw the command that it runs. */
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

async function explore(
  served: ServedExploration,
  workerFile: URL,
  onProgress: () => void,
): Promise<EndedExploration['end']> {
  const { run, wanted, loaded, stopping } = served;
  const options = {
    seed: wanted.seed,
    budgetMs: parseDuration(wanted.budget),
    mostTrials: wanted.trials ?? null,
    // The served world keeps a core if there is more than one.
    only: wanted.only ?? null,
    jobs: wanted.jobs ?? Math.max(1, (availableParallelism() - 1) * 3),
    queue: null,
    signal: stopping.signal,
    store: run.folder === null ? createMemoryTrialStore() : openTrials(run.folder),
    note: () => {},
    onProgress,
    onFinding: () => {},
  };
  const { end } = await runExploration(loaded, options, workerFile, (started) => {
    served.started = started;
  });
  return end;
}

/** Counts only single faults, because the number of further schedules is not known. */
function progressOf({ started }: ServedExploration): { done: number; total: number } {
  const report = started?.report();
  return { done: report?.single_faults_done ?? 0, total: report?.single_faults ?? 0 };
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

/** For a waiting exploration, a report without trials. */
function reportOf({ started, loaded, wanted }: ServedExploration): ExplorationReport {
  if (started !== null) return started.report();
  const { name, task } = loaded;
  return {
    name,
    command: [...task.command],
    folder: task.folder,
    seed: wanted.seed,
    phase: 'without_faults',
    trials: 0,
    trials_per_second: 0,
    elapsed_ms: 0,
    search_left_ms: null,
    ended_by: null,
    single_faults: 0,
    single_faults_done: 0,
    suspected: 0,
    unconfirmed: 0,
    unproven: null,
    broken: 0,
    broken_reason: null,
    cells: [],
    findings: [],
  };
}
