/** Which requests or webhooks a fault is about, in words. */
import type { Matcher, TextMatcher } from '../../src-server/contract/matcher.ts';
import type { RequestMatch } from '../../src-server/contract/request-match.ts';
import type { WireFaultView } from './wire-fault-kinds.ts';

export interface MatchNames {
  /** What a key is called, by its identifier. */
  readonly keys: ReadonlyMap<string, string>;
  /** Where an endpoint is, by its identifier. */
  readonly endpoints: ReadonlyMap<string, string>;
}

/** `createPlan by key “CI”, body /cash is 100`; without a match, everything. */
export function matchWords(fault: Pick<WireFaultView, 'scope' | 'match'>, names: MatchNames): string {
  if (fault.scope === 'webhook') return webhookWords(fault.match as WebhookMatchView, names);
  return requestWords(fault.match as RequestMatch | null, names);
}

type WebhookMatchView = Extract<WireFaultView, { scope: 'webhook' }>['match'];

function webhookWords(match: WebhookMatchView, { endpoints }: MatchNames): string {
  const { webhook_id: id, types, event_id: eventId } = match ?? {};
  const words: string[] = [];
  if (types !== undefined) words.push(types.join(', '));
  if (eventId !== undefined) words.push(`event ${eventId}`);
  if (id !== undefined) words.push(`to ${endpoints.get(id) ?? id}`);
  return words.length === 0 ? 'every webhook' : words.join(' ');
}

function requestWords(match: RequestMatch | null, { keys }: MatchNames): string {
  const { operation, method, form, key_id: keyId, path, query, headers, body } = match ?? {};
  const words: string[] = [];
  if (method !== undefined || operation !== undefined) words.push([method, operation].filter(Boolean).join(' '));
  if (form !== undefined) words.push(form === 'both' ? 'by /v1' : `by Form ${form}`);
  if (keyId !== undefined) words.push(`with the key “${keys.get(keyId) ?? keyId}”`);
  if (path !== undefined) words.push(`path ${matcherWords(path)}`);
  words.push(...namedWords('query', query), ...namedWords('header', headers), ...namedWords('body', body));
  return words.length === 0 ? 'every request' : words.join(', ');
}

function namedWords(what: string, named: Readonly<Record<string, Matcher | TextMatcher>> | undefined): string[] {
  return Object.entries(named ?? {}).map(([name, matcher]) => `${what} ${name || '(whole)'} ${matcherWords(matcher)}`);
}

/** `is 5`, `contains “x”`, `like /v1/*`, `is there`. */
export function matcherWords(matcher: Matcher | TextMatcher): string {
  if (matcher === null || typeof matcher !== 'object') return `is ${shown(matcher)}`;
  if ('equals' in matcher) return `is ${shown(matcher.equals)}`;
  if ('contains' in matcher) return `contains ${shown(matcher.contains)}`;
  if ('glob' in matcher) return `is like ${matcher.glob}`;
  if ('pattern' in matcher) return `matches /${matcher.pattern}/`;
  if ('present' in matcher) return matcher.present ? 'is there' : 'is not there';
  if ('range' in matcher) return `is ${matcher.range[0]} to ${matcher.range[1]}`;
  if ('approx' in matcher) return `is ${matcher.approx} ± ${matcher.within}`;
  return `has at least ${matcher.min_items} items`;
}

function shown(value: unknown): string {
  return typeof value === 'string' ? `“${value}”` : JSON.stringify(value);
}
