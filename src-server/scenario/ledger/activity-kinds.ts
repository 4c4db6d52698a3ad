/**
 * What each kind of event says of a portfolio's life, in one shape (decision O10). A further kind of event is one row of
 * `ACTIVITIES`, and one of `engine/portfolio-events.ts`, so that the store finds it.
 */
import { cashDeltaMinor, costParts } from '../../domain/costs/cost-parts.ts';
import { FORM_A_INITIAL_CASH_MINOR } from '../../engine/commands/portfolios/create-portfolio-a.ts';
import {
  cashFlowBooked,
  cashFlowRefused,
  cashSet,
  corporateActionApplied,
  dividendAccrued,
  dividendPaid,
  orderFilled,
  policySkipped,
  policyTriggered,
  portfolioCreated,
  positionsSet,
} from '../compare/logged-event-data.ts';

export type ActivityKind = 'trade' | 'cash_flow' | 'dividend' | 'corporate_action' | 'policy' | 'change';

/** Amounts in minor units of the base currency, quantities and prices in millionths; `null`: it has none. */
export interface Activity {
  /** What happened, within its kind: `buy`, `deposit`. */
  readonly what: string;
  readonly isin: string | null;
  readonly mic: string | null;
  readonly quantityMicro: number | null;
  /** In the currency of the listing. */
  readonly priceMicro: number | null;
  /** By how much it changed the cash. */
  readonly amountMinor: number | null;
  /** The cash after it, where the event itself says so. */
  readonly cashMinor: number | null;
  readonly costsMinor: number | null;
  /** Why nothing was booked, or not yet, as a sentence. */
  readonly reason: string | null;
  readonly rebalanceId: string | null;
  readonly orderId: string | null;
  readonly mifidRecordId: string | null;
  /** Of what caused it: the cash flow, the corporate action. */
  readonly sourceId: string | null;
}

const NOTHING: Omit<Activity, 'what'> = {
  ...{ isin: null, mic: null, quantityMicro: null, priceMicro: null, amountMinor: null, cashMinor: null },
  ...{ costsMinor: null, reason: null, rebalanceId: null, orderId: null, mifidRecordId: null, sourceId: null },
};

interface ActivityReader {
  readonly kind: ActivityKind;
  /** `null` for data of another shape: a log may be of another version. */
  readonly read: (data: Readonly<Record<string, unknown>>) => Activity | null;
}

/** By type of event. */
export const ACTIVITIES: Readonly<Record<string, ActivityReader>> = {
  'portfolio.created': { kind: 'change', read: readCreated },
  'portfolio.cash_set': { kind: 'change', read: readCashSet },
  'portfolio.positions_set': { kind: 'change', read: readPositionsSet },
  'constraints.set': { kind: 'change', read: () => ({ ...NOTHING, what: 'constraints_set' }) },
  'order.filled': { kind: 'trade', read: readFill },
  'cash_flow.booked': { kind: 'cash_flow', read: readBooked },
  'cash_flow.refused': { kind: 'cash_flow', read: readRefused },
  'corporate_action.applied': { kind: 'corporate_action', read: readCorporateAction },
  'dividend.accrued': { kind: 'dividend', read: readAccrued },
  'dividend.paid': { kind: 'dividend', read: readPaid },
  'policy.set': { kind: 'policy', read: () => ({ ...NOTHING, what: 'policy_set' }) },
  'policy.removed': { kind: 'policy', read: () => ({ ...NOTHING, what: 'policy_removed' }) },
  'policy.triggered': { kind: 'policy', read: readTriggered },
  'policy.skipped': { kind: 'policy', read: readSkipped },
};

type Data = Readonly<Record<string, unknown>>;

function readCreated(data: Data): Activity | null {
  const created = portfolioCreated.safeParse(data).data;
  if (created === undefined) return null;
  const cashMinor = created.cash === undefined ? FORM_A_INITIAL_CASH_MINOR : minorOf(created.cash);
  return { ...NOTHING, what: 'created', cashMinor };
}

