/** When the reports of an execution leave, with faults applied: late, twice, or after the next one. */
import { drawUniform, streamKey } from '../../kernel/streams.ts';
import type { UnitOfWork } from '../../kernel/unit-of-work.ts';
import type { FaultRegistry } from '../faults/fault-registry.ts';
import type { ExchangeOrder } from './exchange-order-store.ts';

/** Added ms of each report that is sent: one, or two where a fault sends it twice. */
export function reportDelays(
  unit: UnitOfWork,
  faults: FaultRegistry,
  order: Pick<ExchangeOrder, 'clientOrderId' | 'mic' | 'isin'>,
  executionNo: number,
  sliceIntervalMs: number,
): readonly number[] {
  const occurrence = `${order.clientOrderId}:${executionNo}`;
  const late = faults.trigger(unit, 'late_fills', order, occurrence)?.amount ?? 0;
  const isHeldBack = faults.trigger(unit, 'reordered_fills', order, occurrence) !== null;
  // One and a half to three slices: the next execution of the order is reported first, often the one after it too.
  const draw = drawUniform(streamKey(unit.seed, 'market.reorder', order.clientOrderId), executionNo);
  const delayMs = late + (isHeldBack ? Math.round(sliceIntervalMs * (1.5 + 1.5 * draw)) : 0);
  const isTwice = faults.trigger(unit, 'duplicate_fills', order, occurrence) !== null;
  return isTwice ? [delayMs, delayMs] : [delayMs];
}
