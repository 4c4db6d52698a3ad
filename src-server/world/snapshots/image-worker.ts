/**
 * The thread side of `image-thread.ts`: does one task with an image that SQLite cannot do in steps, and ends. Entry of
 * a worker.
 */
import { readFileSync } from 'node:fs';
import { parentPort, workerData } from 'node:worker_threads';
import { withoutSecrets } from '../../scenario/recording/replayed-fault.ts';
import { ForeignDatabaseError } from '../../store/database/check-schema.ts';
import { readDigest } from '../../store/database/image-digest.ts';
import { imageToShare } from '../../store/database/share-image.ts';
import { webhookSecret } from '../../webhooks/sign-webhook.ts';
import { copyWorld } from '../foreign/sound-world.ts';

export type ImageTask =
  | { readonly kind: 'copy'; readonly from: string | Uint8Array; readonly migrationsFolder: string }
  | { readonly kind: 'share'; readonly image: Uint8Array; readonly seed: number };

/** The image of the copy, or why there is none. */
export type CopiedImage = { readonly image: Buffer } | { readonly issue: string };

const task = workerData as ImageTask;
if (task.kind === 'copy') parentPort?.postMessage(copyOf(task.from, task.migrationsFolder));
else {
  const { image, seed } = task;
  const share = { seed, secretOf: webhookSecret, termsToShare: withoutSecrets };
  parentPort?.postMessage(imageToShare(Buffer.from(image), share));
}

function copyOf(from: string | Uint8Array, migrationsFolder: string): CopiedImage {
  const bytes = typeof from === 'string' ? readFileSync(from) : Buffer.from(from);
  const { image, digest } = readDigest(bytes);
  if (digest === 'broken') return { issue: 'the database is damaged' };
  try {
    return { image: copyWorld(image, migrationsFolder) };
  } catch (error) {
    if (error instanceof ForeignDatabaseError) return { issue: error.message };
    throw error;
  }
}
