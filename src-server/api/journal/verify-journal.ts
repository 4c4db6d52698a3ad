/**
 * Checks whether clients sent the expected requests: counts matching ones, waits for them on request, and finds near
 * misses.
 */

import {
  LONGEST_VERIFY_WAIT_MS,
  minOf,
  type Verification,
  type VerifyRequests,
} from '../../contract/control/world/journal.ts';
import { statusRanges } from '../../contract/fields/status-match.ts';
import { countOf } from '../../domain/numbers/count-of.ts';
import { parseDuration } from '../../domain/numbers/instant.ts';
import { describeDifferences, readKeyReuse } from '../../engine/key-reuse.ts';
import { accepted, mapOutcome, type Outcome, refused } from '../../engine/outcome.ts';
import type { JournalFilter, JournalRow } from '../../engine/ports/journal-port.ts';
import type { After } from '../http/after.ts';
import type { Client } from '../http/handler.ts';
import { NobodyWaitsError } from '../http/waited-for.ts';
import type { Services } from '../services.ts';
import { awaitRequests, type WaitDependencies } from './await-requests.ts';
import { queryInstantMs } from './journal-query.ts';
import type { JournalRecorder } from './journal-recorder.ts';
import { bodyContentsOf, viewEntry } from './journal-view.ts';
import { type MatchResult, matchRequest } from './match-request.ts';

interface CompareDependencies {
  readonly journal: Pick<JournalRecorder, 'ask' | 'clears'>;
  readonly isUndone: Services['isUndone'];
  readonly monotonicMs: () => number;
  readonly after: After;
}

export interface VerifyDependencies extends CompareDependencies, WaitDependencies {
  readonly journal: Pick<JournalRecorder, 'ask' | 'clears' | 'onRecord'>;
  /** True once another world has replaced this one. */
  readonly isOver: () => boolean;
}

const PAGE = 1000;
const MAX_IDS = 1000;
const LOOKED_AT_FOR_NEAR_MISSES = 1000;
const MAX_NEAR_MISSES = 5;
const TURN_MS = 10;
const ALL = Number.MAX_SAFE_INTEGER;

type Waiting = Pick<Client, 'hasLeft' | 'onceLeft'>;
type Expected = Omit<VerifyRequests, 'match' | 'since'>;

/** `client`: the one that waits. Rejects with `NobodyWaitsError` if it has left. */
export async function verifyJournal(
  service: VerifyDependencies,
  body: VerifyRequests,
  client: Waiting,
): Promise<Outcome<Verification>> {
  const { match } = body;
  const [least, most] = [minOf(body), body.count ?? body.at_most ?? ALL];
  const untilMs = body.within_virtual === undefined ? null : service.driver.status().nowMs + msOf(body.within_virtual);
  // A response at that very instant is in time.
  const filter = { sinceMs: queryInstantMs(body.since), untilMs: untilMs === null ? undefined : untilMs + 1 };
  const counted = await countUntil(service, { body, filter, untilMs, least, client });
  if (!counted.ok) return counted;
  const { count, ids, reused } = counted.value;
  const { total } = await service.journal.ask({ ...QUESTION, filter, limit: 1, countTo: ALL });
  const satisfied = count >= least && count <= most;
  const near = count < least ? await nearMisses(service, match, filter) : accepted([]);
  return mapOutcome(near, (misses) => ({
    satisfied,
    matched: count,
    explanation: explain(body, count, total, misses),
    warning: reused && reuseSentence(reused),
    request_ids: [...ids],
    near_misses: misses,
  }));
}

const QUESTION = { order: 'oldest', withContents: true, countTo: 0 } as const;

function msOf(span: string): number {
  return parseDuration(span) ?? 0;
}

interface CountTerms {
  readonly body: VerifyRequests;
  readonly filter: JournalFilter;
  readonly untilMs: number | null;
  readonly least: number;
  readonly client: Waiting;
}

/** Counts again after every new request, until there are enough or the wait is over. */
async function countUntil(service: VerifyDependencies, terms: CountTerms): Promise<Outcome<Counted>> {
  const { body, untilMs, least, client } = terms;
  const filter = { ...coarse(body.match), ...terms.filter };
  const isWaiting = body.within !== undefined || untilMs !== null;
  const withinMs = body.within === undefined ? LONGEST_VERIFY_WAIT_MS : msOf(body.within);
  const wait = isWaiting ? awaitRequests(service, { withinMs, untilMs, client }) : null;
  try {
    let counted = await countMatching(service, body.match, filter, NOTHING_COUNTED);
    for (let hasMore = wait !== null; hasMore && counted.ok && counted.value.count < least; ) {
      hasMore = (await wait?.next()) ?? false;
      if (client.hasLeft()) throw new NobodyWaitsError();
      if (service.isOver()) {
        return refused('already_executing', 'The world was reset, restored or ended during the wait for requests.');
      }
      counted = await countMatching(service, body.match, filter, counted.value);
    }
    return counted;
  } finally {
    wait?.end();
  }
}

/** Returns the conditions that the database can check itself, so that only likely entries are read. */
function coarse(match: VerifyRequests['match']): JournalFilter {
  const { method, operation, form, key_id: keyId, status, idempotency: keyReuse } = match;
  const statuses = status === undefined ? undefined : statusRanges(status);
  return { method, operation, form, keyId, statuses, keyReuse };
}

