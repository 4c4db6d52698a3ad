/**
 * Collects the record of a trial for the oracle: its requests, its webhooks, and the outcome of its intents in the
 * world.
 */
import { createHash } from 'node:crypto';
import { jsonIn } from '../../contract/fields/nesting.ts';
import type { OperationName } from '../../contract/service/operation-names.ts';
import { OPERATION_NAMES } from '../../contract/service/operation-names.ts';
import { isActiveRebalance } from '../../domain/lifecycle/rebalance-life-cycle.ts';
import { describeDifferences, readKeyReuse } from '../../engine/key-reuse.ts';
import { valuePortfolioAt } from '../../engine/planning/value-portfolio.ts';
import type { JournalRecord } from '../../engine/ports/journal-port.ts';
import type { WebhookStore } from '../../engine/ports/webhook-ports.ts';
import type { PortfolioRecord, RebalanceRecord } from '../../engine/records.ts';
import type { World } from '../../engine/world.ts';
import type { Intent, TrialAttempt, TrialRequest } from '../../explorer/trial-record.ts';
import { canonicalJson, type Json } from '../../kernel/canonical-json.ts';

/** `processed`: whether the service executed a request that was hit by the fault with this id. */
export function trialRequest(record: JournalRecord, processed: ReadonlyMap<string, boolean>): TrialRequest {
  const { method, path, receivedMs, durationMs, status, faultId, faultKind } = record;
  const sent = objectIn(record.requestBody);
  const { error } = objectIn(record.responseBody);
  const { code = null, details = [] } = isObject(error) ? error : {};
  const retryAfter = headerOf(record.responseHeaders, 'retry-after');
  return {
    operation: OPERATION_NAMES.find((name): name is OperationName => name === record.operation) ?? null,
    method,
    path,
    receivedMs,
    respondedMs: receivedMs + durationMs,
    status,
    content: contentOf(record.requestBody),
    idempotencyKey: typeof sent.idempotency_key === 'string' ? sent.idempotency_key : null,
    keyMisuse: keyMisuseOf(record),
    code: typeof code === 'string' ? code : null,
    faultyPlaces: Array.isArray(details)
      ? details.flatMap((detail) => (isObject(detail) ? [String(detail.path)] : []))
      : [],
    retryAfterS: retryAfter === null ? null : Number(retryAfter),
    fault:
      faultId === null || faultKind === null
        ? null
        : { faultId, kind: faultKind, isProcessed: processed.get(faultId) ?? true },
  };
}

function contentOf(body: string | null): string {
  const value = jsonIn(body ?? '');
  const text = isObject(value)
    ? // A number too large for JSON is read as Infinity and becomes null.
      canonicalJson(JSON.parse(JSON.stringify({ ...value, idempotency_key: null })) as Json)
    : (body ?? '');
  return createHash('sha256').update(text).digest('hex').slice(0, 16);
}

function keyMisuseOf({ keyReuse }: JournalRecord): string | null {
  const reuse = keyReuse === null ? null : readKeyReuse(keyReuse);
  return reuse === null || reuse.differences.length === 0 ? null : describeDifferences(reuse);
}

export function trialAttempts(webhooks: Pick<WebhookStore, 'deliveries' | 'attempts'>): TrialAttempt[] {
  const every = { webhookId: null, status: null, type: null, eventId: null, text: null, beforeDeliveryId: null };
  const attempts = webhooks.deliveries({ ...every, limit: MAX_DELIVERIES }).flatMap(({ deliveryId, eventId, type }) =>
    webhooks.attempts(deliveryId).map(({ sentMs, responseStatus, injected }) => ({
      eventId,
      type,
      sentMs,
      status: responseStatus,
      injected: injected?.kind ?? null,
    })),
  );
  return attempts.sort((one, other) => one.sentMs - other.sentMs);
}

const MAX_DELIVERIES = 10_000;
const MAX_REBALANCES = 10_000;

/** By portfolio and targets, in the order of the first request. Dry runs and unexecuted plans are not intents. */
export function trialIntents(world: World): Intent[] {
  const byName = new Map<string, RebalanceRecord[]>();
  const requested = world.rebalances.list({ limit: MAX_REBALANCES }).filter(isRequested).reverse();
  for (const rebalance of requested) {
    const portfolio = world.portfolios.find(rebalance.portfolioId);
    if (portfolio === null) continue;
    const name = nameOf(world, portfolio, rebalance);
    byName.set(name, [...(byName.get(name) ?? []), rebalance]);
  }
  return [...byName].map(([name, rebalances]) => intentOf(world, name, rebalances));
}

/** MICs of the exchanges that orders of the client went to, sorted. */
export function trialExchanges({ rebalances }: Pick<World, 'rebalances'>): string[] {
  const orders = rebalances.list({ limit: MAX_REBALANCES }).flatMap((each) => rebalances.orders(each.rebalanceId));
  return [...new Set(orders.map(({ mic }) => mic))].sort();
}

/** Whether any rebalance is still being executed. */
export function isUnderWay({ rebalances }: Pick<World, 'rebalances'>): boolean {
  return rebalances.list({ limit: MAX_REBALANCES }).some(({ status }) => isActiveRebalance(status));
}

function isRequested({ simulation, status }: RebalanceRecord): boolean {
  return !simulation && status !== 'plan_ready' && status !== 'cancelled';
}

function nameOf(world: World, portfolio: PortfolioRecord, { formA }: RebalanceRecord): string {
  const label = portfolio.form === 'A' ? portfolio.name : portfolio.externalId;
  const targets =
    formA === null
      ? world.portfolios.targets(portfolio.portfolioId).map(({ isin, weight }) => [isin, weight] as const)
      : Object.entries(formA.targetWeights);
  const weights = [...targets]
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([isin, weight]) => `${isin} ${weight}`);
  return `${label} (${portfolio.form}) to ${weights.join(', ')}`;
}

function intentOf(world: World, name: string, rebalances: readonly RebalanceRecord[]): Intent {
  const last = rebalances.at(-1);
  const portfolio = last === undefined ? null : world.portfolios.find(last.portfolioId);
  const drift =
    portfolio === null || portfolio.deletedMs !== null
      ? 0
      : valuePortfolioAt(world, portfolio, world.kernel.nowMs).drift.maxDrift;
  return {
    name,
    carriedOut: rebalances.filter(({ status }) => status !== 'failed').length,
    status: last?.status ?? null,
    drift,
    band: last?.plan.settings.driftThreshold ?? 0,
  };
}

function headerOf(lines: string, name: string): string | null {
  const all = lines.split('\n');
  const at = all.findIndex((line, index) => index % 2 === 0 && line.toLowerCase() === name);
  return at < 0 ? null : (all[at + 1] ?? null);
}

function objectIn(text: string | null): Readonly<Record<string, unknown>> {
  const value = jsonIn(text ?? '');
  // A body may be broken by a fault.
  return isObject(value) ? value : {};
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
