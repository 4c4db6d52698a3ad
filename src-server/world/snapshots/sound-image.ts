/** Returns the image of a snapshot once it can be trusted: one that another process wrote is copied row by row. */
import { accepted, type Outcome, refused } from '../../engine/outcome.ts';
import { migrationsFolder } from '../world-database.ts';
import { checkDigest } from './image-file-digest.ts';
import { copyForeignImage } from './image-thread.ts';
import type { StoredImage } from './snapshot-store.ts';
import { readImage } from './world-image.ts';

/** Rejects with the issue of the file, as the end of a sentence in the message. */
export async function soundImage(stored: StoredImage, root: string): Promise<Outcome<Buffer>> {
  if ('image' in stored) return accepted(stored.image);
  const digest = await checkDigest(stored.file);
  if (digest === 'broken') return refused('invalid_request', DAMAGED);
  if (stored.isOwn && digest === 'holds') return accepted(await readImage(stored.file));
  const copied = await copyForeignImage(stored.file, migrationsFolder(root));
  if ('image' in copied) return accepted(copied.image);
  return refused('invalid_request', copied.issue.startsWith('the database is damaged') ? DAMAGED : copied.issue);
}

const DAMAGED = 'its file is damaged';
