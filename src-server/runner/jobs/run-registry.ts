/**
 * The runs of one kind that the control plane offers: starts, lists, stops and restores them (decision P7). All kinds
 * share one queue, because each run uses all threads available.
 */
import type PQueue from 'p-queue';
import type { RunProgress } from '../../contract/control/world/stream.ts';
import { accepted, type Outcome, refused } from '../../engine/outcome.ts';
import { type OnRunProgress, pacedProgress } from './paced-progress.ts';
import type { RestoredRun, RunFolders, RunKind } from './run-folders.ts';
import { doWork, hasEnded, newRun, type RunWork, type ServedRun, stopRun } from './served-run.ts';

interface RunTerms<Task, Run extends ServedRun> extends RunWork<Run> {
  readonly kind: RunKind;
  /** Creates a run from its task, which is JSON when it comes from a folder. */
  readonly open: (task: Task, served: ServedRun) => Run;
  readonly progress: (run: Run) => Pick<RunProgress, 'done' | 'total'>;
}

/** Shared by all kinds. */
export interface RunPorts {
  readonly folders: RunFolders;
  /** Runs one at a time. */
  readonly turns: PQueue;
  readonly onProgress: OnRunProgress;
}

export interface RunRegistry<Task, Run extends ServedRun> {
  list(): Run[];
  find(id: string): Outcome<Run>;
  /** Queues a new run. Refuses if the maximum number of runs has not ended. */
  begin(task: Task): Outcome<Run>;
  stop(id: string): Outcome<Run>;
  /** Call it when a run progresses. */
  noteProgress(run: Run): void;
  /** Restores the runs of earlier servers and queues those that had not ended. */
  restore(): RestoredRun[];
  /** Interrupts the runs that have not ended. */
  close(): void;
}

/** Names of one and of several runs of a kind, for messages. */
const NAMES: Readonly<
  Record<RunKind, { readonly wire: RunProgress['kind']; readonly one: string; readonly many: string }>
> = {
  sw: { wire: 'sweep', one: 'sweep', many: 'sweeps' },
  lab: { wire: 'lab_run', one: 'lab run', many: 'lab runs' },
  ex: { wire: 'exploration', one: 'exploration', many: 'explorations' },
};
const MAX_RUNS = 5;

export function createRunRegistry<Task, Run extends ServedRun>(
  terms: RunTerms<Task, Run>,
  { folders, turns, onProgress }: RunPorts,
): RunRegistry<Task, Run> {
  const { kind, open, progress } = terms;
  const { wire, one, many } = NAMES[kind];
  const runs = new Map<string, Run>();
  const paced = pacedProgress(onProgress);
  const progressOf = (run: Run) => ({ kind: wire, id: run.run.id, status: run.status, ...progress(run) });
  const report = (run: Run) => paced.report(progressOf(run));
  const takeTurn = (run: Run) => {
    void turns.add(async () => {
      // The client gets the response before the run starts.
      await Promise.resolve();
      const work = doWork(run, terms);
      report(run);
      await work;
      report(run);
    });
  };
  const find = (id: string): Outcome<Run> => {
    const run = runs.get(id);
    return run === undefined ? refused('not_found', `There is no ${one} ${id}.`) : accepted(run);
  };
  return {
    list: () => [...runs.values()],
    find,
    begin(task) {
      if (!makeRoom(runs)) return refused('invalid_request', `${MAX_RUNS} ${many} have not ended yet. Stop one first.`);
      const run = folders.begin(kind, task, (folder) => open(task, newRun(folder)));
      runs.set(run.run.id, run);
      takeTurn(run);
      return accepted(run);
    },
    stop(id) {
      const found = find(id);
      if (!found.ok) return found;
      stopRun(found.value, terms);
      report(found.value);
      return found;
    },
    noteProgress: (run) => paced.reportStep(progressOf(run)),
    restore: () =>
      folders.restore(kind, ({ run: folder, task, end, order }) => {
        const run = open(task as Task, newRun(folder, end));
        runs.set(folder.id, run);
        return { order, begin: () => takeTurn(run) };
      }),
    close() {
      for (const { stopping } of runs.values()) stopping.abort();
    },
  };
}

/** Drops the oldest finished run if the maximum number is stored; returns false if none has ended. */
function makeRoom(runs: Map<string, ServedRun>): boolean {
  if (runs.size < MAX_RUNS) return true;
  const oldest = [...runs].find(([, run]) => hasEnded(run));
  if (oldest === undefined) return false;
  const [id, { run }] = oldest;
  run.remove();
  return runs.delete(id);
}
