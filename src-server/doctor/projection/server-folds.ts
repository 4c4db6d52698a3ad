/** Accounts, keys, webhook endpoints, and the webhooks that every announced event sends. */
import { hash } from 'node:crypto';
import { formatInstant } from '../../domain/numbers/instant.ts';
import { webhookPayload } from '../../engine/commands/webhooks/send-test-event.ts';
import { DEFAULT_TIER } from '../../engine/ports/account-ports.ts';
import { DEFAULT_ACCOUNT } from '../../engine/world.ts';
import type { EventFields } from '../event-fields.ts';
import { type Columns, json, oneOf, rule } from '../expected-table.ts';
import type { Fold, Folds } from './projection.ts';

/** Every world has an account that no event tells of. */
const worldCreated: Fold = ({ tables }, fields, { atMs }) => {
  tables.world.insert([1], { seed: fields.number('seed') });
  tables.settings.insert(['started_at'], { value: formatInstant(atMs) }, true);
  if (fields.has('settlement')) tables.settings.insert(['settlement'], { value: fields.text('settlement') });
  if (fields.has('dividends')) tables.settings.insert(['dividends_since_ms'], { value: String(atMs) });
  if (fields.has('market')) tables.settings.insert(['own_market'], { value: hashIs(fields.text('market')) });
  tables.accounts.insert([DEFAULT_ACCOUNT], {
    ...{ name: 'Default account', tier: DEFAULT_TIER, monthly_limit: null, rate_limit: null, created_ms: atMs },
  });
};

const instrumentsAdded: Fold = ({ tables }, fields) => {
  tables.settings.insert(['own_market'], { value: hashIs(fields.text('market')) });
};

function hashIs(sha256: string | null | undefined) {
  return rule(`the text whose SHA-256 is ${sha256}`, (text) => hash('sha256', String(text), 'hex') === sha256);
}

function limitOf(fields: EventFields, name: string) {
  const limit = fields.json(name);
  return limit === null ? null : json(limit);
}

const accountCreated: Fold = ({ tables }, fields, { atMs }) => {
  tables.accounts.insert([fields.id('account_id')], { ...accountColumns(fields), created_ms: atMs });
};

const accountChanged: Fold = ({ tables }, fields) => {
  tables.accounts.change([fields.id('account_id')], said(accountColumns(fields)));
};

function accountColumns(fields: EventFields): Columns {
  return {
    ...{ name: fields.text('name'), tier: fields.text('tier') },
    ...{ monthly_limit: limitOf(fields, 'monthly_limit'), rate_limit: limitOf(fields, 'rate_limit') },
  };
}

/** Without what an event left out. */
function said(columns: Columns): Columns {
  return Object.fromEntries(Object.entries(columns).filter(([, value]) => value !== undefined));
}

const tierChanged: Fold = ({ tables }, fields) => {
  tables.tier_limits.insert([fields.id('tier')], { monthly_limit: limitOf(fields, 'monthly_limit') });
};

const keyCreated: Fold = (projection, fields, { atMs }) => {
  projection.countId('ak');
  projection.tables.api_keys.insert([fields.id('key_id')], {
    ...{ account_id: fields.text('account_id'), name: fields.text('name'), rate_limit: limitOf(fields, 'rate_limit') },
    ...{ is_run_key: 0, created_ms: atMs, revoked_ms: null },
  });
};

const keyChanged: Fold = ({ tables }, fields) => {
  const change = { name: fields.text('name'), rate_limit: limitOf(fields, 'rate_limit') };
  tables.api_keys.change([fields.id('key_id')], said(change));
};

const keyRevoked: Fold = ({ tables }, fields, { atMs }) => {
  tables.api_keys.change([fields.id('key_id')], { revoked_ms: atMs });
};

const USUAL_TIMEOUT_MS = 15_000;

const registered: Fold = (projection, fields, { atMs }) => {
  const id = fields.id('webhook_id');
  projection.countId('wh');
  projection.endpoints.set(id, { events: subscribed(fields), urls: new Set([fields.id('url')]) });
  projection.tables.webhook_endpoints.insert([id], {
    ...{ url: fields.text('url'), events: eventsOf(fields), ordered: fields.flag('ordered') ?? 1 },
    ...{ timeout_ms: fields.number('timeout_ms') ?? USUAL_TIMEOUT_MS, rotations: 0, created_ms: atMs },
    tls: trustOf(fields) ?? null,
    ...{ status: oneOf('enabled', 'disabled'), secret: rule('a secret', (secret) => secret !== '') },
  });
};

/** `undefined`: it says nothing of it. */
function trustOf(fields: EventFields) {
  if (!fields.has('tls')) return undefined;
  const tls = fields.json('tls');
  return tls === null ? null : json(tls);
}

function eventsOf(fields: EventFields) {
  const events = fields.json('events');
  return events === null ? null : json(events);
}

function subscribed(fields: EventFields): ReadonlySet<string> | null {
  const events = fields.json('events');
  return Array.isArray(events) ? new Set(events.map(String)) : null;
}

const changed: Fold = (projection, fields) => {
  const id = fields.id('webhook_id');
  const endpoint = projection.endpoints.get(id);
  const status = fields.text('status');
  const url = fields.text('url');
  if (endpoint !== undefined && fields.has('events')) endpoint.events = subscribed(fields);
  if (typeof url === 'string') endpoint?.urls.add(url);
  // Only the receiver decides whether one is disabled, until somebody says otherwise.
  if (status === 'enabled') projection.mayHaveBeenDisabled.add(id);
  projection.tables.webhook_endpoints.change(
    [id],
    said({
      ...{ url: url ?? undefined, events: eventsOf(fields), ordered: fields.flag('ordered') },
      timeout_ms: fields.number('timeout_ms') ?? undefined,
      tls: trustOf(fields),
      status: typeof status === 'string' ? oneOf(status, 'disabled') : undefined,
    }),
  );
};

const rotated: Fold = ({ tables }, fields) => {
  tables.webhook_endpoints.change([fields.id('webhook_id')], { rotations: fields.number('rotations') });
};

const removed: Fold = (projection, fields) => {
  const id = fields.id('webhook_id');
  projection.endpoints.delete(id);
  projection.mayHaveBeenDisabled.add(id);
  projection.tables.webhook_endpoints.remove(id);
};

/** One delivery for each endpoint that has subscribed to an event that was announced. */
const announced: Fold = (projection, fields, { atMs, type, data }) => {
  if (!fields.has('event_id')) return;
  projection.countId('ev');
  const { event_id: _id, by: _by, ...told } = data;
  let payload: string | null = null;
  for (const [webhookId, { events, urls }] of projection.endpoints) {
    if (events !== null && !events.has(type)) continue;
    payload ??= webhookPayload({ nowMs: atMs }, type, told);
    projection.tables.deliveries.insert([fields.id('event_id'), webhookId], {
      ...{ type, payload, created_ms: atMs, is_test: 0 },
      url: rule('an address of its endpoint', (url) => [...urls].some((each) => isAddress(String(url), each))),
    });
  }
};

/** A built-in sink is a path, to which the server that sends adds its own address. */
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
  '*': announced,
};
