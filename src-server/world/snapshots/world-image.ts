/**
 * Creates and prepares images of worlds while requests are handled: SQLite copies a world in steps (decision L123), and
 * files are copied, read and synced on other threads. Does not know what an image is for.
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

/** The facts come from the image itself: the world continued while it was taken. */
interface TakenImage extends ImageFacts {
  readonly bytes: number;
}

/** A world that continues while it is saved. */
export type SavedWorld = Pick<OpenedDatabase, 'world' | 'database'>;

/** Up to this size the world is copied at once: some milliseconds, less than by way of a file. */
const AT_ONCE_BYTES = 8_388_608;

type ImageInMemory = TakenImage & { readonly image: Buffer };

/** Creates an image in memory. Needs no room on any disk (decision K100). */
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

/** `isIdle`: the database could not store the idle time that passed, so it is written into the image. */
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

/** The changes of a kernel other than its state. */
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

/** Creates an image in a file beside its final path. */
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

/** Copies the file of an image to the database of a world, beside the final path. */
export function imageAsDatabase(image: string, file: string): Promise<ReadyFile> {
  return readyWritten(file, async (draft) => {
    await copyWhole(image, draft);
    await cutFile(draft, await imageBytes(draft));
    await overwriteBytes(draft, FILE_FORMATS.database);
  });
}

/** Reads a whole image from its file. */
export async function readImage(file: string): Promise<Buffer> {
  return fileAsImage(readDigest(await readWhole(file)).image);
}
