/** Applies the events of accounts, keys and webhook endpoints, and expects the webhooks of every announced event. */
import { hash } from 'node:crypto';
import type { EventOf, KnownEvent } from '../../domain/events/event-catalogue.ts';
import { formatInstant } from '../../domain/numbers/instant.ts';
import type { AnnouncedType } from '../../engine/announce.ts';
import { webhookPayload } from '../../engine/commands/webhooks/send-test-event.ts';
import { DEFAULT_TIER } from '../../engine/ports/account-ports.ts';
import { DEFAULT_ACCOUNT } from '../../engine/world.ts';
import type { Json } from '../../kernel/canonical-json.ts';
import { flagOf } from '../event-units.ts';
import { type Columns, json, oneOf, rule } from '../expected-table.ts';
import type { Fold, Folds, Projection } from './projection.ts';

/** Every world has an account without an event. */
const worldCreated: Fold<'world.created'> = (data, { tables }, { atMs }) => {
  tables.world.insert([1], { seed: data.seed });
  tables.settings.insert(['started_at'], { value: formatInstant(atMs) }, true);
  if (data.settlement !== undefined) tables.settings.insert(['settlement'], { value: data.settlement });
  if (data.dividends !== undefined) tables.settings.insert(['dividends_since_ms'], { value: String(atMs) });
  if (data.market !== undefined) tables.settings.insert(['own_market'], { value: hashIs(data.market) });
  tables.accounts.insert([DEFAULT_ACCOUNT], {
    name: 'Default account',
    tier: DEFAULT_TIER,
    monthly_limit: null,
    rate_limit: null,
    created_ms: atMs,
  });
};

const instrumentsAdded: Fold<'market.instruments_added'> = (data, { tables }) => {
  tables.settings.insert(['own_market'], { value: hashIs(data.market) });
};

function hashIs(sha256: string) {
  return rule(`the text whose SHA-256 is ${sha256}`, (text) => hash('sha256', String(text), 'hex') === sha256);
}

/** As JSON or null; `undefined` if the event lacks it. */
function jsonOrNull(value: Json | undefined) {
  return value === null ? null : json(value);
}

const accountCreated: Fold<'account.created'> = (data, { tables }, { atMs }) => {
  tables.accounts.insert([data.account_id], { ...accountColumns(data), created_ms: atMs });
};

const accountChanged: Fold<'account.changed'> = (data, { tables }) => {
  tables.accounts.change([data.account_id], stated(accountColumns(data)));
};

function accountColumns(data: EventOf<'account.changed'>): Columns {
  return {
    name: data.name,
    tier: data.tier,
    monthly_limit: jsonOrNull(data.monthly_limit),
    rate_limit: jsonOrNull(data.rate_limit),
  };
}

/** Leaves out columns that an event lacks. */
function stated(columns: Columns): Columns {
  return Object.fromEntries(Object.entries(columns).filter(([, value]) => value !== undefined));
}

const tierChanged: Fold<'tier.changed'> = (data, { tables }) => {
  tables.tier_limits.insert([data.tier], { monthly_limit: jsonOrNull(data.monthly_limit) });
};

const keyCreated: Fold<'key.created'> = (data, projection, { atMs }) => {
  projection.countId('ak');
  projection.tables.api_keys.insert([data.key_id], {
    account_id: data.account_id,
    name: data.name,
    rate_limit: jsonOrNull(data.rate_limit),
    is_run_key: 0,
    created_ms: atMs,
    revoked_ms: null,
  });
};

const keyChanged: Fold<'key.changed'> = (data, { tables }) => {
  const change = { name: data.name, rate_limit: jsonOrNull(data.rate_limit) };
  tables.api_keys.change([data.key_id], stated(change));
};

const keyRevoked: Fold<'key.revoked'> = (data, { tables }, { atMs }) => {
  tables.api_keys.change([data.key_id], { revoked_ms: atMs });
};

const USUAL_TIMEOUT_MS = 15_000;

