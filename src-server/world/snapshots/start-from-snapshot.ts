/**
 * Starts from a saved world instead of a new one: in this server alone, with secrets that the saved world does not
 * contain.
 */
import { dirname, resolve } from 'node:path';
import type { ScenarioFile } from '../../contract/scenario/scenario-file.ts';
import { hashSecret } from '../../engine/secret-hash.ts';
import { ForeignDatabaseError } from '../../store/database/check-schema.ts';
import { readDigest } from '../../store/database/image-digest.ts';
import { imageFacts } from '../../store/database/image-facts.ts';
import { imageAsFile, openImage, type WorldDatabase } from '../../store/database/open-database.ts';
import { createSqliteKeyStore } from '../../store/world/sqlite-account-stores.ts';
import { createSqliteKernelStore } from '../../store/world/sqlite-kernel-store.ts';
import { isFile, readBytes, readyFile } from '../../system/files/durable-files.ts';
import { noteRead } from '../../system/files/read-source.ts';
import { databaseFile } from '../../system/files/world-files.ts';
import { packageRoot } from '../../system/package-root.ts';
import { refuseLostDatabase } from '../data-folder.ts';
import { copyWorld } from '../foreign/sound-world.ts';
import { StartupError } from '../startup-error.ts';
import { migrationsFolder, openWorldDatabase } from '../world-database.ts';
import type { WorldOptions } from '../world-options.ts';
import { NOTHING_ELSE } from './world-image.ts';

/**
 * Returns the database of a new server: empty, that of its folder, or one made from an image. Exit 64 for an image over
 * a world.
 */
export function openStartDatabase({ dataDir, image }: WorldOptions, root: string): WorldDatabase {
  if (image === undefined) return openWorldDatabase(dataDir, root);
  if (dataDir === null) return openImage(image, migrationsFolder(root));
  const file = databaseFile(dataDir);
  if (readBytes(file) !== null) throw new StartupError(64, [`--data ${dataDir}: already has a world`]);
  refuseLostDatabase(dataDir);
  readyFile(file, imageAsFile(image)).moveIn();
  return openWorldDatabase(dataDir, root);
}

interface OpenedStart {
  readonly image: Buffer;
  readonly seed: number;
  /** Secrets of its keys, by their names in the scenario. */
  readonly keys: ReadonlyMap<string, string>;
}

type Start = NonNullable<ScenarioFile['start']>;
export type StartResult =
  | { readonly ok: true; readonly value: OpenedStart }
  | { readonly ok: false; readonly issue: string };

/**
 * Opens the saved world that a scenario begins from; `file` is the scenario's. The player may show the keys that it
 * names.
 */
export function openStart(start: Start, file: string): StartResult {
  const bad = (issue: string): StartResult => ({ ok: false, issue });
  const place = resolve(dirname(file), start.snapshot);
  noteRead(place);
  const bytes = isFile(place) ? readBytes(place) : null;
  if (bytes === null) return bad('there is no such file');
  const { image, digest } = readDigest(bytes);
  if (imageFacts(place) === null || digest === 'broken') return bad('is not a saved world, or is damaged');
  const database = openForeignImage(image);
  if ('issue' in database) return bad(database.issue);
  try {
    const kernelStore = createSqliteKernelStore(database);
    const state = kernelStore.load()?.state;
    if (state === undefined) return bad('there is no world in it');
    // The client that an advance was promised to is not here.
    const clock = { ...state.clock, advance: null };
    kernelStore.save({ state: { ...state, clock }, ...NOTHING_ELSE }, 'timers');
    const unknown = openKeys(database, Object.values(start.keys ?? {}));
    if (unknown !== null) return bad(`its world has no key ${unknown}`);
    const keys = new Map(Object.entries(start.keys ?? {}).map(([name, keyId]) => [name, secretOf(keyId)]));
    return { ok: true, value: { image: database.image(), seed: state.seed, keys } };
  } finally {
    database.close();
  }
}

function openForeignImage(image: Buffer): WorldDatabase | { readonly issue: string } {
  try {
    return openImage(copyWorld(image, migrationsFolder(packageRoot())), null);
  } catch (error) {
    if (!(error instanceof ForeignDatabaseError)) throw error;
    const isDamaged = error.message.startsWith('the database is damaged');
    return { issue: isDamaged ? 'is not a saved world, or is damaged' : error.message };
  }
}

/** Only hashes were stored, so the secrets of its keys are unknown: here they are public. */
function secretOf(keyId: string): string {
  return `sk_of_${keyId}`;
}

/** Replaces unknown secrets with known ones; returns a key that does not exist, or `null`. */
function openKeys(database: WorldDatabase, keyIds: readonly string[]): string | null {
  const keys = createSqliteKeyStore(database);
  for (const keyId of keyIds) {
    const key = keys.find(keyId);
    if (key === null) return keyId;
    keys.put({ ...key, secretHash: hashSecret(secretOf(keyId)) });
  }
  return null;
}
