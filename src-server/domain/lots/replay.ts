/**
 * Computes the lots and disposals of a history of trades. Without Section 104 sales, trades apply one by one in the
 * order of recording and nothing later changes a disposal. With any, a day is one moment and the whole history is
 * recomputed, because later purchases restate earlier disposals, also across splits (`share-units.ts`), but not across
 * a position that was set by hand.
 */

import { invariant } from '../invariant.ts';
import { type Disposal, disposalOf, withoutRepeated } from './disposal.ts';
import {
  costOfLots,
  type Lot,
  type LotPart,
  type NotEnoughHeld,
  quantityOf,
  type SaleMethod,
  type Taking,
} from './lot.ts';
import { matchDays, type TradingDay } from './match-days.ts';
import { relieveLosses, takeUnder581 } from './section-581.ts';
import { shareUnits } from './share-units.ts';
import { lotsAfterSplit } from './split-lots.ts';
import { takeAverage } from './take-average.ts';
import { takeLots } from './take-lots.ts';
import { type Buy, type DayOf, type LotMovement, lotOf, type PositionSet, type Sale, type Split } from './trade.ts';

export interface LotState {
  readonly lots: readonly Lot[];
  /** In the order of recording; by day as soon as there is a Section 104 sale. */
  readonly disposals: readonly Disposal[];
  readonly removals: readonly Removal[];
}

/** Shares that left the holding without a sale, because the position was set by hand (decision L5). */
export interface Removal {
  /** Id of the trade that removed them. */
  readonly tradeId: string;
  /** Days since 1970-01-01 where the tax is owed. */
  readonly day: number;
  readonly quantityMicro: number;
  readonly costMinor: number;
}

export interface Oversold extends NotEnoughHeld {
  /** The sale of more than is held. */
  readonly tradeId: string;
}

type LotReplay = { readonly kind: 'replayed'; readonly state: LotState } | Oversold;

export const EMPTY_LOT_STATE: LotState = { lots: [], disposals: [], removals: [] };

/** Returns the state of a history of one ISIN, or the first sale of more than was held when it was made. */
export function replayTrades(trades: readonly LotMovement[], dayOf: DayOf): LotReplay {
  const replayPart = trades.some(isPooledSale) ? replayDays : replayInOrder;
  let state = EMPTY_LOT_STATE;
  for (const { traded, change } of betweenChanges(trades)) {
    const next = replayInUnits(state, traded, dayOf, replayPart);
    if (next.kind !== 'replayed') return next;
    state = change === null ? next.state : changed(next.state, change, dayOf);
  }
  if (!trades.some(({ side }) => side === 'set')) return { kind: 'replayed', state };
  return { kind: 'replayed', state: { ...state, disposals: withoutRepeated(state.disposals) } };
}

type ReplayPart = (before: LotState, trades: readonly (Buy | Sale)[], dayOf: DayOf) => LotReplay;

/**
 * Replays trades including splits. If the history has more units than a number counts exactly, its first split is
 * handled like one without a ratio.
 */
function replayInUnits(
  before: LotState,
  trades: readonly (Buy | Sale | Split)[],
  dayOf: DayOf,
  replayPart: ReplayPart,
): LotReplay {
  const units = shareUnits(before.lots, trades);
  if (units !== null) {
    const replay = replayPart({ ...EMPTY_LOT_STATE, lots: units.lots }, units.trades, dayOf);
    if (replay.kind !== 'replayed') return replay;
    const { lots, disposals } = units.inShares(replay.state);
    return { kind: 'replayed', state: { ...before, lots, disposals: [...before.disposals, ...disposals] } };
  }
  const index = trades.findIndex(({ side }) => side === 'split');
  const first = replayInUnits(before, trades.slice(0, index), dayOf, replayPart);
  const split = trades[index];
  if (first.kind !== 'replayed' || split?.side !== 'split') return first;
  return replayInUnits(changed(first.state, split, dayOf), trades.slice(index + 1), dayOf, replayPart);
}

function replayInOrder(before: LotState, trades: readonly (Buy | Sale)[], dayOf: DayOf): LotReplay {
  let state = before;
  for (const trade of trades) {
    const next = addTrade(state, trade, dayOf);
    if (next.kind !== 'replayed') return next;
    state = next.state;
  }
  return { kind: 'replayed', state: { ...state, disposals: relieveLosses(state.disposals, trades, dayOf) } };
}

/** True for a trade that requires the history to be recomputed with every trade after it. */
export function needsReplay(trade: LotMovement): boolean {
  if (trade.side === 'sell') return trade.method === 'section_104' || trade.method === 'section_581';
  return trade.side === 'split' && trade.ratio !== undefined;
}

function isPooledSale(trade: LotMovement): boolean {
  return trade.side === 'sell' && trade.method === 'section_104';
}

