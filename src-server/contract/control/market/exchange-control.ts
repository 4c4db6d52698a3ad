/**
 * Wire schemas of `/sim/exchanges` and `/sim/depth` (decision L): the lines to exchanges, their settings, their depth.
 */
import { z } from 'zod';
import { at, count, currencyText, isinText, micText, real, text } from '../../fields/described.ts';
import { isin, mic, money } from '../../fields/fields.ts';
import { latencyUpTo, writtenLatencyUpTo } from '../../fields/latency.ts';

const latency = latencyUpTo(3_600_000, 'an hour');
const written = writtenLatencyUpTo(3_600_000, 'an hour');
export type LatencyView = z.infer<typeof latency>;

const LOTS = [0.000001, 0.00001, 0.0001, 0.001, 0.01, 0.1, 1, 10, 100, 1000];
const lot = z.number().refine((size) => LOTS.includes(size), 'is not a power of ten from 0.000001 to 1000');
const bps = z.number().min(0).max(1000);

/** Everything of an exchange that can be changed; what is left out stays. */
const settings = {
  commission: z
    .strictObject({
      bps: bps.describe('Basis points of the order’s value.'),
      minimum: money.describe('At least, currency of the exchange.'),
      cap: money.describe('At most, currency of the exchange.'),
    })
    .refine(({ minimum, cap }) => minimum <= cap, { path: ['minimum'], error: 'is above cap' })
    .meta({ id: 'Commission', description: 'What an order is charged.' }),
  latency_ms: z
    .strictObject({
      submit: latency.describe('Of an order on its way.'),
      acknowledge: latency.describe('Of its acknowledgement.'),
      report: latency.describe('Of a fill.'),
    })
    .describe('Whole milliseconds of each leg.'),
  acknowledge_within_ms: z
    .int()
    .min(100)
    .max(3_600_000)
    .describe('Milliseconds after which Ballast asks for a missing answer.'),
  participation: z.number().gt(0).max(1).describe('Our share of its volume, above 0 to 1.'),
  slice_interval_ms: z.int().min(100).max(600_000).describe('Milliseconds between slices, on average.'),
  lot_size: lot.describe('Quantities are multiples of it: a power of ten from 0.000001 to 1000.'),
  day_end: z.enum(['expire', 'carry']).describe('What happens to orders that its day did not fill.'),
};

/** `PATCH /sim/exchanges/{mic}`. */
export const changeExchange = z
  .strictObject({
    connected: z.boolean().optional().describe('False holds the connection down until true releases it.'),
    commission: settings.commission.optional(),
    latency_ms: z
      .strictObject({
        submit: written.optional().describe('Of an order on its way.'),
        acknowledge: written.optional().describe('Of its acknowledgement.'),
        report: written.optional().describe('Of a fill.'),
      })
      .optional()
      .describe('Whole milliseconds of each leg; legs left out stay.'),
    acknowledge_within_ms: settings.acknowledge_within_ms.optional(),
    participation: settings.participation.optional(),
    slice_interval_ms: settings.slice_interval_ms.optional(),
    lot_size: settings.lot_size.optional(),
    day_end: settings.day_end.optional(),
  })
  .refine((body) => Object.keys(body).length > 0, 'names nothing to change')
  .meta({ id: 'ChangeExchange', description: 'What to change of an exchange; what is left out stays.' });
export type ChangeExchange = z.output<typeof changeExchange>;

export const exchangeView = z
  .strictObject({
    mic: micText,
    name: text('Name of the exchange.'),
    city: text('Where it is.'),
    currency: currencyText,
    time_zone: text('IANA time zone.'),
    connected: z.boolean().describe('Whether its connection is up.'),
    open: z.boolean().describe('Whether it trades.'),
    phase: z.enum(['open', 'closing_auction', 'closed']).describe('What it does now.'),
    next_open_at: at('When it opens next.'),
    next_close_at: at('When it closes next.'),
    line: z
      .strictObject({
        since: z.string().nullable().describe('Of the present state; null: from the beginning.'),
        held: z.boolean().describe('Taken down by hand.'),
        attempts: z.int().describe('Failed attempts to reconnect.'),
        next_attempt_at: at('When its connection is tried next; null while it is up or held.').nullable(),
      })
      .meta({ id: 'ExchangeLine', description: 'How we are connected to it.' }),
    settings: z.strictObject(settings).describe('What can be changed of it.'),
    working_orders: count('Orders that are out there.'),
    active_faults: z.array(z.string()).describe('Identifiers of faults in force.'),
  })
  .meta({ id: 'Exchange', description: 'An exchange, its connection, its settings and its orders.' });
export type ExchangeView = z.infer<typeof exchangeView>;

export const exchangeList = z
  .strictObject({ exchanges: z.array(exchangeView).describe("In the order of the market's data.") })
  .meta({ id: 'ExchangeList', description: 'Every exchange.' });
export type ExchangeList = z.infer<typeof exchangeList>;

/** The query of `GET /sim/depth`. */
export const depthQuery = z.strictObject({ isin, exchange: mic });

const level = z
  .strictObject({ price: real('Currency of the exchange.'), quantity: real('Shares.') })
  .meta({ id: 'DepthLevel', description: 'One price and what is there.' });
export const depthView = z
  .strictObject({
    isin: isinText,
    exchange: micText,
    currency: currencyText,
    at: at('When it was taken.'),
    phase: exchangeView.shape.phase,
    halted: z.boolean().describe('Whether the instrument is halted.'),
    mid: real('Mid, currency of the exchange.'),
    bids: z.array(level).describe('Best first.'),
    asks: z.array(level).describe('Best first.'),
  })
  .meta({ id: 'Depth', description: 'The ladder that an order would walk.' });
export type DepthView = z.infer<typeof depthView>;
