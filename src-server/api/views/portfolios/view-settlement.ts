/** The settled part of a portfolio, and its pending trades, in the terms of the API (decision O4). */
import type { PortfolioView } from '../../../contract/control/portfolios/portfolios.ts';
import type { SettlementList, TradeSettlementWire } from '../../../contract/control/portfolios/settlements.ts';
import { fromMicro, fromMinor } from '../../../domain/numbers/exact.ts';
import { formatInstant } from '../../../domain/numbers/instant.ts';
import type { PendingTotals, SettlementGroup } from '../../../engine/ports/settlement-ports.ts';
import type { PortfolioRecord, PositionRecord } from '../../../engine/records.ts';
import type { World } from '../../../engine/world.ts';

export function viewSettlement(trade: SettlementGroup, currency: string): TradeSettlementWire {
  const { failedMs, settledMs } = trade;
  return {
    fill_id: trade.fillId,
    fills: trade.fills,
    order_id: trade.orderId,
    rebalance_id: trade.rebalanceId,
    portfolio_id: trade.portfolioId,
    isin: trade.isin,
    exchange: trade.mic,
    side: trade.side,
    quantity: fromMicro(trade.quantityMicro),
    cash: fromMinor(trade.cashMinor),
    currency,
    trade_date: trade.tradeDate,
    intended_at: formatInstant(trade.intendedMs),
    expected_at: formatInstant(trade.dueMs),
    status: settledMs !== null ? 'settled' : failedMs !== null ? 'late' : 'pending',
    failed_at: failedMs === null ? null : formatInstant(failedMs),
    settled_at: settledMs === null ? null : formatInstant(settledMs),
  };
}

export function viewDue({ dueMs, trades, receivedMinor, paidMinor }: PendingTotals): SettlementList['due'][number] {
  const amounts = { received: fromMinor(receivedMinor), paid: fromMinor(paidMinor) };
  return { at: formatInstant(dueMs), trades, ...amounts, net: fromMinor(receivedMinor - paidMinor) };
}

interface SettledParts {
  readonly cash: { readonly settled: number; readonly unsettled: number };
  /** Settled and unsettled shares of a position; their sum is its quantity. */
  sharesOf(position: PositionRecord): { readonly settled: number; readonly unsettled: number };
  /** Positions without shares, of which sold shares have not been delivered yet. */
  readonly undelivered: PortfolioView['undelivered'];
}

/** Returns the settled part of its cash and of its positions. */
export function settledParts(
  { settlement }: Pick<World, 'settlement'>,
  { portfolioId, cashMinor }: PortfolioRecord,
  positions: readonly PositionRecord[],
): SettledParts {
  const pendingCash = settlement.trades.pendingCash(portfolioId);
  const unsettledMinor = pendingCash.reduce((sum, pending) => sum + pending.cashMinor, 0);
  const pendingShares = settlement.trades.pendingShares(portfolioId);
  const held = new Set(positions.map(placeOf));
  const unsettledMicro = new Map(pendingShares.map((shares) => [placeOf(shares), shares.quantityMicro]));
  return {
    cash: { settled: fromMinor(cashMinor - unsettledMinor), unsettled: fromMinor(unsettledMinor) },
    sharesOf(position) {
      const unsettled = unsettledMicro.get(placeOf(position)) ?? 0;
      return { settled: fromMicro(position.quantityMicro - unsettled), unsettled: fromMicro(unsettled) };
    },
    undelivered: pendingShares.flatMap((shares) => {
      if (shares.quantityMicro === 0 || held.has(placeOf(shares))) return [];
      const unsettled = fromMicro(shares.quantityMicro);
      return [{ isin: shares.isin, exchange: shares.mic, settled: -unsettled, unsettled }];
    }),
  };
}

function placeOf({ isin, mic }: { readonly isin: string; readonly mic: string }): string {
  return `${isin} ${mic}`;
}
