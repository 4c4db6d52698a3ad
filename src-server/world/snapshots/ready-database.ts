/** Prepares a database from an image: what can fail fails before the present world ends. */
import { dirname } from 'node:path';
import { INITIAL_SNAPSHOT } from '../../contract/control/world/snapshots.ts';
import { accepted, type Outcome, refused } from '../../engine/outcome.ts';
import { ForeignDatabaseError } from '../../store/database/check-schema.ts';
import { imageAsFile, openDatabase, openImage, type WorldDatabase } from '../../store/database/open-database.ts';
import { readyFile, removeFile } from '../../system/files/durable-files.ts';
import { removeWatermark } from '../../system/files/watermark.ts';
import { databaseFile } from '../../system/files/world-files.ts';
import { ATTEMPT_TIMER } from '../../webhooks/outbox.ts';
import { openWorldFile } from '../data-folder.ts';
import { openWorld } from '../open-world.ts';
import type { ServerParts } from '../server-parts.ts';
import { migrationsFolder } from '../world-database.ts';
import { checkDigest } from './image-file-digest.ts';
import type { StoredImage } from './snapshot-store.ts';
import { soundImage } from './sound-image.ts';
import { imageAsDatabase } from './world-image.ts';

export interface ReadyDatabase {
  /** Replaces the world's database, which has to be closed. A crash leaves either the old one or this, whole. */
  moveIn(): WorldDatabase;
}

type OpeningParts = Pick<ServerParts, 'options' | 'facts' | 'solver' | 'root' | 'log'>;

/** Rejects an image that this version, or this world, cannot continue from. Requests are handled meanwhile. */
export async function readyDatabase(
  parts: OpeningParts,
  seed: number,
  name: string,
  stored: StoredImage,
): Promise<Outcome<ReadyDatabase>> {
  if ('image' in stored) return accepted({ moveIn: () => openImage(stored.image, null) });
  const file = databaseFile(parts.options.dataDir ?? '');
  const isOurs = stored.isOwn && (await checkDigest(stored.file)) === 'holds';
  const image = isOurs ? null : await soundImage(stored, parts.root);
  if (image?.ok === false) return refuse(name, image.message);
  const ready = image === null ? await imageAsDatabase(stored.file, file) : readyFile(file, imageAsFile(image.value));
  const strange = image === null ? null : examine(parts, seed, ready.draft);
  if (strange !== null) {
    ready.discard();
    return refuse(name, strange);
  }
  return accepted({
    moveIn() {
      // A closed database leaves no log behind. If it did, its pages would be applied to those of another world.
      removeFile(`${file}-wal`);
      removeWatermark(dirname(file));
      ready.moveIn();
      return openWorldFile(file, null);
    },
  });
}

function refuse(name: string, issue: string) {
  const what = name === INITIAL_SNAPSHOT ? 'The state in which this world was made' : `The snapshot ${name}`;
  return refused('invalid_request', `${what} cannot be restored: ${issue}.`);
}

/** An image of another process may be of another version or world, so it is opened once. `null`: no issue. */
function examine(parts: OpeningParts, seed: number, draft: string): string | null {
  const { options, facts, solver, root } = parts;
  let database: WorldDatabase | null = null;
  try {
    database = openDatabase(draft, migrationsFolder(root));
    const { kernel } = openWorld(options, facts.market, database, solver).world;
    if (kernel.isNew) return 'there is no world in it';
    if (kernel.seed !== seed) return `it is of a world of seed ${kernel.seed}, and this one has seed ${seed}`;
    const strange = kernel.unhandledKinds().filter((kind) => kind !== ATTEMPT_TIMER);
    if (strange.length > 0) return `it waits for ${strange.join(', ')}, which this version does not know`;
    return null;
  } catch (error) {
    if (error instanceof ForeignDatabaseError) return error.message;
    parts.log.bug(error);
    return 'this version of Ballast cannot open it';
  } finally {
    database?.close();
  }
}
