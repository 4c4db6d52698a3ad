/**
 * Computes commission, FX conversion and transaction tax on a cumulative consideration. A fill pays the difference of
 * two cumulative charges, so a minimum is charged once per order and the fills of an order sum to its charges to the
 * cent.
 */

import type { Commission, InstrumentView, ListingView, MarketView, Side, TaxRule } from '../market-view.ts';
import { convertedMinor, perEurMicroOf, rateE8, roundedProduct } from '../numbers/rounded-product.ts';

/** The trades of an order so far, in the listing's currency and in the base currency at the rates of its fills. */
export interface ChargeBasis {
  readonly considerationLocalMinor: number;
  readonly valueMinor: number;
}

export const NOTHING_TRADED: ChargeBasis = { considerationLocalMinor: 0, valueMinor: 0 };

/** The terms of an order that its charges depend on; `currency` is the portfolio's base currency. */
export interface ChargeTerms {
  readonly side: Side;
  readonly listing: Pick<ListingView, 'currency' | 'commission'>;
  readonly instrument: Pick<InstrumentView, 'taxes'>;
  readonly currency: string;
}

export type ChargeRates = Pick<MarketView, 'perEurMicro' | 'fxConversionBps'>;

interface ExplicitCharges {
  readonly commissionMinor: number;
  readonly fxMinor: number;
  readonly transactionTaxMinor: number;
}

/**
 * Returns the charges on all trades of an order, base currency; they never fall as the basis grows at unchanged rates.
 */
export function explicitCharges(basis: ChargeBasis, terms: ChargeTerms, rates: ChargeRates): ExplicitCharges {
  const { listing, currency } = terms;
  const perEurLocal = perEurMicroOf(rates.perEurMicro, listing.currency);
  const perEurBase = perEurMicroOf(rates.perEurMicro, currency);
  const commission = commissionMinorFor(basis.considerationLocalMinor, listing.commission);
  const fxMinor = listing.currency === currency ? 0 : bpsMinorOf(basis.valueMinor, rates.fxConversionBps);
  const taxMinor = transactionTaxMinor(basis.considerationLocalMinor, terms, rates);
  const commissionMinor = convertedMinor(commission, perEurLocal, perEurBase);
  // A sell pays its commission from its proceeds, so later fills pay the part that exceeds a small first fill.
  const payableMinor = terms.side === 'sell' ? Math.max(0, basis.valueMinor - fxMinor - taxMinor) : commissionMinor;
  return { commissionMinor: Math.min(commissionMinor, payableMinor), fxMinor, transactionTaxMinor: taxMinor };
}

/**
 * Returns basis points of the consideration, half up, between minimum and cap; 0 for 0. Exchange currency throughout.
 */
export function commissionMinorFor(considerationLocalMinor: number, commission: Commission): number {
  if (considerationLocalMinor === 0) return 0;
  const charged = Math.max(bpsMinorOf(considerationLocalMinor, commission.bps), commission.minimumMinor);
  return commission.capMinor === null ? charged : Math.min(charged, commission.capMinor);
}

/** Returns rate times consideration, rounded half up to the step of the tax, in the currency of the consideration. */
export function taxMinorFor(considerationMinor: number, rule: Pick<TaxRule, 'rate' | 'roundToMinor'>): number {
  return roundedProduct(considerationMinor, rateE8(rule.rate), 1e8 * rule.roundToMinor) * rule.roundToMinor;
}

/** True if the tax is due on that side of a trade. */
export function isTaxDue(rule: TaxRule, side: Side): boolean {
  return rule.side === 'both' || rule.side === side;
}

function transactionTaxMinor(considerationLocalMinor: number, terms: ChargeTerms, rates: ChargeRates): number {
  let sumMinor = 0;
  for (const rule of terms.instrument.taxes) {
    if (!isTaxDue(rule, terms.side)) continue;
    const perEurTax = perEurMicroOf(rates.perEurMicro, rule.currency ?? terms.listing.currency);
    const perEurLocal = perEurMicroOf(rates.perEurMicro, terms.listing.currency);
    const taxMinor = taxMinorFor(convertedMinor(considerationLocalMinor, perEurLocal, perEurTax), rule);
    sumMinor += convertedMinor(taxMinor, perEurTax, perEurMicroOf(rates.perEurMicro, terms.currency));
  }
  return sumMinor;
}

function bpsMinorOf(amountMinor: number, bps: number): number {
  return roundedProduct(amountMinor, rateE8(bps / 10_000), 1e8);
}
