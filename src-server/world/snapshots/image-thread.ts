/**
 * What takes SQLite long with the image of a large world, on a thread of its own, so that requests are answered
 * meanwhile.
 */
import { Worker } from 'node:worker_threads';
import { hostClock } from '../../system/host-time.ts';
import { threadEnvironment } from '../../system/thread-environment.ts';
import { workerFile } from '../../system/worker-file.ts';
import type { CopiedImage, ImageTask } from './image-worker.ts';

/** Far beyond what a world of 1 GiB takes. */
const LONGEST_MS = 300_000;

/** A copy of a world that somebody else may have made, as an image of our own, or what is wrong with it (decision N8). */
export async function copyForeignImage(from: string | Buffer, migrationsFolder: string): Promise<CopiedImage> {
  const copied = (await onThread({ kind: 'copy', from, migrationsFolder })) as CopiedImage;
  return 'issue' in copied ? copied : { image: asBuffer(copied.image) };
}

/** The image without what is nobody's business (`store/share-image.ts`). */
export async function shareImage(image: Buffer, of: { seed: number }): Promise<Buffer> {
  return asBuffer((await onThread({ kind: 'share', image, ...of })) as Uint8Array<ArrayBuffer>);
}

/** What comes from a thread is no Buffer any more. */
function asBuffer({ buffer, byteOffset, byteLength }: Uint8Array): Buffer {
  return Buffer.from(buffer as ArrayBuffer, byteOffset, byteLength);
}

function onThread(task: ImageTask): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(workerFile('image-worker', import.meta.url), {
      workerData: task,
      env: threadEnvironment(),
    });
    const cancel = hostClock.after(LONGEST_MS, () => {
      reject(new Error(`the thread for images did not answer within ${LONGEST_MS / 1000} s`));
      void worker.terminate();
    });
    worker.once('message', resolve);
    worker.once('error', reject);
    worker.once('exit', () => {
      cancel();
      reject(new Error('the thread for images ended without an answer'));
    });
  });
}
