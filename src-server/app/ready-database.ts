/** A database made from an image, not yet in its place: what can go wrong goes wrong before the present world ends. */
import { INITIAL_SNAPSHOT } from '../contract/snapshots.ts';
import { accepted, type Outcome, refused } from '../engine/outcome.ts';
import { isSoundImage } from '../store/image-facts.ts';
import { imageAsFile, openDatabase, openImage, type WorldDatabase } from '../store/open-database.ts';
import { readyFile, removeFile } from '../system/durable-files.ts';
import { databaseFile } from '../system/world-files.ts';
import { ATTEMPT_TIMER } from '../webhooks/outbox.ts';
import { migrationsFolder, openWorld } from './open-world.ts';
import type { ServerParts } from './server-parts.ts';
import type { KeptImage } from './snapshot-shelf.ts';

export interface ReadyDatabase {
  /** Takes the place of the world's database, which has to be closed. A crash leaves the old one or this, whole. */
  moveIn(): WorldDatabase;
}

/** Refuses an image that this version, or this world, cannot go on from. */
export function readyDatabase(parts: ServerParts, seed: number, name: string, kept: KeptImage): Outcome<ReadyDatabase> {
  const trusted = kept.isOwn ? accepted(kept.image) : examine(parts, seed, name, kept.image);
  if (!trusted.ok) return trusted;
  const image = trusted.value;
  const { dataDir } = parts.options;
  if (dataDir === null) return accepted({ moveIn: () => openImage(image, null) });
  const file = databaseFile(dataDir);
  const ready = readyFile(file, imageAsFile(image));
  return accepted({
    moveIn() {
      // A closed database leaves no log behind. If one did, its pages would be laid over those of another world.
      removeFile(`${file}-wal`);
      ready.moveIn();
      return openDatabase(file, null);
    },
  });
}

/** What another process wrote may be of another version or world, or damaged: it is put together once, on the side. */
function examine(parts: ServerParts, seed: number, name: string, image: Buffer): Outcome<Buffer> {
  const what = name === INITIAL_SNAPSHOT ? 'The state in which this world was made' : `The snapshot ${name}`;
  const refuse = (issue: string) => refused('invalid_request', `${what} cannot be gone back to: ${issue}.`);
  if (!isSoundImage(image)) return refuse('its file is damaged');
  const { options, facts, solver, root } = parts;
  let database: WorldDatabase | null = null;
  try {
    database = openImage(image, migrationsFolder(root));
    const { kernel } = openWorld(options, facts.market, database, solver).world;
    if (kernel.isNew) return refuse('there is no world in it');
    if (kernel.seed !== seed) return refuse(`it is of a world of seed ${kernel.seed}, and this one has seed ${seed}`);
    const strange = kernel.unhandledKinds().filter((kind) => kind !== ATTEMPT_TIMER);
    if (strange.length > 0) return refuse(`it waits for ${strange.join(', ')}, which this version does not know`);
    return accepted(database.image());
  } catch (error) {
    parts.log.bug(error);
    return refuse('this version of Ballast cannot open it');
  } finally {
    database?.close();
  }
}
