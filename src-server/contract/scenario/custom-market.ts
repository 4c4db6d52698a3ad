/**
 * Facts of the market that a world may define itself: instruments, exchange rates, days on which exchanges are closed.
 * The composition root checks that names refer to something, with the same places.
 */

import { z } from 'zod';
import { CURRENCIES, FOREIGN_CURRENCIES, INSTRUMENT_TYPES } from '../../domain/market-choices.ts';
import { toMicro } from '../../domain/numbers/exact.ts';
import { isin, mic, numberWithin } from '../fields/fields.ts';
import { BOUNDS } from '../fields/number-bounds.ts';

/** A price or a rate: exact in millionths. */
export const price = z
  .number()
  .positive()
  .max(BOUNDS.price.max, { abort: true })
  .refine((value) => toMicro(value) !== null, 'has more than six decimals');

/** A currency whose rate against the euro moves. */
export const foreignCurrency = z.enum(FOREIGN_CURRENCIES).describe('Currency other than EUR (ISO 4217).');
/** A currency that an instrument may be priced in. */
export const customCurrency = z.enum(CURRENCIES);
export type TradingCurrency = z.output<typeof customCurrency>;

export const ownInstrument = z
  .strictObject({
    isin,
    name: z.string().min(1).max(200).optional().describe('Name; the ISIN by default.'),
    symbol: z.string().min(1).max(20).optional().describe('Ticker; the ISIN by default.'),
    type: z.enum(INSTRUMENT_TYPES).default('share').describe('Type of the instrument.'),
    issuer_country: z
      .string()
      .regex(/^[A-Z]{2}$/, 'is not an ISO 3166-1 code of two letters')
      .optional()
      .describe('Country of the issuer, for taxes; the country of the ISIN by default.'),
    sector: z
      .string()
      .min(1)
      .max(60)
      .default('world equity')
      .describe('Sector; instruments of one sector move together.'),
    currency: customCurrency
      .default('EUR')
      .describe('Currency of the reference price; each listing quotes in the currency of its exchange.'),
    reference_price: price.describe('Fair price on 2 March 2026, 09:30 UTC, at most six decimals.'),
    annual_volatility: numberWithin(BOUNDS.annualVolatility)
      .default(0.25)
      .describe('Annual volatility of its log returns; above |market_beta| × 0.14.'),
    market_beta: numberWithin(BOUNDS.marketBeta).default(1).describe('Beta: how strongly it moves with the market.'),
    average_daily_volume: numberWithin(BOUNDS.dailyVolume)
      .default(1_000_000)
      .describe('Number of shares traded per day at its primary exchange.'),
    spread_bps: numberWithin(BOUNDS.spreadBps)
      .default(4)
      .describe('Usual spread between bid and ask, in basis points.'),
    listings: z.array(mic).min(1).max(20).describe('All exchanges that list it.'),
    primary_exchange: mic.optional().describe('Primary exchange; the first of its listings by default.'),
    pea_eligible: z.boolean().default(false).describe('Whether a PEA may hold it.'),
    buyer_taxes: z
      .array(z.string())
      .max(10)
      .default([])
      .describe('Codes of the transaction taxes on purchases, such as `GB_STAMP_DUTY`.'),
  })
  .meta({ id: 'OwnInstrument', description: 'An instrument that only this world has.' });

export const syntheticInstruments = z
  .strictObject({
    count: z.int().min(1).max(5000).describe('Number of instruments.'),
    prefix: z
      .string()
      .regex(/^(?:AA|Q[M-Z]|ZZ)$/, 'is not AA, QM to QZ or ZZ, which no country uses')
      .default('ZZ')
      .describe('First two letters of their ISINs: AA, QM to QZ or ZZ, which no country uses.'),
    exchanges: z.array(mic).min(1).max(20).describe('Exchanges at which they are listed, in turn.'),
    listings_each: z.int().min(1).max(20).default(1).describe('Number of these exchanges that list each instrument.'),
    currency: customCurrency
      .optional()
      .describe('Currency of all reference prices; the currency of the primary exchange by default.'),
  })
  .meta({
    id: 'SyntheticInstruments',
    description: 'Synthetic instruments, the same in every world that requests the same number.',
  });

const ownRate = z
  .strictObject({
    per_eur: price.optional().describe('Units per EUR on 2 March 2026, 09:30 UTC, at most six decimals.'),
    annual_volatility: z
      .number()
      .min(0)
      .max(2)
      .optional()
      .describe('Annual volatility of its log returns; 0: the rate does not move.'),
  })
  .refine((rate) => Object.keys(rate).length > 0, 'changes nothing: give at least one field')
  .meta({ id: 'OwnRate', description: 'An exchange rate that differs in this world.' });

const days = z.array(z.iso.date({ error: 'is not a date like 2026-03-02' })).max(100);
const ownCalendar = z
  .strictObject({
    closed: days.default([]).describe('Weekdays without trading, in addition to the usual holidays.'),
    half_days: days
      .default([])
      .describe('Weekdays on which it closes early: as on its usual half days, if it has any.'),
  })
  .meta({ id: 'OwnCalendar', description: 'Changes to the trading calendar of an exchange in this world.' });

/** The fields of world contents that change facts of the market. */
export const customMarket = {
  replace_instruments: z.boolean().default(false).describe('True: the world has only the instruments listed here.'),
  instruments: z.array(ownInstrument).max(5000).default([]).describe('Instruments in addition to the usual ones.'),
  synthetic: syntheticInstruments
    .optional()
    .describe('Synthetic instruments in addition to these, for large portfolios.'),
  fx: z
    .partialRecord(foreignCurrency, ownRate)
    .default({})
    .describe('Exchange rates that differ in this world, by currency.'),
  calendars: z.record(mic, ownCalendar).default({}).describe('Changes to trading calendars, by exchange.'),
};