/** Adds one trade to a state whose history does not have to be recomputed. */
export function addTrade(state: LotState, trade: LotMovement, dayOf: DayOf): LotReplay {
  const { lots, disposals, removals } = state;
  if (trade.side === 'buy') return { kind: 'replayed', state: { lots: [...lots, lotOf(trade)], disposals, removals } };
  if (trade.side !== 'sell') return { kind: 'replayed', state: changed(state, trade, dayOf) };
  const taking =
    trade.method === 'section_581'
      ? takeUnder581(lots, trade, dayOf)
      : takeFor(trade.method, lots, trade.quantityMicro);
  if (taking.kind !== 'taken') return { ...taking, tradeId: trade.tradeId };
  const disposal = disposalOf(dayOf(trade.atMs), [trade], taking.parts);
  return { kind: 'replayed', state: { lots: taking.rest, disposals: [...disposals, disposal], removals } };
}

/** Returns the state after a split or a position that was set by hand. */
function changed(state: LotState, trade: Split | PositionSet, dayOf: DayOf): LotState {
  const { lots, disposals, removals } = state;
  if (trade.side === 'split') {
    const isNothing = trade.quantityMicro === 0 || lots.length === 0;
    return { lots: isNothing ? [] : lotsAfterSplit(lots, trade.quantityMicro), disposals, removals };
  }
  const [quantityMicro, costMinor] = [quantityOf(lots), costOfLots(lots)];
  const removal = { tradeId: trade.tradeId, day: dayOf(trade.atMs), quantityMicro, costMinor };
  return { lots: [], disposals, removals: quantityMicro === 0 ? removals : [...removals, removal] };
}

function takeFor(method: SaleMethod, lots: readonly Lot[], quantityMicro: number): Taking {
  if (method === 'average_cost' || method === 'section_104') return takeAverage(lots, quantityMicro);
  return takeLots(lots, quantityMicro, method === 'section_581' ? 'FIFO' : method);
}

/** Trades that are matched among themselves; the remaining lots are input of the change. */
interface TradesToChange {
  readonly traded: (Buy | Sale | Split)[];
  /** The change at their end: a position that was set by hand, or a split without a ratio; `null` for the last. */
  change: Split | PositionSet | null;
}

function betweenChanges(trades: readonly LotMovement[]): TradesToChange[] {
  let open: TradesToChange = { traded: [], change: null };
  const found = [open];
  for (const trade of trades) {
    if (trade.side !== 'set' && (trade.side !== 'split' || trade.ratio !== undefined)) {
      open.traded.push(trade);
      continue;
    }
    open.change = trade;
    open = { traded: [], change: null };
    found.push(open);
  }
  return found;
}

/**
 * A day's purchases join the pool before its sales leave it. The pool never has less than was held: shares that were
 * sold earlier and matched with a later purchase are still in the pool, and that purchase does not join it.
 */
function replayDays(before: LotState, trades: readonly (Buy | Sale)[], dayOf: DayOf): LotReplay {
  const oversold = findOversold(trades, dayOf, heldIn(before));
  if (oversold !== null) return oversold;
  let lots = before.lots;
  const disposals: Disposal[] = [...before.disposals];
  const take: Take = (method, quantityMicro) => {
    const taking = takeFor(method, lots, quantityMicro);
    invariant(taking.kind === 'taken', 'the pool ran short of what was held');
    lots = taking.rest;
    return taking.parts;
  };
  for (const each of matchDays(trades, dayOf)) {
    lots = [...lots, ...each.lots];
    if (each.pooledSales.length > 0) disposals.push(disposalOf(each.day, each.pooledSales, pooledParts(each, take)));
    for (const sale of each.otherSales) {
      disposals.push(disposalOf(each.day, [sale], take(sale.method, sale.quantityMicro)));
    }
  }
  return { kind: 'replayed', state: { ...before, lots, disposals } };
}

type Take = (method: SaleMethod, quantityMicro: number) => readonly LotPart[];

function pooledParts(each: TradingDay, take: Take): readonly LotPart[] {
  if (each.unmatchedMicro === 0) return each.parts;
  return [...each.parts, ...take('section_104', each.unmatchedMicro)];
}

/** Within a day the order of booking counts, so shares cannot be sold before the purchase that brings them. */
function findOversold(trades: readonly (Buy | Sale)[], dayOf: DayOf, heldBeforeMicro: number): Oversold | null {
  const inOrder = [...trades].sort((a, b) => dayOf(a.atMs) - dayOf(b.atMs));
  let heldMicro = heldBeforeMicro;
  for (const trade of inOrder) {
    invariant(trade.quantityMicro > 0, `trade ${trade.tradeId} has no quantity`);
    if (trade.side === 'sell' && trade.quantityMicro > heldMicro) return refusal(trade, heldMicro);
    heldMicro += trade.side === 'buy' ? trade.quantityMicro : -trade.quantityMicro;
  }
  return null;
}

/** Returns the refusal of a sale of more than is held. */
export function refusal(sale: Sale, heldMicro: number): Oversold {
  return { kind: 'not_enough_held', tradeId: sale.tradeId, heldMicro, requestedMicro: sale.quantityMicro };
}

/** Returns the quantity held, in millionths. */
export function heldIn(state: LotState): number {
  return quantityOf(state.lots);
}
