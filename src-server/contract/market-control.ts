/** Wire schemas of `/sim/market` and `/sim/bars` (decision L): held mids, events of the market, charts. */
import { z } from 'zod';
import { toMicro } from '../domain/exact.ts';
import { at, count, currencyText, isinText, marketEventId, micText, real } from './described.ts';
import { instant, isin, mic } from './fields.ts';

/** `POST /sim/market/pins`: holds the mid of every listing, converted at the FX of the instant. */
export const createPin = z
  .strictObject({
    isin,
    mid: z
      .number()
      .positive()
      .max(100_000, { abort: true })
      .refine((value) => toMicro(value) !== null, 'has more than six decimals')
      .describe('Mid to hold, at most six decimals.'),
    currency: z.string().describe('Currency of the mid (ISO 4217).'),
  })
  .meta({ id: 'CreatePin', description: 'A mid to hold.' });
export const pinView = z
  .strictObject({
    isin: isinText,
    mid: real('Mid of every listing, in the currency.'),
    currency: currencyText,
    since: at('Since when it is held.'),
  })
  .meta({ id: 'Pin', description: 'A mid that is held.' });
export type PinView = z.infer<typeof pinView>;
export const pinList = z
  .strictObject({ pins: z.array(pinView).describe('By ISIN.') })
  .meta({ id: 'PinList', description: 'Mids that are held.' });
/** Answer of `DELETE /sim/market/pins/{isin}`. */
export const deletedPin = z
  .strictObject({ isin: isinText, deleted: z.literal(true).describe('Always true.') })
  .meta({ id: 'DeletedPin', description: 'A mid that is not held any more.' });
export type PinList = z.infer<typeof pinList>;

const size = z.number().min(-0.99).max(10).describe('change as a share of the price: -0.08 is minus eight per cent');
const ratePerDay = z.number().min(-1).max(1).describe('log change per trading day: 0.01 is about one per cent');
const factor = z.number().min(0).max(20).describe("on the moves of the instrument's own factor");

/** `POST /sim/market/events`; without `at` or `from` it begins now. */
export const createMarketEvent = z
  .discriminatedUnion(
    'kind',
    [
      z.strictObject({
        kind: z.literal('jump').describe('The price is multiplied once.'),
        isin,
        size,
        at: instant.optional(),
      }),
      z.strictObject({
        kind: z.literal('trend').describe('A log rate is added on every trading day.'),
        isin,
        rate_per_day: ratePerDay,
        from: instant.optional(),
        until: instant,
      }),
      z.strictObject({
        kind: z.literal('volatility').describe('Its own moves are multiplied.'),
        isin,
        factor,
        from: instant.optional(),
        until: instant,
      }),
    ],
    { error: 'is not an event of the kind jump, trend or volatility' },
  )
  .meta({ id: 'CreateMarketEvent', description: 'An event of the market; each kind has fields of its own.' });

export const MARKET_EVENT_STATUSES = ['scheduled', 'active', 'over', 'cancelled'] as const;
const eventCore = {
  market_event_id: marketEventId,
  isin: isinText,
  status: z.enum(MARKET_EVENT_STATUSES).describe('cancelled: ended before it began'),
  ended_at: z.string().nullable().describe('when it was ended by hand'),
};
export const marketEventView = z
  .discriminatedUnion('kind', [
    z.strictObject({
      ...eventCore,
      kind: z.literal('jump').describe('The price is multiplied once.'),
      size,
      at: at('When it happens.'),
    }),
    z.strictObject({
      ...eventCore,
      kind: z.literal('trend').describe('A log rate is added on every trading day.'),
      rate_per_day: ratePerDay,
      from: at('When it begins.'),
      until: at('When it ends.'),
    }),
    z.strictObject({
      ...eventCore,
      kind: z.literal('volatility').describe('Its own moves are multiplied.'),
      factor,
      from: at('When it begins.'),
      until: at('When it ends.'),
    }),
  ])
  .meta({ id: 'MarketEvent', description: 'An event of the market.' });
export type MarketEventView = z.infer<typeof marketEventView>;
export const marketEventList = z
  .strictObject({ market_events: z.array(marketEventView).describe('Oldest first.') })
  .meta({ id: 'MarketEventList', description: 'Events of the market.' });
export type MarketEventList = z.infer<typeof marketEventList>;

/** What `POST /sim/market/series` loaded, one entry for each listing of the file. */
export const seriesLoaded = z
  .strictObject({
    series: z
      .array(
        z
          .strictObject({
            isin: isinText,
            exchange: micText,
            rows: count('Rows of the listing.'),
            from: z.string().describe('from here on it counts'),
            until: z.string().describe('its last row'),
          })
          .meta({ id: 'LoadedListing', description: 'What was loaded of one listing.' }),
      )
      .describe('One entry for each listing of the file.'),
  })
  .meta({ id: 'SeriesLoaded', description: 'What was loaded, one entry for each listing.' });
export type SeriesLoaded = z.infer<typeof seriesLoaded>;

export const BAR_INTERVALS = ['1m', '5m', '15m', '30m', '1h', '1d', '1w'] as const;
/** The most bars that one call gives. */
export const MOST_BARS = 5000;

/** The query of `GET /sim/bars`: the latest `limit` bars that begin at or after `from` and before `to`. */
export const barQuery = z.strictObject({
  isin,
  exchange: mic,
  from: instant.optional(),
  to: instant.optional().describe('now, where it is left out or lies ahead'),
  interval: z.enum(BAR_INTERVALS).default('5m').describe('Length of a bar.'),
  limit: z
    .string()
    .regex(/^\d{1,9}$/, { error: `is not a whole number from 1 to ${MOST_BARS}`, abort: true })
    .transform(Number)
    .refine((limit) => limit >= 1 && limit <= MOST_BARS, `is not a whole number from 1 to ${MOST_BARS}`)
    .optional()
    .meta({ description: 'How many bars at most.', type: 'integer', minimum: 1, maximum: MOST_BARS }),
});

export const barList = z
  .strictObject({
    isin: isinText,
    exchange: micText,
    currency: z.string().describe('of the listing; all prices are in it'),
    interval: z.enum(BAR_INTERVALS).describe('Length of a bar.'),
    bars: z
      .array(
        z
          .strictObject({
            at: z.string().describe('when the bar begins'),
            open: real('First mid.'),
            high: real('Highest mid.'),
            low: real('Lowest mid.'),
            close: real('Last mid.'),
            volume: count('Expected shares.'),
          })
          .meta({ id: 'Bar', description: 'One bar of a chart.' }),
      )
      .describe('Oldest first; those without trading are left out.'),
  })
  .meta({ id: 'BarList', description: 'A chart.' });
export type BarList = z.infer<typeof barList>;
