/**
 * Scenario files outside the folder: those that the user of the desktop app opened one by one, and texts from requests.
 * Each has a name among the scenarios that is derived from its path or its text, so that it is the same after a
 * restart. Only this process may add paths.
 */
import { createHash } from 'node:crypto';
import { basename, dirname, join, resolve } from 'node:path';
import { accepted, type Outcome } from '../../engine/outcome.ts';
import type { SavedTexts } from '../../scenario/run/scenario-service.ts';
import { makeFolder } from '../../system/files/durable-files.ts';
import { removeFolder } from '../../system/files/durable-folders.ts';
import { projectRoot } from '../../system/files/read-source.ts';
import { makeTemporaryFolder } from '../../system/files/temporary-folder.ts';
import { placeIn, saveScenario } from '../recording/save-scenario.ts';

/** The one opened longest ago is dropped. */
const MAX_OPENED = 20;
/** The latest removed ones can be restored. */
const MAX_FORGOTTEN = 5;

export interface OpenedFile {
  readonly path: string;
  /** Folder that its includes must not leave. */
  readonly root: string;
}

export interface OpenedScenarios {
  /** Returns the name under which it can be found. */
  add(path: string): string;
  /** The same for texts, which are stored in a folder of their own as long as they are among the scenarios. */
  put(name: string, texts: SavedTexts): Outcome<string>;
  /** Removes one for good. */
  drop(file: string): void;
  /** Removes one so that it can be restored; returns false if there is none. */
  forget(file: string): boolean;
  recall(file: string): boolean;
  find(file: string): OpenedFile | null;
  /** Names with their paths, in the order of opening. */
  all(): readonly (readonly [file: string, scenario: OpenedFile])[];
  /** Deletes texts from requests. */
  close(): void;
}

export function createOpenedScenarios(): OpenedScenarios {
  const known = new Map<string, OpenedFile>();
  const forgotten = new Map<string, OpenedFile>();
  let texts: string | null = null;
  const isText = ({ root }: OpenedFile) => texts !== null && dirname(root) === texts;
  const drop = (file: string) => {
    const scenario = known.get(file);
    if (scenario !== undefined && isText(scenario)) removeFolder(scenario.root);
    known.delete(file);
  };
  const take = (file: string, scenario: OpenedFile) => {
    known.delete(file);
    known.set(file, scenario);
    const [oldest] = known.keys();
    if (known.size > MAX_OPENED && oldest !== undefined) drop(oldest);
    return file;
  };
  return {
    add(path) {
      const full = resolve(path);
      return take(nameOf(full, basename(full)), { path: full, root: projectRoot(full) });
    },
    put(name, handed) {
      texts ??= makeTemporaryFolder();
      const file = nameOf(JSON.stringify([name, handed.scenario, handed.golden]), name);
      const root = join(texts, ...file.split('/').slice(1, -1));
      makeFolder(root);
      const place = placeIn(root, name);
      const saved = place.ok ? saveScenario(root, place.value, true, handed) : place;
      return saved.ok ? accepted(take(file, { path: join(root, name), root })) : saved;
    },
    drop,
    forget(file) {
      const scenario = known.get(file);
      if (scenario === undefined) return false;
      known.delete(file);
      forgotten.set(file, scenario);
      const [oldest] = forgotten;
      if (forgotten.size > MAX_FORGOTTEN && oldest !== undefined) {
        forgotten.delete(oldest[0]);
        if (isText(oldest[1]) && !known.has(oldest[0])) removeFolder(oldest[1].root);
      }
      return true;
    },
    recall(file) {
      const scenario = forgotten.get(file);
      if (scenario === undefined) return false;
      forgotten.delete(file);
      take(file, scenario);
      return true;
    },
    find: (file) => known.get(file) ?? null,
    all: () => [...known],
    close() {
      if (texts !== null) removeFolder(texts);
      texts = null;
    },
  };
}

/** Scenarios with the same name are distinguished by a hash of their folder or of their text. */
function nameOf(signed: string, name: string): string {
  return `opened/${createHash('sha256').update(signed).digest('hex').slice(0, 8)}/${name}`;
}
