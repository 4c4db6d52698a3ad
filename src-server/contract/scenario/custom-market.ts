/**
 * What of the market's facts a world may have for itself: instruments, exchange rates, days on which exchanges are
 * closed. Whether names refer to something is not known here; the composition root checks it, with the same places.
 */
import { z } from 'zod';
import { toMicro } from '../../domain/numbers/exact.ts';
import { isin, mic } from '../fields/fields.ts';

/** A price or a rate: exact in millionths. */
export const price = z
  .number()
  .positive()
  .max(100_000, { abort: true })
  .refine((value) => toMicro(value) !== null, 'has more than six decimals');

const FOREIGN = ['GBP', 'CHF', 'SEK', 'DKK', 'NOK', 'USD'] as const;
/** A currency whose rate against the euro moves. */
export const foreignCurrency = z.enum(FOREIGN).describe('Currency other than EUR (ISO 4217).');
/** A currency that an instrument may be priced in. */
export const tradingCurrency = z.enum(['EUR', ...FOREIGN]);
export type TradingCurrency = z.output<typeof tradingCurrency>;

export const ownInstrument = z
  .strictObject({
    isin,
    name: z.string().min(1).max(200).optional().describe('Name; its ISIN where it is left out.'),
    symbol: z.string().min(1).max(20).optional().describe('Ticker; its ISIN where it is left out.'),
    type: z.enum(['share', 'etf', 'etc']).default('share').describe('What it is.'),
    issuer_country: z
      .string()
      .regex(/^[A-Z]{2}$/, 'is not an ISO 3166-1 code of two letters')
      .optional()
      .describe('Country of the issuer, for taxes; that of its ISIN where it is left out.'),
    sector: z.string().min(1).max(60).default('world equity').describe('Instruments of one sector move together.'),
    currency: tradingCurrency
      .default('EUR')
      .describe("Currency of the reference price; a listing quotes in its exchange's."),
    reference_price: price.describe('Fair price on 2 March 2026, 09:30 UTC, at most six decimals.'),
    annual_volatility: z
      .number()
      .positive()
      .max(2)
      .default(0.25)
      .describe('Of its log returns; above |market_beta| × 0.14.'),
    market_beta: z.number().min(-3).max(3).default(1).describe('How much it moves with the market.'),
    average_daily_volume: z
      .number()
      .positive()
      .max(1e9)
      .default(1_000_000)
      .describe('Shares a day at its primary exchange.'),
    spread_bps: z.number().positive().max(1000).default(4).describe('Usual distance of bid and ask.'),
    listings: z.array(mic).min(1).max(20).describe('Every exchange that lists it.'),
    primary_exchange: mic.optional().describe('The first of its listings where it is left out.'),
    pea_eligible: z.boolean().default(false).describe('Whether a PEA may hold it.'),
    buyer_taxes: z.array(z.string()).max(10).default([]).describe('Codes of transaction taxes, as `GB_STAMP_DUTY`.'),
  })
  .meta({ id: 'OwnInstrument', description: 'An instrument that only this world has.' });

export const syntheticInstruments = z
  .strictObject({
    count: z.int().min(1).max(5000).describe('How many.'),
    prefix: z
      .string()
      .regex(/^(?:AA|Q[M-Z]|ZZ)$/, 'is not AA, QM to QZ or ZZ, which no country uses')
      .default('ZZ')
      .describe('The first two letters of their ISINs: AA, QM to QZ or ZZ, which no country uses.'),
    exchanges: z.array(mic).min(1).max(20).describe('Where they are listed, in turns.'),
    listings_each: z.int().min(1).max(20).default(1).describe('How many of these exchanges list each of them.'),
    currency: tradingCurrency
      .optional()
      .describe('Of all reference prices; that of the primary exchange where it is left out.'),
  })
  .meta({
    id: 'SyntheticInstruments',
    description: 'Made-up instruments, the same in every world that asks for as many.',
  });

export const ownRate = z
  .strictObject({
    per_eur: price.optional().describe('Units for one EUR on 2 March 2026, 09:30 UTC, at most six decimals.'),
    annual_volatility: z.number().min(0).max(2).optional().describe('Of its log returns; 0: the rate stands still.'),
  })
  .refine((rate) => Object.keys(rate).length > 0, 'names nothing to change')
  .meta({ id: 'OwnRate', description: 'An exchange rate that is another one in this world.' });

const days = z.array(z.iso.date({ error: 'is not a date like 2026-03-02' })).max(100);
export const ownCalendar = z
  .strictObject({
    closed: days.default([]).describe('Weekdays without trading, besides the usual ones.'),
    half_days: days
      .default([])
      .describe('Weekdays on which it closes early: as on its usual half days, where it has some.'),
  })
  .meta({ id: 'OwnCalendar', description: 'Days of an exchange that are others in this world.' });

/** The fields of world contents that change facts of the market. */
export const customMarket = {
  replace_instruments: z.boolean().default(false).describe('True: there are no instruments but those listed here.'),
  instruments: z.array(ownInstrument).max(5000).default([]).describe('Instruments besides the usual ones.'),
  synthetic: syntheticInstruments.optional().describe('Made-up instruments besides these, for large books.'),
  fx: z.partialRecord(foreignCurrency, ownRate).default({}).describe("Exchange rates of the world's own, by currency."),
  calendars: z.record(mic, ownCalendar).default({}).describe("Days of the world's own, by exchange."),
};
