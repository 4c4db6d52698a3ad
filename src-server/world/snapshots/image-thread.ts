/**
 * What takes SQLite long with the image of a large world, on a thread of its own, so that requests are answered
 * meanwhile.
 */
import { Worker } from 'node:worker_threads';
import { threadEnvironment } from '../../system/thread-environment.ts';
import { workerFile } from '../../system/worker-file.ts';
import type { ImageTask } from './image-worker.ts';

/** Whether every page of an image's file hangs together. */
export async function checkImageFile(file: string): Promise<boolean> {
  return (await onThread({ kind: 'check', file })) === true;
}

/** The image without what is nobody's business (`store/share-image.ts`). */
export async function shareImage(image: Buffer, of: { seed: number }): Promise<Buffer> {
  const shared = (await onThread({ kind: 'share', image, ...of })) as Uint8Array<ArrayBuffer>;
  return Buffer.from(shared.buffer, shared.byteOffset, shared.byteLength);
}

function onThread(task: ImageTask): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(workerFile('image-worker', import.meta.url), {
      workerData: task,
      env: threadEnvironment(),
    });
    worker.once('message', resolve);
    worker.once('error', reject);
    worker.once('exit', () => reject(new Error('the thread for images ended without an answer')));
  });
}
