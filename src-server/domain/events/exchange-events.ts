/** Exchanges and the faults of the market. */
import { z } from 'zod';
import { FAULT_KINDS } from './event-choices.ts';
import { event, exchange, faultId, flag, instant, instantOrNull, oneOf, real } from './event-fields.ts';

const maxMs = real('Longest delay, in milliseconds.');
const latency = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('fixed').describe('Kind of the distribution.'), ms: real('Milliseconds.') }),
  z.strictObject({
    kind: z.literal('uniform').describe('Kind of the distribution.'),
    minMs: real('Shortest delay, in milliseconds.'),
    maxMs,
  }),
  z.strictObject({
    kind: z.literal('lognormal').describe('Kind of the distribution.'),
    medianMs: real('Median delay, in milliseconds.'),
    sigma: real('Standard deviation of the logarithm.'),
    maxMs,
  }),
]);

const settings = z.strictObject({
  mic: exchange,
  commission: z
    .strictObject({
      bps: real('Basis points of the order’s value.'),
      minimumMinor: real('Minimum per order, in cents.'),
      capMinor: real('Maximum per order, in cents.'),
    })
    .describe('Commission of the exchange.'),
  latency: z
    .strictObject({
      submit: latency.describe('Delay of orders on their way to the exchange.'),
      acknowledge: latency.describe('Delay of acknowledgements.'),
      report: latency.describe('Delay of execution reports.'),
    })
    .describe('Delays of messages.'),
  acknowledgeWithinMs: real(
    'How long the service waits for an acknowledgement before it asks for the status of the order, in milliseconds.',
  ),
  lotMicro: real('Lot size, in millionths of a share.'),
  dayEnd: oneOf(['expire', 'carry'], 'What happens to open orders at the end of the trading day.'),
  participation: real('Largest share of the traded volume that fills may take.'),
  secondaryVolumeShare: real('Volume of a secondary listing, as a share of the volume on the primary exchange.'),
  sliceIntervalMs: real('Time between fills of one order, in milliseconds.'),
});

const kind = oneOf(FAULT_KINDS, 'The kind, as requested.');

export const EXCHANGE_EVENT_SCHEMAS = {
  'exchange.changed': event('The settings of an exchange were changed; the data has all of them.', {
    exchange,
    settings: settings.describe('All settings of the exchange, as they are now.'),
  }),
  'exchange.connected': event('The service reconnected to an exchange.', {
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
    share: real('Share that the fault affects; 1 is all.'),
    amount: z
      .number()
      .nullable()
      .describe(
        'Size of the fault, in the unit of its kind: milliseconds, basis points or days; null: its kind has none.',
      ),
    cancels_orders: flag('True: the exchange loses its order book.'),
    from: instant('When it begins'),
    until: instantOrNull('When it ends', 'without end'),
    count: z.number().nullable().describe('How many times it takes effect; null: without limit.'),
  }),
  'fault.began': event('A fault of the market took effect.', { fault_id: faultId, kind }),
  'fault.ended': event('A fault of the market is over: its time or count has run out, or it was ended by hand.', {
    fault_id: faultId,
    kind,
    hits: real('How many times it took effect.'),
  }),
};
