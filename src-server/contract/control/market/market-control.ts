/**
 * API schemas of changes to prices and exchange rates (decisions L9 to L12, L57, L58, O11): pins, events of the market.
 */

import { z } from 'zod';
import { SPAN_STATUSES } from '../../../domain/market-choices.ts';
import { at, currencyText, isinText, marketEventId, real } from '../../fields/described.ts';
import { instant, isin, numberWithin } from '../../fields/fields.ts';
import { EVENT_AMOUNT_BOUNDS } from '../../fields/number-bounds.ts';
import { next } from '../../fields/paging.ts';
import { customCurrency, foreignCurrency, price } from '../../scenario/custom-market.ts';

const createPricePin = z
  .strictObject({
    isin,
    mid: price.describe('Mid to pin, with at most six decimals.'),
    currency: z.string().describe('Currency of the mid (ISO 4217).'),
  })
  .meta({ id: 'CreatePricePin', description: 'The mid of an instrument to pin.' });
const createFxPin = z
  .strictObject({
    currency: foreignCurrency,
    per_eur: price.describe('Units of the currency per EUR to pin, with at most six decimals.'),
  })
  .meta({ id: 'CreateFxPin', description: 'An exchange rate to pin.' });

/** `POST /sim/market/pins`: pins the mid of every listing, converted at the FX of the instant, or an exchange rate. */
export const createPin = z
  .union([createPricePin, createFxPin])
  .meta({ id: 'CreatePin', description: 'A mid or an exchange rate to pin.' });
export const pinView = z
  .strictObject({
    isin: isinText,
    mid: real('Mid of every listing, in `currency`.'),
    currency: currencyText,
    since: at('Time since which it has been pinned.'),
  })
  .meta({ id: 'Pin', description: 'A pinned mid.' });
export type PinView = z.infer<typeof pinView>;
export const fxPinView = z
  .strictObject({
    currency: currencyText,
    per_eur: real('Units of the currency per EUR.'),
    since: at('Time since which it has been pinned.'),
  })
  .meta({ id: 'FxPin', description: 'A pinned exchange rate.' });
export type FxPinView = z.infer<typeof fxPinView>;
/** Response of `POST /sim/market/pins`. */
export const newPin = z.union([pinView, fxPinView]).meta({ id: 'NewPin', description: 'The new pin.' });
export type NewPin = z.infer<typeof newPin>;
export const pinList = z
  .strictObject({
    pins: z.array(pinView).describe('Pinned mids, by ISIN.'),
    fx_pins: z.array(fxPinView).describe('Pinned exchange rates, by currency.'),
  })
  .meta({ id: 'PinList', description: 'Pinned mids and exchange rates.' });
export type PinList = z.infer<typeof pinList>;
/** Response of `DELETE /sim/market/pins/{isin}`. */
export const deletedPin = z
  .strictObject({
    isin: isinText.optional(),
    currency: currencyText.optional(),
    deleted: z.literal(true).describe('Always true.'),
  })
  .meta({ id: 'DeletedPin', description: 'An instrument or a currency whose pin was removed.' });

const size = numberWithin(EVENT_AMOUNT_BOUNDS.jump).describe(
  'Change as a share of the price: -0.08 is a fall of eight per cent.',
);
const fxSize = numberWithin(EVENT_AMOUNT_BOUNDS.fx_jump).describe(
  'Change in the value of the currency in EUR, as a share: -0.08 is a fall of eight per cent.',
);
const ratePerDay = numberWithin(EVENT_AMOUNT_BOUNDS.trend).describe(
  'Log change per trading day: 0.01 is about one per cent.',
);
const factor = numberWithin(EVENT_AMOUNT_BOUNDS.volatility).describe(
  "Multiplier of the moves of the instrument's own factor.",
);
const fxFactor = numberWithin(EVENT_AMOUNT_BOUNDS.fx_volatility).describe(
  'Multiplier of the moves of the exchange rate.',
);
const volumeFactor = numberWithin(EVENT_AMOUNT_BOUNDS.volume).describe(
  'Multiplier of the number of shares that all others trade.',
);

/** The fields of each kind other than its times: the same in requests and in views. */
const KINDS = {
  jump: { kind: z.literal('jump').describe('The price is multiplied once.'), size },
  trend: { kind: z.literal('trend').describe('A log rate is added on every trading day.'), rate_per_day: ratePerDay },
  volatility: { kind: z.literal('volatility').describe("The instrument's own moves are multiplied."), factor },
  volume: {
    kind: z.literal('volume').describe('The number of shares of the instrument that are traded is multiplied.'),
    factor: volumeFactor,
  },
  fx_jump: { kind: z.literal('fx_jump').describe('The value of a currency in EUR is multiplied once.'), size: fxSize },
  fx_trend: {
    kind: z.literal('fx_trend').describe('A log rate is added to the value of a currency in EUR on every weekday.'),
    rate_per_day: ratePerDay,
  },
  fx_volatility: {
    kind: z.literal('fx_volatility').describe('The moves of an exchange rate are multiplied.'),
    factor: fxFactor,
  },
};

