/**
 * The stored worlds of a server other than its first one: each in its own folder below the data folder, with a file
 * next to its database for the facts that the database does not contain (decision N3).
 */

import { join } from 'node:path';
import { z } from 'zod';
import { RATE_LIMIT_CLOCKS } from '../../contract/control/accounts/accounts.ts';
import { DEFAULT_WORLD } from '../../contract/control/worlds/world-address.ts';
import { worldName } from '../../contract/control/worlds/worlds.ts';
import { RULE_MODES } from '../../domain/server-choices.ts';
import { type ReadyFile, readBytes, readyFile } from '../../system/files/durable-files.ts';
import {
  listFolders,
  pathIn,
  readyFolder,
  removeFolder,
  removeHalfFolders,
} from '../../system/files/durable-folders.ts';

const storedWorld = z.strictObject({
  format: z.literal(1),
  createdMs: z.number(),
  expiresAfterMs: z.number().nullable(),
  forkOf: z.string().nullable(),
  adminToken: z.string().min(1),
  apiKey: z.string().nullable(),
  rules: z.enum(RULE_MODES),
  rateLimitPerMinute: z.number().nullable(),
  rateLimitClock: z.enum(RATE_LIMIT_CLOCKS).default('real'),
});
export type StoredWorld = Omit<z.infer<typeof storedWorld>, 'format'>;

const FACTS_FILE = 'world.json';

export function worldsFolder(dataDir: string): string {
  return join(dataDir, 'worlds');
}

/** Throws if the name is not a valid one of a world, because it could lead to another folder. */
export function folderOfWorld(dataDir: string, name: string): string {
  return pathIn(worldsFolder(dataDir), worldName.parse(name));
}

/** Returns the folder in which a world is created until it is complete; it is moved to its final place in one step. */
export function readyWorldFolder(dataDir: string, name: string): ReadyFile {
  return readyFolder(folderOfWorld(dataDir, name));
}

export function saveStoredWorld(folder: string, facts: StoredWorld): void {
  const text = JSON.stringify({ format: 1, ...facts } satisfies z.infer<typeof storedWorld>, null, 2);
  readyFile(join(folder, FACTS_FILE), Buffer.from(`${text}\n`)).moveIn();
}

/** Removes the remains of a server that was killed while it created or removed a world. */
export function removeHalfWorlds(dataDir: string): void {
  removeHalfFolders(worldsFolder(dataDir));
}

/** By name; `null` if the facts about the world cannot be read. */
export function storedWorlds(dataDir: string): ReadonlyMap<string, StoredWorld | null> {
  const isOfWorld = (name: string) => name !== DEFAULT_WORLD && worldName.safeParse(name).success;
  const names = listFolders(worldsFolder(dataDir)).filter(isOfWorld);
  return new Map(names.sort().map((name) => [name, readStoredWorld(dataDir, name)]));
}

export function removeStoredWorld(dataDir: string, name: string): void {
  removeFolder(folderOfWorld(dataDir, name));
}

function readStoredWorld(dataDir: string, name: string): StoredWorld | null {
  const bytes = readBytes(join(folderOfWorld(dataDir, name), FACTS_FILE));
  if (bytes === null) return null;
  try {
    const { format: _format, ...facts } = storedWorld.parse(JSON.parse(bytes.toString('utf8')));
    return facts;
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof z.ZodError) return null;
    throw error;
  }
}
