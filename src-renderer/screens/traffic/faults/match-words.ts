/** Which requests or webhooks a fault is about, in words. */
import type { Matcher, MatcherRules, TextMatcher } from '../../../../src-server/contract/fields/matcher.ts';
import type { RequestMatch } from '../../../../src-server/contract/fields/request-match.ts';
import type { WireFaultView } from '../../../components/faults/wire-fault-kinds.ts';

export interface MatchNames {
  /** What a key is called, by its identifier. */
  readonly keys: ReadonlyMap<string, string>;
  /** Where an endpoint is, by its identifier. */
  readonly endpoints: ReadonlyMap<string, string>;
}

/** `createPlan by key “CI”, body /cash is 100`; without a match, everything. */
export function formatMatch(fault: Pick<WireFaultView, 'scope' | 'match'>, names: MatchNames): string {
  if (fault.scope === 'webhook') return formatWebhook(fault.match as WebhookMatchView, names);
  return formatRequest(fault.match as RequestMatch | null, names);
}

type WebhookMatchView = Extract<WireFaultView, { scope: 'webhook' }>['match'];

function formatWebhook(match: WebhookMatchView, { endpoints }: MatchNames): string {
  const { webhook_id: id, types, event_id: eventId } = match ?? {};
  const words: string[] = [];
  if (types !== undefined) words.push(types.join(', '));
  if (eventId !== undefined) words.push(`event ${eventId}`);
  if (id !== undefined) words.push(`to ${endpoints.get(id) ?? id}`);
  return words.length === 0 ? 'every webhook' : words.join(' ');
}

function formatRequest(match: RequestMatch | null, { keys }: MatchNames): string {
  const { operation, method, form, key_id: keyId, path, query, headers, body } = match ?? {};
  const words: string[] = [];
  if (method !== undefined || operation !== undefined) words.push([method, operation].filter(Boolean).join(' '));
  if (form !== undefined) words.push(form === 'both' ? 'by /v1' : `by Form ${form}`);
  if (keyId !== undefined) words.push(`with the key “${keys.get(keyId) ?? keyId}”`);
  if (path !== undefined) words.push(`path ${formatMatcher(path)}`);
  words.push(...formatNamed('query', query), ...formatNamed('header', headers), ...formatNamed('body', body));
  return words.length === 0 ? 'every request' : words.join(', ');
}

function formatNamed(what: string, named: Readonly<Record<string, Matcher | TextMatcher>> | undefined): string[] {
  return Object.entries(named ?? {}).map(([name, matcher]) => `${what} ${name || '(whole)'} ${formatMatcher(matcher)}`);
}

/** `is 5`, `contains “x”`, `like /v1/*`, `is there`; everything that is said holds. */
export function formatMatcher(matcher: Matcher | TextMatcher): string {
  if (matcher === null || typeof matcher !== 'object' || isList(matcher)) return `is ${shown(matcher)}`;
  const { within, within_share: share, ...rules }: MatcherRules & { readonly glob?: string } = matcher;
  const tolerance = share === undefined ? `± ${within}` : `± ${share * 100} %`;
  const words = Object.entries(rules).map(([rule, wanted]) =>
    rule === 'approx'
      ? `is ${wanted} ${tolerance}`
      : (RULE_WORDS[rule]?.(wanted as never) ?? `${rule} ${shown(wanted)}`),
  );
  return words.join(' and ');
}

const RULE_WORDS: Readonly<Record<string, (wanted: never) => string>> = {
  equals: (wanted: unknown) => `is ${shown(wanted)}`,
  one_of: (wanted: readonly unknown[]) => `is one of ${wanted.map(shown).join(', ')}`,
  not: (wanted: Matcher) => `not: ${formatMatcher(wanted)}`,
  contains: (wanted: unknown) => `contains ${shown(wanted)}`,
  glob: (wanted: string) => `is like ${wanted}`,
  pattern: (wanted: string) => `matches /${wanted}/`,
  present: (wanted: boolean) => (wanted ? 'is there' : 'is not there'),
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