function readCashSet(data: Data): Activity | null {
  const set = cashSet.safeParse(data).data;
  return set === undefined ? null : { ...NOTHING, what: 'cash_set', cashMinor: minorOf(set.amount) };
}

function readPositionsSet(data: Data): Activity | null {
  return positionsSet.safeParse(data).data === undefined ? null : { ...NOTHING, what: 'positions_set' };
}

function readFill(data: Data): Activity | null {
  const filled = orderFilled.safeParse(data).data;
  if (filled === undefined) return null;
  const { order, fill, rebalance_id: rebalanceId } = filled;
  const { commission, spread, impact, fx, transaction_tax: tax } = fill.costs;
  const costs = costParts(minorOf(commission), minorOf(spread), minorOf(impact), minorOf(fx), minorOf(tax));
  return {
    ...NOTHING,
    ...{ what: order.side, isin: order.isin, mic: fill.exchange, rebalanceId, orderId: fill.order_id },
    quantityMicro: microOf(fill.quantity),
    priceMicro: microOf(fill.price),
    amountMinor: cashDeltaMinor(order.side, minorOf(fill.value), costs),
    costsMinor: costs.totalMinor,
    mifidRecordId: fill.mifid_record_id ?? null,
  };
}

function readBooked(data: Data): Activity | null {
  const booked = cashFlowBooked.safeParse(data).data;
  if (booked === undefined) return null;
  const { kind: what, amount, cash, cash_flow_id: sourceId } = booked;
  const amountMinor = what === 'deposit' || what === 'interest' ? minorOf(amount) : -minorOf(amount);
  return { ...NOTHING, what, amountMinor, cashMinor: minorOf(cash), sourceId };
}

function readRefused(data: Data): Activity | null {
  const refused = cashFlowRefused.safeParse(data).data;
  if (refused === undefined) return null;
  const { kind, amount, free_cash: free, cash_flow_id: sourceId } = refused;
  const reason = `${amount.toFixed(2)} is more than the free cash, ${free.toFixed(2)}`;
  return { ...NOTHING, what: `${kind}_refused`, reason, sourceId };
}

/** The quantity is what is held afterwards, at all exchanges together. */
function readCorporateAction(data: Data): Activity | null {
  const applied = corporateActionApplied.safeParse(data).data;
  if (applied === undefined) return null;
  const { kind: what, isin, positions, cash_paid: paid, cash, corporate_action_id: sourceId } = applied;
  const quantityMicro = positions.reduce((sum, { quantity }) => sum + microOf(quantity), 0);
  return { ...NOTHING, what, isin, quantityMicro, amountMinor: minorOf(paid), cashMinor: minorOf(cash), sourceId };
}

function readAccrued(data: Data): Activity | null {
  const accrued = dividendAccrued.safeParse(data).data;
  if (accrued === undefined) return null;
  const { isin, quantity, gross, currency, pay_at: payAt, dividend_id: sourceId } = accrued;
  const reason = `${gross.toFixed(2)} ${currency} before tax, to be paid on ${payAt.slice(0, 10)}`;
  return { ...NOTHING, what: 'dividend_accrued', isin, quantityMicro: microOf(quantity), reason, sourceId };
}

function readPaid(data: Data): Activity | null {
  const paid = dividendPaid.safeParse(data).data;
  if (paid === undefined) return null;
  const { isin, net, cash, dividend_id: sourceId } = paid;
  return { ...NOTHING, what: 'dividend', isin, amountMinor: minorOf(net), cashMinor: minorOf(cash), sourceId };
}

function readTriggered(data: Data): Activity | null {
  const triggered = policyTriggered.safeParse(data).data;
  if (triggered === undefined) return null;
  return { ...NOTHING, what: `${triggered.when}_triggered`, rebalanceId: triggered.rebalance_id };
}

function readSkipped(data: Data): Activity | null {
  const skipped = policySkipped.safeParse(data).data;
  return skipped === undefined ? null : { ...NOTHING, what: `${skipped.when}_skipped`, reason: skipped.message };
}

function minorOf(amount: number): number {
  return Math.round(amount * 100);
}

function microOf(amount: number): number {
  return Math.round(amount * 1e6);
}
