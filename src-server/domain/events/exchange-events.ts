/** Exchanges and the faults of the market. */
import { z } from 'zod';
import { FAULT_KINDS } from './event-choices.ts';
import { event, exchange, faultId, flag, instant, instantOrNull, oneOf, real } from './event-fields.ts';

const maxMs = real('The most milliseconds.');
const latency = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('fixed').describe('Kind of the distribution.'), ms: real('Milliseconds.') }),
  z.strictObject({
    kind: z.literal('uniform').describe('Kind of the distribution.'),
    minMs: real('The fewest milliseconds.'),
    maxMs,
  }),
  z.strictObject({
    kind: z.literal('lognormal').describe('Kind of the distribution.'),
    medianMs: real('Median, milliseconds.'),
    sigma: real('Width of the distribution.'),
    maxMs,
  }),
]);

const settings = z.strictObject({
  mic: exchange,
  commission: z
    .strictObject({
      bps: real('Basis points of the value.'),
      minimumMinor: real('The least that an order costs, in cents.'),
      capMinor: real('The most that an order costs, in cents.'),
    })
    .describe('Commission of the exchange.'),
  latency: z
    .strictObject({
      submit: latency.describe('Delay of orders.'),
      acknowledge: latency.describe('Delay of acknowledgements.'),
      report: latency.describe('Delay of reports.'),
    })
    .describe('Delays of messages.'),
  acknowledgeWithinMs: real('Milliseconds after which the service asks for the status of an order.'),
  lotMicro: real('Smallest step of quantities, in millionths of a share.'),
  dayEnd: oneOf(['expire', 'carry'], 'What happens to open orders at the end of a day.'),
  participation: real('Largest share of the volume that fills take.'),
  secondaryVolumeShare: real('Volume of another exchange, as a share of the primary one.'),
  sliceIntervalMs: real('Milliseconds between fills of one order.'),
});

const kind = oneOf(FAULT_KINDS, 'Kind, as it was asked for.');

export const EXCHANGE_EVENT_SCHEMAS = {
  'exchange.changed': event('The settings of an exchange changed; its data has all of them.', {
    exchange,
    settings: settings.describe('All settings of the exchange after it.'),
  }),
  'exchange.connected': event('The service is connected to an exchange again.', {
    exchange,
    after_ms: real('Milliseconds without a connection.'),
  }),
  'exchange.disconnected': event('The service lost its connection to an exchange.', {
    exchange,
    cause: oneOf(['fault', 'control_plane'], 'Why.'),
  }),
  'fault.set': event('A fault of the market was set; it may begin later.', {
    fault_id: faultId,
    kind,
    exchange: z.string().nullable().describe('The exchange, by its market identifier code; null: every one.'),
    isin: z.string().nullable().describe('The instrument, by its ISIN; null: every one.'),
    share: real('Part that the fault concerns; 1 is all.'),
    amount: z
      .number()
      .nullable()
      .describe('How much, in the unit of its kind: milliseconds, basis points, days; null: its kind has none.'),
    cancels_orders: flag('True: the exchange loses its order book.'),
    from: instant('When it begins'),
    until: instantOrNull('When it ends', 'without end'),
    count: z.number().nullable().describe('How often it is met; null: without end.'),
  }),
  'fault.began': event('A fault of the market takes effect.', { fault_id: faultId, kind }),
  'fault.ended': event('A fault of the market is over: its time or count is used up, or somebody ended it.', {
    fault_id: faultId,
    kind,
    hits: real('How often it was met.'),
  }),
};
