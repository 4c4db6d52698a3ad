/** Takes the world out of an exported file: only one that this version can go on with (decision N5). */

import { join } from 'node:path';
import { accepted, type Outcome } from '../../engine/outcome.ts';
import { imageFacts } from '../../store/database/image-facts.ts';
import { readyFile } from '../../system/files/durable-files.ts';
import { withTemporaryFolder } from '../../system/files/temporary-folder.ts';
import { copyForeignImage } from '../../world/snapshots/image-thread.ts';
import { migrationsFolder } from '../../world/world-database.ts';
import { type ReadArchive, readWorldArchive, refuseArchive } from './world-archive.ts';

/**
 * Refuses with `invalid_request` and what is wrong with the file. The image is a new one with the schema of this version,
 * made of the rows of the other (decision N8).
 */
export async function importWorld(archive: Buffer, root: string): Promise<Outcome<ReadArchive>> {
  const read = await readWorldArchive(archive);
  if (!read.ok) return read;
  const { manifest, image } = read.value;
  const facts = await withTemporaryFolder(async (folder) => {
    const file = join(folder, 'world.db');
    readyFile(file, image).moveIn();
    return imageFacts(file);
  });
  if (facts === null) return refuseArchive('its world.db is not a world of Ballast');
  const isSame = facts.seed === manifest.seed && facts.events === manifest.events && facts.head === manifest.head;
  if (!isSame) return refuseArchive('its world.db is not the world of the manifest');
  const copied = await copyForeignImage(image, migrationsFolder(root));
  return 'image' in copied ? accepted({ manifest, image: copied.image }) : refuseArchive(copied.issue);
}
