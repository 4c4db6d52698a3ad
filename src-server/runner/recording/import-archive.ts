/**
 * Creates a draft of a scenario from an HTTP archive on disk (decision K56): reads it, validates it, and lists what is
 * left to do.
 */

import { basename } from 'node:path';
import type { ForeignEntry } from '../../contract/control/world/archive.ts';
import { countOf } from '../../domain/numbers/count-of.ts';
import { redactText } from '../../engine/redact-secrets.ts';
import { responseFacts } from '../../engine/response-facts.ts';
import { entryInstantMs, responseText } from '../../scenario/compare/archived-response.ts';
import { archiveScenario } from '../../scenario/recording/archive-scenario.ts';
import type { RecordedCommand } from '../../scenario/recording/recorded-command.ts';
import { PRIVATE, readBytes, readyFile } from '../../system/files/durable-files.ts';
import { StartupError } from '../../world/startup-error.ts';
import { badArchive as bad, readArchive } from './read-archive.ts';
import { ANYWHERE, placeOf, type ServiceAddress } from './service-address.ts';

export interface ImportOptions {
  readonly file: string;
  readonly out: string;
  /** `null`: the archive's file name. */
  readonly name: string | null;
  /** Whether the time between the requests passes between the steps, too. */
  readonly clock: boolean;
  readonly force: boolean;
  readonly write: (line: string) => void;
}

interface DraftOptions extends Pick<ImportOptions, 'out' | 'clock' | 'write'> {
  readonly entries: readonly ForeignEntry[];
  /** The source of the entries, for messages. */
  readonly source: string;
  readonly name: string;
  readonly address: ServiceAddress;
}

/** Limit for the requests to the service in one archive. */
export const MAX_REQUESTS = 10_000;
/** Decision J. */
export const USUAL_START_MS = 1_772_443_800_000;

/** Rejects with `StartupError`: 65 for an invalid archive, or one without requests; 64 for a file in the way. */
export async function importArchive(options: ImportOptions): Promise<0> {
  const { file, out, force } = options;
  if (!force && readBytes(out) !== null)
    throw new StartupError(64, [`--out: ${out} already exists; use --force to overwrite it`]);
  const name = options.name ?? basename(file).replace(/\.har$/i, '');
  draftScenario({ ...options, entries: readArchive(file), source: file, name, address: ANYWHERE });
  return 0;
}

/** Overwrites existing files. Throws `StartupError` as above. */
export function draftScenario({ entries, source, name, address, out, clock, write }: DraftOptions): void {
  const commands = entries.flatMap((entry) => toCommand(entry, address) ?? []);
  if (commands.length === 0)
    throw bad(
      source,
      `has ${countOf(entries.length, 'entry', 'entries')}, but none is a request to /v1, /form-a/v1 or /form-b/v1`,
    );
  refuseTooMany(source, commands.length);
  const startMs = virtualStartOf(entries) ?? USUAL_START_MS;
  const { text, places } = archiveScenario({ name, commands, startMs, withClock: clock });
  readyFile(out, Buffer.from(text), PRIVATE).moveIn();
  const skipped = entries.length - commands.length;
  write(
    `${out}: ${countOf(commands.length, 'request')}${skipped === 0 ? '' : `, ${countOf(skipped, 'entry', 'entries')} of other addresses left out`}`,
  );
  if (places > 0) write(`${countOf(places, 'line needs', 'lines need')} your decision: search for LOOK`);
}

export function refuseTooMany(source: string, requests: number): void {
  if (requests > MAX_REQUESTS)
    throw bad(source, `has ${requests} requests to the service; the maximum is ${MAX_REQUESTS}`);
}

/** Headers that matter to the service, or to readers of its journal. */
const RETAINED_HEADERS = new Set(['idempotency-key']);

/** `null` if it is not a request to the service. */
function toCommand(entry: ForeignEntry, address: ServiceAddress): RecordedCommand | null {
  const { request, response } = entry;
  const place = placeOf(request.url, address);
  if (place === null || place.base === 'control') return null;
  const { base, path } = place;
  const method = request.method.toUpperCase();
  const hasBody = method !== 'GET' && method !== 'HEAD';
  const headers = request.headers.filter(({ name }) => RETAINED_HEADERS.has(name.toLowerCase()));
  const status = response === undefined || response.status === 0 ? null : response.status;
  return {
    base,
    method,
    path: redactText(path, []),
    body: hasBody && request.postData?.text !== undefined ? redactText(request.postData.text, []) : null,
    headers: Object.fromEntries(headers.map(({ name, value }) => [name, value])),
    key: keyOf(entry, status),
    atMs: entryInstantMs(entry),
    status,
    facts: responseFacts(responseText(entry)),
    wrote: false,
  };
}

/** Archives leave out keys as secrets, so the response shows whether there was one. */
function keyOf({ request, _key_id: keyId }: ForeignEntry, status: number | null): RecordedCommand['key'] {
  if (keyId === null || status === 401) {
    return request.headers.some(({ name }) => name.toLowerCase() === 'authorization') ? 'wrong' : 'none';
  }
  return 'run';
}

function virtualStartOf(entries: readonly ForeignEntry[]): number | null {
  const first = entries.find(({ _at: at }) => typeof at === 'string');
  return first === undefined ? null : entryInstantMs(first);
}
