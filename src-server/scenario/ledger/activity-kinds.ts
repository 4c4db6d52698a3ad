/**
 * Reads events of every kind as entries of a portfolio's activity, in one shape (decision O10). A new kind of event
 * needs one row of `ACTIVITIES`, and one of `PORTFOLIO_EVENTS` (`store/world/sqlite-portfolio-log.ts`), so that the store finds it.
 */
import type { ACTIVITY_KINDS } from '../../contract/control/portfolios/activity.ts';
import { type CostParts, cashDeltaMinor, costParts } from '../../domain/costs/cost-parts.ts';
import { type EntryOf, type EventOf, type EventType, isEventType } from '../../domain/events/event-catalogue.ts';
import { parseInstant } from '../../domain/numbers/instant.ts';
import { FORM_A_INITIAL_CASH_MINOR } from '../../engine/commands/portfolios/create-portfolio-a.ts';
import type { BookedEntry } from '../../engine/ports/history-port.ts';

export type ActivityKind = (typeof ACTIVITY_KINDS)[number];

/** Amounts in minor units of the base currency, quantities and prices in millionths; `null`: it has none. */
interface Activity {
  /** The activity within its kind: `buy`, `deposit`. */
  readonly what: string;
  readonly isin: string | null;
  readonly mic: string | null;
  readonly quantityMicro: number | null;
  /** When an exchange filled it; other activity happened when it was recorded. */
  readonly atMs?: number | undefined;
  /** In the currency of the listing. */
  readonly priceMicro: number | null;
  /** Change of the cash. */
  readonly amountMinor: number | null;
  /** The cash after it, if the event contains it. */
  readonly cashMinor: number | null;
  readonly costs: CostParts | null;
  /** Why nothing was booked, or not yet, as a sentence. */
  readonly reason: string | null;
  readonly rebalanceId: string | null;
  readonly orderId: string | null;
  readonly mifidRecordId: string | null;
  /** Id of its cause: the cash flow, or the corporate action. */
  readonly sourceId: string | null;
  /** The complete constraints that were set. */
  readonly constraints: EventOf<'constraints.set'>['constraints'] | null;
}

/** An entry of the log, or several fills of an order, as shown in the activity list. */
export interface ActivityEntry extends Omit<Activity, 'atMs'>, BookedEntry {
  readonly kind: ActivityKind;
  /** Number of its fills; `null`: not a trade. */
  readonly fills: number | null;
}

const NOTHING: Omit<Activity, 'what'> = {
  isin: null,
  mic: null,
  quantityMicro: null,
  priceMicro: null,
  amountMinor: null,
  cashMinor: null,
  costs: null,
  reason: null,
  rebalanceId: null,
  orderId: null,
  mifidRecordId: null,
  sourceId: null,
  constraints: null,
};

interface ActivityReader<T extends EventType> {
  readonly kind: ActivityKind;
  readonly read: (data: EventOf<T>) => Activity;
}

/** By type of event. */
const ACTIVITIES: { readonly [T in EventType]?: ActivityReader<T> } = {
  'portfolio.created': { kind: 'change', read: readCreated },
  'portfolio.cash_set': {
    kind: 'change',
    read: ({ amount }) => ({ ...NOTHING, what: 'cash_set', cashMinor: minorOf(amount) }),
  },
  'portfolio.positions_set': { kind: 'change', read: () => ({ ...NOTHING, what: 'positions_set' }) },
  'constraints.set': {
    kind: 'change',
    read: ({ constraints }) => ({ ...NOTHING, what: 'constraints_set', constraints }),
  },
  'order.filled': { kind: 'trade', read: readFill },
  'cash_flow.booked': { kind: 'cash_flow', read: readBooked },
  'cash_flow.refused': { kind: 'cash_flow', read: readRefused },
  'corporate_action.applied': { kind: 'corporate_action', read: readCorporateAction },
  'dividend.accrued': { kind: 'dividend', read: readAccrued },
  'dividend.paid': { kind: 'dividend', read: readPaid },
  'policy.set': { kind: 'policy', read: () => ({ ...NOTHING, what: 'policy_set' }) },
  'policy.removed': { kind: 'policy', read: () => ({ ...NOTHING, what: 'policy_removed' }) },
  'policy.triggered': {
    kind: 'policy',
    read: ({ when, rebalance_id: rebalanceId }) => ({ ...NOTHING, what: `${when}_triggered`, rebalanceId }),
  },
  'policy.skipped': {
    kind: 'policy',
    read: ({ when, message: reason }) => ({ ...NOTHING, what: `${when}_skipped`, reason }),
  },
};

