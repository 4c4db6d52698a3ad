/**
 * Wire schemas of what can be broken on purpose: named, bounded options for `/sim/faults`, world files and scenarios.
 * Here are the market's kinds (decision L17) and the union of all; those of the interface and of webhooks are in
 * `http-faults.ts`.
 */
import { z } from 'zod';
import { FAULT_KINDS } from '../../../domain/events/event-choices.ts';
import { at, faultId, real } from '../../fields/described.ts';
import { FAULT_STATUSES, faultHits, faultSpan } from '../../fields/fault-bounds.ts';
import { isin, mic } from '../../fields/fields.ts';
import { next, page } from '../../fields/paging.ts';
import {
  CREATE_INTERFACE_FAULT,
  CREATE_WEBHOOK_FAULT,
  interfaceFaultView,
  webhookFaultView,
} from '../http-faults/http-faults.ts';
import { unmetList, unmetQuery } from '../http-faults/unmet-faults.ts';

const LONGEST_MS = 7 * 86_400_000;

const place = {
  exchange: mic.optional().describe('Exchange that it hits; by default every exchange.'),
  isin: isin.optional().describe('Instrument that it hits; by default every instrument.'),
};
/** For faults that hit one thing after the other. */
const occurrences = { ...place, ...faultHits };

const CREATE_MARKET_FAULT = [
  z.strictObject({
    kind: z.literal('exchange_down').describe('The exchange has no connection and no trading.'),
    exchange: mic,
    cancel_orders: z.boolean().default(false).describe('True: the exchange loses the orders it holds.'),
    ...faultSpan,
  }),
  z.strictObject({
    kind: z.literal('exchange_slow').describe('Every message takes longer.'),
    added_ms: z.int().min(1).max(LONGEST_MS).describe('Milliseconds added to every message.'),
    ...occurrences,
  }),
  z.strictObject({
    kind: z.literal('reject_orders').describe('Orders are rejected when they arrive.'),
    ...occurrences,
  }),
  z.strictObject({
    kind: z.literal('partial_fills').describe('A share of an order is filled; the rest is cancelled.'),
    fill_share: z
      .number()
      .min(0)
      .max(0.999)
      .describe('Share of an order that is filled; the exchange cancels the rest.'),
    ...occurrences,
  }),
  z.strictObject({
    kind: z.literal('lost_acknowledgements').describe('The order is accepted, but its acknowledgement never arrives.'),
    ...occurrences,
  }),
  z.strictObject({ kind: z.literal('duplicate_fills').describe('A fill is reported twice.'), ...occurrences }),
  z.strictObject({
    kind: z.literal('late_fills').describe('A fill is reported later.'),
    delay_ms: z.int().min(1).max(LONGEST_MS).describe('Milliseconds by which fills are reported later.'),
    ...occurrences,
  }),
  z.strictObject({
    kind: z
      .literal('reordered_fills')
      .describe('The report of a fill is delayed until the next ones have been reported.'),
    ...occurrences,
  }),
  z.strictObject({
    kind: z.literal('halt_instrument').describe('The instrument is not traded, and its prices do not change.'),
    isin,
    exchange: place.exchange,
    ...faultSpan,
  }),
  z.strictObject({
    kind: z.literal('stale_prices').describe('Observed prices do not change.'),
    ...place,
    ...faultSpan,
  }),
  z.strictObject({
    kind: z.literal('wide_spread').describe('Bid and ask are further from the mid.'),
    factor: z.number().gt(1).max(100).describe('Factor by which the spread is multiplied.'),
    ...place,
    ...faultSpan,
  }),
  z.strictObject({
    kind: z.literal('crossed_quotes').describe('The bid is above the ask.'),
    bps: z.number().min(0).max(1000).describe('Basis points by which the bid is above the ask.'),
    ...place,
    ...faultSpan,
  }),
  z.strictObject({
    kind: z
      .literal('settlement_fail')
      .describe('A trade does not settle on its settlement date; only where settlement is simulated.'),
    days_late: z.int().min(1).max(30).describe('Number of business days of its exchange by which it settles later.'),
    ...occurrences,
  }),
] as const;

