/**
 * The meaning of each kind of event for performance (decision O9): money or holdings from outside, an earning or a
 * payment, or nothing by itself. A new kind of earning needs one row of `EARNINGS`.
 */
import type { EventOf, EventType, KnownEvent } from '../../domain/events/event-catalogue.ts';
import type { EventTable } from '../../domain/events/handle-event.ts';
import type { BookedEntry } from '../../engine/ports/history-port.ts';

/** Minor units of the base currency, none of them negative. */
type EarningName =
  | 'dividendsMinor'
  | 'withholdingTaxMinor'
  | 'interestMinor'
  | 'feesMinor'
  | 'commissionMinor'
  | 'spreadMinor'
  | 'impactMinor'
  | 'fxMinor'
  | 'transactionTaxMinor';
export type Earnings = Readonly<Record<EarningName, number>>;

export const NO_EARNINGS: Earnings = {
  dividendsMinor: 0,
  withholdingTaxMinor: 0,
  interestMinor: 0,
  feesMinor: 0,
  commissionMinor: 0,
  spreadMinor: 0,
  impactMinor: 0,
  fxMinor: 0,
  transactionTaxMinor: 0,
};

export function addEarnings(one: Earnings, other: Partial<Earnings>): Earnings {
  const sum: Record<EarningName, number> = { ...one };
  for (const name of Object.keys(one) as EarningName[]) sum[name] += other[name] ?? 0;
  return sum;
}

/** By type of event. */
export const EARNINGS: EventTable<readonly [], Partial<Earnings>> = {
  'order.filled': earnedByFill,
  'cash_flow.booked': earnedByCashFlow,
  'dividend.paid': earnedByDividend,
};

/** Changes from outside, in money or in kind, which are not performance. */
const FLOWS: ReadonlySet<string> = new Set<EventType>(['portfolio.cash_set', 'portfolio.positions_set']);

const OPENS: ReadonlySet<string> = new Set<EventType>([
  ...(['portfolio.created', 'portfolio.cash_set', 'portfolio.positions_set'] as const),
  ...(['portfolio.targets_set', 'rebalance.requested'] as const),
]);

/**
 * Number of a portfolio's first entries that define its initial state: its creation, and settings at the same instant.
 */
export function openingLength(entries: readonly BookedEntry[]): number {
  const end = entries.findIndex(({ atMs, type }) => atMs !== entries[0]?.atMs || !OPENS.has(type));
  return end === -1 ? entries.length : end;
}

/** Whether events of this type may be flows, which their data decides. */
export function mayBeFlow(type: string): boolean {
  return FLOWS.has(type) || type === 'cash_flow.booked';
}

export function roleOf(event: KnownEvent): 'flow' | 'earning' | 'none' {
  if (FLOWS.has(event.type)) return 'flow';
  if (event.type === 'cash_flow.booked') {
    const { kind } = event.data;
    return kind === 'deposit' || kind === 'withdrawal' ? 'flow' : 'earning';
  }
  return EARNINGS[event.type] === undefined ? 'none' : 'earning';
}

function earnedByFill({ fill: { costs } }: EventOf<'order.filled'>): Partial<Earnings> {
  return {
    commissionMinor: minorOf(costs.commission),
    spreadMinor: minorOf(costs.spread),
    impactMinor: minorOf(costs.impact),
    fxMinor: minorOf(costs.fx),
    transactionTaxMinor: minorOf(costs.transaction_tax),
  };
}

function earnedByCashFlow(booked: EventOf<'cash_flow.booked'>): Partial<Earnings> {
  return booked.kind === 'interest' ? { interestMinor: minorOf(booked.amount) } : { feesMinor: minorOf(booked.amount) };
}

function earnedByDividend(paid: EventOf<'dividend.paid'>): Partial<Earnings> {
  return { dividendsMinor: minorOf(paid.gross), withholdingTaxMinor: minorOf(paid.withholding_tax) };
}

function minorOf(amount: number): number {
  return Math.round(amount * 100);
}