/** The kind of activity of a type of event; `undefined`: none. */
export function activityKind(type: string): ActivityKind | undefined {
  return isEventType(type) ? ACTIVITIES[type]?.kind : undefined;
}

/** `undefined`: it is not an activity of a portfolio. */
export function activityOf<T extends EventType>({
  type,
  data,
}: Pick<EntryOf<T>, 'type' | 'data'>): Activity | undefined {
  return ACTIVITIES[type]?.read(data);
}

function readCreated(data: EventOf<'portfolio.created'>): Activity {
  const cashMinor = data.form === 'A' ? FORM_A_INITIAL_CASH_MINOR : minorOf(data.cash);
  return { ...NOTHING, what: 'created', cashMinor };
}

function readFill({ order, fill, rebalance_id: rebalanceId }: EventOf<'order.filled'>): Activity {
  const { commission, spread, impact, fx, transaction_tax: tax } = fill.costs;
  const costs = costParts(minorOf(commission), minorOf(spread), minorOf(impact), minorOf(fx), minorOf(tax));
  return {
    ...NOTHING,
    what: order.side,
    atMs: parseInstant(fill.filled_at) ?? undefined,
    isin: order.isin,
    mic: fill.exchange,
    rebalanceId,
    orderId: fill.order_id,
    quantityMicro: microOf(fill.quantity),
    priceMicro: microOf(fill.price),
    amountMinor: cashDeltaMinor(order.side, minorOf(fill.value), costs),
    costs,
    mifidRecordId: fill.mifid_record_id ?? null,
  };
}

function readBooked(booked: EventOf<'cash_flow.booked'>): Activity {
  const { kind: what, amount, cash, cash_flow_id: sourceId } = booked;
  const amountMinor = what === 'deposit' || what === 'interest' ? minorOf(amount) : -minorOf(amount);
  return { ...NOTHING, what, amountMinor, cashMinor: minorOf(cash), sourceId };
}

function readRefused(refused: EventOf<'cash_flow.refused'>): Activity {
  const { kind, amount, free_cash: free, cash_flow_id: sourceId } = refused;
  const reason = `${amount.toFixed(2)} is more than the free cash, ${free.toFixed(2)}`;
  return { ...NOTHING, what: `${kind}_refused`, reason, sourceId };
}

/** The quantity is the holding afterwards, at all exchanges together. */
function readCorporateAction(applied: EventOf<'corporate_action.applied'>): Activity {
  const { kind: what, isin, positions, cash_paid: paid, cash, corporate_action_id: sourceId } = applied;
  const quantityMicro = positions.reduce((sum, { quantity }) => sum + microOf(quantity), 0);
  return { ...NOTHING, what, isin, quantityMicro, amountMinor: minorOf(paid), cashMinor: minorOf(cash), sourceId };
}

function readAccrued(accrued: EventOf<'dividend.accrued'>): Activity {
  const { isin, quantity, gross, currency, pay_at: payAt, dividend_id: sourceId } = accrued;
  const reason = `${gross.toFixed(2)} ${currency} before tax, to be paid on ${payAt.slice(0, 10)}`;
  return { ...NOTHING, what: 'dividend_accrued', isin, quantityMicro: microOf(quantity), reason, sourceId };
}

function readPaid(paid: EventOf<'dividend.paid'>): Activity {
  const { isin, net, cash, dividend_id: sourceId } = paid;
  return { ...NOTHING, what: 'dividend', isin, amountMinor: minorOf(net), cashMinor: minorOf(cash), sourceId };
}

function minorOf(amount: number): number {
  return Math.round(amount * 100);
}

function microOf(amount: number): number {
  return Math.round(amount * 1e6);
}
