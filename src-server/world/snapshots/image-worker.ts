/**
 * The thread side of `image-thread.ts`: does one thing to an image that SQLite cannot do in steps, and ends. Entry of a
 * worker.
 */
import { parentPort, workerData } from 'node:worker_threads';
import { withoutSecrets } from '../../scenario/recording/replayed-fault.ts';
import { isSoundImage } from '../../store/database/image-facts.ts';
import { imageToShare } from '../../store/database/share-image.ts';
import { webhookSecret } from '../../webhooks/sign-webhook.ts';

export type ImageTask =
  | { readonly kind: 'check'; readonly file: string }
  | { readonly kind: 'share'; readonly image: Uint8Array; readonly seed: number };

const task = workerData as ImageTask;
if (task.kind === 'check') parentPort?.postMessage(isSoundImage(task.file));
else {
  const { image, seed } = task;
  const share = { seed, secretOf: webhookSecret, termsToShare: withoutSecrets };
  parentPort?.postMessage(imageToShare(Buffer.from(image), share));
}
