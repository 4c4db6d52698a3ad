/**
 * Derives the reactions of clients to a fault of the interface (decision L45) from the journal: the next request of the
 * same key shows whether they retried. Pure, except for reading the journal.
 */

import { isDeepStrictEqual } from 'node:util';
import { findApiFaultKind } from '../../contract/control/http-faults/api-fault-kinds.ts';
import type { InterfaceEncounter } from '../../contract/control/http-faults/fault-coverage.ts';
import { formatInstant } from '../../domain/numbers/instant.ts';
import type { JournalAsk, JournalRow } from '../../engine/ports/journal-port.ts';
import type { JournalRecorder } from '../journal/journal-recorder.ts';

/** A later request is not a reaction. */
export const LONGEST_GAP_MS = 600_000;
/** Maximum number of other requests before the same request, for a client that sends several concurrently. */
export const MAX_BETWEEN = 50;
/** Two clocks of whole milliseconds may differ by this. */
const CLOCK_SLACK_MS = 2;
/** Timers of hosts fire slightly early, and seconds are rounded. */
const EARLY_SHARE = 0.9;

interface JournalReader {
  readonly journal: Pick<JournalRecorder, 'ask'>;
}

type Reaction = InterfaceEncounter['reaction'];

/**
 * Returns the latest `limit`, latest first. Reads the contents for one hit at a time: those of all requests that may be
 * reactions would take many times the memory of the journal.
 */
export async function clientFaultHits(reader: JournalReader, limit: number): Promise<InterfaceEncounter[]> {
  const hits: InterfaceEncounter[] = [];
  const ask = { filter: { fault: 'any' }, limit, order: 'latest', withContents: false } as const;
  for (const hit of await rowsOf(reader, ask))
    hits.push(...(await faultHitsOf(reader, await withContents(reader, hit))));
  return hits.slice(0, limit);
}

async function rowsOf({ journal }: JournalReader, ask: Omit<JournalAsk, 'countTo'>): Promise<readonly JournalRow[]> {
  return (await journal.ask({ ...ask, countTo: 0 })).rows;
}

/** Without contents if the journal has deleted the request by now. */
async function withContents(reader: JournalReader, row: JournalRow): Promise<JournalRow> {
  const filter = { after: row.seq - 1, before: row.seq + 1 };
  const [read] = await rowsOf(reader, { filter, limit: 1, order: 'latest', withContents: true });
  return read ?? row;
}

async function requestsAfter(reader: JournalReader, { seq, keyId }: JournalRow): Promise<readonly JournalRow[]> {
  if (keyId === null) return [];
  return await rowsOf(reader, {
    filter: { keyId, after: seq },
    limit: MAX_BETWEEN,
    order: 'oldest',
    withContents: true,
  });
}

/** Also counts a latency in addition to another fault: each hit of a fault is an encounter. */
async function faultHitsOf(reader: JournalReader, row: JournalRow): Promise<InterfaceEncounter[]> {
  const hit = await faultHitOf(reader, row);
  if (row.latencyFaultId === null) return [hit];
  return [
    hit,
    { ...hit, fault_id: row.latencyFaultId, kind: 'api_latency', answered: `delayed, then ${hit.answered}` },
  ];
}

async function faultHitOf(reader: JournalReader, row: JournalRow): Promise<InterfaceEncounter> {
  return {
    scope: 'interface',
    fault_id: row.faultId ?? '',
    kind: row.faultKind as InterfaceEncounter['kind'],
    at: formatInstant(row.atMs),
    request_id: row.requestId,
    key_id: row.keyId,
    operation: row.operation,
    answered: formatResponse(row),
    reaction: await reactionTo(reader, row),
  };
}

async function reactionTo(reader: JournalReader, row: JournalRow): Promise<Reaction> {
  const overMs = row.receivedMs + row.durationMs;
  const later = await requestsAfter(reader, row);
  // The journal is in the order of the responses; the client's next request is the one that arrived first.
  const next = later
    .filter(({ receivedMs }) => receivedMs >= overMs - CLOCK_SLACK_MS && receivedMs <= overMs + LONGEST_GAP_MS)
    .toSorted((a, b) => a.receivedMs - b.receivedMs);
  const [first] = next;
  if (first !== undefined) {
    const again = next.find((other) => isSameRequest(row, other));
    return again === first ? retried(row, again) : wentOn(row, first, again);
  }
  const why =
    row.keyId === null
      ? 'The client sent no valid API key, so its other requests are unknown.'
      : 'The client has made no request since.';
  return { ...NOTHING, sentence: why };
}

const NOTHING = {
  what: 'nothing',
  request_id: null,
  after_ms: null,
  virtual_ms: null,
  same_body: null,
  same_idempotency_key: null,
  status: null,
  too_soon: null,
} as const;

