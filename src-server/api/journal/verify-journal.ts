/** Whether clients sent what they were expected to send: counts what matches, and finds what almost does. */
import type { Verification, VerifyRequests } from '../../contract/control/world/journal.ts';
import { statusRanges } from '../../contract/fields/status-match.ts';
import type { JournalFilter, JournalRow } from '../../engine/ports/journal-port.ts';
import type { After } from '../http/after.ts';
import { Problem } from '../http/problem.ts';
import { instantOf } from './journal-query.ts';
import type { JournalRecorder } from './journal-recorder.ts';
import { contentsOf, viewEntry } from './journal-view.ts';
import { type MatchResult, matchRequest } from './match-request.ts';

export interface VerifyDependencies {
  readonly journal: Pick<JournalRecorder, 'ask'>;
  readonly monotonicMs: () => number;
  readonly after: After;
}

const PAGE = 1000;
const MOST_IDS = 1000;
const LOOKED_AT_FOR_NEAR_MISSES = 1000;
const MOST_NEAR_MISSES = 5;
const TURN_MS = 10;
const ALL = Number.MAX_SAFE_INTEGER;

type Expected = Pick<VerifyRequests, 'count' | 'at_least' | 'at_most'>;

type VerifyTerms = VerifyDependencies;

export async function verifyJournal(terms: VerifyTerms, body: VerifyRequests): Promise<Verification> {
  const { journal } = terms;
  const { match, since } = body;
  const [least, most] = boundsOf(body);
  const { total } = await journal.ask({ ...QUESTION, filter: { sinceMs: instantOf(since) }, limit: 1, countTo: ALL });
  const { count, ids } = await countMatching(terms, match, coarse(match, since));
  const satisfied = count >= least && count <= most;
  const misses = count < least ? await nearMisses(terms, match, since) : [];
  return {
    satisfied,
    matched: count,
    explanation: explain(body, count, total, misses),
    request_ids: ids,
    near_misses: misses,
  };
}

const QUESTION = { order: 'oldest', withContents: true, countTo: 0 } as const;

function boundsOf({ count, at_least: atLeast, at_most: atMost }: Expected): [number, number] {
  if (count !== undefined) return [count, count];
  return [atLeast ?? (atMost === undefined ? 1 : 0), atMost ?? ALL];
}

/** What the database can sort out by itself, so that only likely ones are read. */
function coarse(match: VerifyRequests['match'], since: string | undefined): JournalFilter {
  const { method, operation, form, key_id: keyId, status } = match;
  const statuses = status === undefined ? undefined : statusRanges(status);
  return { method, operation, form, keyId, statuses, sinceMs: instantOf(since) };
}

async function countMatching(terms: VerifyTerms, match: VerifyRequests['match'], filter: JournalFilter) {
  let count = 0;
  let ids: string[] = [];
  let after = 0;
  for (;;) {
    const { rows } = await terms.journal.ask({ ...QUESTION, filter: { ...filter, after }, limit: PAGE });
    const matching = (await compareAll(terms, match, rows)).filter(({ matches }) => matches);
    count += matching.length;
    ids = [...ids, ...matching.map(({ row }) => row.requestId)].slice(-MOST_IDS);
    after = rows.at(-1)?.seq ?? after;
    if (rows.length < PAGE) return { count, ids };
  }
}

async function nearMisses(
  terms: VerifyTerms,
  match: VerifyRequests['match'],
  since: string | undefined,
): Promise<Verification['near_misses']> {
  const filter = { sinceMs: instantOf(since) };
  const { rows } = await terms.journal.ask({ ...QUESTION, filter, order: 'latest', limit: LOOKED_AT_FOR_NEAR_MISSES });
  return (await compareAll(terms, match, rows))
    .filter(({ matches }) => !matches)
    .sort((left, right) => right.score - left.score)
    .slice(0, MOST_NEAR_MISSES)
    .map(({ row, differences, score }) => ({
      entry: viewEntry({ ...row, contents: null }),
      differences: [...differences],
      score,
    }));
}

/** In turns of a few milliseconds, so that other clients are answered in between. */
async function compareAll(
  { monotonicMs, after }: VerifyTerms,
  match: VerifyRequests['match'],
  rows: readonly JournalRow[],
): Promise<(MatchResult & { readonly row: JournalRow })[]> {
  const compared: (MatchResult & { readonly row: JournalRow })[] = [];
  let begunMs = monotonicMs();
  for (const row of rows) {
    if (monotonicMs() - begunMs > TURN_MS) {
      await new Promise<void>((resolve) => after(0, resolve));
      begunMs = monotonicMs();
    }
    compared.push({ row, ...compare(match, row) });
  }
  return compared;
}

function compare(match: VerifyRequests['match'], row: JournalRow): MatchResult {
  const { requestHeaders: headers, requestBody: body } = contentsOf(row);
  const result = matchRequest(match, { ...row, headers, body });
  if (!result.isTooSlow) return result;
  const issue = `has a pattern that takes too long to try on request ${row.requestId}; make it simpler`;
  throw new Problem('invalid_request', `The match ${issue}.`, [{ path: '/match', issue }]);
}

function explain(body: VerifyRequests, count: number, total: number, misses: Verification['near_misses']): string {
  const came = `${count} of ${total} match${count === 1 ? 'es' : ''}`;
  return `Expected ${wordsOf(body)} of this kind; ${came}.${nearest(misses)}`;
}

function nearest([closest]: Verification['near_misses']): string {
  if (closest === undefined) return '';
  if (closest.score === 0) return ' No other request comes close.';
  const { entry, differences } = closest;
  return ` Closest is ${entry.method} ${entry.path} (${entry.request_id}): ${differences.join('; ')}.`;
}

function wordsOf({ count, at_least: atLeast, at_most: atMost }: Expected): string {
  const requests = (number: number) => `${number} request${number === 1 ? '' : 's'}`;
  if (count !== undefined) return `exactly ${requests(count)}`;
  if (atMost === undefined) return `at least ${requests(atLeast ?? 1)}`;
  return atLeast === undefined ? `at most ${requests(atMost)}` : `${atLeast} to ${requests(atMost)}`;
}
