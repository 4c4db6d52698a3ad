/**
 * The types of acquisition lots and the one way to split an amount: half up at the minor unit for the part taken, so
 * parts always sum to the whole. Quantities are millionths, money is minor units of the portfolio's base currency,
 * instants are ms UTC. Lots belong to an ISIN, whichever exchange it is held at.
 */

import { invariant } from '../invariant.ts';
import { roundedProduct } from '../numbers/rounded-product.ts';

export const LOT_METHODS = ['FIFO', 'HIFO', 'average_cost', 'specific_id'] as const;

/** The API's `tax_method` (specification 2.1). */
export type LotMethod = (typeof LOT_METHODS)[number];

/** The method of one sale. In GB, `average_cost` means `section_104`; in IE, `FIFO` means `section_581`. */
export type SaleMethod = LotMethod | 'section_104' | 'section_581';

export const SALE_METHODS: readonly SaleMethod[] = [...LOT_METHODS, 'section_104', 'section_581'];

/** The stated cost of a share, if there is one; purchases by fills have only a total cost. */
export interface StatedUnitCost {
  /** Millionths of the base currency, charges included. For display: amounts follow from the cost. */
  readonly unitMicro?: number;
}

export interface Lot extends StatedUnitCost {
  /** The id of the purchase. */
  readonly lotId: string;
  readonly quantityMicro: number;
  /** The total cost of this quantity, purchase charges included. */
  readonly costMinor: number;
  readonly acquiredMs: number;
}

/**
 * The source of sold shares: one lot, the average of all, the purchases of one day under the British rules, or a lot of
 * the four weeks before under the Irish ones.
 */
export const MATCH_RULES = ['lot', 'pool', 'same_day', 'thirty_days', 'four_weeks'] as const;
export type MatchRule = (typeof MATCH_RULES)[number];

/** Shares that a sale took. For a day's purchases, id and instant are those of the first; a pool has neither. */
export interface LotPart extends StatedUnitCost {
  readonly rule: MatchRule;
  readonly lotId: string | null;
  readonly acquiredMs: number | null;
  readonly quantityMicro: number;
  readonly costMinor: number;
}

/** The sale exceeds the holding; nothing was changed. */
export interface NotEnoughHeld {
  readonly kind: 'not_enough_held';
  readonly heldMicro: number;
  readonly requestedMicro: number;
}

interface Taken {
  readonly kind: 'taken';
  readonly parts: readonly LotPart[];
  /** In the order in which the lots were given. */
  readonly rest: readonly Lot[];
}

export type Taking = Taken | NotEnoughHeld;

/** Returns the total quantity. */
export function quantityOf(lots: readonly { readonly quantityMicro: number }[]): number {
  return lots.reduce((sum, { quantityMicro }) => sum + quantityMicro, 0);
}

/** Returns the total cost of lots or parts of lots. */
export function costOfLots(lots: readonly { readonly costMinor: number }[]): number {
  return lots.reduce((sum, { costMinor }) => sum + costMinor, 0);
}

/**
 * Returns the part of an amount for `partMicro` of `wholeMicro`, half away from zero. Negative amounts occur: the
 * proceeds of a sale whose charges exceed its value.
 */
export function shareMinor(amountMinor: number, partMicro: number, wholeMicro: number): number {
  invariant(partMicro >= 0 && partMicro <= wholeMicro && wholeMicro > 0, 'a part is larger than its whole');
  if (amountMinor < 0) return -roundedProduct(-amountMinor, partMicro, wholeMicro) || 0;
  return roundedProduct(amountMinor, partMicro, wholeMicro);
}

/**
 * Spreads an amount over quantities, so that every running total is rounded half up and the last one is the amount
 * itself. If the amount is not negative, no part is.
 */
export function spreadMinor(amountMinor: number, quantitiesMicro: readonly number[]): number[] {
  const wholeMicro = quantitiesMicro.reduce((sum, quantityMicro) => sum + quantityMicro, 0);
  let coveredMicro = 0;
  let givenMinor = 0;
  return quantitiesMicro.map((quantityMicro) => {
    coveredMicro += quantityMicro;
    const upToHereMinor = shareMinor(amountMinor, coveredMicro, wholeMicro);
    const givenHereMinor = upToHereMinor - givenMinor;
    givenMinor = upToHereMinor;
    return givenHereMinor;
  });
}

/**
 * Returns the cost per share in millionths of the base currency, as stated, or else half up; for display, never for
 * further computation.
 */
export function unitCostMicro({ quantityMicro, costMinor, unitMicro }: CostedShares): number {
  return unitMicro ?? roundedProduct(costMinor, MICRO_SQUARED_PER_MINOR, quantityMicro);
}

interface CostedShares extends StatedUnitCost {
  readonly quantityMicro: number;
  readonly costMinor: number;
}

/** Returns the stated unit cost of combined shares, if the same one was stated for all. */
export function commonUnitCost([first, ...others]: readonly StatedUnitCost[]): StatedUnitCost {
  const unitMicro = first?.unitMicro;
  if (unitMicro === undefined || others.some((other) => other.unitMicro !== unitMicro)) return {};
  return { unitMicro };
}

const MICRO_SQUARED_PER_MINOR = 1e10;