function retried(row: JournalRow, retry: JournalRow): Reaction {
  const facts = factsOf(row, retry);
  const retryAfterS = retryAfterOf(row);
  const isTooSoon = retryAfterS === null ? null : isBefore(facts, retryAfterS * 1000 * EARLY_SHARE);
  const retryAfterClause = isTooSoon ? `, although Retry-After said ${retryAfterS} s` : '';
  const sentence = `The client retried the request ${formatRepetition(facts, retryAfterClause)}`;
  return { what: 'retried', ...facts, too_soon: isTooSoon, sentence };
}

/** Formats how the same request came again, as the rest of a sentence. */
function formatRepetition(facts: ReturnType<typeof factsOf>, retryAfterClause = ''): string {
  const isSameKey = facts.same_idempotency_key;
  const keyClause =
    isSameKey === null ? '' : isSameKey ? ' with the same idempotency key' : ' with another idempotency key';
  const outcome = facts.status === null ? 'got no response' : `got ${facts.status}`;
  const risk = isSameKey === false ? ' If the first request was processed, it has now been executed twice.' : '';
  return `after ${formatMs(facts.after_ms)}${keyClause}${retryAfterClause}, and ${outcome}.${risk}`;
}

/** Early by both clocks: the service may count virtual time, and so may the client. */
function isBefore({ after_ms: realMs, virtual_ms: virtualMs }: ReturnType<typeof factsOf>, waitMs: number): boolean {
  return realMs < waitMs && virtualMs < waitMs;
}

/** Returns the delay in seconds that the response requested; `null` if it requested none, or gave a date. */
function retryAfterOf({ contents }: JournalRow): number | null {
  const header = contents?.responseHeaders['retry-after'];
  return header !== undefined && /^\d+$/.test(header) ? Number(header) : null;
}

/**
 * `again`: the same request after others. It may be a late retry, a concurrent one or another run of the client, which
 * the journal cannot distinguish, so the sentence reports both.
 */
function wentOn(row: JournalRow, next: JournalRow, again: JournalRow | undefined): Reaction {
  const facts = factsOf(row, next);
  const opening = `The client's next request was ${next.method} ${next.path}, after ${formatMs(facts.after_ms)}.`;
  const repetition =
    again === undefined ? '' : ` It sent the same request again ${formatRepetition(factsOf(row, again))}`;
  return { what: 'went_on', ...facts, too_soon: null, sentence: `${opening}${repetition}` };
}

function factsOf(row: JournalRow, next: JournalRow) {
  const key = idempotencyKeyOf(row);
  return {
    request_id: next.requestId,
    after_ms: Math.max(0, Math.round(next.receivedMs - row.receivedMs - row.durationMs)),
    virtual_ms: next.atMs - row.atMs,
    same_body: bodyOf(row) === bodyOf(next),
    same_idempotency_key: key === undefined ? null : key === idempotencyKeyOf(next),
    status: next.status,
  };
}

/** A request with another idempotency key still has the same purpose, and the difference is reported. */
function isSameRequest(row: JournalRow, other: JournalRow): boolean {
  if (row.method !== other.method || row.path !== other.path) return false;
  return bodyOf(row) === bodyOf(other) || isDeepStrictEqual(withoutKey(row), withoutKey(other));
}

function bodyOf({ contents }: JournalRow): string | null {
  return contents?.requestBody ?? null;
}

function parsedBody(row: JournalRow): unknown {
  try {
    return JSON.parse(bodyOf(row) ?? 'null');
  } catch {
    // Two bodies that are not JSON are equal if their texts are.
    return bodyOf(row);
  }
}

function idempotencyKeyOf(row: JournalRow): unknown {
  const body = parsedBody(row);
  return typeof body === 'object' && body !== null && 'idempotency_key' in body ? body.idempotency_key : undefined;
}

function withoutKey(row: JournalRow): unknown {
  const body = parsedBody(row);
  if (typeof body !== 'object' || body === null) return body;
  const { idempotency_key: _key, ...rest } = body as Readonly<Record<string, unknown>>;
  return rest;
}

/** Describes the response that the client received to a request that a fault hit. */
function formatResponse({ faultKind, status, injectedMs, contents }: JournalRow): string {
  const kind = findApiFaultKind(faultKind ?? '');
  const delay = formatMs(injectedMs);
  if (status === null && kind?.isSilent !== true) return `nothing: the client disconnected after ${delay}`;
  const bodyBytes = Buffer.byteLength(contents?.responseBody ?? '');
  return kind?.describe({ status, delay, bodyBytes }) ?? `${status} instead of the response`;
}

/** Formats a duration as `340 ms` or `1.2 s`. */
function formatMs(ms: number): string {
  return ms < 1000 ? `${Math.round(ms)} ms` : `${(ms / 1000).toFixed(1)} s`;
}
