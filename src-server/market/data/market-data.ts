/**
 * Facts and inputs of the simulated market, as `parse-market-data.ts` returns them. Money is in minor units, prices and
 * rates are in millionths, shares of a whole are plain numbers. Types only.
 */

import type { Fate } from '../../domain/identifiers/fate.ts';
import type { LotMethod } from '../../domain/lots/lot.ts';
import type { CURRENCIES, DISTRIBUTIONS, INSTRUMENT_TYPES } from '../../domain/market-choices.ts';
import type { HolidayRule } from '../calendar/holidays.ts';
import type { DatedRate } from '../rates/dated-rate.ts';

export type Currency = (typeof CURRENCIES)[number];
export type InstrumentType = (typeof INSTRUMENT_TYPES)[number];

export interface Instrument {
  readonly isin: string;
  readonly name: string;
  readonly symbol: string;
  readonly type: InstrumentType;
  readonly issuerCountry: string;
  readonly sector: string;
  /** Currency of `referencePriceMicro`; a listing quotes in its exchange's currency. */
  readonly currency: Currency;
  /** Fair price at the simulation epoch. */
  readonly referencePriceMicro: number;
  readonly annualVolatility: number;
  readonly marketBeta: number;
  /** Shares per day on the primary exchange. */
  readonly averageDailyVolume: number;
  /** Full quoted spread in normal trading. */
  readonly spreadBps: number;
  /** MICs, in the order of the data. */
  readonly listings: readonly string[];
  readonly primaryExchange: string;
  readonly peaEligible: boolean;
  /** Codes of the transaction taxes that a buyer pays. */
  readonly buyerTaxes: readonly string[];
}

/** Minutes count from local midnight in `timeZone`. */
export interface Exchange {
  readonly mic: string;
  readonly name: string;
  readonly city: string;
  readonly country: string;
  readonly timeZone: string;
  readonly currency: Currency;
  readonly openMinute: number;
  readonly closeMinute: number;
  readonly auctionEndMinute: number;
  /** When continuous trading ends on half days: the exchange's own, and those of a single world. */
  readonly halfDay: { readonly closeMinute: number; readonly days: readonly HolidayRule[] };
  readonly holidays: readonly HolidayRule[];
}

/** Delay of a message, in ms; a lognormal one is cut off at `maxMs`. */
export type Latency =
  | { readonly kind: 'fixed'; readonly ms: number }
  | { readonly kind: 'uniform'; readonly minMs: number; readonly maxMs: number }
  | { readonly kind: 'lognormal'; readonly medianMs: number; readonly sigma: number; readonly maxMs: number };

/** The three legs of an order: its submission, its acknowledgement, the reports of its fills. */
const LATENCY_LEGS = ['submit', 'acknowledge', 'report'] as const;
export type LatencyLeg = (typeof LATENCY_LEGS)[number];

/**
 * How the rest of an order is handled at the end of its day: `expire` ends it, `carry` continues it in the next
 * session.
 */
export type DayEnd = 'expire' | 'carry';

/** Simulation inputs of one venue; money in minor units of the exchange's currency. */
export interface VenueSettings {
  readonly mic: string;
  readonly commission: { readonly bps: number; readonly minimumMinor: number; readonly capMinor: number };
  readonly latency: Readonly<Record<LatencyLeg, Latency>>;
  /** How long an order may be unacknowledged before its status is requested. */
  readonly acknowledgeWithinMs: number;
  /** Quantities are multiples of this lot, in millionths of a share; a power of ten. */
  readonly lotMicro: number;
  readonly dayEnd: DayEnd;
  /** Share of the simulated volume that one of our orders may take. */
  readonly participation: number;
  /** Volume of a listing on another than the primary exchange, as a share of the primary's. */
  readonly secondaryVolumeShare: number;
  readonly sliceIntervalMs: number;
}

/** Simulation inputs of the whole market. */
export interface SimulationInputs {
  readonly impactCoefficient: number;
  /** Half-life of the impact that our own trading has on a price. */
  readonly impactHalfLifeMs: number;
  /** Size of the first level of the depth ladder, as a share of a day's volume. */
  readonly depthShare: number;
  /** Levels of the ladder, one tick apart. */
  readonly depthLevels: number;
  /** Volume of a closing auction, as a share of a day's volume. */
  readonly auctionVolumeShare: number;
  /** A limit that differs from the mid by more than this share is rejected. */
  readonly priceCollar: number;
  readonly marketAnnualVolatility: number;
  readonly overnightVarianceShare: number;
  readonly basisBps: number;
  readonly fxConversionBps: number;
  readonly averageTradeValueEur: Readonly<Record<InstrumentType, number>>;
}

