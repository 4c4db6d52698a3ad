/**
 * The trades from which the lots of one ISIN are computed: purchases, sales, splits and positions that were set by hand, in
 * the order of recording. That is not always the order of execution, because fills may be reported late. Data only.
 */

import type { SplitRatio } from '../corporate-actions/split-position.ts';
import { invariant } from '../invariant.ts';
import { commonUnitCost, type Lot, type SaleMethod, type StatedUnitCost } from './lot.ts';

/** A fill of a buy, or a lot that a position was set with. */
export interface Buy extends StatedUnitCost {
  readonly side: 'buy';
  /** Names the lot it makes. */
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
  /** What was sold beyond whole millionths: a fraction of one, as text; nothing where it is left out. */
  readonly rest?: string;
  /** The consideration before charges, base currency. */
  readonly proceedsMinor: number;
  /** All charges of the sale, base currency; none where it is left out. They are part of the cost of what was sold. */
  readonly chargesMinor?: number;
  readonly method: SaleMethod;
}

/** A corporate action has made another quantity of the shares; what they cost stays (decision O3). */
export interface Split {
  readonly side: 'split';
  /** Names the corporate action. */
  readonly tradeId: string;
  readonly atMs: number;
  /** All that is held afterwards, whole millionths of each position; above 0 where there is no ratio. */
  readonly quantityMicro: number;
  /** Without it, all lots become that quantity, and trades before and after it are not of the same shares. */
  readonly ratio?: SplitRatio;
}

/**
 * The position was set by hand (decision L5): all shares leave without a sale. What is held from then on are the purchases
 * that follow. No trade before it is matched with one after it.
 */
export interface PositionSet {
  readonly side: 'set';
  readonly tradeId: string;
  readonly atMs: number;
  /** Nothing of the old shares is left. */
  readonly quantityMicro: 0;
}

export type LotMovement = Buy | Sale | Split | PositionSet;

/** The calendar day of an instant where the tax is owed, in days since 1970-01-01. Zones belong to the caller. */
export type DayOf = (instantMs: number) => number;

/** The lot a purchase makes. Nothing bought, or a negative cost, is a bug of the caller. */
export function lotOf(buy: Buy): Lot {
  const { tradeId, quantityMicro, costMinor, atMs } = buy;
  invariant(quantityMicro > 0 && costMinor >= 0, `purchase ${tradeId} has no quantity or a negative cost`);
  return { lotId: tradeId, quantityMicro, costMinor, acquiredMs: atMs, ...commonUnitCost([buy]) };
}
