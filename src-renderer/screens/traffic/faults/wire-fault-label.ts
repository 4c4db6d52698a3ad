/** An HTTP or webhook fault in words: its effect with its numbers, its frequency, and its duration. */
import type { Matcher, MatcherRules, TextMatcher } from '../../../../src-server/contract/fields/matcher.ts';
import type { RequestMatch } from '../../../../src-server/contract/fields/request-match.ts';
import { describeLength, formatSpan } from '../../../components/faults/format-fault.ts';
import { formatWireKind, type WireFaultView } from '../../../components/faults/wire-fault-kinds.ts';
import { formatCount, plural } from '../../../components/format/format-number.ts';
import type { WireFaultDraft } from './wire-fault-draft.ts';

type Latency = NonNullable<Extract<WireFaultView, { scope: 'interface' }>['latency_ms']>;
type Extent = Pick<WireFaultView, 'skip' | 'share' | 'count' | 'chances' | 'hits'>;

/** `The service responds with an error … The error is rate_limit, Retry-After 5 s.` */
export function formatWireEffect(fault: WireFaultView): string {
  return [formatWireKind(fault.kind).sentence, formatTerm(fault)].filter(Boolean).join(' ');
}

function formatTerm(fault: WireFaultView): string {
  if (fault.scope === 'webhook') {
    if (fault.delay !== undefined) return `Delayed by ${fault.delay} of virtual time.`;
    return fault.age === undefined ? '' : `Too old by ${fault.age}.`;
  }
  if (fault.code !== undefined) return formatError(fault.code, fault.message, fault.retry_after_s);
  if (fault.latency_ms !== undefined) return `${formatLatency(fault.latency_ms)} of real time.`;
  if (fault.over_ms !== undefined) return `Spread over ${describeLength(fault.over_ms)} of real time.`;
  if (fault.keep !== undefined) return `${percent(fault.keep)} of the body arrives.`;
  if (fault.content_type !== undefined) return `The content type is ${fault.content_type}.`;
  if (fault.answer !== undefined) return formatStub(fault.answer.status, fault.before ?? true);
  if (fault.after_processing === undefined) return '';
  return fault.after_processing ? 'The request is processed first.' : 'The request is not processed.';
}

function formatStub(status: number, isBefore: boolean): string {
  return `The status is ${status}; ${isBefore ? 'the request is not processed' : 'the request is processed first'}.`;
}

function formatError(code: string, message: string | undefined, retryAfterS: number | undefined): string {
  const retry = retryAfterS === undefined ? '' : `, Retry-After ${retryAfterS} s`;
  return `The error is ${code}${message === undefined ? '' : ` “${message}”`}${retry}.`;
}

function formatLatency(latency: Latency): string {
  if ('fixed' in latency) return `Always ${describeLength(latency.fixed)}`;
  if ('min' in latency) return `${describeLength(latency.min)} to ${describeLength(latency.max)}`;
  return `About ${describeLength(latency.median)}, at most ${describeLength(latency.max)}`;
}

/** Like market faults, but an end after the last hit does not count as early. */
export function formatWireSpan(fault: WireFaultView): string {
  const isUsedUp = fault.count !== null && fault.hits >= fault.count;
  return isUsedUp ? formatSpan(fault).replace(/ended early$/, 'ended by its last hit') : formatSpan(fault);
}

/** `3 of 10`, `3`; followed by the number of chances, if not all were hit. */
export function formatWireHit({ hits, count }: Extent): string {
  return count === null ? formatCount(hits) : `${formatCount(hits)} of ${formatCount(count)}`;
}

/** `all`, or the share with its actual value so far; `all, after the first 2` if those are skipped. */
export function formatShare({ skip, share, chances, hits }: Extent): string {
  const after = skip === 0 ? '' : `, after the first${skip === 1 ? '' : ` ${formatCount(skip)}`}`;
  const part = `${share === 1 ? 'all' : percent(share)}${after}`;
  return share === 1 || chances === 0 ? part : `${part} (${formatCount(hits)} of ${formatCount(chances)})`;
}

function percent(share: number): string {
  return `${Number((share * 100).toFixed(2))} %`;
}

/** The names of keys and the URLs of endpoints, by id. */
type MatchNames = Readonly<Record<'keys' | 'endpoints', ReadonlyMap<string, string>>>;

/** `createPlan by key “CI”, body /cash is 100`; without a match, everything. */
export function formatMatch(fault: Pick<WireFaultView, 'scope' | 'match'>, names: MatchNames): string {
  if (fault.scope === 'webhook') return formatWebhook(fault.match as WebhookMatchView, names);
  return formatRequest(fault.match as RequestMatch | null, names);
}

