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
  exchange: mic.optional().describe('Every exchange, where it is left out.'),
  isin: isin.optional().describe('Every instrument, where it is left out.'),
};
/** For faults that hit one thing after the other. */
const occurrences = { ...place, ...faultHits };

const CREATE_MARKET_FAULT = [
  z.strictObject({
    kind: z.literal('exchange_down').describe('No connection and no trading.'),
    exchange: mic,
    cancel_orders: z.boolean().default(false).describe('The exchange loses the orders it holds.'),
    ...faultSpan,
  }),
  z.strictObject({
    kind: z.literal('exchange_slow').describe('Every message takes longer.'),
    added_ms: z.int().min(1).max(LONGEST_MS).describe('Milliseconds.'),
    ...occurrences,
  }),
  z.strictObject({
    kind: z.literal('reject_orders').describe('Orders are refused when they arrive.'),
    ...occurrences,
  }),
  z.strictObject({
    kind: z.literal('partial_fills').describe('A share of an order is filled, the rest is cancelled.'),
    fill_share: z.number().min(0).max(0.999).describe('What is filled of an order; the exchange cancels the rest.'),
    ...occurrences,
  }),
  z.strictObject({
    kind: z.literal('lost_acknowledgements').describe('The order is taken, its answer never comes.'),
    ...occurrences,
  }),
  z.strictObject({ kind: z.literal('duplicate_fills').describe('A fill is reported twice.'), ...occurrences }),
  z.strictObject({
    kind: z.literal('late_fills').describe('A fill is reported later.'),
    delay_ms: z.int().min(1).max(LONGEST_MS).describe('Milliseconds.'),
    ...occurrences,
  }),
  z.strictObject({
    kind: z.literal('reordered_fills').describe('A fill is delayed until the next ones were reported.'),
    ...occurrences,
  }),
  z.strictObject({
    kind: z.literal('halt_instrument').describe('No trading, prices stand still.'),
    isin,
    exchange: place.exchange,
    ...faultSpan,
  }),
  z.strictObject({
    kind: z.literal('stale_prices').describe('What is seen of prices stands still.'),
    ...place,
    ...faultSpan,
  }),
  z.strictObject({
    kind: z.literal('wide_spread').describe('Bid and ask stand further from the mid.'),
    factor: z.number().gt(1).max(100).describe('How many times wider.'),
    ...place,
    ...faultSpan,
  }),
  z.strictObject({
    kind: z.literal('crossed_quotes').describe('The bid lies above the ask.'),
    bps: z.number().min(0).max(1000).describe('By which the bid lies above the ask.'),
    ...place,
    ...faultSpan,
  }),
  z.strictObject({
    kind: z
      .literal('settlement_fail')
      .describe('A trade does not settle on its day; only where settlement is simulated.'),
    days_late: z.int().min(1).max(30).describe('Business days of its exchange by which it settles later.'),
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
  .meta({ id: 'CreateFault', description: 'A fault to set; each kind has fields of its own.' });
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
    scope: z.literal('market').describe('It breaks exchanges and prices.'),
    fault_id: faultId,
    kind: z.enum(FAULT_KINDS).describe('Kind of the fault.'),
    exchange: z.string().nullable().describe('Null: every exchange.'),
    isin: z.string().nullable().describe('Null: every instrument.'),
    status: z.enum(FAULT_STATUSES).describe('`cancelled`: ended before it began.'),
    from: at('When it begins.'),
    until: at('When it ends; null: when it is ended, or its hits are used up.').nullable(),
    share: real('Share of what happens in its place that it hits, 0 to 1.'),
    count: z.int().nullable().describe('Hits after which it ends; null without such a bound.'),
    hits: z.int().describe('How often it hit; 0 for faults of prices.'),
    ended_at: z.string().nullable().describe('When it was ended by hand or by its last hit.'),
    cancel_orders: z.boolean().optional().describe('Of exchange_down: whether the exchange loses the orders it holds.'),
    added_ms: z.int().optional().describe('Of exchange_slow: milliseconds on every message.'),
    fill_share: z.number().optional().describe('Of partial_fills: what is filled of an order.'),
    delay_ms: z.int().optional().describe('Of late_fills: milliseconds by which fills are reported later.'),
    factor: z.number().optional().describe('Of wide_spread: how many times wider.'),
    bps: z.number().optional().describe('Of crossed_quotes: by how much the bid lies above the ask.'),
    days_late: z.int().optional().describe('Of settlement_fail: business days by which trades settle later.'),
  })
  .meta({ id: 'MarketFault', description: 'A fault of the market.' });
export type MarketFaultView = z.infer<typeof marketFaultView>;

export const faultView = z
  .discriminatedUnion('scope', [marketFaultView, interfaceFaultView, webhookFaultView])
  .meta({ id: 'Fault', description: 'What is broken on purpose; `scope` says where.' });
export type FaultView = z.infer<typeof faultView>;
export const endedFaults = z
  .strictObject({ faults: z.array(faultView).describe('By scope, and in each the oldest first.') })
  .meta({ id: 'EndedFaults', description: 'Faults that were ended.' });
export type EndedFaults = z.infer<typeof endedFaults>;

export const faultList = z
  .strictObject({
    faults: z.array(faultView).describe('By scope, and in each the oldest first.'),
    unmet: unmetList,
    next,
  })
  .meta({ id: 'FaultList', description: 'What was broken on purpose.' });
export type FaultList = z.infer<typeof faultList>;

/** The query of `GET` and `DELETE /sim/faults`. */
/** Which faults are meant; of a list with where it goes on. */
export const faultsQuery = z.strictObject({
  scope: z.enum(['market', 'interface', 'webhook']).optional().describe('Only faults of this scope.'),
});
export const listFaultsQuery = faultsQuery.extend({ ...page, ...unmetQuery });
