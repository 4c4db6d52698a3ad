/**
 * Market data of one instant, as planning and valuation need it. Prices are millionths of the listing's currency, rates
 * millionths of a unit per EUR.
 */

export type Side = 'buy' | 'sell';

/** A broker's charge in the exchange's currency: basis points of the consideration between a minimum and a cap. */
export interface Commission {
  readonly bps: number;
  readonly minimumMinor: number;
  readonly capMinor: number | null;
}

export interface ListingView {
  readonly mic: string;
  readonly currency: string;
  readonly midMicro: number;
  readonly bidMicro: number;
  readonly askMicro: number;
  /** The exchange is connected and has a current price. */
  readonly connected: boolean;
  /** Quantities are multiples of this lot, in millionths of a share; a power of ten. */
  readonly lotMicro: number;
  /** Shares per day at this listing. */
  readonly averageDailyVolume: number;
  readonly commission: Commission;
}

/** A transaction tax of an instrument, with exemptions and domestic or foreign rates already resolved. */
export interface TaxRule {
  readonly code: string;
  readonly side: Side | 'both';
  readonly rate: number;
  /** 1 rounds to the cent or penny, 5 to 0.05. */
  readonly roundToMinor: number;
  /** The currency in which the tax is computed and rounded, if not the listing's (Swiss stamp: CHF). */
  readonly currency?: string;
}

export interface InstrumentView {
  readonly isin: string;
  readonly name: string;
  readonly primaryMic: string;
  readonly dailyVolatility: number;
  readonly taxes: readonly TaxRule[];
  readonly listings: readonly ListingView[];
}

export interface MarketView {
  /** Milliseconds of virtual time. */
  readonly asOf: number;
  readonly perEurMicro: Readonly<Record<string, number>>;
  readonly instruments: ReadonlyMap<string, InstrumentView>;
  readonly fxConversionBps: number;
  readonly impactCoefficient: number;
}
