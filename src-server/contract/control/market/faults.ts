/**
 * API schemas of injected faults: named, bounded options for `/sim/faults`, world files and scenarios. The kinds are
 * rows of `market-fault-kinds.ts` (decision L17), `api-fault-kinds.ts` and `webhook-fault-kinds.ts`.
 */

import { z } from 'zod';
import { FAULT_KINDS } from '../../../domain/events/event-choices.ts';
import { FAULT_SCOPES, SPAN_STATUSES } from '../../../domain/market-choices.ts';
import { at, faultId, real } from '../../fields/described.ts';
import { next, page } from '../../fields/paging.ts';
import { API_FAULTS } from '../http-faults/api-fault-kinds.ts';
import { type ExploredKind, schemasOf } from '../http-faults/fault-kind.ts';
import { interfaceFaultView, webhookFaultView } from '../http-faults/http-faults.ts';
import { unmetList, unmetQuery } from '../http-faults/unmet-faults.ts';
import { WEBHOOK_FAULTS } from '../http-faults/webhook-fault-kinds.ts';
import { type CreateMarketFault, MARKET_FAULTS } from './market-fault-kinds.ts';

const KINDS = { ...MARKET_FAULTS, ...API_FAULTS, ...WEBHOOK_FAULTS };

/** A field that a kind does not define is unknown (decision A4). */
export const createFault = z
  .discriminatedUnion('kind', schemasOf(KINDS))
  .refine((body) => body.until === undefined || body.for === undefined, {
    path: ['for'],
    error: 'cannot be combined with until',
  })
  .meta({ id: 'CreateFault', description: 'A fault to set; each kind has its own fields.' });
export type CreateFault = z.output<typeof createFault>;
export type CreateHttpFault = Exclude<CreateFault, CreateMarketFault>;

const EXPLORED: Readonly<Record<CreateFault['kind'], { readonly explored: ExploredKind<CreateFault> }>> = KINDS;

/** Returns the explorer's properties of a kind. */
export function exploredKindOf(kind: CreateFault['kind']): ExploredKind<CreateFault> {
  return EXPLORED[kind].explored;
}

export const marketFaultView = z
  .strictObject({
    scope: z.literal('market').describe('The fault affects exchanges and prices.'),
    fault_id: faultId,
    kind: z.enum(FAULT_KINDS).describe('Kind of the fault.'),
    exchange: z.string().nullable().describe('Exchange that it hits; null if it hits every exchange.'),
    isin: z.string().nullable().describe('Instrument that it hits; null if it hits every instrument.'),
    status: z.enum(SPAN_STATUSES).describe('Status of the fault. `cancelled`: it was ended before it began.'),
    from: at('Time at which it begins.'),
    until: at('Time at which it ends; null if it lasts until it is ended or its hits are used up.').nullable(),
    share: real('Share of what happens at its exchange and instrument that it hits, 0 to 1.'),
    count: z.int().nullable().describe('Number of hits after which it ends; null if there is no such limit.'),
    hits: z.int().describe('Number of hits; 0 for faults of prices.'),
    ended_at: z.string().nullable().describe('Time at which it was ended manually or by its last hit.'),
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

export const faultList = z
  .strictObject({
    faults: z.array(faultView).describe('Faults by scope, oldest first within each.'),
    unmet: unmetList,
    next,
  })
  .meta({ id: 'FaultList', description: 'Faults that were set.' });
export type FaultList = z.infer<typeof faultList>;

/** Query of `GET` and `DELETE /sim/faults`: filters, and for a list the cursor. */
export const faultsQuery = z.strictObject({
  scope: z.enum(FAULT_SCOPES).optional().describe('Only faults of this scope.'),
});
export const listFaultsQuery = faultsQuery.extend({ ...page, ...unmetQuery });
