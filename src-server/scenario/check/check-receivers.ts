/**
 * Checks where a scenario sends webhooks and which built-in receivers its expectations name: refused addresses,
 * receivers without webhooks, and the certificates of receivers. Values with references, and the contents of a saved
 * world, are not checked.
 */
import type { IssuePlace } from '../../contract/fields/issue-places.ts';
import { didYouMean } from '../../contract/fields/nearest-name.ts';
import { hasReference } from '../../contract/scenario/scenario-names.ts';
import type { ScenarioStep } from '../../contract/scenario/scenario-step.ts';
import { trustFault } from '../../engine/webhooks/receiver-trust.ts';
import { mayBeRefused } from './check-paths.ts';

/** The reason why an endpoint address is refused, or `null`. */
type ValidateUrl = (url: string) => string | null;

/** Checks the endpoints of a world file. */
export function worldReceiverFaults(world: unknown, validate: ValidateUrl): IssuePlace[] {
  return listIn(world, 'webhooks').flatMap((webhook, index) => {
    return receiverFaults(webhook, validate).map(({ path, issue }) => ({ path: ['webhooks', index, ...path], issue }));
  });
}

/** The address is checked first: the certificates for a refused address do not matter. */
function receiverFaults(endpoint: unknown, validate: ValidateUrl): IssuePlace[] {
  const url = textIn(endpoint, 'url');
  if (url === null || hasReference(url)) return [];
  const issue = validate(url);
  if (issue !== null) return [{ path: ['url'], issue }];
  const tls = memberOf(endpoint, 'tls');
  const ca = textIn(tls, 'ca');
  if (typeof tls !== 'object' || tls === null || (ca !== null && hasReference(ca))) return [];
  const fault = trustFault(ca === null ? { insecure: true } : { ca }, url);
  return fault === null ? [] : [{ path: fault.path.split('/').slice(1), issue: fault.issue }];
}

/** Checks a step that creates an endpoint or changes its address. */
export function stepReceiverFaults(step: ScenarioStep, validate: ValidateUrl): IssuePlace[] {
  return receiverFaults(registeredBy(step), validate).map(({ path, issue }) => ({
    path: ['control', 'body', ...path],
    issue,
  }));
}

/** The body of a step that creates an endpoint or changes one. */
function registeredBy(step: ScenarioStep): unknown {
  const control = memberOf(step, 'control');
  const path = textIn(control, 'path') ?? '';
  if (!/^\/webhooks(?:\/|$)/.test(path) || mayBeRefused(memberOf(memberOf(step, 'expect'), 'status'))) return null;
  return memberOf(control, 'body');
}

/** The built-in receivers of a file's webhooks; `null` if they cannot be known. */
export function sinksSentTo(
  scenario: { readonly world?: unknown; readonly start?: unknown },
  steps: readonly ScenarioStep[],
): ReadonlySet<string> | null {
  if (scenario.start !== undefined) return null;
  const urls = [
    ...listIn(scenario.world, 'webhooks').map((webhook) => textIn(webhook, 'url')),
    ...steps.map((step) => textIn(registeredBy(step), 'url')),
  ].filter((url) => url !== null);
  if (urls.some(hasReference)) return null;
  return new Set(urls.flatMap((url) => /^\/sim\/sink\/(.+)$/.exec(url)?.[1] ?? DEFAULT_SINK));
}

/** Types of events that any of the endpoints subscribes to; `null` for all types, or if they cannot be known. */
export function typesSent(
  scenario: { readonly world?: unknown; readonly start?: unknown },
  steps: readonly ScenarioStep[],
): ReadonlySet<unknown> | null {
  const endpoints = [...listIn(scenario.world, 'webhooks'), ...steps.map(registeredBy)].filter(
    (endpoint) => typeof endpoint === 'object' && endpoint !== null,
  );
  const lists = endpoints.map((endpoint) => memberOf(endpoint, 'events'));
  const types = lists.flat();
  const isOpen = scenario.start !== undefined || lists.some((list) => !Array.isArray(list));
  return isOpen || types.some((type) => typeof type !== 'string' || hasReference(type)) ? null : new Set(types);
}

/** Checks a step that counts, or waits for, webhooks of a type without a subscribed endpoint. */
export function unsentTypes(step: ScenarioStep, sent: ReadonlySet<unknown> | null): IssuePlace[] {
  if (sent === null) return [];
  const there =
    sent.size === 0 ? 'the scenario has no receiver' : `receivers subscribe only to ${[...sent].join(', ')}`;
  const expected = memberOf(step, 'expect_webhook');
  const types = [
    { type: memberOf(expected, 'type'), path: ['expect_webhook', 'type'] },
    { type: memberOf(memberOf(step, 'until'), 'webhook'), path: ['until', 'webhook'] },
    ...listIn(expected, 'order').map((type, index) => ({ type, path: ['expect_webhook', 'order', index] })),
  ];
  return types.flatMap(({ type, path }) =>
    typeof type !== 'string' || hasReference(type) || sent.has(type)
      ? []
      : [{ path, issue: `is sent to no receiver: ${there}` }],
  );
}

/** Including receivers to which a request can send anything. */
export function knownSinks(sentTo: ReadonlySet<string> | null, steps: readonly ScenarioStep[]) {
  const paths = steps.map((step) => textIn(memberOf(step, 'control'), 'path') ?? '');
  const spoken = paths.flatMap((path) => /^\/sink\/([^/?]+)/.exec(path)?.[1] ?? []);
  if (sentTo === null || spoken.some(hasReference)) return null;
  return new Set([...sentTo, ...spoken]);
}

/** The receiver behind `/sim/sink` itself. */
const DEFAULT_SINK = 'default';

/** Checks a step that reads a built-in receiver. */
export function unknownSinks(step: ScenarioStep, known: ReadonlySet<string>): IssuePlace[] {
  return (['expect_webhook', 'expect_state'] as const).flatMap((kind) => {
    const name = textIn(memberOf(step, kind), 'sink');
    if (name === null || hasReference(name) || known.has(name)) return [];
    const there =
      known.size === 0
        ? 'nothing is sent to any sink'
        : `there ${known.size === 1 ? 'is' : 'are'} ${[...known].join(', ')}`;
    const issue = `no webhook of this scenario is sent to a sink ${name}: ${there}${didYouMean(name, [...known])}`;
    return [{ path: [kind, 'sink'], issue }];
  });
}

function listIn(value: unknown, key: string): unknown[] {
  const list = memberOf(value, key);
  return Array.isArray(list) ? list : [];
}

function textIn(value: unknown, key: string): string | null {
  const text = memberOf(value, key);
  return typeof text === 'string' ? text : null;
}

function memberOf(value: unknown, key: string): unknown {
  return typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>)[key] : undefined;
}
