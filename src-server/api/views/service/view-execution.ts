/** The execution of the orders of a rebalance, in the terms of the API (decision L81). */
import type { OrderProgressWire, OutageMetWire } from '../../../contract/service/execution.ts';
import { fromMicro } from '../../../domain/numbers/exact.ts';
import { formatInstant } from '../../../domain/numbers/instant.ts';
import type { OrderRecord, RebalanceRecord } from '../../../engine/records.ts';
import type { World } from '../../../engine/world.ts';

export function viewProgress(order: OrderRecord): OrderProgressWire {
  const { orderId, quantityMicro, submissions, lastSubmission, termination } = order;
  const limitMicro = lastSubmission?.limitPriceMicro ?? null;
  return {
    order_id: orderId,
    planned_quantity: fromMicro(lastSubmission?.plannedMicro ?? quantityMicro),
    submissions,
    sent_at: lastSubmission === null ? null : formatInstant(lastSubmission.sentMs),
    sent_quantity: lastSubmission === null ? null : fromMicro(lastSubmission.quantityMicro),
    limit_price: limitMicro === null ? null : fromMicro(limitMicro),
    ending: termination === null ? null : { code: termination.code, message: termination.message },
  };
}

/**
 * Returns when exchanges of its orders were disconnected during the rebalance, earliest first; empty before it was
 * executed.
 */
export function viewOutages(
  { connections }: Pick<World, 'connections'>,
  rebalance: RebalanceRecord,
  orders: readonly OrderRecord[],
): OutageMetWire[] {
  const { executedMs, completedMs } = rebalance;
  if (executedMs === null) return [];
  const endMs = completedMs ?? Number.POSITIVE_INFINITY;
  return [...new Set(orders.map(({ mic }) => mic))]
    .flatMap((mic) => (connections.outages(mic) ?? []).map((span) => ({ mic, ...span })))
    .filter(({ fromMs, untilMs }) => fromMs <= endMs && untilMs > executedMs)
    .sort((one, other) => one.fromMs - other.fromMs)
    .map(({ mic, fromMs, untilMs }) => ({
      exchange: mic,
      from: formatInstant(fromMs),
      until: Number.isFinite(untilMs) ? formatInstant(untilMs) : null,
    }));
}
