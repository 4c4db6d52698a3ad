/** How the orders of a rebalance fared on their way, in the words of the wire (decision L81). */
import { fromMicro } from '../../domain/numbers/exact.ts';
import { formatInstant } from '../../domain/numbers/instant.ts';
import type { OrderRecord, RebalanceRecord } from '../records.ts';
import type { World } from '../world.ts';

export function viewProgress({ orderId, sendings, lastSending, ending }: OrderRecord) {
  const limitMicro = lastSending?.limitPriceMicro ?? null;
  return {
    order_id: orderId,
    sendings,
    sent_at: lastSending === null ? null : formatInstant(lastSending.sentMs),
    limit_price: limitMicro === null ? null : fromMicro(limitMicro),
    ending: ending === null ? null : { code: ending.code, message: ending.message },
  };
}

/** When exchanges of its orders could not be reached while it was under way, earliest first; none before it was executed. */
export function viewOutages(
  { lines }: Pick<World, 'lines'>,
  rebalance: RebalanceRecord,
  orders: readonly OrderRecord[],
) {
  const { executedMs, completedMs } = rebalance;
  if (executedMs === null) return [];
  const endMs = completedMs ?? Number.POSITIVE_INFINITY;
  return [...new Set(orders.map(({ mic }) => mic))]
    .flatMap((mic) => (lines.outages(mic) ?? []).map((span) => ({ mic, ...span })))
    .filter(({ fromMs, untilMs }) => fromMs <= endMs && untilMs > executedMs)
    .sort((one, other) => one.fromMs - other.fromMs)
    .map(({ mic, fromMs, untilMs }) => ({
      exchange: mic,
      from: formatInstant(fromMs),
      until: Number.isFinite(untilMs) ? formatInstant(untilMs) : null,
    }));
}