const instantFields = {
  at: instant.optional(),
  until: instant.optional().describe('Time at which it is reversed; never by default.'),
};
const spanFields = { from: instant.optional(), until: instant };
const instruments = z
  .union([
    z.literal('all').describe('Every instrument.'),
    z.strictObject({
      sector: z.string().min(1).max(60).describe('Instruments of this sector, as in `/sim/instruments`.'),
    }),
    z.strictObject({ currency: customCurrency.describe('Instruments with this trading currency (ISO 4217).') }),
  ])
  .describe('Instruments that move: all, those of a sector, or those of a trading currency.');
const ofInstrument = { isin: isin.optional(), instruments: instruments.optional() };
const byBeta = {
  by_beta: z
    .literal(true)
    .optional()
    .describe('True: each instrument moves by the amount times its market beta; by default, by the amount itself.'),
};
const ofCurrency = { currency: foreignCurrency };

function oneSubject(
  event: { isin?: string | undefined; instruments?: unknown },
  context: { addIssue: (issue: { code: 'custom'; path: string[]; message: string }) => void },
): void {
  if ((event.isin === undefined) !== (event.instruments === undefined)) return;
  const message =
    event.isin === undefined ? 'is missing: name isin or instruments' : 'cannot be combined with instruments';
  context.addIssue({ code: 'custom', path: ['isin'], message });
}

/** `POST /sim/market/events`; without `at` or `from` it begins now. */
export const createMarketEvent = z
  .discriminatedUnion('kind', [
    z.strictObject({ ...KINDS.jump, ...ofInstrument, ...byBeta, ...instantFields }).superRefine(oneSubject),
    z.strictObject({ ...KINDS.trend, ...ofInstrument, ...byBeta, ...spanFields }).superRefine(oneSubject),
    z.strictObject({ ...KINDS.volatility, ...ofInstrument, ...spanFields }).superRefine(oneSubject),
    z.strictObject({ ...KINDS.volume, ...ofInstrument, ...spanFields }).superRefine(oneSubject),
    z.strictObject({ ...KINDS.fx_jump, ...ofCurrency, ...instantFields }),
    z.strictObject({ ...KINDS.fx_trend, ...ofCurrency, ...spanFields }),
    z.strictObject({ ...KINDS.fx_volatility, ...ofCurrency, ...spanFields }),
  ])
  .meta({ id: 'CreateMarketEvent', description: 'A market event; each kind has its own fields.' });
export type CreateMarketEvent = z.output<typeof createMarketEvent>;

/** `DELETE /sim/market/events/{id}`. */
export const endMarketEventQuery = z.strictObject({
  take_back: z.boolean().default(false).describe('True: a jump is reversed exactly, from now on. Only for jumps.'),
});

const eventCore = {
  market_event_id: marketEventId,
  status: z.enum(SPAN_STATUSES).describe('Status of the market event. `cancelled`: it was ended before it began.'),
  ended_at: z.string().nullable().describe('Time at which it was ended manually.'),
};
const instrumentsShown = z
  .union([
    z.literal('all'),
    z.strictObject({ sector: z.string().describe('Sector of the instruments.') }),
    z.strictObject({ currency: currencyText.describe('Trading currency of the instruments (ISO 4217).') }),
  ])
  .describe('Instruments that move, in place of `isin`.');
const instrumentCore = { ...eventCore, isin: isinText.optional(), instruments: instrumentsShown.optional() };
const currencyCore = { ...eventCore, currency: currencyText };
const onceShown = { at: at('Time at which it happens.'), until: at('Time at which it is reversed.').optional() };
const spanShown = { from: at('Time at which it begins.'), until: at('Time at which it ends.') };
export const marketEventView = z
  .discriminatedUnion('kind', [
    z.strictObject({ ...instrumentCore, ...KINDS.jump, ...byBeta, ...onceShown }),
    z.strictObject({ ...instrumentCore, ...KINDS.trend, ...byBeta, ...spanShown }),
    z.strictObject({ ...instrumentCore, ...KINDS.volatility, ...spanShown }),
    z.strictObject({ ...instrumentCore, ...KINDS.volume, ...spanShown }),
    z.strictObject({ ...currencyCore, ...KINDS.fx_jump, ...onceShown }),
    z.strictObject({ ...currencyCore, ...KINDS.fx_trend, ...spanShown }),
    z.strictObject({ ...currencyCore, ...KINDS.fx_volatility, ...spanShown }),
  ])
  .meta({ id: 'MarketEvent', description: 'A market event.' });
export type MarketEventView = z.infer<typeof marketEventView>;
export const marketEventList = z
  .strictObject({ market_events: z.array(marketEventView).describe('Market events, oldest first.'), next })
  .meta({ id: 'MarketEventList', description: 'Market events.' });
