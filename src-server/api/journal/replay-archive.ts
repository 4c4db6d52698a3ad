/**
 * Sends the requests of a recorded session again, one after the other over real HTTP, and compares the responses as
 * `compare-traffic` does (decision R3). In a world with the same seed, ids repeat, so a whole session does. Sends
 * nothing to any other server.
 */
import { isDeepStrictEqual } from 'node:util';
import type { ArchiveReplay, ForeignEntry } from '../../contract/control/world/archive.ts';
import { withoutWorld } from '../../contract/control/worlds/world-address.ts';
import { DOCUMENT_BASES } from '../../contract/openapi/bases.ts';
import { LATEST_CLOCK_MS, parseInstant } from '../../domain/numbers/instant.ts';
import type { SendRequest } from '../../engine/ports/request-port.ts';
import { entryInstantMs, gapOf, recordOf, responseText } from '../../scenario/compare/archived-response.ts';
import { responseDifferences } from '../../scenario/compare/response-differences.ts';

interface ReplayTerms {
  readonly origin: string;
  readonly key: string;
  readonly limit: number;
  readonly send: SendRequest;
  /** Moves virtual time to that of a request before it is sent; `null`: time does not move. */
  readonly clock: ReplayClock | null;
  /** True when nobody waits for the result any more. */
  readonly isOver: () => boolean;
}

export interface ReplayClock {
  nowMs(): number;
  advanceTo(ms: number): Promise<void>;
}

const BASES = [DOCUMENT_BASES['form-a'], DOCUMENT_BASES['form-b'], DOCUMENT_BASES.both];
const TIMEOUT_MS = 60_000;
/** Headers of the connection or with the recorded client's own secrets; also those of a browser's page. */
const LEFT_OUT =
  /^(?::.*|host|connection|keep-alive|content-(?:length|encoding)|transfer-encoding|upgrade|te|trailer|expect|accept-encoding|authorization|cookie|origin|referer|sec-.*|proxy-.*)$/;

export async function replayArchive(entries: readonly ForeignEntry[], terms: ReplayTerms): Promise<ArchiveReplay> {
  const results: ArchiveReplay['results'] = [];
  const goTo = terms.clock === null ? null : followTimes(terms.clock);
  for (const [index, entry] of entries.entries()) {
    const path = pathOf(entry.request.url);
    if (path === null) continue;
    if (results.length === terms.limit || terms.isOver()) break;
    await goTo?.(entry);
    if (terms.isOver()) break;
    results.push(await sendAgain(index, path, entry, terms));
  }
  return { replayed: results.length, skipped: entries.length - results.length, results };
}

/** At the same virtual times for requests of Ballast, at the same intervals for others; never back. */
function followTimes(clock: ReplayClock): (entry: ForeignEntry) => Promise<void> {
  let foreignShiftMs: number | null = null;
  return async (entry) => {
    const atMs = entryInstantMs(entry);
    if (atMs === null) return;
    const isVirtual = typeof entry._at === 'string' && parseInstant(entry._at) === atMs;
    if (!isVirtual) foreignShiftMs ??= clock.nowMs() - atMs;
    const targetMs = Math.min(isVirtual ? atMs : atMs + (foreignShiftMs ?? 0), LATEST_CLOCK_MS);
    if (targetMs > clock.nowMs()) await clock.advanceTo(targetMs);
  };
}

async function sendAgain(
  index: number,
  path: string,
  entry: ForeignEntry,
  { origin, key, send }: ReplayTerms,
): Promise<ArchiveReplay['results'][number]> {
  const { request, response } = entry;
  const method = request.method.toUpperCase();
  const replayed = await send({
    url: `${origin}${path}`,
    method,
    headers: headersOf(entry, key),
    body: method === 'GET' || method === 'HEAD' ? null : (request.postData?.text ?? null),
    timeoutMs: TIMEOUT_MS,
  });
  const recordedStatus = response?.status ?? null;
  const notCompared = notComparedOf(entry);
  const recordedBody = response?.content?.text === undefined ? null : responseText(entry);
  return {
    index,
    method,
    path,
    recorded_status: recordedStatus,
    status: replayed.status,
    // An archive has status 0 for a request without a response.
    same_status: (recordedStatus === 0 ? null : recordedStatus) === replayed.status && recordedStatus !== null,
    same_body: recordedBody === null ? null : isSameBody(recordedBody, replayed.body),
    differences: notCompared === null ? differencesOf(entry, replayed) : [],
    not_compared: notCompared,
    request_id: replayed.headers['x-request-id'] ?? null,
    error: replayed.error,
  };
}

function notComparedOf(entry: ForeignEntry): string | null {
  const { response } = entry;
  if (response === undefined) return 'the archive does not have its response';
  if (response.status === 429) return 'the recorded service had reached its rate limit';
  return gapOf(entry, response.status === 0 ? null : response.status)?.reason ?? null;
}

function differencesOf(entry: ForeignEntry, { status, headers, body, error }: Awaited<ReturnType<SendRequest>>) {
  const { response } = entry;
  const recorded = {
    status: response?.status ?? null,
    headers: recordOf(Array.isArray(response?.headers) ? response.headers : []),
    text: responseText(entry),
  };
  return responseDifferences(recorded, { status, headers, text: body, failure: error });
}

/** Returns the path with its query if the address is one of the simulated service, whatever server and world it was. */
function pathOf(url: string): string | null {
  if (!URL.canParse(url)) return null;
  const { protocol, search, pathname: whole } = new URL(url);
  const pathname = withoutWorld(whole);
  const isService = BASES.some((base) => pathname === base || pathname.startsWith(`${base}/`));
  return /^https?:$/.test(protocol) && isService ? `${pathname}${search}` : null;
}

function headersOf({ request, _key_id: keyId }: ForeignEntry, key: string): Record<string, string> {
  const headers: Record<string, string> = {};
  let shown: string | null = null;
  for (const { name, value } of request.headers) {
    const lowered = name.toLowerCase();
    if (lowered === 'authorization') shown = value;
    if (!LEFT_OUT.test(lowered) && isSendable(lowered, value)) headers[lowered] = value;
  }
  // A request that our own journal recorded without a valid key stays invalid; other archives remove keys as secrets.
  if (keyId !== null) headers.authorization = `Bearer ${key}`;
  else if (shown !== null && isSendable('authorization', shown)) headers.authorization = shown;
  return headers;
}

function isSendable(name: string, value: string): boolean {
  return /^[!#$%&'*+.^_`|~0-9a-z-]+$/.test(name) && /^[\t\x20-\x7e\x80-\xff]*$/.test(value);
}

/** Ignores request ids: they count all requests, so they alone need not repeat. */
function isSameBody(left: string, right: string): boolean {
  return left === right || isDeepStrictEqual(withoutRequestIds(left), withoutRequestIds(right));
}

function withoutRequestIds(text: string): unknown {
  try {
    return JSON.parse(text, (name, value: unknown) => (name === 'request_id' ? undefined : value));
  } catch {
    return text;
  }
}
