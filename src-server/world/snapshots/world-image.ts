/**
 * Takes images of worlds and readies them while requests go on being answered: SQLite copies a world in steps (decision
 * L123), and files are copied, read and synced on other threads. Refuses to know what an image is for.
 */
import { join } from 'node:path';
import { readDigest } from '../../store/database/image-digest.ts';
import { type ImageFacts, imageFacts } from '../../store/database/image-facts.ts';
import { FILE_FORMATS, fileAsImage, type WorldDatabase } from '../../store/database/open-database.ts';
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
export interface TakenImage extends ImageFacts {
  readonly bytes: number;
}

/** A world that goes on while it is saved. */
export type SavedWorld = Pick<OpenedDatabase, 'world' | 'database'>;

/** Up to this size the world is copied at once: some milliseconds, which is less than the way through a file. */
const AT_ONCE_BYTES = 8_388_608;

/** Into memory. */
export function imageInMemory(live: SavedWorld): Promise<TakenImage & { readonly image: Buffer }> {
  live.world.kernel.setClock({});
  if (live.database.bytes() <= AT_ONCE_BYTES) {
    const image = live.database.image();
    const { seed, nowMs, eventCount: events, head } = live.world.kernel;
    return Promise.resolve({ image, seed, nowMs, events, head, bytes: image.length });
  }
  return withTemporaryFolder(async (folder) => {
    const file = join(folder, 'world.db');
    const facts = await writeImage(live.database, file, () => Promise.resolve());
    const image = await readWhole(file);
    return { ...facts, image, bytes: image.length };
  });
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
