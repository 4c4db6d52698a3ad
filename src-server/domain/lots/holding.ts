/**
 * The interface of lots for the engine: one holding per portfolio and ISIN, the same for every method and jurisdiction.
 * Trades are recorded; lots and disposals are the result. Holdings are values: recording returns a new one, so an
 * estimate records trades and discards the result. Storing the trades alone is enough (`holdingOf`).
 */

import { countedGainMinor, type Disposal, hasSameMatches, type SaleShare, sharesOf } from './disposal.ts';
import {
  addTrade,
  EMPTY_LOT_STATE,
  heldIn,
  type LotState,
  needsReplay,
  type Oversold,
  refusal,
  replayTrades,
} from './replay.ts';
import type { DayOf, LotMovement, Sale } from './trade.ts';

export interface Holding extends LotState {
  readonly trades: readonly LotMovement[];
}

export const EMPTY_HOLDING: Holding = { trades: [], ...EMPTY_LOT_STATE };

export interface Recorded {
  readonly kind: 'recorded';
  readonly holding: Holding;
  /** The disposal of a sale, or the one it joined; `null` for a purchase. */
  readonly disposal: Disposal | null;
  /** Earlier disposals in their present state, if this trade changed their matches (GB, IE). */
  readonly restated: readonly Disposal[];
}

type RecordResult = Recorded | Oversold;

/** Returns the holding of stored trades in the order of booking, or the sale of more than was held. */
export function holdingOf(
  trades: readonly LotMovement[],
  dayOf: DayOf,
): Omit<Recorded, 'disposal' | 'restated'> | Oversold {
  const replay = replayTrades(trades, dayOf);
  if (replay.kind !== 'replayed') return replay;
  return { kind: 'recorded', holding: { trades, ...replay.state } };
}

/** Records a fill. A sale of more than is held now is `not_enough_held`, even if purchases are reported later. */
export function recordTrade(holding: Holding, trade: LotMovement, dayOf: DayOf): RecordResult {
  const heldMicro = heldIn(holding);
  if (trade.side === 'sell' && trade.quantityMicro > heldMicro) return refusal(trade, heldMicro);
  const trades = [...holding.trades, trade];
  const isReplayed = trades.some(needsReplay);
  const replay = isReplayed ? replayTrades(trades, dayOf) : addTrade(holding, trade, dayOf);
  if (replay.kind !== 'replayed') return replay;
  const { disposals } = replay.state;
  const disposal = disposals.findLast((each) => isPartOf(each, trade)) ?? null;
  const restated = isReplayed ? restatedIn(disposals, holding.disposals, trade) : [];
  return { kind: 'recorded', holding: { trades, ...replay.state }, disposal, restated };
}

interface SalesEstimate {
  readonly kind: 'estimated';
  /** One for each planned sale, in the given order. */
  readonly shares: readonly SaleShare[];
  /**
   * The change that the sales cause to gains of earlier disposals (GB), and earlier losses that count now (IE);
   * otherwise 0.
   */
  readonly restatedGainMinor: number;
}

/**
 * Returns the lots and gains of planned sales of one ISIN, one after the other; `not_enough_held` if they exceed the
 * holding.
 */
export function estimateSales(holding: Holding, sales: readonly Sale[], dayOf: DayOf): SalesEstimate | Oversold {
  let after = holding;
  for (const sale of sales) {
    const result = recordTrade(after, sale, dayOf);
    if (result.kind !== 'recorded') return result;
    after = result.holding;
  }
  const shares = sharesOfSales(
    after,
    sales.map(({ tradeId }) => tradeId),
  );
  const changeMinor = countedMinor(after.disposals) - countedMinor(holding.disposals);
  const ownMinor = shares.reduce((sum, { gainMinor }) => sum + gainMinor, 0);
  return { kind: 'estimated', shares, restatedGainMinor: changeMinor - ownMinor };
}

/** Returns the current shares of these sales in their disposals, in the given order, e.g. for the fills of an order. */
export function sharesOfSales(state: LotState, saleIds: readonly string[]): SaleShare[] {
  const wanted = new Set(saleIds);
  const touched = state.disposals.filter(({ sales }) => sales.some(({ tradeId }) => wanted.has(tradeId)));
  const bySale = new Map(touched.flatMap(sharesOf).map((share) => [share.saleId, share]));
  return saleIds.flatMap((saleId) => bySale.get(saleId) ?? []);
}

function isPartOf({ sales }: Disposal, trade: LotMovement): boolean {
  return trade.side === 'sell' && sales.some(({ tradeId }) => tradeId === trade.tradeId);
}

function restatedIn(after: readonly Disposal[], before: readonly Disposal[], trade: LotMovement): Disposal[] {
  const earlier = new Map(before.map((disposal) => [disposal.sales[0]?.tradeId, disposal]));
  return after.filter((disposal) => {
    const was = earlier.get(disposal.sales[0]?.tradeId);
    return was !== undefined && !isPartOf(disposal, trade) && !hasSameMatches(was, disposal);
  });
}

function countedMinor(disposals: readonly Disposal[]): number {
  return disposals.reduce((sum, disposal) => sum + countedGainMinor(disposal), 0);
}
