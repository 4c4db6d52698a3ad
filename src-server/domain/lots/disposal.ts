/**
 * Computes the gain of a sale: its proceeds before charges, less the cost of its shares and the charges of the sale,
 * part by part (decision G39). Under the British rules all sales of a day are one disposal, which is then shared among
 * the sales. Every split is exact: parts sum to their disposal, and so do the shares of its sales.
 */

import { invariant } from '../invariant.ts';
import {
  commonUnitCost,
  costOfLots,
  type LotPart,
  quantityOf,
  type SaleMethod,
  shareMinor,
  spreadMinor,
} from './lot.ts';
import type { Sale } from './trade.ts';

/** A part with its share of the proceeds and of the charges of the sale, which its own cost excludes. */
interface LotUse extends LotPart {
  readonly proceedsMinor: number;
  readonly chargesMinor: number;
  readonly gainMinor: number;
}

interface Realised {
  readonly quantityMicro: number;
  /** Before charges. */
  readonly proceedsMinor: number;
  /** Cost of the shares, and the charges of the sale. */
  readonly costMinor: number;
  /** Proceeds less cost; negative for a loss. */
  readonly gainMinor: number;
  readonly matches: readonly LotUse[];
}

export interface Disposal extends Realised {
  /** Days since 1970-01-01 where the tax is owed. */
  readonly day: number;
  readonly method: SaleMethod;
  /** One sale, or all Section 104 sales of the day; in the order in which they were booked. */
  readonly sales: readonly Sale[];
  /** Present under the Irish rules, if there is any. */
  readonly relief?: LossRelief;
}

/** How a loss counts that is not deducted from any gain (`section-581.ts`). Neither is negative. */
export interface LossRelief {
  /** Part of the disposal's own loss that counts only against gains on the shares that were bought again. */
  readonly heldBackMinor: number;
  /** Part of earlier losses of that kind that counts against the disposal's gain. */
  readonly setOffMinor: number;
}

/** Returns the gain or loss of a disposal as it counts for the tax of its year. */
export function countedGainMinor({ gainMinor, relief }: Disposal): number {
  return gainMinor + (relief?.heldBackMinor ?? 0) - (relief?.setOffMinor ?? 0);
}

/** The share of one sale in its disposal. */
export interface SaleShare extends Realised {
  readonly saleId: string;
  readonly method: SaleMethod;
}

/** Returns the disposal of these sales, which took these parts. */
export function disposalOf(day: number, sales: readonly Sale[], parts: readonly LotPart[]): Disposal {
  const method = sales[0]?.method;
  invariant(method, 'a disposal without a sale');
  const sumOf = (read: (sale: Sale) => number | undefined) => sales.reduce((sum, sale) => sum + (read(sale) ?? 0), 0);
  const proceedsMinor = sumOf((sale) => sale.proceedsMinor);
  const chargesMinor = sumOf((sale) => sale.chargesMinor);
  invariant(quantityOf(sales) === quantityOf(parts), 'a disposal took another quantity than was sold');
  return { day, method, sales, ...realised(parts, proceedsMinor, chargesMinor) };
}

/**
 * Returns the shares of a disposal's sales: each in turn takes its quantity from the matches, same-day purchases before
 * the pool, and has its own proceeds. For a disposal of one sale that is the disposal itself.
 */
export function sharesOf(disposal: Disposal): SaleShare[] {
  let left: readonly LotPart[] = disposal.matches.map(partOf);
  return disposal.sales.map(({ tradeId: saleId, method, quantityMicro, proceedsMinor, chargesMinor = 0 }) => {
    const { first, rest } = splitParts(left, quantityMicro);
    left = rest;
    return { saleId, method, ...realised(first, proceedsMinor, chargesMinor) };
  });
}

/**
 * Returns each sale once, as last stated: positions that are set by hand may state a sale again (decision L5). The
 * other sales of a disposal retain their shares.
 */
export function withoutRepeated(disposals: readonly Disposal[]): readonly Disposal[] {
  const seen = new Set<string>();
  const last = disposals.toReversed().flatMap((disposal) => {
    const { day, sales } = disposal;
    const repeated = new Set(sales.flatMap(({ tradeId }) => (seen.has(tradeId) ? [tradeId] : [])));
    for (const { tradeId } of sales) seen.add(tradeId);
    if (repeated.size === 0) return [disposal];
    const left = sales.filter(({ tradeId }) => !repeated.has(tradeId));
    const shares = sharesOf(disposal).filter(({ saleId }) => !repeated.has(saleId));
    return left.length === 0
      ? []
      : [
          disposalOf(
            day,
            left,
            shares.flatMap(({ matches }) => matches.map(partOf)),
          ),
        ];
  });
  return last.toReversed();
}

/**
 * True if nothing was rematched between two states of the same disposal: the same shares at the same cost. A change of
 * cost alone counts as rematched, because a pool that an earlier disposal has changed has another average; and so does
 * another part of the loss that counts only against later gains.
 */
export function hasSameMatches(a: Disposal, b: Disposal): boolean {
  if (a.matches.length !== b.matches.length || countedGainMinor(a) - a.gainMinor !== countedGainMinor(b) - b.gainMinor)
    return false;
  return a.matches.every(({ lotId, quantityMicro, costMinor }, index) => {
    const other = b.matches[index];
    return lotId === other?.lotId && quantityMicro === other.quantityMicro && costMinor === other.costMinor;
  });
}

/** Spreads the proceeds after charges, too, so that a part's gain is rounded once. */
function realised(parts: readonly LotPart[], proceedsMinor: number, saleChargesMinor: number): Realised {
  const costMinor = costOfLots(parts) + saleChargesMinor;
  const quantitiesMicro = parts.map((part) => part.quantityMicro);
  const proceeds = spreadMinor(proceedsMinor, quantitiesMicro);
  const afterCharges = spreadMinor(proceedsMinor - saleChargesMinor, quantitiesMicro);
  const matches = parts.map((part, index) => {
    const [ownMinor, leftMinor] = [proceeds[index] ?? 0, afterCharges[index] ?? 0];
    return {
      ...part,
      proceedsMinor: ownMinor,
      chargesMinor: ownMinor - leftMinor,
      gainMinor: leftMinor - part.costMinor,
    };
  });
  const quantityMicro = quantityOf(parts);
  return { quantityMicro, proceedsMinor, costMinor, gainMinor: proceedsMinor - costMinor, matches };
}

function partOf(part: LotPart): LotPart {
  const { rule, lotId, acquiredMs, quantityMicro, costMinor } = part;
  return { rule, lotId, acquiredMs, quantityMicro, costMinor, ...commonUnitCost([part]) };
}

function splitParts(parts: readonly LotPart[], quantityMicro: number): { first: LotPart[]; rest: LotPart[] } {
  const first: LotPart[] = [];
  const rest: LotPart[] = [];
  let openMicro = quantityMicro;
  for (const part of parts) {
    const takenMicro = Math.min(openMicro, part.quantityMicro);
    const takenMinor = shareMinor(part.costMinor, takenMicro, part.quantityMicro);
    openMicro -= takenMicro;
    const leftMicro = part.quantityMicro - takenMicro;
    if (takenMicro > 0) first.push({ ...part, quantityMicro: takenMicro, costMinor: takenMinor });
    if (leftMicro > 0) rest.push({ ...part, quantityMicro: leftMicro, costMinor: part.costMinor - takenMinor });
  }
  return { first, rest };
}
