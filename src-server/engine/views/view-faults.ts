/** Market faults as the control plane shows them. */
import { formatInstant } from '../../domain/instant.ts';
import { faultStatus, type MarketFault } from '../../market/faults/fault.ts';

/** `amounts` names the number that a kind has. */
export function viewFault(fault: MarketFault, amounts: Readonly<Record<string, string>>, nowMs: number) {
  const { faultId, kind, mic, isin, share, amount, cancelsOrders, fromMs, untilMs, count, hits, endedMs } = fault;
  const name = amounts[kind];
  return {
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
    ...(name === undefined || amount === null ? {} : { [name]: amount }),
  };
}
