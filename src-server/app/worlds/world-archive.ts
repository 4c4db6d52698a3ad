/**
 * A world as one file: a zip archive of its database and a manifest (decision N5). Reading refuses anything else, and
 * does not unpack a file that is larger than a world may be.
 */

import { hash } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { type Entry, fromBufferPromise, type ZipFile as OpenArchive } from 'yauzl';
import { z } from 'zod';
import { RATE_LIMIT_CLOCKS } from '../../contract/control/accounts/accounts.ts';
import { worldName } from '../../contract/control/worlds/worlds.ts';
import { pointerTo } from '../../contract/fields/issue-places.ts';
import { RULE_MODES } from '../../domain/server-choices.ts';
import { accepted, type Outcome, refused } from '../../engine/outcome.ts';
import type { ImageFacts } from '../../store/database/image-facts.ts';
import { zipFiles } from '../../system/files/zip-files.ts';

const MANIFEST = 'manifest.json';
const DATABASE = 'world.db';
const FORMAT = 1;

const hex64 = z.string().regex(/^[0-9a-f]{64}$/);
const manifest = z.object({
  format: z.literal('ballast-world'),
  format_version: z.int().min(1),
  ballast: z.string(),
  name: worldName,
  seed: z.int().min(0),
  now_ms: z.number(),
  events: z.int().min(0),
  head: hex64,
  rules: z.enum(RULE_MODES),
  rate_limit: z.int().min(1).nullable(),
  rate_limit_clock: z.enum(RATE_LIMIT_CLOCKS).default('real'),
  sha256: z.object({ [DATABASE]: hex64 }),
  fixtures: z.record(z.string(), z.string()),
});
type WorldManifest = z.infer<typeof manifest>;

/** A world before it is written into an archive. */
interface ArchivedWorld extends ImageFacts {
  readonly image: Buffer;
  readonly name: string;
  readonly rules: WorldManifest['rules'];
  readonly rateLimitPerMinute: number | null;
  readonly rateLimitClock: WorldManifest['rate_limit_clock'];
  readonly version: string;
  /** SHA-256 of the market data from which its prices were made, by file. */
  readonly fixtures: Readonly<Record<string, string>>;
}

export function writeWorldArchive(world: ArchivedWorld): Promise<Buffer> {
  const facts: WorldManifest = {
    format: 'ballast-world',
    format_version: FORMAT,
    ballast: world.version,
    name: world.name,
    seed: world.seed,
    now_ms: world.nowMs,
    events: world.events,
    head: world.head,
    rules: world.rules,
    rate_limit: world.rateLimitPerMinute,
    rate_limit_clock: world.rateLimitClock,
    sha256: { [DATABASE]: hash('sha256', world.image, 'hex') },
    fixtures: { ...world.fixtures },
  };
  return zipFiles([
    [MANIFEST, Buffer.from(`${JSON.stringify(facts, null, 2)}\n`)],
    [DATABASE, world.image],
  ]);
}

export interface ReadArchive {
  readonly manifest: WorldManifest;
  readonly image: Buffer;
}

const MEBIBYTE = 1_048_576;
const MAX_MANIFEST_BYTES = 65_536;
const MAX_DATABASE_BYTES = 1024 * MEBIBYTE;
/** Databases compress to about a tenth; a file of a higher ratio was made to fill the memory. */
const MAX_RATIO = 100;
/** Files up to this size may have any ratio: a new world is mostly empty pages. */
const SMALL_BYTES = 16 * MEBIBYTE;

/** The reason why an archive is refused, as the end of a sentence. */
class BadArchive extends Error {}

/** Refuses with `invalid_request` and the reason. */
export async function readWorldArchive(bytes: Buffer): Promise<Outcome<ReadArchive>> {
  try {
    return accepted(await unpack(bytes));
  } catch (error) {
    if (error instanceof BadArchive) return refuseArchive(error.message);
    throw error;
  }
}

export function refuseArchive(issue: string) {
  return refused('invalid_request', `The file cannot be imported: ${issue}.`);
}

async function unpack(bytes: Buffer): Promise<ReadArchive> {
  const archive = await orBad(
    'it is not a zip archive, or it is damaged',
    fromBufferPromise(bytes, { lazyEntries: true }),
  );
  const entries = new Map<string, Entry>();
  for await (const entry of eachEntry(archive)) {
    if (entry.fileName !== MANIFEST && entry.fileName !== DATABASE)
      throw new BadArchive(
        `it contains '${entry.fileName}', but an exported world has only ${MANIFEST} and ${DATABASE}`,
      );
    if (entries.has(entry.fileName)) throw new BadArchive(`it contains ${entry.fileName} twice`);
    entries.set(entry.fileName, entry);
  }
  const [manifestEntry, stored] = [entries.get(MANIFEST), entries.get(DATABASE)];
  if (manifestEntry === undefined || stored === undefined)
    throw new BadArchive(
      `it has no ${manifestEntry === undefined ? MANIFEST : DATABASE}, so it is not an exported world`,
    );
  refuseBomb(manifestEntry, MAX_MANIFEST_BYTES);
  refuseBomb(stored, MAX_DATABASE_BYTES);
  const facts = readManifest(await contentsOf(archive, manifestEntry));
  const image = await contentsOf(archive, stored);
  if (hash('sha256', image, 'hex') !== facts.sha256[DATABASE])
    throw new BadArchive(`${DATABASE} does not match its SHA-256 in the manifest`);
  return { manifest: facts, image };
}

async function* eachEntry(archive: OpenArchive): AsyncGenerator<Entry> {
  try {
    yield* archive.eachEntry();
  } catch (error) {
    // The library refuses names that lead out of the folder and a damaged directory.
    throw new BadArchive(`its directory is damaged, or contains a path outside the archive (${messageOf(error)})`);
  }
}

function refuseBomb({ fileName, uncompressedSize, compressedSize }: Entry, most: number): void {
  if (uncompressedSize > most)
    throw new BadArchive(`${fileName} would be ${uncompressedSize} bytes; the maximum is ${most}`);
  if (uncompressedSize > SMALL_BYTES && uncompressedSize > compressedSize * MAX_RATIO)
    throw new BadArchive(`${fileName} would be more than ${MAX_RATIO} times its compressed size`);
}

/** The library aborts if a file becomes larger than the archive declares. */
async function contentsOf(archive: OpenArchive, entry: Entry): Promise<Buffer> {
  const damaged = `${entry.fileName} in it is damaged`;
  const stream = await orBad(damaged, archive.openReadStreamPromise(entry));
  return orBad(damaged, buffer(stream));
}

function readManifest(bytes: Buffer): WorldManifest {
  const found = manifest.safeParse(jsonOf(bytes));
  if (!found.success) {
    const [issue] = found.error.issues;
    throw new BadArchive(`its manifest is not valid (${pointerTo(issue?.path ?? [])} ${issue?.message})`);
  }
  const { format_version: version, ballast } = found.data;
  if (version > FORMAT)
    throw new BadArchive(
      `it has the format ${version}, which Ballast ${ballast} wrote, and this version reads formats up to ${FORMAT}: import it with a newer one`,
    );
  return found.data;
}

function jsonOf(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString('utf8'));
  } catch (error) {
    if (error instanceof SyntaxError) throw new BadArchive('its manifest is not valid JSON');
    throw error;
  }
}

async function orBad<T>(issue: string, work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    throw new BadArchive(`${issue} (${messageOf(error)})`);
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