/** Whatever a kind does not name is an unknown field of it (decision A4). */
export const createFault = z
  .discriminatedUnion('kind', [...CREATE_MARKET_FAULT, ...CREATE_INTERFACE_FAULT, ...CREATE_WEBHOOK_FAULT])
  .refine((body) => body.until === undefined || body.for === undefined, {
    path: ['for'],
    error: 'cannot stand beside until',
  })
  .meta({ id: 'CreateFault', description: 'A fault to set; each kind has its own fields.' });
export type CreateFault = z.output<typeof createFault>;
export type CreateMarketFault = Extract<CreateFault, { readonly kind: (typeof FAULT_KINDS)[number] }>;
export type CreateHttpFault = Exclude<CreateFault, CreateMarketFault>;

/** The number that a kind has, under its own name. */
export const FAULT_AMOUNTS = {
  exchange_slow: 'added_ms',
  partial_fills: 'fill_share',
  late_fills: 'delay_ms',
  wide_spread: 'factor',
  crossed_quotes: 'bps',
  settlement_fail: 'days_late',
} as const satisfies Partial<Record<CreateMarketFault['kind'], string>>;

export const marketFaultView = z
  .strictObject({
    scope: z.literal('market').describe('The fault affects exchanges and prices.'),
    fault_id: faultId,
    kind: z.enum(FAULT_KINDS).describe('Kind of the fault.'),
    exchange: z.string().nullable().describe('Exchange that it hits; null if it hits every exchange.'),
    isin: z.string().nullable().describe('Instrument that it hits; null if it hits every instrument.'),
    status: z.enum(FAULT_STATUSES).describe('Status of the fault. `cancelled`: it was ended before it began.'),
    from: at('Time at which it begins.'),
    until: at('Time at which it ends; null if it lasts until it is ended or its hits are used up.').nullable(),
    share: real('Share of what happens at its exchange and instrument that it hits, 0 to 1.'),
    count: z.int().nullable().describe('Number of hits after which it ends; null if there is no such limit.'),
    hits: z.int().describe('Number of hits; 0 for faults of prices.'),
    ended_at: z.string().nullable().describe('Time at which it was ended by hand or by its last hit.'),
    cancel_orders: z
      .boolean()
      .optional()
      .describe('`exchange_down` only: whether the exchange loses the orders it holds.'),
    added_ms: z.int().optional().describe('`exchange_slow` only: milliseconds added to every message.'),
    fill_share: z.number().optional().describe('`partial_fills` only: share of an order that is filled.'),
    delay_ms: z.int().optional().describe('`late_fills` only: milliseconds by which fills are reported later.'),
    factor: z.number().optional().describe('`wide_spread` only: factor by which the spread is multiplied.'),
    bps: z.number().optional().describe('`crossed_quotes` only: basis points by which the bid is above the ask.'),
    days_late: z
      .int()
      .optional()
      .describe('`settlement_fail` only: number of business days by which trades settle later.'),
  })
  .meta({ id: 'MarketFault', description: 'A fault of the market.' });
export type MarketFaultView = z.infer<typeof marketFaultView>;

export const faultView = z
  .discriminatedUnion('scope', [marketFaultView, interfaceFaultView, webhookFaultView])
  .meta({ id: 'Fault', description: 'A failure that is injected on purpose; `scope` says where.' });
export type FaultView = z.infer<typeof faultView>;
export const endedFaults = z
  .strictObject({ faults: z.array(faultView).describe('Faults by scope, oldest first within each.') })
  .meta({ id: 'EndedFaults', description: 'Faults that were ended.' });
export type EndedFaults = z.infer<typeof endedFaults>;

export const faultList = z
  .strictObject({
    faults: z.array(faultView).describe('Faults by scope, oldest first within each.'),
    unmet: unmetList,
    next,
  })
  .meta({ id: 'FaultList', description: 'Faults that were set.' });
export type FaultList = z.infer<typeof faultList>;

/** The query of `GET` and `DELETE /sim/faults`. */
/** Which faults are meant; of a list with where it goes on. */
export const faultsQuery = z.strictObject({
  scope: z.enum(['market', 'interface', 'webhook']).optional().describe('Only faults of this scope.'),
});
export const listFaultsQuery = faultsQuery.extend({ ...page, ...unmetQuery });
