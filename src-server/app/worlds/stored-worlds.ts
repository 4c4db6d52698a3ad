/**
 * The worlds that a server keeps besides its first one: each in a folder of its own below the data folder, with a file
 * beside its database that says what the database does not (decision N3).
 */
import { join } from 'node:path';
import { z } from 'zod';
import { worldName } from '../../contract/control/worlds/worlds.ts';
import { readBytes, readyFile } from '../../system/files/durable-files.ts';
import { listFolders, removeFolder } from '../../system/files/world-folders.ts';

const storedWorld = z.strictObject({
  format: z.literal(1),
  createdMs: z.number(),
  expiresAfterMs: z.number().nullable(),
  forkOf: z.string().nullable(),
  adminToken: z.string().min(1),
  apiKey: z.string().nullable(),
  rules: z.enum(['warn', 'enforce', 'off']),
  rateLimitPerMinute: z.number().nullable(),
});
export type StoredWorld = Omit<z.infer<typeof storedWorld>, 'format'>;

const FACTS_FILE = 'world.json';

export function worldsFolder(dataDir: string): string {
  return join(dataDir, 'worlds');
}

export function folderOfWorld(dataDir: string, name: string): string {
  return join(worldsFolder(dataDir), name);
}

export function saveStoredWorld(dataDir: string, name: string, facts: StoredWorld): void {
  const text = JSON.stringify({ format: 1, ...facts } satisfies z.infer<typeof storedWorld>, null, 2);
  readyFile(join(folderOfWorld(dataDir, name), FACTS_FILE), Buffer.from(`${text}\n`)).moveIn();
}

/** By name; `null` where what is said of it cannot be read. */
export function storedWorlds(dataDir: string): ReadonlyMap<string, StoredWorld | null> {
  const names = listFolders(worldsFolder(dataDir)).filter((name) => worldName.safeParse(name).success);
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
