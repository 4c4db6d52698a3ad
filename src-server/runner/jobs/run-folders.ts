/**
 * Stores sweeps, lab runs and explorations of the control plane in the data folder, each in its own folder, so that the
 * next server resumes those that had not ended (decision P7). Without a data folder they are only in memory.
 */
import { join } from 'node:path';
import { z } from 'zod';
import { storageFailureOf } from '../../kernel/storage-failure.ts';
import { openSweepFile } from '../../store/sweep/sqlite-sweep-result-store.ts';
import { createMemorySweepResultStore, type MemorySweepResultStore } from '../../sweep/memory-sweep-result-store.ts';
import type { SweepPlan } from '../../sweep/sweep-plan.ts';
import { varyColumns } from '../../sweep/vary-columns.ts';
import { readBytes, readyFile } from '../../system/files/durable-files.ts';
import { listFolders, readyFolder, removeFolder, removeHalfFolders } from '../../system/files/durable-folders.ts';
import { currentCompatibilityKey } from './compatibility-key.ts';

/** Prefixes of the ids of sweeps, lab runs and explorations. */
export type RunKind = 'sw' | 'lab' | 'ex';

const beginning = z.strictObject({
  format: z.literal(1),
  order: z.number(),
  compatibilityKey: z.string(),
  task: z.unknown(),
});
const ending = z.strictObject({
  status: z.enum(['complete', 'stopped', 'broken']),
  error: z.string().nullable(),
  elapsedMs: z.number(),
});
export type StoredRunEnd = z.infer<typeof ending>;

export interface RunFolder {
  /** For example `lab_3`. */
  readonly id: string;
  /** `null`: the run is in memory. */
  readonly folder: string | null;
  openResults(plan: SweepPlan): MemorySweepResultStore;
  /**
   * Stores the end of the run, so that no server resumes it. If the disk refuses that, the next server resumes the run.
   */
  end(end: StoredRunEnd): void;
  remove(): void;
}

interface StoredRun extends Pick<RestoredRun, 'order'> {
  readonly run: RunFolder;
  /** As passed to `begin`, after a round trip through JSON. */
  readonly task: unknown;
  /** `null`: it has not ended. */
  readonly end: StoredRunEnd | null;
}

/** A run of an earlier server. */
export interface RestoredRun {
  /** Runs are resumed in ascending order. */
  readonly order: number;
  /** Queues it. */
  readonly begin: () => void;
}

export interface RunFolders {
  /** Returns the results of `make` for all stored runs of a kind, in the order in which they were started. */
  restore<T>(kind: RunKind, make: (stored: StoredRun) => T): T[];
  /** Removes everything if `make` throws. */
  begin<T>(kind: RunKind, task: unknown, make: (run: RunFolder) => T): T;
  /** Closes opened files. */
  close(): void;
}

const BEGINNING_FILE = 'run.json';
const ENDING_FILE = 'end.json';
const RESULTS_FILE = 'sweep.db';
const NAME = /^(sw|lab|ex)_(\d{1,15})$/;

export function createMemoryRunFolders(): RunFolders {
  const counts = new Map<RunKind, number>();
  const nothing = () => undefined;
  return {
    restore: () => [],
    begin(kind, _task, make) {
      const count = (counts.get(kind) ?? 0) + 1;
      counts.set(kind, count);
      const id = `${kind}_${count}`;
      return make({ id, folder: null, openResults: createMemorySweepResultStore, end: nothing, remove: nothing });
    },
    close: nothing,
  };
}

/** `note`: called with a line for each run that cannot be opened; its folder stays unchanged. */
export function createRunFolders(dataDir: string, note: (line: string) => void): RunFolders {
  const root = join(dataDir, 'runs');
  const opened = new Set<() => void>();
  removeHalfFolders(root);
  const facts = (kind: RunKind) =>
    listFolders(root).flatMap((name) => {
      const [, of, number] = NAME.exec(name) ?? [];
      return of === kind ? [{ name, number: Number(number) }] : [];
    });
  return {
    restore: (kind, make) =>
      facts(kind)
        .flatMap(({ name }) => readRun(root, name, note) ?? [])
        .sort((left, right) => left.order - right.order)
        .flatMap(({ name, ...stored }) => {
          try {
            return [make({ ...stored, run: runFolder(root, name, opened) })];
          } catch (error) {
            note(`The run ${name} is not opened: ${error instanceof Error ? error.message : String(error)}`);
            return [];
          }
        }),
    begin(kind, task, make) {
      const number = Math.max(0, ...facts(kind).map((each) => each.number)) + 1;
      const name = `${kind}_${number}`;
      makeRun(root, name, { format: 1, order: nextOrder(root), compatibilityKey: currentCompatibilityKey(), task });
      const run = runFolder(root, name, opened);
      try {
        return make(run);
      } catch (error) {
        run.remove();
        throw error;
      }
    },
    close() {
      for (const close of opened) close();
      opened.clear();
    },
  };
}

/** Creates the folder with its task atomically. */
function makeRun(root: string, name: string, facts: z.infer<typeof beginning>): void {
  const folder = readyFolder(join(root, name));
  try {
    readyFile(join(folder.draft, BEGINNING_FILE), Buffer.from(JSON.stringify(facts))).moveIn();
    folder.moveIn();
  } catch (error) {
    folder.discard();
    throw error;
  }
}

function runFolder(root: string, id: string, opened: Set<() => void>): RunFolder {
  const folder = join(root, id);
  let close = () => {};
  return {
    id,
    folder,
    openResults(plan) {
      const file = openSweepFile(join(folder, RESULTS_FILE));
      close = () => file.close();
      opened.add(close);
      return file.openStore(varyColumns(plan.variations));
    },
    end(end) {
      try {
        readyFile(join(folder, ENDING_FILE), Buffer.from(JSON.stringify(end))).moveIn();
      } catch (error) {
        if (storageFailureOf(error) === null) throw error;
      }
    },
    remove() {
      close();
      opened.delete(close);
      removeFolder(folder);
    },
  };
}

function readRun(root: string, name: string, note: (line: string) => void) {
  const folder = join(root, name);
  const parsed = beginning.safeParse(readJson(join(folder, BEGINNING_FILE)));
  if (!parsed.success) {
    note(`The run ${name} is not opened: ${join(folder, BEGINNING_FILE)} is missing or damaged`);
    return null;
  }
  const { order, compatibilityKey, task } = parsed.data;
  if (compatibilityKey !== currentCompatibilityKey()) {
    note(
      `The run ${name} is not opened: it was started by Ballast ${compatibilityKey}, and results of two versions would be mixed`,
    );
    return null;
  }
  const end = ending.safeParse(readJson(join(folder, ENDING_FILE)));
  return { name, order, task, end: end.success ? end.data : null };
}

/** All kinds share one order, because runs are executed one after the other. */
function nextOrder(root: string): number {
  const orders = listFolders(root).map((name) => {
    const parsed = beginning.safeParse(readJson(join(root, name, BEGINNING_FILE)));
    return parsed.success ? parsed.data.order : 0;
  });
  return Math.max(0, ...orders) + 1;
}

/** `undefined` if there is no file, or if it is not JSON. */
function readJson(file: string): unknown {
  const bytes = readBytes(file);
  if (bytes === null) return undefined;
  try {
    return JSON.parse(bytes.toString('utf8'));
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}
