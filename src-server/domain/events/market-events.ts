/** The world itself and what moves its prices. */
import { z } from 'zod';
import { currency, event, exchange, instant, isin, marketEventId, oneOf, real, text } from './event-fields.ts';

const ADDED = 'An event of the market, such as a jump of prices, was added.';

const instruments = z
  .union([
    z.literal('all'),
    z.strictObject({ sector: text('All instruments of this sector.') }),
    z.strictObject({ currency: text('All instruments that trade in this currency, ISO 4217.') }),
  ])
  .describe('In place of one: `all`, or those of a sector or currency.');

const added = <const Kind extends string>(kind: Kind) => ({
  market_event_id: marketEventId,
  kind: z.literal(kind).describe('Kind, as it was asked for.'),
});
/** One instrument, or several. */
const ofInstruments = { isin: isin.optional(), instruments: instruments.optional() };
const scaled = { by_beta: z.literal(true).describe('True: each instrument moves by its beta.').optional() };
const once = { at: instant('When'), until: instant('When it is taken back').optional() };
const span = { from: instant('When it begins'), until: instant('When it ends') };
const size = { size: real('Jump of the price; -0.2 is a fall by 20 %.') };
const rate = { rate_per_day: real('Change a day; 0.01 is 1 %.') };
const factor = { factor: real('By what it is multiplied.') };

export const MARKET_EVENT_SCHEMAS = {
  'world.created': event('The world began; it is the first event of every log.', {
    seed: real('Seed of the world.'),
    rules: oneOf(['warn', 'enforce', 'off'], 'What becomes of breaches of rules of wrappers.'),
    market: text("SHA-256 of the world's own instruments, rates and calendars; left out: it has none.").optional(),
    dividends: oneOf(['on'], 'The instruments of the world pay dividends; left out: they do not.').optional(),
    settlement: oneOf(['simulated'], 'Trades settle days later; left out: at once.').optional(),
  }),
  'market.instruments_added': event('The world has further instruments of its own.', {
    instruments: z
      .array(
        z.strictObject({
          isin,
          name: text('Name.'),
          exchanges: z.array(exchange).describe('Exchanges that list it.'),
        }),
      )
      .describe('The instruments that were added.'),
    market: text("SHA-256 of the world's own instruments, rates and calendars."),
  }),
  'market.pinned': event('The mid of an instrument was pinned.', { isin, mid: real('The pinned price.'), currency }),
  'market.unpinned': event('The mid of an instrument moves again.', { isin }),
  'market.fx_pinned': event('The exchange rate of a currency was pinned.', {
    currency,
    per_eur: real('Units of the currency for one euro.'),
  }),
  'market.fx_unpinned': event('The exchange rate of a currency moves again.', { currency }),
  'market.event_added': z
    .discriminatedUnion('kind', [
      event(ADDED, { ...added('jump'), ...ofInstruments, ...size, ...scaled, ...once }),
      event(ADDED, { ...added('trend'), ...ofInstruments, ...rate, ...scaled, ...span }),
      event(ADDED, { ...added('volatility'), ...ofInstruments, ...factor, ...span }),
      event(ADDED, { ...added('volume'), ...ofInstruments, ...factor, ...span }),
      event(ADDED, { ...added('fx_jump'), currency, ...size, ...once }),
      event(ADDED, { ...added('fx_trend'), currency, ...rate, ...span }),
      event(ADDED, { ...added('fx_volatility'), currency, ...factor, ...span }),
    ])
    .describe(ADDED),
  'market.event_ended': event('An event of the market was ended by hand.', {
    market_event_id: marketEventId,
    ...ofInstruments,
    currency: currency.optional(),
    taken_back: z.literal(true).describe('True: prices go back to where they would be without it.').optional(),
  }),
  'market.series_loaded': event('Prices of a file were loaded.', {
    sha256: text('SHA-256 of the file.'),
    series: z
      .array(
        z.strictObject({
          isin: isin.optional(),
          exchange: exchange.optional(),
          currency: currency.describe('The currency, of a series of exchange rates.').optional(),
          rows: real('How many prices.'),
          from: instant('When it begins'),
          until: instant('When it ends'),
        }),
      )
      .describe('The series, one for each instrument and exchange, or each currency.'),
  }),
};
