/**
 * Runs what takes SQLite long with the image of a large world on its own thread, so that requests are handled
 * meanwhile.
 */
import { runOnThread } from '../../system/run-on-thread.ts';
import { workerFile } from '../../system/worker-file.ts';
import type { CopiedImage, ImageTask } from './image-worker.ts';

/** Far more than a world of 1 GiB takes. */
const LONGEST_MS = 300_000;

/** Copies a world that somebody else may have made to a new image of our own, or returns the issue (decision N8). */
export async function copyForeignImage(from: string | Buffer, migrationsFolder: string): Promise<CopiedImage> {
  const copied = (await onThread({ kind: 'copy', from, migrationsFolder })) as CopiedImage;
  return 'issue' in copied ? copied : { image: asBuffer(copied.image) };
}

/** Returns the image without private data (`store/share-image.ts`). */
export async function shareImage(image: Buffer, of: { seed: number }): Promise<Buffer> {
  return asBuffer((await onThread({ kind: 'share', image, ...of })) as Uint8Array<ArrayBuffer>);
}

/** A Buffer from a thread arrives as a plain Uint8Array. */
function asBuffer({ buffer, byteOffset, byteLength }: Uint8Array): Buffer {
  return Buffer.from(buffer as ArrayBuffer, byteOffset, byteLength);
}

function onThread(data: ImageTask): Promise<unknown> {
  const worker = workerFile('image-worker', import.meta.url);
  return runOnThread({ worker, data, purpose: 'images', longestMs: LONGEST_MS });
}
