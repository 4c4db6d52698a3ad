/**
 * Makes a draft of a scenario from an HTTP archive on the disk (decision K56): reads it, judges it, and says what is
 * left to do.
 */
import { basename } from 'node:path';
import type { ForeignEntry } from '../../contract/control/world/archive.ts';
import { withoutWorld } from '../../contract/control/worlds/world-address.ts';
import { parseInstant } from '../../domain/numbers/instant.ts';
import { answerFacts } from '../../engine/answer-facts.ts';
import type { CommandBase } from '../../engine/ports/command-port.ts';
import { archiveScenario } from '../../scenario/recording/archive-scenario.ts';
import type { RecordedCommand } from '../../scenario/recording/recorded-command.ts';
import { readBytes, readyFile } from '../../system/files/durable-files.ts';
import { StartupError } from '../../world/startup-error.ts';
import { badArchive as bad, readArchive } from './read-archive.ts';

export interface ImportOptions {
  readonly file: string;
  readonly out: string;
  /** `null`: the archive's file name. */
  readonly name: string | null;
  /** Whether time passes between the steps as it passed between the requests. */
  readonly clock: boolean;
  readonly force: boolean;
  readonly write: (line: string) => void;
}

const MOST_REQUESTS = 10_000;
/** Decision J. */
const USUAL_START_MS = 1_772_443_800_000;

/** 65: the archive is none, or there is nothing in it; rejects with `StartupError` for what is in the way. */
export async function importArchive(options: ImportOptions): Promise<0 | 65> {
  const { file, out, clock, force, write } = options;
  if (!force && readBytes(out) !== null)
    throw new StartupError(64, [`--out: ${out} is there already; --force writes over it`]);
  const entries = readArchive(file);
  const commands = entries.flatMap((entry) => toCommand(entry) ?? []);
  if (commands.length === 0)
    throw bad(file, `has ${entries.length} entries, and none of them is a request to /v1, /form-a/v1 or /form-b/v1`);
  if (commands.length > MOST_REQUESTS)
    throw bad(file, `has ${commands.length} requests to the service, and ${MOST_REQUESTS} is the most`);
  const startMs = virtualStartOf(entries) ?? USUAL_START_MS;
  const name = options.name ?? basename(file).replace(/\.har$/i, '');
  const { text, places } = archiveScenario({ name, commands, startMs, withClock: clock });
  readyFile(out, Buffer.from(text)).moveIn();
  const skipped = entries.length - commands.length;
  write(
    `${out}: ${commands.length} requests${skipped === 0 ? '' : `, ${skipped} entries of other addresses left out`}`,
  );
  if (places > 0) write(`${places} ${places === 1 ? 'place needs' : 'places need'} somebody: look for LOOK`);
  return 0;
}

const BASES: readonly [string, CommandBase][] = [
  ['/form-a/v1', 'A'],
  ['/form-b/v1', 'B'],
  ['/v1', 'both'],
];
/** Headers that mean something to the service, or to whoever reads its journal. */
const KEPT_HEADERS = new Set(['idempotency-key']);

/** `null` for what is no request to the service. */
function toCommand(entry: ForeignEntry): RecordedCommand | null {
  const { request, response } = entry;
  if (!URL.canParse(request.url)) return null;
  const { search, protocol, pathname: whole } = new URL(request.url);
  const pathname = withoutWorld(whole);
  const found = BASES.find(([prefix]) => pathname.startsWith(`${prefix}/`));
  if (found === undefined || !/^https?:$/.test(protocol)) return null;
  const [prefix, base] = found;
  const method = request.method.toUpperCase();
  const hasBody = method !== 'GET' && method !== 'HEAD';
  const headers = request.headers.filter(({ name }) => KEPT_HEADERS.has(name.toLowerCase()));
  const status = response === undefined || response.status === 0 ? null : response.status;
  return {
    base,
    method,
    path: `${pathname.slice(prefix.length)}${search}`,
    body: hasBody ? (request.postData?.text ?? null) : null,
    headers: Object.fromEntries(headers.map(({ name, value }) => [name, value])),
    key: keyOf(entry, status),
    atMs: instantOf(entry),
    status,
    facts: answerFacts(answerText(entry)),
    wrote: false,
  };
}

/** Archives leave keys out as secrets, so what was answered says whether there was one. */
function keyOf({ request, _key_id: keyId }: ForeignEntry, status: number | null): RecordedCommand['key'] {
  if (keyId === null || status === 401) {
    return request.headers.some(({ name }) => name.toLowerCase() === 'authorization') ? 'wrong' : 'none';
  }
  return 'run';
}

function answerText({ response }: ForeignEntry): string {
  const { text = '', encoding } = response?.content ?? {};
  return encoding === 'base64' ? Buffer.from(text, 'base64').toString('utf8') : text;
}

/** Ours say the virtual time; all others know the wall clock only. */
function instantOf(entry: ForeignEntry): number | null {
  for (const text of [entry._at, entry.startedDateTime]) {
    const instantMs = typeof text === 'string' ? parseInstant(text) : null;
    if (instantMs !== null) return instantMs;
  }
  return null;
}

function virtualStartOf(entries: readonly ForeignEntry[]): number | null {
  const first = entries.find(({ _at: at }) => typeof at === 'string');
  return first === undefined ? null : instantOf(first);
}
