/**
 * What each kind of event means for performance (decision O9): money or holdings from outside, something earned or paid,
 * or nothing by itself. A further kind of earning is one row of `EARNINGS`.
 */
import type { EventData, LoggedEvent } from '../../kernel/event-chain.ts';
import { cashFlowBooked, dividendPaid, orderFilled } from '../compare/logged-event-data.ts';

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
  ...{ dividendsMinor: 0, withholdingTaxMinor: 0, interestMinor: 0, feesMinor: 0, commissionMinor: 0, spreadMinor: 0 },
  ...{ impactMinor: 0, fxMinor: 0, transactionTaxMinor: 0 },
};

export function addEarnings(one: Earnings, other: Partial<Earnings>): Earnings {
  const sum: Record<EarningName, number> = { ...one };
  for (const name of Object.keys(one) as EarningName[]) sum[name] += other[name] ?? 0;
  return sum;
}

/** By type of event; nothing for data of another shape. */
export const EARNINGS: Readonly<Record<string, (data: EventData) => Partial<Earnings>>> = {
  'order.filled': earnedByFill,
  'cash_flow.booked': earnedByCashFlow,
  'dividend.paid': earnedByDividend,
};

/** Changes from outside in money or in kind, of which none is performance. */
const FLOWS = new Set(['portfolio.cash_set', 'portfolio.positions_set']);

/** Whether events of this type may be flows, which their data decides. */
export function mayBeFlow(type: string): boolean {
  return FLOWS.has(type) || type === 'cash_flow.booked';
}

export function roleOf({ type, data }: LoggedEvent): 'flow' | 'earning' | 'none' {
  if (FLOWS.has(type)) return 'flow';
  if (type === 'cash_flow.booked') return data.kind === 'deposit' || data.kind === 'withdrawal' ? 'flow' : 'earning';
  return EARNINGS[type] === undefined ? 'none' : 'earning';
}

function earnedByFill(data: EventData): Partial<Earnings> {
  const costs = orderFilled.safeParse(data).data?.fill.costs;
  if (costs === undefined) return {};
  return {
    commissionMinor: minorOf(costs.commission),
    spreadMinor: minorOf(costs.spread),
    impactMinor: minorOf(costs.impact),
    fxMinor: minorOf(costs.fx),
    transactionTaxMinor: minorOf(costs.transaction_tax),
  };
}

function earnedByCashFlow(data: EventData): Partial<Earnings> {
  const booked = cashFlowBooked.safeParse(data).data;
  if (booked === undefined) return {};
  return booked.kind === 'interest' ? { interestMinor: minorOf(booked.amount) } : { feesMinor: minorOf(booked.amount) };
}

function earnedByDividend(data: EventData): Partial<Earnings> {
  const paid = dividendPaid.safeParse(data).data;
  if (paid === undefined) return {};
  return { dividendsMinor: minorOf(paid.gross), withholdingTaxMinor: minorOf(paid.withholding_tax) };
}

function minorOf(amount: number): number {
  return Math.round(amount * 100);
}
