/**
 * The trades from which the lots of one ISIN are computed: purchases, sales, splits and positions that were set by
 * hand, in the order of recording. That is not always the order of execution, because fills may be reported late. Data
 * only.
 */

import type { SplitRatio } from '../corporate-actions/split-position.ts';
import { invariant } from '../invariant.ts';
import { commonUnitCost, type Lot, type SaleMethod, type StatedUnitCost } from './lot.ts';

/** A fill of a buy, or a lot that a position was set with. */
export interface Buy extends StatedUnitCost {
  readonly side: 'buy';
  /** Id of the lot that it makes. */
  readonly tradeId: string;
  readonly atMs: number;
  readonly quantityMicro: number;
  /** Consideration and all charges, base currency. */
  readonly costMinor: number;
}

export interface Sale {
  readonly side: 'sell';
  readonly tradeId: string;
  readonly atMs: number;
  readonly quantityMicro: number;
  /** Sold fraction of a millionth beyond the whole ones, as text; left out if there is none. */
  readonly rest?: string;
  /** The consideration before charges, base currency. */
  readonly proceedsMinor: number;
  /**
   * All charges of the sale, base currency; left out if there are none. They are part of the cost of the sold shares.
   */
  readonly chargesMinor?: number;
  readonly method: SaleMethod;
}

/** A corporate action has changed the quantity of the shares; their total cost remains (decision O3). */
export interface Split {
  readonly side: 'split';
  /** Id of the corporate action. */
  readonly tradeId: string;
  readonly atMs: number;
  /** The whole holding afterwards, in whole millionths of each position; above 0 if there is no ratio. */
  readonly quantityMicro: number;
  /**
   * Without a ratio, all lots together become that quantity, and trades before and after are not of the same shares.
   */
  readonly ratio?: SplitRatio;
}

/**
 * The position was set by hand (decision L5): all shares leave without a sale, and the purchases that follow are the
 * new holding. No trade before it is matched with one after it.
 */
export interface PositionSet {
  readonly side: 'set';
  readonly tradeId: string;
  readonly atMs: number;
  /** None of the old shares remain. */
  readonly quantityMicro: 0;
}

export type LotMovement = Buy | Sale | Split | PositionSet;

/**
 * Returns the calendar day of an instant where the tax is owed, in days since 1970-01-01. The caller chooses the time
 * zone.
 */
export type DayOf = (instantMs: number) => number;

/** Returns the lot of a purchase. A quantity that is not positive, or a negative cost, is a bug of the caller. */
export function lotOf(buy: Buy): Lot {
  const { tradeId, quantityMicro, costMinor, atMs } = buy;
  invariant(quantityMicro > 0 && costMinor >= 0, `purchase ${tradeId} has no quantity or a negative cost`);
  return { lotId: tradeId, quantityMicro, costMinor, acquiredMs: atMs, ...commonUnitCost([buy]) };
}
