/**
 * Where saved worlds are kept: files below the data folder, or memory where the world has none. A shelf holds images and
 * says what they are; what a world is put together from one is not its business.
 */
import { join } from 'node:path';
import { INITIAL_SNAPSHOT } from '../contract/snapshots.ts';
import type { SnapshotFacts } from '../engine/world-keeper.ts';
import { imageFacts } from '../store/image-facts.ts';
import { listFiles, readBytes, readyFile, removeFile } from '../system/durable-files.ts';

/** An image, and whether this process made it: what others made is looked at before it is trusted. */
export interface KeptImage {
  readonly image: Buffer;
  readonly isOwn: boolean;
}

export interface SnapshotShelf {
  /** Without the initial state; by name. */
  list(): SnapshotFacts[];
  find(name: string): KeptImage | null;
  /** Takes the place of one of the same name. */
  put(facts: SnapshotFacts, image: Buffer): void;
  /** False where there was none. */
  remove(name: string): boolean;
}

/** The state in which a world was made is one more image, under a name that nobody else may use. */
export function keepInitial(shelf: SnapshotShelf, facts: Omit<SnapshotFacts, 'name'>, image: Buffer): void {
  shelf.put({ ...facts, name: INITIAL_SNAPSHOT }, image);
}

export function createMemoryShelf(): SnapshotShelf {
  const kept = new Map<string, { readonly facts: SnapshotFacts; readonly image: Buffer }>();
  return {
    list: () =>
      [...kept.values()]
        .map(({ facts }) => facts)
        .filter(({ name }) => name !== INITIAL_SNAPSHOT)
        .sort((left, right) => (left.name < right.name ? -1 : 1)),
    find(name) {
      const found = kept.get(name);
      return found === undefined ? null : { image: found.image, isOwn: true };
    },
    put: (facts, image) => void kept.set(facts.name, { facts, image }),
    remove: (name) => kept.delete(name),
  };
}

const ENDING = '.db';

/** What lies in the folder is the truth; files there that are no worlds are not listed. */
export function createFolderShelf(dataDir: string): SnapshotShelf {
  const folder = join(dataDir, 'snapshots');
  const fileOf = (name: string) => join(folder, `${name}${ENDING}`);
  /** Names whose files this process wrote. */
  const own = new Set<string>();
  return {
    list: () =>
      listFiles(folder, ENDING).flatMap(({ file, name, bytes, writtenMs }) => {
        const facts = name === INITIAL_SNAPSHOT ? null : imageFacts(file);
        return facts === null ? [] : [{ ...facts, name, bytes, savedMs: writtenMs }];
      }),
    find(name) {
      const image = readBytes(fileOf(name));
      return image === null ? null : { image, isOwn: own.has(name) };
    },
    put({ name }, image) {
      readyFile(fileOf(name), image).moveIn();
      own.add(name);
    },
    remove(name) {
      own.delete(name);
      return removeFile(fileOf(name));
    },
  };
}
