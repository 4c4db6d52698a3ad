/**
 * Stores snapshots: as files below the data folder, or in memory for a world without one. A store has images and their
 * facts; it does not open worlds from them.
 */
import { join } from 'node:path';
import { INITIAL_SNAPSHOT } from '../../contract/control/world/snapshots.ts';
import type { SnapshotFacts } from '../../engine/snapshot-service.ts';
import { imageFacts } from '../../store/database/image-facts.ts';
import { fileStats, isFile, listFiles, removeFile } from '../../system/files/durable-files.ts';
import { pathIn } from '../../system/files/durable-folders.ts';
import { isFolder } from '../../system/files/file-stamp.ts';
import { hostClock } from '../../system/host-time.ts';
import { imageInFile, imageInMemory, type SavedWorld } from './world-image.ts';

/** An image in memory, or its file and whether this process wrote it: files of others are checked before use. */
export type StoredImage = { readonly image: Buffer } | { readonly file: string; readonly isOwn: boolean };

export interface SnapshotStore {
  /** Sorted by name, without the initial state. */
  list(): SnapshotFacts[];
  find(name: string): StoredImage | null;
  /** Stores an image of the world, which continues meanwhile; replaces one of the same name. */
  put(name: string, live: SavedWorld): Promise<SnapshotFacts>;
  /** Whether something that is not a file is at the path of a snapshot of that name. */
  isBlocked(name: string): boolean;
  /** False where it does not exist. */
  remove(name: string): boolean;
}

export function createMemorySnapshotStore(): SnapshotStore {
  const stored = new Map<string, { readonly facts: SnapshotFacts; readonly image: Buffer }>();
  return {
    list: () =>
      [...stored.values()]
        .map(({ facts }) => facts)
        .filter(({ name }) => name !== INITIAL_SNAPSHOT)
        .sort((left, right) => (left.name < right.name ? -1 : 1)),
    find(name) {
      const found = stored.get(name);
      return found === undefined ? null : { image: found.image };
    },
    async put(name, live) {
      const { image, ...world } = await imageInMemory(live);
      const facts = { ...world, name, savedMs: Math.round(hostClock.epochMs()) };
      stored.set(name, { facts, image });
      return facts;
    },
    isBlocked: () => false,
    remove: (name) => stored.delete(name),
  };
}

const ENDING = '.db';

/** The folder is the source of truth; files in it that are not worlds are not listed. */
export function createFolderSnapshotStore(dataDir: string): SnapshotStore {
  const folder = join(dataDir, 'snapshots');
  const fileOf = (name: string) => pathIn(folder, `${name}${ENDING}`);
  /** Names of files that this process wrote. */
  const own = new Set<string>();
  return {
    list: () =>
      listFiles(folder, ENDING).flatMap(({ file, name, bytes, writtenMs }) => {
        const facts = name === INITIAL_SNAPSHOT ? null : imageFacts(file);
        return facts === null ? [] : [{ ...facts, name, bytes, savedMs: writtenMs }];
      }),
    find(name) {
      const file = fileOf(name);
      return isFile(file) ? { file, isOwn: own.has(name) } : null;
    },
    async put(name, live) {
      const { ready, facts } = await imageInFile(live, fileOf(name));
      ready.moveIn();
      own.add(name);
      const { bytes, writtenMs } = fileStats(fileOf(name));
      return { ...facts, name, bytes, savedMs: writtenMs };
    },
    isBlocked: (name) => isFolder(fileOf(name)),
    remove(name) {
      own.delete(name);
      return removeFile(fileOf(name));
    },
  };
}