interface Counted {
  readonly count: number;
  readonly ids: readonly string[];
  /** The latest of them whose idempotency key was that of another request. */
  readonly reused: JournalRow | null;
  /** The number of the last counted entry. */
  readonly after: number;
  readonly clears: number;
}

const NOTHING_COUNTED: Counted = { count: 0, ids: [], reused: null, after: 0, clears: 0 };

/** Continues after the last entry of `before`, or from the first entry if the journal was cleared since. */
async function countMatching(
  terms: CompareDependencies,
  match: VerifyRequests['match'],
  filter: JournalFilter,
  before: Counted,
): Promise<Outcome<Counted>> {
  const { clears } = terms.journal;
  let { count, ids, reused, after } = clears === before.clears ? before : NOTHING_COUNTED;
  for (;;) {
    const { rows } = await terms.journal.ask({ ...QUESTION, filter: { ...filter, after }, limit: PAGE });
    const compared = await compareAll(terms, match, rows);
    if (!compared.ok) return compared;
    const matching = compared.value.filter(({ matches }) => matches);
    count += matching.length;
    ids = [...ids, ...matching.map(({ row }) => row.requestId)].slice(-MAX_IDS);
    reused = matching.findLast(({ row }) => isOtherRequest(row))?.row ?? reused;
    after = rows.at(-1)?.seq ?? after;
    if (rows.length < PAGE) return accepted({ count, ids, reused, after, clears });
  }
}

async function nearMisses(
  terms: CompareDependencies,
  match: VerifyRequests['match'],
  filter: JournalFilter,
): Promise<Outcome<Verification['near_misses']>> {
  const { rows } = await terms.journal.ask({ ...QUESTION, filter, order: 'latest', limit: LOOKED_AT_FOR_NEAR_MISSES });
  return mapOutcome(await compareAll(terms, match, rows), (compared) =>
    compared
      .filter(({ matches }) => !matches)
      // If none comes close, the latest come first.
      .sort((left, right) => right.score - left.score || (left.score === 0 ? 0 : left.absent - right.absent))
      .slice(0, MAX_NEAR_MISSES)
      .map(({ row, differences, score }) => ({
        entry: viewEntry({ ...row, contents: null }, terms.isUndone(row)),
        differences: [...differences],
        score,
      })),
  );
}

interface Compared extends MatchResult {
  readonly row: JournalRow;
}

/** Pauses every few milliseconds, so that other clients are served in between. */
async function compareAll(
  { monotonicMs, after }: CompareDependencies,
  match: VerifyRequests['match'],
  rows: readonly JournalRow[],
): Promise<Outcome<readonly Compared[]>> {
  const compared: Compared[] = [];
  let startedMs = monotonicMs();
  for (const row of rows) {
    if (monotonicMs() - startedMs > TURN_MS) {
      await new Promise<void>((resolve) => after(0, resolve));
      startedMs = monotonicMs();
    }
    const result = compare(match, row);
    if (!result.ok) return result;
    compared.push(result.value);
  }
  return accepted(compared);
}

function compare(match: VerifyRequests['match'], row: JournalRow): Outcome<Compared> {
  const { requestHeaders: headers, requestBody: body } = bodyContentsOf(row);
  const result = matchRequest(match, { ...row, headers, body });
  if (!result.isTooSlow) return accepted({ row, ...result });
  const issue = `has a pattern that takes too long to match against request ${row.requestId}; make it simpler`;
  return refused('invalid_request', `The match ${issue}.`, [{ path: '/match', issue }]);
}

function explain(body: VerifyRequests, count: number, total: number, misses: Verification['near_misses']): string {
  const came = `${count} of ${total} match${count === 1 ? 'es' : ''}`;
  const spans = [
    body.within === undefined ? '' : ` within ${body.within}`,
    body.within_virtual === undefined ? '' : ` within ${body.within_virtual} of virtual time`,
  ];
  return `Expected ${formatCount(body)} of this kind${spans.filter((span) => span !== '').join(', or')}; ${came}.${nearest(misses)}`;
}

function nearest([closest]: Verification['near_misses']): string {
  if (closest === undefined) return '';
  if (closest.score === 0) return ' No other request comes close.';
  const { entry, differences } = closest;
  return ` The closest request is ${entry.method} ${entry.path} (${entry.request_id}): ${differences.join('; ')}.`;
}

function isOtherRequest({ keyReuse }: JournalRow): boolean {
  return keyReuse !== null && readKeyReuse(keyReuse).differences.length > 0;
}

/** Returns a sentence about a client that used the key of a retry for another request. */
function reuseSentence({ keyReuse, requestId }: JournalRow): string {
  const places = describeDifferences(readKeyReuse(keyReuse ?? ''));
  return `${requestId} has the idempotency key of another request, but differs from it at ${places}.`;
}

function formatCount({ count, at_least: atLeast, at_most: atMost }: Expected): string {
  const requests = (number: number) => countOf(number, 'request');
  if (count !== undefined) return `exactly ${requests(count)}`;
  if (atMost === undefined) return `at least ${requests(atLeast ?? 1)}`;
  return atLeast === undefined ? `at most ${requests(atMost)}` : `${atLeast} to ${requests(atMost)}`;
}
