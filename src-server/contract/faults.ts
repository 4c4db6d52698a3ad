/** Wire schemas of market faults: named, bounded options for `/sim/faults`, world files and scenarios (decision L). */
import { z } from 'zod';
import { duration, instant, isin, mic } from './fields.ts';

const LONGEST_MS = 7 * 86_400_000;

const span = {
  from: instant.optional().describe('now, where it is left out'),
  until: instant.optional().describe('without until, for and count: until it is ended'),
  for: duration.optional().describe('in place of until'),
};
const place = {
  exchange: mic.optional().describe('every exchange, where it is left out'),
  isin: isin.optional().describe('every instrument, where it is left out'),
};
/** For faults that hit one thing after the other. */
const occurrences = {
  ...place,
  ...span,
  share: z.number().gt(0).max(1).default(1).describe('of what happens in its place, this share is hit'),
  count: z.int().min(1).max(1_000_000).optional().describe('ends after so many hits'),
};

export const FAULT_KINDS = [
  'exchange_down',
  'exchange_slow',
  'reject_orders',
  'partial_fills',
  'lost_acknowledgements',
  'duplicate_fills',
  'late_fills',
  'reordered_fills',
  'halt_instrument',
  'stale_prices',
  'wide_spread',
  'crossed_quotes',
] as const;

/** Whatever a kind does not name is an unknown field of it (decision A4). */
export const createFault = z
  .discriminatedUnion(
    'kind',
    [
      z.strictObject({
        kind: z.literal('exchange_down'),
        exchange: mic,
        cancel_orders: z.boolean().default(false).describe('the exchange loses the orders it holds'),
        ...span,
      }),
      z.strictObject({ kind: z.literal('exchange_slow'), added_ms: z.int().min(1).max(LONGEST_MS), ...occurrences }),
      z.strictObject({ kind: z.literal('reject_orders'), ...occurrences }),
      z.strictObject({
        kind: z.literal('partial_fills'),
        fill_share: z.number().min(0).max(0.999).describe('what is filled of an order; the exchange cancels the rest'),
        ...occurrences,
      }),
      z.strictObject({ kind: z.literal('lost_acknowledgements'), ...occurrences }),
      z.strictObject({ kind: z.literal('duplicate_fills'), ...occurrences }),
      z.strictObject({ kind: z.literal('late_fills'), delay_ms: z.int().min(1).max(LONGEST_MS), ...occurrences }),
      z.strictObject({ kind: z.literal('reordered_fills'), ...occurrences }),
      z.strictObject({ kind: z.literal('halt_instrument'), isin, exchange: place.exchange, ...span }),
      z.strictObject({ kind: z.literal('stale_prices'), ...place, ...span }),
      z.strictObject({ kind: z.literal('wide_spread'), factor: z.number().gt(1).max(100), ...place, ...span }),
      z.strictObject({
        kind: z.literal('crossed_quotes'),
        bps: z.number().min(0).max(1000).describe('by which the bid lies above the ask'),
        ...place,
        ...span,
      }),
    ],
    { error: `is not a fault of a known kind: ${FAULT_KINDS.join(', ')}` },
  )
  .refine((body) => body.until === undefined || body.for === undefined, {
    path: ['for'],
    error: 'cannot stand beside until',
  });
export type CreateFault = z.output<typeof createFault>;

export const FAULT_STATUSES = ['scheduled', 'active', 'over', 'cancelled'] as const;

/** The number that a kind has, under its own name. */
export const FAULT_AMOUNTS = {
  exchange_slow: 'added_ms',
  partial_fills: 'fill_share',
  late_fills: 'delay_ms',
  wide_spread: 'factor',
  crossed_quotes: 'bps',
} as const satisfies Partial<Record<CreateFault['kind'], string>>;

export const faultView = z.strictObject({
  fault_id: z.string(),
  kind: z.string(),
  exchange: z.string().nullable().describe('null: every exchange'),
  isin: z.string().nullable().describe('null: every instrument'),
  status: z.enum(FAULT_STATUSES).describe('cancelled: ended before it began'),
  from: z.string(),
  until: z.string().nullable(),
  share: z.number(),
  count: z.int().nullable(),
  hits: z.int().describe('how often it hit; 0 for faults of prices'),
  ended_at: z.string().nullable().describe('when it was ended by hand or by its last hit'),
  cancel_orders: z.boolean().optional(),
  added_ms: z.int().optional(),
  fill_share: z.number().optional(),
  delay_ms: z.int().optional(),
  factor: z.number().optional(),
  bps: z.number().optional(),
});
export type FaultView = z.infer<typeof faultView>;
export const faultList = z.strictObject({ faults: z.array(faultView) });
export type FaultList = z.infer<typeof faultList>;