const registered: Fold<'webhook.registered'> = (data, projection, { atMs }) => {
  const id = data.webhook_id;
  projection.countId('wh');
  projection.endpoints.set(id, { events: subscribed(data.events), urls: new Set([data.url]) });
  projection.tables.webhook_endpoints.insert([id], {
    url: data.url,
    events: jsonOrNull(data.events),
    ordered: flagOf(data.ordered) ?? 1,
    timeout_ms: data.timeout_ms ?? USUAL_TIMEOUT_MS,
    rotations: 0,
    created_ms: atMs,
    tls: jsonOrNull(data.tls) ?? null,
    status: oneOf('enabled', 'disabled'),
    secret: rule('a secret', (secret) => secret !== ''),
  });
};

function subscribed(events: readonly string[] | null): ReadonlySet<string> | null {
  return events === null ? null : new Set(events);
}

const changed: Fold<'webhook.changed'> = (data, projection) => {
  const { webhook_id: id, status, url, events } = data;
  const endpoint = projection.endpoints.get(id);
  if (endpoint !== undefined && events !== undefined) endpoint.events = subscribed(events);
  if (url !== undefined) endpoint?.urls.add(url);
  // Responses of the receiver decide whether it is disabled, until a request changes its status.
  if (status === 'enabled') projection.mayHaveBeenDisabled.add(id);
  projection.tables.webhook_endpoints.change(
    [id],
    stated({
      url,
      events: jsonOrNull(events),
      ordered: flagOf(data.ordered),
      timeout_ms: data.timeout_ms,
      tls: jsonOrNull(data.tls),
      status: status && oneOf(status, 'disabled'),
    }),
  );
};

const rotated: Fold<'webhook.secret_rotated'> = (data, { tables }) => {
  tables.webhook_endpoints.change([data.webhook_id], { rotations: data.rotations });
};

const removed: Fold<'webhook.removed'> = (data, projection) => {
  const id = data.webhook_id;
  projection.endpoints.delete(id);
  projection.mayHaveBeenDisabled.add(id);
  projection.tables.webhook_endpoints.remove(id);
};

/** Expects one delivery, which may be optional, for each endpoint that has subscribed to the announced event. */
const announced = (
  { event_id: eventId, by: _by, ...facts }: EventOf<AnnouncedType>,
  projection: Projection,
  { type, atMs }: KnownEvent,
  isOptional = false,
): void => {
  projection.countId('ev');
  let payload: string | null = null;
  for (const [webhookId, { events, urls }] of projection.endpoints) {
    if (events !== null && !events.has(type)) continue;
    payload ??= webhookPayload({ nowMs: atMs }, type, facts);
    const delivery = {
      type,
      payload,
      created_ms: atMs,
      is_test: 0,
      url: rule('an address of its endpoint', (url) => [...urls].some((each) => isAddress(String(url), each))),
    };
    projection.tables.deliveries.insert([eventId, webhookId], delivery, isOptional);
  }
};

/** An earlier release announced the cancellation of a dry run by webhook. */
const cancelled: Fold<'rebalance.cancelled'> = (data, projection, event) => {
  const isDryRun = projection.tables.rebalances.find(data.rebalance_id)?.columns.simulation === 1;
  announced(data, projection, event, isDryRun);
};

/** A built-in sink is a path, to which the sending server adds its own address. */
function isAddress(url: string, endpointUrl: string): boolean {
  return endpointUrl.startsWith('/') ? url.endsWith(endpointUrl) : url === endpointUrl;
}

export const SERVER_FOLDS: Folds = {
  'world.created': worldCreated,
  'market.instruments_added': instrumentsAdded,
  'account.created': accountCreated,
  'account.changed': accountChanged,
  'tier.changed': tierChanged,
  'key.created': keyCreated,
  'key.changed': keyChanged,
  'key.revoked': keyRevoked,
  'webhook.registered': registered,
  'webhook.changed': changed,
  'webhook.secret_rotated': rotated,
  'webhook.removed': removed,
};

/** Expected webhooks, which come after all other effects of an event. */
export const ANNOUNCED_FOLDS: { readonly [T in AnnouncedType]: Fold<T> } = {
  'rebalance.created': announced,
  'rebalance.executing': announced,
  'rebalance.partially_filled': announced,
  'rebalance.complete': announced,
  'rebalance.failed': announced,
  'rebalance.cancelled': cancelled,
  'order.filled': announced,
  'order.rejected': announced,
  'portfolio.drift_exceeded': announced,
};
