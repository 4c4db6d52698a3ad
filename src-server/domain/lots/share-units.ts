/**
 * Counts the shares of a history with splits in units that no split changes, so that shares before and after a split
 * are comparable: the largest part of a share of which every trade is a whole number. Costs are the same in units and
 * in shares.
 */
import { exactMicro } from '../corporate-actions/split-position.ts';
import { invariant } from '../invariant.ts';
import { commonDivisor, type Fraction, fractionOf } from '../numbers/fraction.ts';
import { type Disposal, disposalOf } from './disposal.ts';
import { commonUnitCost, type Lot, type LotPart, quantityOf } from './lot.ts';
import { lotsAfterSplit, splitLots } from './split-lots.ts';
import type { Buy, Sale, Split } from './trade.ts';

/** Lots and disposals of a history, in units or in shares. */
interface Counted {
  readonly lots: readonly Lot[];
  readonly disposals: readonly Disposal[];
}

interface ShareUnits {
  readonly lots: readonly Lot[];
  readonly trades: readonly (Buy | Sale)[];
  /** Converts back to shares: lots to present shares, each disposal to those of the day of its last sale. */
  readonly inShares: (counted: Counted) => Counted;
}

/** A sale as it was recorded, and the number of units in a millionth of one of its shares. */
interface CountedSale {
  readonly sale: Sale;
  readonly unitsPerMicro: Fraction;
  /**
   * No split came before the sale, so its shares are those whose cost was stated: lots have stated costs only at the
   * beginning.
   */
  readonly isOfFirstShares: boolean;
}

/**
 * Returns `null` if there are more units than a number counts exactly. Without a split, a unit is a millionth of a
 * share.
 */
export function shareUnits(lots: readonly Lot[], trades: readonly (Buy | Sale | Split)[]): ShareUnits | null {
  const traded = trades.filter((trade) => trade.side !== 'split');
  if (traded.length === trades.length) return { lots, trades: traded, inShares: (counted) => counted };
  const { exact, firstPerMicro } = exactQuantities(trades);
  const first = lots.map(({ quantityMicro }) => fractionOf(BigInt(quantityMicro), 1n));
  const perMicro = unitsPerMicro([...first, ...exact]);
  const units = [...first, ...exact].map((quantity) => unitsOf(quantity, perMicro));
  const ownLots = lots.map((lot, index) => ({ ...lot, quantityMicro: units[index] ?? 0 }));
  const own = wholeSales(
    quantityOf(lots),
    quantityOf(ownLots),
    trades,
    traded.map((trade, index) => ({ ...trade, quantityMicro: units[lots.length + index] ?? 0 })),
  );
  const inAll = quantityOf(ownLots) + quantityOf(own.filter(({ side }) => side === 'buy'));
  if (!Number.isSafeInteger(inAll)) return null;
  const sales = new Map<string, CountedSale>();
  traded.forEach((trade, index) => {
    const before = firstPerMicro[index];
    invariant(before !== undefined, 'every trade was counted');
    const ownPerMicro = fractionOf(before.numerator * perMicro.numerator, before.denominator * perMicro.denominator);
    if (trade.side !== 'sell') return;
    const isOfFirstShares = before.numerator === before.denominator;
    sales.set(trade.tradeId, { sale: trade, unitsPerMicro: ownPerMicro, isOfFirstShares });
  });
  const heldMicro = trades.reduce(heldAfter, quantityOf(lots));
  return { lots: ownLots, trades: own, inShares: (counted) => inShares(counted, sales, heldMicro) };
}

/**
 * Returns every purchase and sale in millionths of the original shares, and the number of those in a millionth of its
 * own shares.
 */
