/**
 * The kinds of market faults (decision L17), one row each: its fields in the API, its number, and how the explorer uses
 * it. The exchanges of `market` implement them.
 */
import { z } from 'zod';
import type { FAULT_KINDS } from '../../../domain/events/event-choices.ts';
import { faultHits, faultSpan } from '../../fields/fault-bounds.ts';
import { isin, mic, numberWithin } from '../../fields/fields.ts';
import { FAULT_AMOUNT_BOUNDS } from '../../fields/number-bounds.ts';
import { type ExploredKind, type Exploring, exploredKind } from '../http-faults/fault-kind.ts';

type MarketFaultName = (typeof FAULT_KINDS)[number];

const place = {
  exchange: mic.optional().describe('Exchange that it hits; by default every exchange.'),
  isin: isin.optional().describe('Instrument that it hits; by default every instrument.'),
};
/** Fields of faults that hit occurrences one after the other. */
const occurrences = { ...place, ...faultHits };
/** Fields of faults that are states of prices. */
const state = { ...place, ...faultSpan };

interface MarketFaultKind<Terms> {
  /** The field with its number; `null`: none. */
  readonly amount: string | null;
  /** True: it hits occurrences one after the other and counts them; false: it is a state for its whole duration. */
  readonly hasHits: boolean;
  readonly explored: ExploredKind<Terms>;
}

/** Takes the description in the documents as `what`. */
function marketFault<const Kind extends MarketFaultName, Fields extends z.ZodRawShape>(
  kind: Kind,
  what: string,
  fields: Fields,
  {
    amount,
    ...explored
  }: Exploring<z.output<z.ZodObject<{ kind: z.ZodLiteral<Kind> } & Fields>>> & {
    readonly amount?: keyof Fields & string;
  } = {},
) {
  return {
    create: z.strictObject({ kind: z.literal(kind).describe(what), ...fields }),
    amount: amount ?? null,
    hasHits: 'share' in fields,
    explored: exploredKind<z.output<z.ZodObject<{ kind: z.ZodLiteral<Kind> } & Fields>>>(kind, false, explored),
  };
}

export const MARKET_FAULTS = {
  exchange_down: marketFault(
    'exchange_down',
    'The exchange has no connection and no trading.',
    {
      exchange: mic,
      cancel_orders: z.boolean().default(false).describe('True: the exchange loses the orders it holds.'),
      ...faultSpan,
    },
    {
      tried: [{ rank: 1, terms: { for: '1h' } }],
      predicate: 'is down',
      milder: (body) => (body.for === '1h' ? [{ ...body, for: '10m' }] : []),
    },
  ),
  exchange_slow: marketFault(
    'exchange_slow',
    'Every message takes longer.',
    {
      added_ms: numberWithin(FAULT_AMOUNT_BOUNDS.added_ms).describe('Milliseconds added to every message.'),
      ...occurrences,
    },
    { amount: 'added_ms' },
  ),
  reject_orders: marketFault('reject_orders', 'Orders are rejected when they arrive.', occurrences, {
    tried: [{ rank: 2, terms: { count: 1 } }],
    predicate: 'rejects an order',
    milder: (body) => ((body.count ?? 1) > 1 ? [{ ...body, count: 1 }] : []),
  }),
  partial_fills: marketFault(
    'partial_fills',
    'A share of an order is filled; the rest is cancelled.',
    {
      fill_share: numberWithin(FAULT_AMOUNT_BOUNDS.fill_share).describe(
        'Share of an order that is filled; the exchange cancels the rest.',
      ),
      ...occurrences,
    },
    {
      amount: 'fill_share',
      tried: [{ rank: 3, terms: { fill_share: 0.1 } }],
      predicate: 'fills each order only in part and cancels the rest',
      milder: (body) => (body.fill_share < 0.5 ? [{ ...body, fill_share: 0.5 }] : []),
    },
  ),
  lost_acknowledgements: marketFault(
    'lost_acknowledgements',
    'The order is accepted, but its acknowledgement never arrives.',
    occurrences,
    { tried: [{ rank: 6, terms: { count: 1 } }], predicate: 'never acknowledges an order' },
  ),
  duplicate_fills: marketFault('duplicate_fills', 'A fill is reported twice.', occurrences, {
    tried: [{ rank: 5 }],
    predicate: 'reports fills twice',
  }),
  late_fills: marketFault(
    'late_fills',
    'A fill is reported later.',
    {
      delay_ms: numberWithin(FAULT_AMOUNT_BOUNDS.delay_ms).describe('Milliseconds by which fills are reported later.'),
      ...occurrences,
    },
    {
      amount: 'delay_ms',
      tried: [{ rank: 4, terms: { delay_ms: 600_000 } }],
      predicate: 'reports fills late',
      milder: (body) => (body.delay_ms > 60_000 ? [{ ...body, delay_ms: 60_000 }] : []),
    },
  ),
  reordered_fills: marketFault(
    'reordered_fills',
    'The report of a fill is delayed until the next ones have been reported.',
    occurrences,
  ),
  halt_instrument: marketFault('halt_instrument', 'The instrument is not traded, and its prices do not change.', {
    isin,
    exchange: place.exchange,
    ...faultSpan,
  }),
  stale_prices: marketFault('stale_prices', 'Observed prices do not change.', state),
  wide_spread: marketFault(
    'wide_spread',
    'Bid and ask are further from the mid.',
    {
      factor: numberWithin(FAULT_AMOUNT_BOUNDS.factor).describe('Factor by which the spread is multiplied.'),
      ...state,
    },
    { amount: 'factor' },
  ),
  crossed_quotes: marketFault(
    'crossed_quotes',
    'The bid is above the ask.',
    {
      bps: numberWithin(FAULT_AMOUNT_BOUNDS.bps).describe('Basis points by which the bid is above the ask.'),
      ...state,
    },
    { amount: 'bps' },
  ),
  settlement_fail: marketFault(
    'settlement_fail',
    'A trade does not settle on its settlement date; only where settlement is simulated.',
    {
      days_late: numberWithin(FAULT_AMOUNT_BOUNDS.days_late).describe(
        'Number of business days of its exchange by which it settles later.',
      ),
      ...occurrences,
    },
    { amount: 'days_late' },
  ),
};

export type CreateMarketFault = z.output<(typeof MARKET_FAULTS)[MarketFaultName]['create']>;

const KINDS: Readonly<Record<MarketFaultName, MarketFaultKind<CreateMarketFault>>> = MARKET_FAULTS;

export function marketFaultKind(kind: MarketFaultName): MarketFaultKind<CreateMarketFault> {
  return KINDS[kind];
}
