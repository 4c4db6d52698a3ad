/**
 * Takes images of worlds and readies them while requests go on being answered: SQLite copies a world in steps (decision
 * L123), and files are copied, read and synced on other threads. Refuses to know what an image is for.
 */
import { join } from 'node:path';
import { storageFailureOf } from '../../kernel/storage-failure.ts';
import { readDigest } from '../../store/database/image-digest.ts';
import { type ImageFacts, imageFacts } from '../../store/database/image-facts.ts';
import { FILE_FORMATS, fileAsImage, openImage, type WorldDatabase } from '../../store/database/open-database.ts';
import { createSqliteKernelStore } from '../../store/world/sqlite-kernel-store.ts';
import {
  copyWhole,
  cutFile,
  overwriteBytes,
  type ReadyFile,
  readWhole,
  readyWritten,
  syncFile,
} from '../../system/files/durable-files.ts';
import { withTemporaryFolder } from '../../system/files/temporary-folder.ts';
import type { OpenedDatabase } from '../opened-world.ts';
import { addDigest, imageBytes } from './image-file-digest.ts';

/** The world that an image is of, as the image itself says it: while it was taken, the world went on. */
interface TakenImage extends ImageFacts {
  readonly bytes: number;
}

/** A world that goes on while it is saved. */
export type SavedWorld = Pick<OpenedDatabase, 'world' | 'database'>;

/** Up to this size the world is copied at once: some milliseconds, which is less than the way through a file. */
const AT_ONCE_BYTES = 8_388_608;

type ImageInMemory = TakenImage & { readonly image: Buffer };

/** Into memory. No disk has to take anything for it (decision K100). */
export async function imageInMemory(live: SavedWorld): Promise<ImageInMemory> {
  if (!isTaken(() => live.world.kernel.setClock({}))) return imageAtOnce(live, true);
  if (live.database.bytes() <= AT_ONCE_BYTES) return imageAtOnce(live, false);
  try {
    return await withTemporaryFolder(async (folder) => {
      const file = join(folder, 'world.db');
      const facts = await writeImage(live.database, file, () => Promise.resolve());
      const image = await readWhole(file);
      return { ...facts, image, bytes: image.length };
    });
  } catch (error) {
    if (storageFailureOf(error) === null) throw error;
    return imageAtOnce(live, false);
  }
}

/** `isIdle`: idle time went by that the database could not take, so it is written into the image. */
function imageAtOnce({ database, world: { kernel } }: SavedWorld, isIdle: boolean): ImageInMemory {
  const { seed, nowMs, eventCount: events, head } = kernel;
  const image = isIdle ? imageAt(database.image(), nowMs) : database.image();
  return { image, seed, nowMs, events, head, bytes: image.length };
}

function imageAt(image: Buffer, nowMs: number): Buffer {
  const copy = openImage(image, null);
  try {
    const store = createSqliteKernelStore(copy);
    const state = store.load()?.state;
    if (state !== undefined) store.save({ state: { ...state, nowMs }, ...NOTHING_ELSE }, 'timers');
    return copy.image();
  } finally {
    copy.close();
  }
}

/** Of a kernel, besides its state. */
export const NOTHING_ELSE = { changedCounters: new Set<string>(), events: [], timersSet: [], timersGone: [] };

function isTaken(write: () => void): boolean {
  try {
    write();
    return true;
  } catch (error) {
    if (storageFailureOf(error) === null) throw error;
    return false;
  }
}

/** Into a file beside its place. */
export async function imageInFile(live: SavedWorld, file: string): Promise<{ ready: ReadyFile; facts: ImageFacts }> {
  live.world.kernel.setClock({});
  const taken: ImageFacts[] = [];
  const ready = await readyWritten(file, async (draft) => {
    taken.push(await writeImage(live.database, draft, syncFile));
    await addDigest(draft);
  });
  return { ready, facts: taken[0] as ImageFacts };
}

async function writeImage(
  database: WorldDatabase,
  file: string,
  sync: (file: string) => Promise<void>,
): Promise<ImageFacts> {
  await database.saveTo(file, sync);
  await overwriteBytes(file, FILE_FORMATS.image);
  const facts = imageFacts(file);
  if (facts === null) throw new Error(`the image of the world in ${file} cannot be read`);
  return facts;
}

/** A copy of an image's file that is the database of a world, beside the place where that is to be. */
export function imageAsDatabase(image: string, file: string): Promise<ReadyFile> {
  return readyWritten(file, async (draft) => {
    await copyWhole(image, draft);
    await cutFile(draft, await imageBytes(draft));
    await overwriteBytes(draft, FILE_FORMATS.database);
  });
}

/** All of an image that is stored in a file. */
export async function readImage(file: string): Promise<Buffer> {
  return fileAsImage(readDigest(await readWhole(file)).image);
}
