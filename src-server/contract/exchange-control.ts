/** Wire schemas of `/sim/exchanges` and `/sim/depth` (decision L): the lines to exchanges, their settings, their depth. */
import { z } from 'zod';
import { instant, isin, mic, money } from './fields.ts';

const latencyMs = z.int().min(0).max(3_600_000);
const latency = z.union(
  [
    z.strictObject({ fixed: latencyMs }),
    z
      .strictObject({ min: latencyMs, max: latencyMs })
      .refine(({ min, max }) => min <= max, { path: ['min'], error: 'is above max' }),
    z
      .strictObject({ median: latencyMs, sigma: z.number().min(0).max(3), max: latencyMs })
      .refine(({ median, max }) => median <= max, { path: ['median'], error: 'is above max' }),
  ],
  { error: 'is not {fixed}, {min, max} or {median, sigma, max} in whole ms up to an hour' },
);
export type LatencyView = z.infer<typeof latency>;

const LOTS = [0.000001, 0.00001, 0.0001, 0.001, 0.01, 0.1, 1, 10, 100, 1000];
const lot = z.number().refine((size) => LOTS.includes(size), 'is not a power of ten from 0.000001 to 1000');
const bps = z.number().min(0).max(1000);

/** Everything of an exchange that can be changed; what is left out stays. */
const settings = {
  commission: z
    .strictObject({ bps, minimum: money, cap: money })
    .refine(({ minimum, cap }) => minimum <= cap, { path: ['minimum'], error: 'is above cap' }),
  latency_ms: z.strictObject({ submit: latency, acknowledge: latency, report: latency }),
  acknowledge_within_ms: z.int().min(100).max(3_600_000),
  participation: z.number().gt(0).max(1),
  slice_interval_ms: z.int().min(100).max(600_000),
  lot_size: lot,
  day_end: z.enum(['expire', 'carry']),
};

/** `PATCH /sim/exchanges/{mic}`. */
export const changeExchange = z
  .strictObject({
    connected: z.boolean().optional().describe('false holds the line down until true lets it up'),
    commission: settings.commission.optional(),
    latency_ms: settings.latency_ms.partial().optional(),
    acknowledge_within_ms: settings.acknowledge_within_ms.optional(),
    participation: settings.participation.optional(),
    slice_interval_ms: settings.slice_interval_ms.optional(),
    lot_size: settings.lot_size.optional(),
    day_end: settings.day_end.optional(),
  })
  .refine((body) => Object.keys(body).length > 0, 'names nothing to change');
export type ChangeExchange = z.output<typeof changeExchange>;

export const exchangeView = z.strictObject({
  mic: z.string(),
  name: z.string(),
  city: z.string(),
  currency: z.string(),
  time_zone: z.string(),
  connected: z.boolean(),
  open: z.boolean(),
  phase: z.enum(['open', 'closing_auction', 'closed']),
  next_open_at: z.string(),
  next_close_at: z.string(),
  line: z.strictObject({
    since: z.string().nullable().describe('of the present state; null: from the beginning'),
    held: z.boolean().describe('taken down by hand'),
    attempts: z.int().describe('failed attempts to reconnect'),
    next_attempt_at: z.string().nullable(),
  }),
  settings: z.strictObject(settings),
  working_orders: z.int(),
  active_faults: z.array(z.string()),
});
export type ExchangeView = z.infer<typeof exchangeView>;

export const exchangeList = z.strictObject({ exchanges: z.array(exchangeView) });
export type ExchangeList = z.infer<typeof exchangeList>;

/** The query of `GET /sim/depth`. */
export const depthQuery = z.strictObject({ isin, exchange: mic });

const level = z.strictObject({ price: z.number(), quantity: z.number() });
export const depthView = z.strictObject({
  isin: z.string(),
  exchange: z.string(),
  currency: z.string(),
  at: instant,
  phase: exchangeView.shape.phase,
  halted: z.boolean(),
  mid: z.number(),
  bids: z.array(level).describe('best first'),
  asks: z.array(level).describe('best first'),
});
export type DepthView = z.infer<typeof depthView>;
