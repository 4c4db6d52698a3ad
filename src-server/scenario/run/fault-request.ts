/** Converts a written fault to the engine's request, for the control plane, world files and scenarios alike. */
import type { CreateFault, CreateHttpFault } from '../../contract/control/market/faults.ts';
import { type CreateMarketFault, marketFaultKind } from '../../contract/control/market/market-fault-kinds.ts';
import { parseDuration, parseInstant } from '../../domain/numbers/instant.ts';
import type { FaultRequest } from '../../engine/commands/market/set-fault.ts';
import type { HttpFaultRequest } from '../../engine/http-faults/set-http-fault.ts';

/** `for` counts from `from`, or from `nowMs`. */
export function toFaultRequest(body: CreateMarketFault, nowMs: number): FaultRequest {
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

export function toHttpFaultRequest(body: CreateHttpFault, nowMs: number): HttpFaultRequest {
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
