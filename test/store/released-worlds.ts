/**
 * Reads and writes the worlds of released versions (`fixtures/released-worlds`): each a folder with the compressed
 * files of its data folder.
 */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { z } from 'zod';
import { packageRoot } from '../../src-server/system/package-root.ts';
import { newFolder } from '../support/start-ballast.ts';

const ROOT = join(packageRoot(), 'fixtures/released-worlds');
/** The files of a data folder that a release must include. */
const DATABASES = ['ballast.db', 'snapshots/initial.db', 'snapshots/before-the-faults.db'];
const FACTS = 'facts.json';

/** Facts about a world when it was saved. */
const worldFacts = z.object({
  /** The head of the event log's hash chain, now and in the snapshot `before-the-faults`. */
  head: z.string(),
  snapshotHead: z.string(),
  portfolioB: z.string(),
  /** The bodies of responses of the control plane, by path. */
  responses: z.record(z.string(), z.unknown()),
});
export type WorldFacts = z.infer<typeof worldFacts>;

export function releasedVersions(): string[] {
  return readdirSync(ROOT);
}

/** Copies the world of a version into a new data folder. */
export function unpackWorld(version: string): { dataDir: string; facts: WorldFacts } {
  const dataDir = newFolder();
  for (const name of DATABASES) {
    const file = join(dataDir, name);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, gunzipSync(readFileSync(join(ROOT, version, `${name}.gz`))));
  }
  return { dataDir, facts: worldFacts.parse(JSON.parse(readFileSync(join(ROOT, version, FACTS), 'utf8'))) };
}

/** Saves a data folder as the world of a version. Throws if that version has one: a released world never changes. */
export function packWorld(version: string, dataDir: string, facts: WorldFacts): void {
  const folder = join(ROOT, version);
  if (releasedVersions().includes(version)) throw new Error(`${folder} exists`);
  for (const name of DATABASES) {
    const file = join(folder, `${name}.gz`);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, gzipSync(readFileSync(join(dataDir, name)), { level: 9 }));
  }
  writeFileSync(join(folder, FACTS), `${JSON.stringify(facts, null, 1)}\n`);
}
