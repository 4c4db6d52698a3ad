/** The kinds of market faults in the app, one row each: label, number, place, and the request that sets it. */
import type { ControlBody } from '../../../src-server/contract/control/control-routes.ts';
import type { MarketFaultView } from '../../../src-server/contract/control/market/faults.ts';
import type { CreateMarketFault } from '../../../src-server/contract/control/market/market-fault-kinds.ts';
import type { FaultExtent } from './fault-extent.ts';

export type FaultKind = CreateMarketFault['kind'];

/** The number of a kind, as the user enters it. */
interface FaultAmount {
  /** Name of the request's field. */
  readonly field: 'added_ms' | 'fill_share' | 'delay_ms' | 'factor' | 'bps' | 'days_late';
  readonly label: string;
  readonly description: string;
  /** Value of one form unit in the request: 0.01 for percent of a share; omitted: 1. */
  readonly wirePerUnit?: number;
  readonly initial: number;
  readonly step: number;
}

/** The common fields of the forms and of an ended market fault. */
interface MarketFaultParts extends FaultExtent {
  readonly where: { readonly exchange?: string; readonly isin?: string };
  /** In the unit of the service; for kinds that have a number. */
  readonly amount: number;
  readonly cancelled: { readonly cancel_orders?: boolean };
}

interface FaultKindLabels {
  readonly label: string;
  /** The effect, as a whole sentence. */
  readonly sentence: string;
  readonly group: 'Lines' | 'Orders and fills' | 'Prices';
  readonly amount: FaultAmount | null;
  readonly exchange: 'required' | 'optional';
  readonly isin: 'none' | 'optional' | 'required';
  /** It hits one item after the other, so a share and a number of hits can be set. */
  readonly hasHits: boolean;
  /** The exploration's name for it. */
  readonly cause?: string;
  /** The body of `POST /sim/faults`, with the fields of `parts` that the kind has. */
  body(parts: MarketFaultParts): ControlBody<'POST /faults'>;
}

const HITS = { amount: null, exchange: 'optional', isin: 'optional', hasHits: true } as const;
const ORDERS = { group: 'Orders and fills', ...HITS } as const;
const PRICES = { ...HITS, group: 'Prices', hasHits: false } as const;
const WEEK = '1 to 604 800 000 (a week)';

