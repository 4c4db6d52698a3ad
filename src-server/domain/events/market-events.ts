/** Schemas of the events of the world itself and of its market prices. */

import { z } from 'zod';
import { RULE_MODES } from '../server-choices.ts';
import {
  currencyField,
  event,
  exchangeField,
  instantField,
  isinField,
  marketEventIdField,
  oneOfField,
  realField,
  textField,
} from './event-fields.ts';

const ADDED = 'A market event, such as a price jump, was added.';

const instruments = z
  .union([
    z.literal('all'),
    z.strictObject({ sector: textField('All instruments of this sector.') }),
    z.strictObject({ currency: textField('All instruments that trade in this currency, ISO 4217.') }),
  ])
  .describe('Several instruments in place of one: `all`, or those of a sector or a currency.');

const added = <const Kind extends string>(kind: Kind) => ({
  market_event_id: marketEventIdField,
  kind: z.literal(kind).describe('The kind, as requested.'),
});
/** One instrument, or several. */
const ofInstruments = { isin: isinField.optional(), instruments: instruments.optional() };
const scaled = {
  by_beta: z.literal(true).describe('True: each instrument moves in proportion to its beta.').optional(),
};
const once = { at: instantField('When'), until: instantField('When it is reversed').optional() };
const span = { from: instantField('When it begins'), until: instantField('When it ends') };
const size = { size: realField('Size of the jump; -0.2 is a fall of 20 %.') };
const rate = { rate_per_day: realField('Change per day; 0.01 is 1 %.') };
const factor = { factor: realField('Factor by which it is multiplied.') };

export const MARKET_EVENT_SCHEMAS = {
  'world.created': event('The world was created; this is the first event of every log.', {
    seed: realField('Seed of the world.'),
    rules: oneOfField(RULE_MODES, 'What happens if a rule of a tax wrapper is broken.'),
    market: textField(
      "SHA-256 of the world's own instruments, rates and calendars; left out where it has none.",
    ).optional(),
    dividends: oneOfField(
      ['on'],
      '`on`: the instruments of the world pay dividends; left out where they do not.',
    ).optional(),
    settlement: oneOfField(
      ['simulated'],
      '`simulated`: trades settle days later; left out where they settle at once.',
    ).optional(),
  }),
  'market.instruments_added': event('Instruments were added to the world.', {
    instruments: z
      .array(
        z.strictObject({
          isin: isinField,
          name: textField('Name.'),
          exchanges: z.array(exchangeField).describe('Exchanges that list it.'),
        }),
      )
      .describe('The instruments that were added.'),
    market: textField("SHA-256 of the world's own instruments, rates and calendars."),
  }),
  'market.pinned': event('The mid of an instrument was pinned.', {
    isin: isinField,
    mid: realField('The pinned price.'),
    currency: currencyField,
  }),
  'market.unpinned': event('The mid of an instrument is no longer pinned.', { isin: isinField }),
  'market.fx_pinned': event('The exchange rate of a currency was pinned.', {
    currency: currencyField,
    per_eur: realField('Units of the currency per euro.'),
  }),
  'market.fx_unpinned': event('The exchange rate of a currency is no longer pinned.', { currency: currencyField }),
  'market.event_added': z
    .discriminatedUnion('kind', [
      event(ADDED, { ...added('jump'), ...ofInstruments, ...size, ...scaled, ...once }),
      event(ADDED, { ...added('trend'), ...ofInstruments, ...rate, ...scaled, ...span }),
      event(ADDED, { ...added('volatility'), ...ofInstruments, ...factor, ...span }),
      event(ADDED, { ...added('volume'), ...ofInstruments, ...factor, ...span }),
      event(ADDED, { ...added('fx_jump'), currency: currencyField, ...size, ...once }),
      event(ADDED, { ...added('fx_trend'), currency: currencyField, ...rate, ...span }),
      event(ADDED, { ...added('fx_volatility'), currency: currencyField, ...factor, ...span }),
    ])
    .describe(ADDED),
  'market.event_ended': event('A market event was ended manually.', {
    market_event_id: marketEventIdField,
    ...ofInstruments,
    currency: currencyField.optional(),
    taken_back: z.literal(true).describe('True: prices return to where they would be without it.').optional(),
  }),
  'market.series_loaded': event('Prices were loaded from a file.', {
    sha256: textField('SHA-256 of the file.'),
    series: z
      .array(
        z.strictObject({
          isin: isinField.optional(),
          exchange: exchangeField.optional(),
          currency: currencyField.describe('The currency, where the series has exchange rates.').optional(),
          rows: realField('Number of prices.'),
          from: instantField('When it begins'),
          until: instantField('When it ends'),
        }),
      )
      .describe('The series: one per instrument and exchange, or per currency.'),
  }),
};
