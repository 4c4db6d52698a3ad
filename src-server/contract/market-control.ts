/** Wire schemas of `/sim/market` and `/sim/bars` (decision L): held mids, events of the market, charts. */
import { z } from 'zod';
import { toMicro } from '../domain/exact.ts';
import { instant, isin, mic } from './fields.ts';

/** `POST /sim/market/pins`: holds the mid of every listing, converted at the FX of the instant. */
export const createPin = z.strictObject({
  isin,
  mid: z
    .number()
    .positive()
    .max(100_000, { abort: true })
    .refine((value) => toMicro(value) !== null, 'has more than six decimals'),
  currency: z.string(),
});
export const pinView = z.strictObject({
  isin: z.string(),
  mid: z.number(),
  currency: z.string(),
  since: z.string(),
});
export type PinView = z.infer<typeof pinView>;
export const pinList = z.strictObject({ pins: z.array(pinView) });
export type PinList = z.infer<typeof pinList>;

const size = z.number().min(-0.99).max(10).describe('change as a share of the price: -0.08 is minus eight per cent');
const ratePerDay = z.number().min(-1).max(1).describe('log change per trading day: 0.01 is about one per cent');
const factor = z.number().min(0).max(20).describe("on the moves of the instrument's own factor");

/** `POST /sim/market/events`; without `at` or `from` it begins now. */
export const createMarketEvent = z.discriminatedUnion(
  'kind',
  [
    z.strictObject({ kind: z.literal('jump'), isin, size, at: instant.optional() }),
    z.strictObject({
      kind: z.literal('trend'),
      isin,
      rate_per_day: ratePerDay,
      from: instant.optional(),
      until: instant,
    }),
    z.strictObject({ kind: z.literal('volatility'), isin, factor, from: instant.optional(), until: instant }),
  ],
  { error: 'is not an event of the kind jump, trend or volatility' },
);

export const MARKET_EVENT_STATUSES = ['scheduled', 'active', 'over', 'cancelled'] as const;
const eventCore = {
  market_event_id: z.string(),
  isin: z.string(),
  status: z.enum(MARKET_EVENT_STATUSES).describe('cancelled: ended before it began'),
  ended_at: z.string().nullable().describe('when it was ended by hand'),
};
export const marketEventView = z.discriminatedUnion('kind', [
  z.strictObject({ ...eventCore, kind: z.literal('jump'), size, at: z.string() }),
  z.strictObject({
    ...eventCore,
    kind: z.literal('trend'),
    rate_per_day: ratePerDay,
    from: z.string(),
    until: z.string(),
  }),
  z.strictObject({ ...eventCore, kind: z.literal('volatility'), factor, from: z.string(), until: z.string() }),
]);
export type MarketEventView = z.infer<typeof marketEventView>;
export const marketEventList = z.strictObject({ market_events: z.array(marketEventView) });
export type MarketEventList = z.infer<typeof marketEventList>;

/** What `POST /sim/market/series` loaded, one entry for each listing of the file. */
export const seriesLoaded = z.strictObject({
  series: z.array(
    z.strictObject({
      isin: z.string(),
      exchange: z.string(),
      rows: z.int(),
      from: z.string().describe('from here on it counts'),
      until: z.string().describe('its last row'),
    }),
  ),
});
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
  interval: z.enum(BAR_INTERVALS).default('5m'),
  limit: z
    .string()
    .regex(/^\d{1,9}$/, { error: `is not a whole number from 1 to ${MOST_BARS}`, abort: true })
    .transform(Number)
    .refine((limit) => limit >= 1 && limit <= MOST_BARS, `is not a whole number from 1 to ${MOST_BARS}`)
    .optional(),
});

export const barList = z.strictObject({
  isin: z.string(),
  exchange: z.string(),
  currency: z.string().describe('of the listing; all prices are in it'),
  interval: z.enum(BAR_INTERVALS),
  bars: z.array(
    z.strictObject({
      at: z.string().describe('when the bar begins'),
      open: z.number(),
      high: z.number(),
      low: z.number(),
      close: z.number(),
      volume: z.int(),
    }),
  ),
});
export type BarList = z.infer<typeof barList>;