/** Rates in parts per million of the consideration. */
export interface TransactionTax {
  readonly code: string;
  readonly name: string;
  readonly side: 'buy' | 'both';
  /** Earliest first. */
  readonly rates: readonly DatedRate[];
  readonly rounding: { readonly incrementMinor: number; readonly currency: Currency; readonly mode: 'half_up' };
  readonly exempt: readonly InstrumentType[];
  /** Wrappers inside which it is still charged; null if the data does not say. */
  readonly chargedInside: readonly string[] | null;
  /** Charged on every instrument with this tax jurisdiction; null for taxes that instruments list themselves. */
  readonly jurisdiction: string | null;
}

/** How an instrument pays its income. */
export interface DividendFacts {
  readonly isin: string;
  readonly distribution: (typeof DISTRIBUTIONS)[number];
  /** A year's payments as a share of the price, in parts per million; 0 if nothing is paid. */
  readonly yieldPpm: number;
  /** Months of its ex-dates, from 1, ascending; each pays the same share. */
  readonly months: readonly number[];
  /** Calendar days from the ex-date. */
  readonly payAfterDays: number;
  /** Country that may withhold tax. */
  readonly sourceCountry: string;
}

/** Rates of the gross dividend. */
export interface WithholdingRow {
  readonly source: string;
  /** `null`: all. */
  readonly residences: readonly string[] | null;
  /** `null`: all. */
  readonly wrappers: readonly string[] | null;
  /** Earliest first. */
  readonly rates: readonly DatedRate[];
  /** The statute or treaty that sets the rate. */
  readonly law: string;
}

/** When trades settle (decision O4). */
export interface SettlementRules {
  /** Minutes from midnight in `timeZone`, on the settlement date. */
  readonly atMinute: number;
  readonly timeZone: string;
  /** Business days to settlement by the day number of the trade date, earliest first. */
  readonly cycles: readonly { readonly fromDay: number; readonly days: number }[];
  /** Weekdays without settlement, by MIC; trades of the other exchanges settle on their trading days. */
  readonly holidays: ReadonlyMap<string, readonly HolidayRule[]>;
}

export interface MarketData {
  readonly exchanges: ReadonlyMap<string, Exchange>;
  /** Test instruments last. */
  readonly instruments: ReadonlyMap<string, Instrument>;
  /** Fate of the orders of each test instrument, by its ISIN. */
  readonly fates: ReadonlyMap<string, Fate>;
  readonly venues: ReadonlyMap<string, VenueSettings>;
  readonly simulation: SimulationInputs;
  readonly fx: {
    /** Units per EUR at the simulation epoch; 1 000 000 for EUR. */
    readonly perEurMicro: Readonly<Record<Currency, number>>;
    /** 0 for EUR. */
    readonly annualVolatility: Readonly<Record<Currency, number>>;
    readonly minorUnitDigits: Readonly<Record<Currency, number>>;
  };
  readonly tickSizes: {
    readonly ladderMicro: readonly number[];
    readonly floorsMicro: readonly number[];
    readonly bandsByDailyTrades: readonly number[];
  };
  readonly transactionTaxes: ReadonlyMap<string, TransactionTax>;
  readonly taxMethods: {
    readonly defaults: ReadonlyMap<string, LotMethod>;
    readonly fallback: LotMethod;
    readonly matching: ReadonlyMap<
      string,
      { readonly method: LotMethod; readonly saleMethod: 'section_104' | 'section_581' }
    >;
    readonly noSpecificId: readonly string[];
  };
  /** Headline rates on gains by jurisdiction, earliest first; simulation inputs. */
  readonly gainsTaxRates: ReadonlyMap<string, readonly DatedRate[]>;
  /** By ISIN; instruments of a custom market have none. */
  readonly dividends: ReadonlyMap<string, DividendFacts>;
  /** In the order in which they are matched. */
  readonly withholding: readonly WithholdingRow[];
  readonly settlement: SettlementRules;
}
