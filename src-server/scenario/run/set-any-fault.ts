/** Sets a fault of any scope from the control plane, a world file or a scenario (decisions L17, L39). */

import type { CreateFault, CreateHttpFault } from '../../contract/control/market/faults.ts';
import { type CreateMarketFault, marketFaultKind } from '../../contract/control/market/market-fault-kinds.ts';
import { FAULT_KINDS } from '../../domain/events/event-choices.ts';
import { parseDuration, parseInstant } from '../../domain/numbers/instant.ts';
import { type FaultRequest, setFault } from '../../engine/commands/market/set-fault.ts';
import { type HttpFaultRequest, setHttpFault } from '../../engine/http-faults/set-http-fault.ts';
import type { ValidationIssue } from '../../engine/outcome.ts';
import type { WebhookStore } from '../../engine/ports/webhook-ports.ts';
import type { World } from '../../engine/world.ts';
import { stubIssues } from './stub-template.ts';

export function setAnyFault(world: World, webhooks: Pick<WebhookStore, 'findEndpoint'>, body: CreateFault) {
  const { nowMs } = world.kernel;
  if (isMarketFault(body)) return setFault(world, toFaultRequest(body, nowMs));
  return setHttpFault(world, toHttpFaultRequest(body, nowMs), [
    ...unknownNames(world, webhooks, body),
    ...(body.kind === 'api_stub' ? stubIssues(body.answer) : []),
  ]);
}

function isMarketFault(body: CreateFault): body is CreateMarketFault {
  return (FAULT_KINDS as readonly string[]).includes(body.kind);
}

/** A fault with an unknown key or endpoint would silently never hit. */
function unknownNames(
  { apiKeys }: Pick<World, 'apiKeys'>,
  webhooks: Pick<WebhookStore, 'findEndpoint'>,
  { match }: CreateHttpFault,
): ValidationIssue[] {
  if (match === undefined) return [];
  const keyId = 'key_id' in match ? match.key_id : undefined;
  const webhookId = 'webhook_id' in match ? match.webhook_id : undefined;
  const issues: ValidationIssue[] = [];
  if (keyId !== undefined && apiKeys.find(keyId) === null) {
    issues.push({ path: '/match/key_id', issue: 'is not the identifier of a key' });
  }
  if (webhookId !== undefined && webhooks.findEndpoint(webhookId) === null) {
    issues.push({ path: '/match/webhook_id', issue: 'is not the identifier of a webhook endpoint' });
  }
  return issues;
}

/** `for` counts from `from`, or from `nowMs`. */
function toFaultRequest(body: CreateMarketFault, nowMs: number): FaultRequest {
  return {
    kind: body.kind,
    mic: body.exchange ?? null,
    isin: ('isin' in body ? body.isin : undefined) ?? null,
    share: 'share' in body ? body.share : 1,
    amount: amountOf(body),
    cancelsOrders: body.kind === 'exchange_down' && body.cancel_orders,
    count: ('count' in body ? body.count : undefined) ?? null,
    ...boundsOf(body, nowMs),
  };
}

function toHttpFaultRequest(body: CreateHttpFault, nowMs: number): HttpFaultRequest {
  const { skip, share, count, from: _from, until: _until, for: _for, ...terms } = body;
  return { terms, skip, share, count: count ?? null, ...boundsOf(body, nowMs) };
}

function boundsOf(body: Pick<CreateFault, 'from' | 'until' | 'for'>, nowMs: number) {
  const fromMs = body.from === undefined ? null : parseInstant(body.from);
  const forMs = body.for === undefined ? null : parseDuration(body.for);
  const untilMs = body.until === undefined ? null : parseInstant(body.until);
  return { fromMs, untilMs: forMs === null ? untilMs : (fromMs ?? nowMs) + forMs };
}

function amountOf(body: CreateMarketFault): number | null {
  const name = marketFaultKind(body.kind).amount;
  const value = Object.entries(body).find(([field]) => field === name)?.[1];
  return typeof value === 'number' ? value : null;
}