function exactQuantities(trades: readonly (Buy | Sale | Split)[]) {
  let factor = fractionOf(1n, 1n);
  const exact: Fraction[] = [];
  const firstPerMicro: Fraction[] = [];
  for (const trade of trades) {
    if (trade.side === 'split') {
      invariant(trade.ratio, `split ${trade.tradeId} has no ratio`);
      const { newShares, oldShares } = trade.ratio;
      factor = fractionOf(factor.numerator * BigInt(oldShares), factor.denominator * BigInt(newShares));
      continue;
    }
    const { numerator, denominator } = exactMicro(trade);
    firstPerMicro.push(factor);
    exact.push(fractionOf(numerator * factor.numerator, denominator * factor.denominator));
  }
  return { exact, firstPerMicro };
}

/** Returns the smallest possible number of units. */
function unitsPerMicro(quantities: readonly Fraction[]): Fraction {
  let parts = 1n;
  for (const { denominator } of quantities) parts *= denominator / commonDivisor(parts, denominator);
  let together = 0n;
  for (const { numerator, denominator } of quantities)
    together = commonDivisor(together, (numerator * parts) / denominator);
  return fractionOf(parts, together === 0n ? 1n : together);
}

function unitsOf({ numerator, denominator }: Fraction, perMicro: Fraction): number {
  return Number((numerator * perMicro.numerator) / (denominator * perMicro.denominator));
}

/** A sale after which not even a millionth of a share is held takes all units, whatever fraction a split has left. */
function wholeSales(
  heldMicro: number,
  heldUnits: number,
  trades: readonly (Buy | Sale | Split)[],
  own: readonly (Buy | Sale)[],
): (Buy | Sale)[] {
  let [micro, units, index] = [heldMicro, heldUnits, 0];
  const found: (Buy | Sale)[] = [];
  for (const trade of trades) {
    micro = heldAfter(micro, trade);
    if (trade.side === 'split') continue;
    const counted = own[index];
    index += 1;
    invariant(counted !== undefined, 'every trade was counted');
    const isAll = trade.side === 'sell' && micro === 0;
    const quantityMicro = isAll ? units : counted.quantityMicro;
    units += trade.side === 'buy' ? quantityMicro : -quantityMicro;
    found.push({ ...counted, quantityMicro });
  }
  return found;
}

function heldAfter(heldMicro: number, { side, quantityMicro }: Buy | Sale | Split): number {
  if (side === 'split') return quantityMicro;
  return side === 'buy' ? heldMicro + quantityMicro : heldMicro - quantityMicro;
}

function inShares({ lots, disposals }: Counted, sales: ReadonlyMap<string, CountedSale>, heldMicro: number): Counted {
  return {
    lots: heldMicro === 0 ? [] : lotsAfterSplit(lots, heldMicro),
    disposals: disposals.map((disposal) => disposalInShares(disposal, sales)),
  };
}

function disposalInShares(
  { day, sales, matches, relief }: Disposal,
  counted: ReadonlyMap<string, CountedSale>,
): Disposal {
  const own = sales.map(({ tradeId }) => {
    const found = counted.get(tradeId);
    invariant(found !== undefined, `sale ${tradeId} was not counted`);
    return found;
  });
  const last = own.at(-1);
  invariant(last !== undefined, 'a disposal without a sale');
  const inLast = own.map(({ sale, unitsPerMicro: { numerator, denominator } }): Sale => {
    const micro = exactMicro(sale);
    const over = micro.numerator * numerator * last.unitsPerMicro.denominator;
    const isOwn = numerator === last.unitsPerMicro.numerator && denominator === last.unitsPerMicro.denominator;
    const quantityMicro = Number(over / (micro.denominator * denominator * last.unitsPerMicro.numerator));
    return isOwn ? sale : { ...sale, quantityMicro };
  });
  const parts = matches.map((match): LotPart => {
    const { rule, lotId, acquiredMs, quantityMicro, costMinor } = match;
    const stated = last.isOfFirstShares ? commonUnitCost([match]) : {};
    return { rule, lotId, acquiredMs, quantityMicro, costMinor, ...stated };
  });
  const reportedDisposal = disposalOf(day, inLast, splitLots(parts, quantityOf(inLast)));
  return relief === undefined ? reportedDisposal : { ...reportedDisposal, relief };
}