type WebhookMatchView = Extract<WireFaultView, { scope: 'webhook' }>['match'];

function formatWebhook(match: WebhookMatchView, { endpoints }: MatchNames): string {
  const { webhook_id: id, types, event_id: eventId } = match ?? {};
  const parts = [types?.join(', '), eventId && `webhook event ${eventId}`, id && `to ${endpoints.get(id) ?? id}`];
  return parts.filter(Boolean).join(' ') || 'every webhook';
}

function formatRequest(match: RequestMatch | null, { keys }: MatchNames): string {
  const { operation, method, form, key_id: keyId, path, query, headers, body } = match ?? {};
  const parts = [
    [method, operation].filter(Boolean).join(' '),
    form && (form === 'both' ? 'by /v1' : `by Form ${form}`),
    keyId && `with the key “${keys.get(keyId) ?? keyId}”`,
    path !== undefined && `path ${formatMatcher(path)}`,
    ...[...formatNamed('query', query), ...formatNamed('header', headers), ...formatNamed('body', body)],
  ];
  return parts.filter(Boolean).join(', ') || 'every request';
}

function formatNamed(what: string, named: Readonly<Record<string, Matcher | TextMatcher>> | undefined): string[] {
  return Object.entries(named ?? {}).map(([name, matcher]) => `${what} ${name || '(whole)'} ${formatMatcher(matcher)}`);
}

/** `is 5`, `contains “x”`, `like /v1/*`, `is there`; all conditions must hold. */
function formatMatcher(matcher: Matcher | TextMatcher): string {
  if (matcher === null || typeof matcher !== 'object' || isList(matcher)) return `is ${shown(matcher)}`;
  const { within, within_share: share, ...rules }: MatcherRules = matcher;
  const tolerance = share === undefined ? `± ${within}` : `± ${share * 100} %`;
  const parts = Object.entries(rules).map(([rule, wanted]) =>
    rule === 'approx'
      ? `is ${wanted} ${tolerance}`
      : (RULE_FORMATS[rule]?.(wanted as never) ?? `${rule} ${shown(wanted)}`),
  );
  return parts.join(' and ');
}

const RULE_FORMATS: Readonly<Record<string, (wanted: never) => string>> = {
  equals: (wanted: unknown) => `is ${shown(wanted)}`,
  one_of: (wanted: readonly unknown[]) => `is one of ${wanted.map(shown).join(', ')}`,
  not: (wanted: Matcher) => `not: ${formatMatcher(wanted)}`,
  contains: (wanted: unknown) => `contains ${shown(wanted)}`,
  glob: (wanted: string) => `matches ${wanted}`,
  pattern: (wanted: string) => `matches /${wanted}/`,
  present: (wanted: boolean) => (wanted ? 'is present' : 'is missing'),
  range: ([least, most]: readonly [number, number]) => `is ${least} to ${most}`,
  greater: (wanted: number | string) => `is above ${wanted}`,
  less: (wanted: number | string) => `is below ${wanted}`,
  at_least: (wanted: number | string) => `is at least ${wanted}`,
  at_most: (wanted: number | string) => `is at most ${wanted}`,
  items: (wanted: number) => `has exactly ${wanted} items`,
  min_items: (wanted: number) => `has at least ${wanted} items`,
  max_items: (wanted: number) => `has at most ${wanted} items`,
};

function isList(value: unknown): value is readonly unknown[] {
  return Array.isArray(value);
}

function shown(value: unknown): string {
  return typeof value === 'string' ? `“${value}”` : JSON.stringify(value);
}

/** Invalid entries are omitted: their field has the message. */
export function formatExtent({ count, duration }: Pick<WireFaultDraft, 'count' | 'duration'>): string {
  const length = duration.trim();
  if (typeof count === 'string' && count !== '') return '';
  if (length !== '' && !LENGTH.test(length)) return '';
  const hits = count === '' ? [] : [count === 1 ? 'one hit' : plural(count, 'hit')];
  const time = length === '' ? [] : [`${length} of virtual time`];
  const ends = [...hits, ...time].join(' or ');
  return ends === '' ? 'It lasts until you end it.' : `It ends after ${ends}.`;
}

/** `30m`, `1.5d`, `23h59m`, `PT90M`. */
const LENGTH = /^(?:P[0-9DTHMS.]+|(?:\d+(?:\.\d+)?(?:ms|[smhd]))+)$/;
