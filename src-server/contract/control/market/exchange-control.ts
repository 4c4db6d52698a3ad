/**
 * API schemas of `/sim/exchanges` and `/sim/depth` (decision L): connections to exchanges, their settings, their depth.
 */

import { z } from 'zod';
import { MARKET_PHASES } from '../../../domain/market-choices.ts';
import { at, count, currencyText, isinText, micText, real, text } from '../../fields/described.ts';
import { isin, mic, money, numberWithin } from '../../fields/fields.ts';
import { latencyUpTo, writtenLatencyUpTo } from '../../fields/latency.ts';
import { BOUNDS } from '../../fields/number-bounds.ts';

const latency = latencyUpTo(BOUNDS.exchangeLatencyMs.max, 'an hour');
const written = writtenLatencyUpTo(BOUNDS.exchangeLatencyMs.max, 'an hour');
export type LatencyView = z.infer<typeof latency>;

const LOTS = [0.000001, 0.00001, 0.0001, 0.001, 0.01, 0.1, 1, 10, 100, 1000];
const lot = z.number().refine((size) => LOTS.includes(size), 'is not a power of ten from 0.000001 to 1000');
const bps = numberWithin(BOUNDS.commissionBps);

/** All settings of an exchange that can be changed; a field that is left out stays unchanged. */
const settings = {
  commission: z
    .strictObject({
      bps: bps.describe('Basis points of the order’s value.'),
      minimum: money.describe('Minimum per order, in the currency of the exchange.'),
      cap: money.describe('Maximum per order, in the currency of the exchange.'),
    })
    .refine(({ minimum, cap }) => minimum <= cap, { path: ['minimum'], error: 'is above cap' })
    .meta({ id: 'Commission', description: 'Commission that an order is charged.' }),
  latency_ms: z
    .strictObject({
      submit: latency.describe('Latency of an order on its way to the exchange.'),
      acknowledge: latency.describe('Latency of the acknowledgement of an order.'),
      report: latency.describe('Latency of the report of a fill.'),
    })
    .describe('Latency of each leg, in whole milliseconds.'),
  acknowledge_within_ms: numberWithin(BOUNDS.acknowledgeWithinMs).describe(
    'Milliseconds that Ballast waits for an acknowledgement before it asks for the status of the order.',
  ),
  participation: numberWithin(BOUNDS.participation).describe(
    'Largest share of the traded volume that fills may take, above 0 and up to 1.',
  ),
  slice_interval_ms: numberWithin(BOUNDS.sliceIntervalMs).describe('Average number of milliseconds between slices.'),
  lot_size: lot.describe('Lot size, of which quantities are multiples: a power of ten from 0.000001 to 1000.'),
  day_end: z.enum(['expire', 'carry']).describe('What happens to orders that are not filled by the end of its day.'),
};

/** `PATCH /sim/exchanges/{mic}`. */
export const changeExchangeBody = z
  .strictObject({
    connected: z.boolean().optional().describe('False: the exchange is disconnected until this is set to true.'),
    commission: settings.commission.optional(),
    latency_ms: z
      .strictObject({
        submit: written.optional().describe('Latency of an order on its way to the exchange.'),
        acknowledge: written.optional().describe('Latency of the acknowledgement of an order.'),
        report: written.optional().describe('Latency of the report of a fill.'),
      })
      .optional()
      .describe('Latency of each leg, in whole milliseconds; legs left out do not change.'),
    acknowledge_within_ms: settings.acknowledge_within_ms.optional(),
    participation: settings.participation.optional(),
    slice_interval_ms: settings.slice_interval_ms.optional(),
    lot_size: settings.lot_size.optional(),
    day_end: settings.day_end.optional(),
  })
  .refine((body) => Object.keys(body).length > 0, 'changes nothing: give at least one field')
  .meta({ id: 'ChangeExchange', description: 'Changes to an exchange; what is left out does not change.' });
export type ChangeExchange = z.output<typeof changeExchangeBody>;

export const exchangeView = z
  .strictObject({
    mic: micText,
    name: text('Name of the exchange.'),
    city: text('City of the exchange.'),
    currency: currencyText,
    time_zone: text('IANA time zone.'),
    connected: z.boolean().describe('Whether its connection is up.'),
    open: z.boolean().describe('Whether it is open.'),
    phase: z.enum(MARKET_PHASES).describe('Current trading phase of the exchange.'),
    next_open_at: at('Time at which it opens next.'),
    next_close_at: at('Time at which it closes next.'),
    line: z
      .strictObject({
        since: z
          .string()
          .nullable()
          .describe(
            'Time since which the connection has had its current state; null if it has had it from the beginning.',
          ),
        held: z.boolean().describe('Whether the connection was taken down manually.'),
        attempts: z.int().describe('Number of failed attempts to reconnect.'),
        next_attempt_at: at(
          'Time of the next attempt to reconnect; null while the connection is up or taken down manually.',
        ).nullable(),
      })
      .meta({ id: 'ExchangeLine', description: 'Connection to an exchange.' }),
    settings: z.strictObject(settings).describe('Settings of the exchange that can be changed.'),
    working_orders: count('Number of orders working at the exchange.'),
    active_faults: z.array(z.string()).describe('Identifiers of the faults in force.'),
  })
  .meta({ id: 'Exchange', description: 'An exchange, its connection, its settings and its orders.' });
export type ExchangeView = z.infer<typeof exchangeView>;

export const exchangeList = z
  .strictObject({ exchanges: z.array(exchangeView).describe('Exchanges, in the order of the market data.') })
  .meta({ id: 'ExchangeList', description: 'Every exchange.' });
export type ExchangeList = z.infer<typeof exchangeList>;

/** Query of `GET /sim/depth`. */
export const depthQuery = z.strictObject({ isin, exchange: mic });

const level = z
  .strictObject({ price: real('Price in the currency of the exchange.'), quantity: real('Number of shares.') })
  .meta({ id: 'DepthLevel', description: 'A price and the quantity available at it.' });
export const depthView = z
  .strictObject({
    isin: isinText,
    exchange: micText,
    currency: currencyText,
    at: at('Time at which the depth was taken.'),
    phase: exchangeView.shape.phase,
    halted: z.boolean().describe('Whether the instrument is halted.'),
    mid: real('Mid in the currency of the exchange.'),
    bids: z.array(level).describe('Bids, best first.'),
    asks: z.array(level).describe('Asks, best first.'),
  })
  .meta({ id: 'Depth', description: 'The depth of the order book that an order would trade against.' });
export type DepthView = z.infer<typeof depthView>;
