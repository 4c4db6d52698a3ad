/** Compares a request with the conditions of a match, and finds the differences. Pure. */
import type { KeyUse } from '../../contract/control/world/journal.ts';
import type { RequestMatch } from '../../contract/fields/request-match.ts';
import { isStatusLike, type StatusMatch } from '../../contract/fields/status-match.ts';
import { describeDifferences, readKeyReuse } from '../../engine/key-reuse.ts';
import { valueAt } from '../../scenario/references/json-pointer.ts';
import { compareValue, mismatch } from '../../scenario/run/match-value.ts';

export interface MatchedRequest {
  readonly method: string;
  /** Includes the query. */
  readonly path: string;
  readonly operation: string | null;
  readonly form: 'A' | 'B' | null;
  /** Empty, or `null`, without a valid key. */
  readonly keyId: string | null;
  /** By names in lower case. */
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  readonly body: string | null;
  readonly status?: number | null;
  /** As `engine/key-reuse.ts` writes it; `null`: it repeats no idempotency key. */
  readonly keyReuse?: string | null;
}

export interface MatchResult {
  readonly matches: boolean;
  /** A sentence for every condition that fails. */
  readonly differences: readonly string[];
  /** Share of the conditions that hold; 1 if there are none. */
  readonly score: number;
  /** Number of failed conditions whose value is missing; a different value is closer. */
  readonly absent: number;
  /** A pattern was abandoned: whether it matches is not known. */
  readonly isTooSlow: boolean;
}

export function matchRequest(
  match: RequestMatch & { readonly status?: StatusMatch | undefined; readonly idempotency?: KeyUse | undefined },
  exchange: MatchedRequest,
): MatchResult {
  const differences: string[] = [];
  let [compared, absent, isTooSlow] = [0, 0, false];
  const compare = (what: string, wanted: Parameters<typeof mismatch>[0] | undefined, actual: () => unknown) => {
    if (wanted === undefined) return;
    compared += 1;
    const found = actual();
    const result = compareValue(wanted, found);
    if (result.mismatch === null) return;
    differences.push(`${what}: ${result.mismatch}`);
    isTooSlow ||= !result.isDecided;
    if (found === undefined) absent += 1;
  };
  compare('method', match.method, () => exchange.method);
  compare('operation', match.operation, () => exchange.operation ?? undefined);
  compare('form', match.form, () => exchange.form ?? 'both');
  compare('key_id', match.key_id, () => exchange.keyId ?? undefined);
  if (match.status !== undefined) {
    compared += 1;
    const { status = null } = exchange;
    const one = Array.isArray(match.status) ? `one of ${match.status.join(', ')}` : match.status;
    if (!isStatusLike(match.status, status)) differences.push(`status: expected ${one}, got ${status ?? 'none'}`);
  }
  if (match.idempotency !== undefined) {
    compared += 1;
    const { use, words: description } = keyUseOf(exchange);
    if (use !== match.idempotency) differences.push(`idempotency: expected ${match.idempotency}, got ${description}`);
  }
  const { pathname, query } = splitPath(exchange.path);
  const path = pathMatcher(match.path);
  compare('path', path, () => (isGlobOf(path, exchange.path) ? exchange.path : pathname));
  for (const [name, wanted] of entriesOf(match.query)) {
    compare(`query parameter ${name}`, wanted, () => new URLSearchParams(query).get(name) ?? undefined);
  }
  for (const [name, wanted] of entriesOf(match.headers)) {
    compare(`header ${name}`, wanted, () => headerOf(exchange, name));
  }
  if (match.body !== undefined) {
    const body = parsed(exchange.body);
    for (const [pointer, wanted] of entriesOf(match.body)) {
      compare(pointer === '' ? 'body' : `body ${pointer}`, wanted, () => valueAt(body, pointer));
    }
  }
  return {
    matches: differences.length === 0,
    differences,
    absent,
    score: compared === 0 ? 1 : (compared - differences.length) / compared,
    isTooSlow,
  };
}

function keyUseOf({ keyReuse = null }: MatchedRequest): { readonly use: KeyUse | null; readonly words: string } {
  if (keyReuse === null) return { use: null, words: 'an idempotency key used for the first time' };
  const reuse = readKeyReuse(keyReuse);
  if (reuse.differences.length === 0) return { use: 'same', words: 'same' };
  return { use: 'differs', words: `differs at ${describeDifferences(reuse)}` };
}

/** A plain path is a glob, as in queries of the journal; without `*` and `?` it is literal. */
function pathMatcher(path: RequestMatch['path']): RequestMatch['path'] {
  return typeof path === 'string' && /[*?]/.test(path) ? { glob: path } : path;
}

/** A glob that includes a query is compared with the whole path; otherwise the query may be anything. */
function isGlobOf(path: RequestMatch['path'], whole: string): boolean {
  return typeof path === 'object' && path.glob !== undefined && mismatch({ glob: path.glob }, whole) === null;
}

function entriesOf<T>(record: Readonly<Record<string, T>> | undefined): [string, T][] {
  return record === undefined ? [] : Object.entries(record);
}

function splitPath(path: string): { pathname: string; query: string } {
  const mark = path.indexOf('?');
  return mark === -1 ? { pathname: path, query: '' } : { pathname: path.slice(0, mark), query: path.slice(mark + 1) };
}

function headerOf({ headers }: MatchedRequest, name: string): string | undefined {
  const value = headers[name.toLowerCase()];
  return typeof value === 'object' ? value.join(', ') : value;
}

/** A body that is not JSON has no value at any place. */
function parsed(body: string | null): unknown {
  if (body === null) return undefined;
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}
