/**
 * The maximum cash that an order can cost. A buy is submitted with a limit price and at FX rates dealt on submission,
 * so its cost has a ceiling, which is reserved until it is filled: cash never becomes negative, whatever prices do.
 */

import { explicitCharges } from '../../domain/costs/explicit-charges.ts';
import { MICRO, valueInBaseMinor, valueMinor } from '../../domain/numbers/exact.ts';
import type { TradeTerms } from '../planning/take-market-snapshot.ts';
import type { OrderRecord, Rates } from '../records.ts';

export interface ReserveTerms extends TradeTerms {
  readonly currency: string;
  readonly rates: Rates;
  readonly fxConversionBps: number;
  readonly limitPriceMicro: number;
  /** Reserved because each fill is rounded separately. */
  readonly roundingMinor: number;
}

/** Returns the value of a quantity at the limit, base currency. */
export function valueAtLimitMinor(quantityMicro: number, terms: ReserveTerms): number {
  const { listing, currency, rates, limitPriceMicro: limit } = terms;
  return valueInBaseMinor(quantityMicro, limit, rateOf(rates, listing.currency), rateOf(rates, currency));
}

/** Returns the maximum cost of buying `quantityMicro` more, base currency. */
export function reserveMinor(order: OrderRecord, quantityMicro: number, terms: ReserveTerms): number {
  return valueAtLimitMinor(quantityMicro, terms) + chargesMinor(order, quantityMicro, terms) + terms.roundingMinor;
}

/** Returns the charges for buying `quantityMicro` more at the limit, base currency. */
export function chargesMinor(order: OrderRecord, quantityMicro: number, terms: ReserveTerms): number {
  const { listing, currency, rates, limitPriceMicro: limit } = terms;
  const valueAtLimit = valueAtLimitMinor(quantityMicro, terms);
  const basis = { considerationLocalMinor: order.considerationLocalMinor, valueMinor: order.considerationBaseMinor };
  const chargeTerms = { side: order.side, listing, instrument: terms.instrument, currency };
  const chargeRates = { perEurMicro: rates, fxConversionBps: terms.fxConversionBps };
  const before = explicitCharges(basis, chargeTerms, chargeRates);
  const after = explicitCharges(
    {
      considerationLocalMinor: basis.considerationLocalMinor + valueMinor(quantityMicro, limit),
      valueMinor: basis.valueMinor + valueAtLimit,
    },
    chargeTerms,
    chargeRates,
  );
  return (
    after.commissionMinor -
    before.commissionMinor +
    (after.fxMinor - before.fxMinor) +
    (after.transactionTaxMinor - before.transactionTaxMinor)
  );
}

/**
 * Returns the largest multiple of `stepMicro` up to `quantityMicro` whose ceiling fits into `availableMinor`; 0 if none
 * does.
 */
export function affordableMicro(
  order: OrderRecord,
  quantityMicro: number,
  stepMicro: number,
  availableMinor: number,
  terms: ReserveTerms,
): number {
  let low = 0;
  let high = Math.floor(quantityMicro / stepMicro);
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (reserveMinor(order, middle * stepMicro, terms) <= availableMinor) low = middle;
    else high = middle - 1;
  }
  return low * stepMicro;
}

function rateOf(rates: Rates, currency: string): number {
  return rates[currency] ?? MICRO;
}
