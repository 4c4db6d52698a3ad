/** Faults in the terms of the control plane: those of the market, and those of the interface and of webhooks. */
import { formatInstant } from '../../../domain/numbers/instant.ts';
import { type HttpFault, scopeOfKind } from '../../../engine/http-faults/http-fault.ts';
import { faultStatus, type MarketFault } from '../../../engine/market/market-fault.ts';

/** `amountName`: the field with the number of its kind; `null`: it has none. */
export function viewFault(fault: MarketFault, amountName: string | null, nowMs: number) {
  const { faultId, kind, mic, isin, share, amount, cancelsOrders, fromMs, untilMs, count, hits, endedMs } = fault;
  return {
    scope: 'market' as const,
    fault_id: faultId,
    kind,
    exchange: mic,
    isin,
    status: faultStatus(fault, nowMs),
    from: formatInstant(fromMs),
    until: untilMs === null ? null : formatInstant(untilMs),
    share,
    count,
    hits,
    ended_at: endedMs === null ? null : formatInstant(endedMs),
    ...(kind === 'exchange_down' ? { cancel_orders: cancelsOrders } : {}),
    ...(amountName === null || amount === null ? {} : { [amountName]: amount }),
  };
}

/** Its own fields are at the top level, as in the request. */
export function viewHttpFault(fault: HttpFault, nowMs: number) {
  const { faultId, terms, skip, share, fromMs, untilMs, count, chances, hits, endedMs } = fault;
  return {
    scope: scopeOfKind(terms.kind),
    fault_id: faultId,
    status: faultStatus(fault, nowMs),
    ...terms,
    match: terms.match ?? null,
    from: formatInstant(fromMs),
    until: untilMs === null ? null : formatInstant(untilMs),
    skip,
    share,
    count,
    chances,
    hits,
    ended_at: endedMs === null ? null : formatInstant(endedMs),
  };
}
