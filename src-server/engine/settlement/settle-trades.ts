/**
 * Schedules the settlement of trades, and settles them when they are due (decision O4). Cash and positions change with
 * the fill; settlement only determines which part of them is settled, so it never changes a total.
 */
import { fromMicro, fromMinor } from '../../domain/numbers/exact.ts';
import { formatInstant } from '../../domain/numbers/instant.ts';
import type { UnitOfWork } from '../../kernel/unit-of-work.ts';
import type { FillRecord, OrderRecord } from '../records.ts';
import type { World } from '../world.ts';
import type { TradeSettlement } from './settlement.ts';

/** One timer for each instant with a settlement. It has no payload. */
export const SETTLEMENT_TIMER = 'settlement.due';

type SettlingWorld = Pick<World, 'settlement' | 'faults'>;

/** Registers the timer; must be called once, before time advances. */
export function handleSettlement(world: SettlingWorld & Pick<World, 'kernel'>): void {
  world.kernel.onTimer(SETTLEMENT_TIMER, (unit) => settleDueTrades(world, unit));
}

/**
 * Schedules a fill that adds `cashMinor` to the cash. A fill that is reported after its settlement date settles at
 * once.
 */
export function awaitSettlement(
  { settlement }: Pick<World, 'settlement'>,
  unit: UnitOfWork,
  { isin, side }: OrderRecord,
  { fillId, orderId, rebalanceId, portfolioId, mic, quantityMicro, filledMs }: FillRecord,
  cashMinor: number,
): void {
  if (settlement.mode === 'immediate') return;
  const { tradeDate, settlesMs: intendedMs } = settlement.days.termsOf(mic, filledMs);
  const dueMs = Math.max(intendedMs, unit.nowMs);
  setTimer(settlement.trades, unit, dueMs);
  settlement.trades.insert({
    fillId,
    orderId,
    rebalanceId,
    portfolioId,
    isin,
    mic,
    side,
    quantityMicro,
    rest: null,
    cashMinor,
    tradeDate,
    intendedMs,
    dueMs,
    failedMs: null,
    settledMs: null,
  });
}

/** Settles trades that are due, or lets them fail if a fault hits. Settled trades remain settled. */
export function settleDueTrades(world: SettlingWorld, unit: UnitOfWork): void {
  for (const trade of world.settlement.trades.due(unit.nowMs)) {
    // A trade fails at most once.
    const fault = trade.failedMs === null ? world.faults.trigger(unit, 'settlement_fail', trade, trade.fillId) : null;
    if (fault === null) settle(world, unit, trade);
    else fail(world, unit, trade, fault);
  }
}

function settle({ settlement }: SettlingWorld, unit: UnitOfWork, trade: TradeSettlement): void {
  settlement.trades.update({ ...trade, settledMs: unit.nowMs });
  unit.emit('trade.settled', factsOf(trade));
}

function fail(
  { settlement }: SettlingWorld,
  unit: UnitOfWork,
  trade: TradeSettlement,
  fault: { readonly faultId: string; readonly amount: number | null },
): void {
  const daysLate = fault.amount ?? 1;
  const dueMs = settlement.days.later(trade.mic, trade.dueMs, daysLate);
  setTimer(settlement.trades, unit, dueMs);
  settlement.trades.update({ ...trade, dueMs, failedMs: unit.nowMs });
  unit.emit('trade.settlement_failed', {
    ...factsOf(trade),
    expected_at: formatInstant(dueMs),
    days_late: daysLate,
    fault_id: fault.faultId,
  });
}

/** Must be called before a trade is stored with that instant: the first one that is due then sets the timer. */
function setTimer(trades: World['settlement']['trades'], unit: UnitOfWork, dueMs: number): void {
  if (!trades.isAnyDueAt(dueMs)) unit.schedule(dueMs, SETTLEMENT_TIMER, null);
}

function factsOf(trade: TradeSettlement) {
  return {
    fill_id: trade.fillId,
    order_id: trade.orderId,
    rebalance_id: trade.rebalanceId,
    portfolio_id: trade.portfolioId,
    isin: trade.isin,
    exchange: trade.mic,
    side: trade.side,
    quantity: fromMicro(trade.quantityMicro),
    cash: fromMinor(trade.cashMinor),
    trade_date: trade.tradeDate,
    intended_at: formatInstant(trade.intendedMs),
  };
}
