/**
 * Compares two responses to the same request, without anything that depends on prices: statuses, codes, headers, and
 * the shape of bodies. Amounts and lengths of lists are not compared.
 */
import { jsonIn } from '../../contract/fields/nesting.ts';
import type { ScenarioResponse } from '../run/scenario-host.ts';

export interface PlacedIssue {
  readonly place: string;
  readonly issue: string;
}

type ReceivedResponse = Pick<ScenarioResponse, 'status' | 'headers' | 'text'>;

/** Headers that matter to a client of the service. */
const COMPARED_HEADERS = ['x-request-id', 'retry-after', 'idempotency-replayed', 'location', 'www-authenticate'];
/** Members of a request that every response repeats. */
const ECHOED = new Set([
  'currency',
  'external_id',
  'tax_wrapper',
  'tax_jurisdiction',
  'account_type',
  'base_currency',
  'form',
]);
/** Numbers that are never negative. */
const NEVER_NEGATIVE = /(?:^|_)(?:weight|quantity|price|cash)$/;

/** `real`: the recorded response; `own`: the one of a world here to the same request. */
export function responseDifferences(
  real: ReceivedResponse,
  own: ReceivedResponse & Pick<ScenarioResponse, 'failure'>,
): PlacedIssue[] {
  const { status, headers } = real;
  if (own.status === null) return [{ place: 'status', issue: `is ${status}, but ${own.failure} in Ballast` }];
  if (status !== own.status) {
    const codes = [codeOf(parsed(real.text)), codeOf(parsed(own.text))].map((code) =>
      code === null ? '' : ` ${code}`,
    );
    return [{ place: 'status', issue: `is ${status}${codes[0]}, but ${own.status}${codes[1]} in Ballast` }];
  }
  const mediaTypeOf = (type: string | undefined) => type?.split(';')[0] ?? 'none';
  const [type, ownType] = [mediaTypeOf(headers['content-type']), mediaTypeOf(own.headers['content-type'])];
  if (type !== ownType) return [{ place: 'content type', issue: `is ${type}, but ${ownType} in Ballast` }];
  return [...headerDifferences(headers, own.headers), ...shapeDifferences(parsed(real.text), parsed(own.text), 'body')];
}

function codeOf(body: unknown): string | null {
  if (typeof body !== 'object' || body === null || !('error' in body)) return null;
  const { error } = body;
  return typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : null;
}

function headerDifferences(real: ScenarioResponse['headers'], own: ScenarioResponse['headers']): PlacedIssue[] {
  return COMPARED_HEADERS.flatMap((name) => {
    const [is, here] = [real[name] !== undefined, own[name] !== undefined];
    if (is === here) return [];
    return [
      { place: `header ${name}`, issue: is ? 'is present, but not in Ballast' : 'is missing, but present in Ballast' },
    ];
  });
}

/** Compares the entries that both arrays have. */
function shapeDifferences(real: unknown, own: unknown, place: string): PlacedIssue[] {
  const [kind, ownKind] = [kindOf(real), kindOf(own)];
  // A value that may still be null, such as the end of a running rebalance, may be present in only one; the document
  // says where that is allowed.
  if (kind === 'null' || ownKind === 'null') return [];
  if (kind !== ownKind) return [{ place, issue: `is ${kind}, but ${ownKind} in Ballast` }];
  if (Array.isArray(real) && Array.isArray(own)) {
    const length = Math.min(real.length, own.length);
    return Array.from({ length }, (_none, index) => index).flatMap((index) =>
      shapeDifferences(real[index], own[index], `${place}/${index}`),
    );
  }
  if (kind === 'an object') return memberDifferences(real as Members, own as Members, place);
  return valueDifferences(real, own, place);
}

type Members = Readonly<Record<string, unknown>>;

function memberDifferences(real: Members, own: Members, place: string): PlacedIssue[] {
  const missing = Object.keys(own).filter((name) => !(name in real));
  return [
    ...missing.map((name) => ({ place: `${place}/${name}`, issue: 'is missing, but present in Ballast' })),
    ...Object.entries(real).flatMap(([name, value]) =>
      name in own
        ? shapeDifferences(value, own[name], `${place}/${name}`)
        : [{ place: `${place}/${name}`, issue: 'is present, but not in Ballast' }],
    ),
  ];
}

function valueDifferences(real: unknown, own: unknown, place: string): PlacedIssue[] {
  const name = place.slice(place.lastIndexOf('/') + 1);
  if (name === 'code' && place === 'body/error/code' && real !== own)
    return [{ place, issue: `is ${String(real)}, but ${String(own)} in Ballast` }];
  if (ECHOED.has(name) && real !== own)
    return [{ place, issue: `is '${String(real)}', but '${String(own)}' in Ballast` }];
  if (typeof real === 'number' && typeof own === 'number' && real < 0 && own >= 0 && NEVER_NEGATIVE.test(name))
    return [{ place, issue: 'is below zero' }];
  return [];
}

function kindOf(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'a list';
  if (typeof value === 'object') return 'an object';
  if (value === '') return 'empty';
  return typeof value === 'string' ? 'a text' : `a ${typeof value}`;
}

/** Returns the value of a body: of JSON, else its text. */
export function parsed(text: string): unknown {
  const value = jsonIn(text);
  return value === undefined ? text : value;
}
