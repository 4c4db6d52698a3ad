/**
 * Values a portfolio at mid in its base currency, exactly to the minor unit (decisions D4, G2). Disconnected listings
 * are valued too, because a lost connection does not change holdings.
 */

import { type ExactQuantity, quantityValueMinor } from '../corporate-actions/split-position.ts';
import { invariant } from '../invariant.ts';
import type { InstrumentView, ListingView, MarketView } from '../market-view.ts';
import { perEurMicroOf, roundedProduct } from '../numbers/rounded-product.ts';
import { roundWeight } from './weights.ts';

export interface Position extends ExactQuantity {
  readonly isin: string;
  readonly mic: string;
}

interface PortfolioToValue {
  readonly currency: string;
  readonly cashMinor: number;
  readonly positions: readonly Position[];
}

interface ValuedPosition extends Position {
  /** The listing's currency, under which its FX drift is reported. */
  readonly currency: string;
  readonly priceBaseMicro: number;
  readonly valueMinor: number;
  readonly weight: number;
}

export interface Valuation {
  readonly asOf: number;
  readonly currency: string;
  readonly totalMinor: number;
  readonly cashMinor: number;
  readonly positions: readonly ValuedPosition[];
}

/** Returns every position at the mid of its listing, in the given order; weights are 0 if the total is not positive. */
export function valuePortfolio(portfolio: PortfolioToValue, view: MarketView): Valuation {
  return valueAtRates(portfolio, view, view.perEurMicro);
}

/** Values the portfolio at other FX rates than the view's; the FX overlay passes its reference rates (decision G9). */
export function valueAtRates(
  portfolio: PortfolioToValue,
  view: MarketView,
  perEurMicro: Readonly<Record<string, number>>,
): Valuation {
  const { currency, cashMinor } = portfolio;
  const perEurBase = perEurMicroOf(perEurMicro, currency);
  const listings = portfolio.positions.map(({ isin, mic }) => listingOf(instrumentOf(view, isin), mic));
  let totalMinor = cashMinor;
  const valuesMinor = portfolio.positions.map((position, index) => {
    const listing = listings[index] as ListingView;
    const perEurLocal = perEurMicroOf(perEurMicro, listing.currency);
    const valueMinor = quantityValueMinor(position, listing.midMicro, perEurLocal, perEurBase);
    totalMinor += valueMinor;
    return valueMinor;
  });
  const positions = portfolio.positions.map(({ isin, mic, quantityMicro }, index) => {
    const listing = listings[index] as ListingView;
    const valueMinor = valuesMinor[index] as number;
    const priceBaseMicro = roundedProduct(listing.midMicro, perEurBase, perEurMicroOf(perEurMicro, listing.currency));
    const weight = totalMinor > 0 ? roundWeight(valueMinor / totalMinor) : 0;
    return { isin, mic, quantityMicro, currency: listing.currency, priceBaseMicro, valueMinor, weight };
  });
  return { asOf: view.asOf, currency, totalMinor, cashMinor, positions };
}

/** Returns the instrument of an ISIN already checked against the universe. */
export function instrumentOf(view: Pick<MarketView, 'instruments'>, isin: string): InstrumentView {
  const instrument = view.instruments.get(isin);
  if (instrument !== undefined) return instrument;
  // The message is built only when needed, because every plan calls this several times per position.
  invariant(false, `the market view has no ${isin}`);
}

/** Returns the listing of an instrument at an exchange already checked to list it. */
export function listingOf(instrument: InstrumentView, mic: string): ListingView {
  for (const listing of instrument.listings) if (listing.mic === mic) return listing;
  invariant(false, `${instrument.isin} has no listing at ${mic}`);
}