/** In the order in which the form offers them. */
export const FAULT_KINDS: Readonly<Record<FaultKind, FaultKindLabels>> = {
  exchange_down: {
    label: 'Exchange down',
    sentence: 'No order, report or price gets through. The connection returns within a minute after the fault ends.',
    group: 'Lines',
    amount: null,
    exchange: 'required',
    isin: 'none',
    hasHits: false,
    cause: 'down',
    body: ({ where, when, cancelled }) => ({
      kind: 'exchange_down',
      exchange: where.exchange ?? '',
      ...cancelled,
      ...when,
    }),
  },
  exchange_slow: {
    ...HITS,
    label: 'Slow exchange',
    sentence: 'Messages to and from the exchange are delayed.',
    group: 'Lines',
    amount: { field: 'added_ms', label: 'Added latency (ms)', description: `${WEEK}.`, initial: 2_000, step: 100 },
    body: ({ amount, where, when, hits }) => ({ kind: 'exchange_slow', added_ms: amount, ...where, ...when, ...hits }),
  },
  lost_acknowledgements: {
    ...ORDERS,
    label: 'Lost acknowledgements',
    sentence: 'The exchange accepts an order, but its acknowledgement never arrives.',
    cause: 'no acknowledgement',
    body: ({ where, when, hits }) => ({ kind: 'lost_acknowledgements', ...where, ...when, ...hits }),
  },
  reject_orders: {
    ...ORDERS,
    label: 'Rejected orders',
    sentence: 'The exchange rejects orders.',
    cause: 'rejects an order',
    body: ({ where, when, hits }) => ({ kind: 'reject_orders', ...where, ...when, ...hits }),
  },
  partial_fills: {
    ...ORDERS,
    label: 'Partial fills',
    sentence: 'An order is filled only in part; the exchange cancels the rest.',
    amount: {
      field: 'fill_share',
      label: 'Filled part (%)',
      description: 'Filled share of the order’s quantity, 0 to 99.9 %.',
      wirePerUnit: 0.01,
      initial: 40,
      step: 5,
    },
    cause: 'partial fill',
    body: ({ amount, where, when, hits }) => ({
      kind: 'partial_fills',
      fill_share: amount,
      ...where,
      ...when,
      ...hits,
    }),
  },
  duplicate_fills: {
    ...ORDERS,
    label: 'Duplicate fills',
    sentence: 'A fill is reported twice.',
    cause: 'repeated fills',
    body: ({ where, when, hits }) => ({ kind: 'duplicate_fills', ...where, ...when, ...hits }),
  },
  late_fills: {
    ...ORDERS,
    label: 'Late fills',
    sentence: 'The report of a fill arrives late.',
    amount: { field: 'delay_ms', label: 'Delay (ms)', description: `${WEEK}.`, initial: 60_000, step: 1_000 },
    cause: 'delayed fills',
    body: ({ amount, where, when, hits }) => ({ kind: 'late_fills', delay_ms: amount, ...where, ...when, ...hits }),
  },
  reordered_fills: {
    ...ORDERS,
    label: 'Reordered fills',
    sentence: 'Reports of fills arrive in the wrong order.',
    body: ({ where, when, hits }) => ({ kind: 'reordered_fills', ...where, ...when, ...hits }),
  },
  settlement_fail: {
    ...ORDERS,
    label: 'Failed settlement',
    sentence: 'A trade settles days after its settlement date. Available only in worlds that simulate settlement.',
    amount: {
      field: 'days_late',
      label: 'Business days late',
      description: '1 to 30 business days of its exchange.',
      initial: 2,
      step: 1,
    },
    body: ({ amount, where, when, hits }) => ({
      kind: 'settlement_fail',
      days_late: amount,
      ...where,
      ...when,
      ...hits,
    }),
  },
  halt_instrument: {
    ...PRICES,
    label: 'Trading halt',
    sentence: 'Trading in an instrument stops, and its price stays the same.',
    isin: 'required',
    body: ({ where, when }) => ({ kind: 'halt_instrument', ...where, isin: where.isin ?? '', ...when }),
  },
  stale_prices: {
    ...PRICES,
    label: 'Stale prices',
    sentence: 'Reported prices freeze while the market moves on.',
    body: ({ where, when }) => ({ kind: 'stale_prices', ...where, ...when }),
  },
  wide_spread: {
    ...PRICES,
    label: 'Wide spread',
    sentence: 'The spread widens; the mid does not change.',
    amount: {
      field: 'factor',
      label: 'Multiple of the usual spread (×)',
      description: 'Above 1, at most 100.',
      initial: 5,
      step: 1,
    },
    body: ({ amount, where, when }) => ({ kind: 'wide_spread', factor: amount, ...where, ...when }),
  },
  crossed_quotes: {
    ...PRICES,
    label: 'Crossed quotes',
    sentence: 'The bid is above the ask, which never happens in a working market.',
    amount: {
      field: 'bps',
      label: 'Bid above ask by (bps)',
      description: '0 to 1 000 bps of the mid.',
      initial: 10,
      step: 5,
    },
    body: ({ amount, where, when }) => ({ kind: 'crossed_quotes', bps: amount, ...where, ...when }),
  },
};

export const FAULT_GROUPS = (['Lines', 'Orders and fills', 'Prices'] as const).map((title) => ({
  title,
  kinds: (Object.keys(FAULT_KINDS) as FaultKind[]).filter((kind) => FAULT_KINDS[kind].group === title),
}));

/** The number of a fault, in the unit of the service; undefined if its kind has none. */
export function amountOf(fault: MarketFaultView): number | undefined {
  const { amount } = FAULT_KINDS[fault.kind];
  return amount === null ? undefined : fault[amount.field];
}

/** Looks up a kind by the service's name; a kind that this app does not know is shown by that name. */
export function formatFaultKind(kind: string): Pick<FaultKindLabels, 'label' | 'sentence' | 'hasHits'> {
  const labels: Readonly<Record<string, FaultKindLabels>> = FAULT_KINDS;
  return labels[kind] ?? { label: kind.replaceAll('_', ' '), sentence: '', hasHits: true };
}
