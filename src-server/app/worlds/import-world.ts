/** Takes the world out of an exported file: only one that this version can go on with (decision N5). */
import { join } from 'node:path';
import { accepted, type Outcome } from '../../engine/outcome.ts';
import { ForeignDatabaseError } from '../../store/database/check-schema.ts';
import { imageFacts } from '../../store/database/image-facts.ts';
import { openImage } from '../../store/database/open-database.ts';
import { readyFile } from '../../system/files/durable-files.ts';
import { withTemporaryFolder } from '../../system/files/temporary-folder.ts';
import { checkImageFile } from '../../world/snapshots/image-thread.ts';
import { migrationsFolder } from '../../world/world-database.ts';
import { type ReadArchive, readWorldArchive, refuseArchive } from './world-archive.ts';

/** Refuses with `invalid_request` and what is wrong with the file. The image has the schema of this version. */
export async function importWorld(archive: Buffer, root: string): Promise<Outcome<ReadArchive>> {
  const read = await readWorldArchive(archive);
  if (!read.ok) return read;
  const { manifest, image } = read.value;
  const fault = await withTemporaryFolder((folder) => faultOf(join(folder, 'world.db'), read.value));
  if (fault !== null) return refuseArchive(fault);
  try {
    const database = openImage(image, migrationsFolder(root));
    const present = database.image();
    database.close();
    return accepted({ manifest, image: present });
  } catch (error) {
    if (error instanceof ForeignDatabaseError) return refuseArchive(error.message);
    throw error;
  }
}

async function faultOf(file: string, { manifest, image }: ReadArchive): Promise<string | null> {
  readyFile(file, image).moveIn();
  const facts = imageFacts(file);
  if (facts === null) return 'world.db in it is no world of Ballast';
  if (!(await checkImageFile(file))) return 'world.db in it is damaged';
  const isSame = facts.seed === manifest.seed && facts.events === manifest.events && facts.head === manifest.head;
  return isSame ? null : 'world.db in it is another world than the manifest says';
}
