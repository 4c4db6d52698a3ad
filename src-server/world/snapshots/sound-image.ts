/** The image of a snapshot, as far as it can be trusted: what another process wrote is checked first. */
import { accepted, type Outcome, refused } from '../../engine/outcome.ts';
import { checkDigest } from './image-file-digest.ts';
import { checkImageFile } from './image-thread.ts';
import type { StoredImage } from './snapshot-store.ts';
import { readImage } from './world-image.ts';

export async function soundImage(name: string, stored: StoredImage): Promise<Outcome<Buffer>> {
  if ('image' in stored) return accepted(stored.image);
  const digest = await checkDigest(stored.file);
  const isSound = digest === 'holds' || (digest === 'absent' && (await checkImageFile(stored.file)));
  if (!isSound) return refused('invalid_request', `The snapshot ${name} cannot be begun from: its file is damaged.`);
  return accepted(await readImage(stored.file));
}
