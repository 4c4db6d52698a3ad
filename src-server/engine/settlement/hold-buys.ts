/**
 * Holds buys that would settle before the proceeds that pay for them, until an order gets a later trade date
 * (decision O4). Nothing is bought on credit, and no buy is dropped because it is a day early.
 */
import { isFinalRebalance } from '../../domain/lifecycle/rebalance-life-cycle.ts';
import { fromMinor } from '../../domain/numbers/exact.ts';
import { formatInstant } from '../../domain/numbers/instant.ts';
import type { UnitOfWork } from '../../kernel/unit-of-work.ts';
import type { OrderRecord, RebalanceRecord } from '../records.ts';
import type { World } from '../world.ts';
import type { AvailableCash } from './available-cash.ts';
import { settleDueTrades } from './settle-trades.ts';

/** One timer for each instant until which buys are held. It has no payload. */
const HELD_BUYS_TIMER = 'settlement.held_buys';

/** Registers the timer; `advance` sends the orders that can be sent now. Must be called once, before time advances. */
export function handleHeldBuys(
  world: World,
  advance: (world: World, unit: UnitOfWork, rebalance: RebalanceRecord) => void,
): void {
  world.kernel.onTimer(HELD_BUYS_TIMER, (unit) => {
    // A trade that fails at this instant pays for nothing that settles before its new date.
    settleDueTrades(world, unit);
    for (const rebalanceId of world.settlement.heldBuys.due(unit.nowMs)) {
      const rebalance = world.rebalances.find(rebalanceId);
      if (rebalance !== null && !isFinalRebalance(rebalance.status)) advance(world, unit, rebalance);
    }
    // Buys that continue to wait have a later instant by now; the others were sent, or ended.
    world.settlement.heldBuys.releaseUntil(unit.nowMs);
  });
}

/** Holds a buy until the end of the trade date that it would have now. */
export function holdBuy(
  { settlement }: Pick<World, 'settlement'>,
  unit: UnitOfWork,
  { orderId, rebalanceId, portfolioId, mic, isin }: OrderRecord,
  cash: AvailableCash,
): void {
  const { days, heldBuys } = settlement;
  const untilMs = days.tradeDateEndMs(mic, unit.nowMs);
  if (!heldBuys.isAnyHeldUntil(untilMs)) unit.schedule(untilMs, HELD_BUYS_TIMER, null);
  if (!heldBuys.hold({ orderId, rebalanceId, untilMs })) return;
  const availableMinor = cash.forBuyAt(mic);
  unit.emit('order.awaits_settlement', {
    order_id: orderId,
    rebalance_id: rebalanceId,
    portfolio_id: portfolioId,
    isin,
    exchange: mic,
    would_settle_at: formatInstant(days.expectedMs(mic, unit.nowMs)),
    available: fromMinor(availableMinor),
    settles_later: fromMinor(cash.totalMinor - availableMinor),
  });
}
