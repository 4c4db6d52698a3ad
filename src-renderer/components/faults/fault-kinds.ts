/** What can be broken, in words: each kind of fault with one plain sentence, its number and where it can happen. */
import type { CreateMarketFault } from '../../../src-server/contract/control/market/faults.ts';

export type FaultKind = CreateMarketFault['kind'];

/** The number of a kind as a person sets it. */
export interface FaultAmount {
  /** Name on the wire. */
  readonly field: 'added_ms' | 'fill_share' | 'delay_ms' | 'factor' | 'bps' | 'days_late';
  readonly label: string;
  readonly description: string;
  /** One of the form's unit is this much on the wire: 0.01 for percent of a share; left out: 1. */
  readonly wirePerUnit?: number;
  readonly initial: number;
  readonly step: number;
}

export interface FaultKindLabels {
  readonly label: string;
  /** What it does, as a whole sentence. */
  readonly sentence: string;
  readonly group: 'Lines' | 'Orders and fills' | 'Prices';
  readonly amount: FaultAmount | null;
  readonly exchange: 'required' | 'optional';
  readonly isin: 'none' | 'optional' | 'required';
  /** It hits one thing after the other, so a share and a count of hits can be set. */
  readonly hasHits: boolean;
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
  },
  exchange_slow: {
    ...HITS,
    label: 'Slow exchange',
    sentence: 'Messages to and from the exchange are delayed.',
    group: 'Lines',
    amount: { field: 'added_ms', label: 'Added latency (ms)', description: `${WEEK}.`, initial: 2_000, step: 100 },
  },
  lost_acknowledgements: {
    ...ORDERS,
    label: 'Lost acknowledgements',
    sentence: 'The exchange accepts an order, but its acknowledgement never arrives.',
  },
  reject_orders: { ...ORDERS, label: 'Rejected orders', sentence: 'The exchange rejects orders.' },
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
  },
  duplicate_fills: { ...ORDERS, label: 'Duplicate fills', sentence: 'A fill is reported twice.' },
  late_fills: {
    ...ORDERS,
    label: 'Late fills',
    sentence: 'The report of a fill arrives late.',
    amount: { field: 'delay_ms', label: 'Delay (ms)', description: `${WEEK}.`, initial: 60_000, step: 1_000 },
  },
  reordered_fills: { ...ORDERS, label: 'Reordered fills', sentence: 'Reports of fills arrive in the wrong order.' },
  settlement_fail: {
    ...ORDERS,
    label: 'Failed settlement',
    sentence: 'A trade settles days after its settlement date. Only in worlds that simulate settlement.',
    amount: {
      field: 'days_late',
      label: 'Business days late',
      description: '1 to 30 business days of its exchange.',
      initial: 2,
      step: 1,
    },
  },
  halt_instrument: {
    ...PRICES,
    label: 'Trading halt',
    sentence: 'Trading in an instrument stops, and its price stays the same.',
    isin: 'required',
  },
  stale_prices: {
    ...PRICES,
    label: 'Stale prices',
    sentence: 'Reported prices freeze while the market moves on.',
  },
  wide_spread: {
    ...PRICES,
    label: 'Wide spread',
    sentence: 'The spread widens; the mid does not change.',
    amount: {
      field: 'factor',
      label: 'Factor (times the usual spread)',
      description: 'Above 1, at most 100.',
      initial: 5,
      step: 1,
    },
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
  },
};

export const FAULT_GROUPS = (['Lines', 'Orders and fills', 'Prices'] as const).map((title) => ({
  title,
  kinds: (Object.keys(FAULT_KINDS) as FaultKind[]).filter((kind) => FAULT_KINDS[kind].group === title),
}));

/** Of a kind as the service names it; a kind that this app does not know is shown by its name. */
export function formatFaultKind(kind: string): Pick<FaultKindLabels, 'label' | 'sentence' | 'hasHits'> {
  const words: Readonly<Record<string, FaultKindLabels>> = FAULT_KINDS;
  return words[kind] ?? { label: kind.replaceAll('_', ' '), sentence: '', hasHits: true };
}
