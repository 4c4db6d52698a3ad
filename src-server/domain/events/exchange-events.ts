/** Schemas of the events of exchanges and of market faults. */
import { z } from 'zod';
import { FAULT_KINDS } from './event-choices.ts';
import {
  event,
  exchangeField,
  faultIdField,
  flagField,
  instantField,
  instantOrNullField,
  oneOfField,
  realField,
} from './event-fields.ts';

const maxMs = realField('Longest delay, in milliseconds.');
const latency = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('fixed').describe('Kind of the distribution.'), ms: realField('Milliseconds.') }),
  z.strictObject({
    kind: z.literal('uniform').describe('Kind of the distribution.'),
    minMs: realField('Shortest delay, in milliseconds.'),
    maxMs,
  }),
  z.strictObject({
    kind: z.literal('lognormal').describe('Kind of the distribution.'),
    medianMs: realField('Median delay, in milliseconds.'),
    sigma: realField('Standard deviation of the logarithm.'),
    maxMs,
  }),
]);

const settings = z.strictObject({
  mic: exchangeField,
  commission: z
    .strictObject({
      bps: realField('Basis points of the order’s value.'),
      minimumMinor: realField('Minimum per order, in cents.'),
      capMinor: realField('Maximum per order, in cents.'),
    })
    .describe('Commission of the exchange.'),
  latency: z
    .strictObject({
      submit: latency.describe('Delay of orders on their way to the exchange.'),
      acknowledge: latency.describe('Delay of acknowledgements.'),
      report: latency.describe('Delay of execution reports.'),
    })
    .describe('Delays of messages.'),
  acknowledgeWithinMs: realField(
    'How long the service waits for an acknowledgement before it asks for the status of the order, in milliseconds.',
  ),
  lotMicro: realField('Lot size, in millionths of a share.'),
  dayEnd: oneOfField(['expire', 'carry'], 'What happens to open orders at the end of the trading day.'),
  participation: realField('Largest share of the traded volume that fills may take.'),
  secondaryVolumeShare: realField('Volume of a secondary listing, as a share of the volume on the primary exchange.'),
  sliceIntervalMs: realField('Time between fills of one order, in milliseconds.'),
});

const kind = oneOfField(FAULT_KINDS, 'The kind, as requested.');

export const EXCHANGE_EVENT_SCHEMAS = {
  'exchange.changed': event('The settings of an exchange were changed; the data has all of them.', {
    exchange: exchangeField,
    settings: settings.describe('All settings of the exchange, as they are now.'),
  }),
  'exchange.connected': event('The service reconnected to an exchange.', {
    exchange: exchangeField,
    after_ms: realField('Milliseconds without a connection.'),
  }),
  'exchange.disconnected': event('The service lost its connection to an exchange.', {
    exchange: exchangeField,
    cause: oneOfField(['fault', 'control_plane'], 'Why.'),
  }),
  'fault.set': event('A fault of the market was set; it may begin later.', {
    fault_id: faultIdField,
    kind,
    exchange: z.string().nullable().describe('The exchange, by its market identifier code; null: every one.'),
    isin: z.string().nullable().describe('The instrument, by its ISIN; null: every one.'),
    share: realField('Share that the fault affects; 1 is all.'),
    amount: z
      .number()
      .nullable()
      .describe(
        'Size of the fault, in the unit of its kind: milliseconds, basis points or days; null: its kind has none.',
      ),
    cancels_orders: flagField('True: the exchange loses its open orders.'),
    from: instantField('When it begins'),
    until: instantOrNullField('When it ends', 'without end'),
    count: z.number().nullable().describe('How many times it takes effect; null: without limit.'),
  }),
  'fault.began': event('A fault of the market took effect.', { fault_id: faultIdField, kind }),
  'fault.ended': event('A fault of the market is over: its time or count has run out, or it was ended manually.', {
    fault_id: faultIdField,
    kind,
    hits: realField('How many times it took effect.'),
  }),
};
