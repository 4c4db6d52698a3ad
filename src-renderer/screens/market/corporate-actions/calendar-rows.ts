/** Corporate actions and dividends of the seed as rows of one calendar, each with its effect in words. Pure. */
import type { CorporateAction, MarketDividend } from '../../../api/market-api.ts';
import { priceFormatter } from '../../../components/format/format-number.ts';
import { formatDay } from '../../../components/format/format-time.ts';

export type CorporateActionKind = CorporateAction['kind'];
export type CalendarStatus = CorporateAction['status'] | MarketDividend['status'];

export interface CalendarRow {
  readonly key: string;
  /** The instrument's current ISIN. */
  readonly isin: string;
  readonly kind: string;
  readonly exAt: string;
  /** `null` if nothing is paid. */
  readonly payAt: string | null;
  readonly terms: string;
  readonly status: CalendarStatus;
  /** `null` for a dividend of the seed, which was not scheduled by a user. */
  readonly action: CorporateAction | null;
}

export const KIND_NAMES: Readonly<Record<CorporateActionKind, string>> = {
  cash_dividend: 'Cash dividend',
  split: 'Split',
  isin_change: 'ISIN change',
  delisting: 'Delisting',
};

interface Calendar {
  /** Soonest first. */
  readonly coming: readonly CalendarRow[];
  /** Latest first; includes cancelled ones. */
  readonly past: readonly CalendarRow[];
}

/** `now` is the virtual present. */
export function calendarOf(
  actions: readonly CorporateAction[],
  dividends: readonly MarketDividend[],
  now: string,
): Calendar {
  const becomes = new Map(
    actions.flatMap((action) =>
      action.kind === 'isin_change' && action.status === 'applied' ? [[action.isin, action.new_isin]] : [],
    ),
  );
  const rows = [...actions.map((action) => rowOfAction(action, becomes, now)), ...dividends.map(rowOfDividend)];
  const inOrder = rows.sort((one, other) => one.exAt.localeCompare(other.exAt, 'en'));
  return { coming: inOrder.filter(isToCome), past: inOrder.filter((row) => !isToCome(row)).reverse() };
}

function isToCome({ status }: CalendarRow): boolean {
  return status === 'scheduled' || status === 'expected' || status === 'announced';
}

function rowOfAction(action: CorporateAction, becomes: ReadonlyMap<string, string>, now: string): CalendarRow {
  const { corporate_action_id: key, kind, ex_at: exAt } = action;
  return {
    key,
    exAt,
    action,
    kind: KIND_NAMES[kind],
    terms: termsOf(action),
    status: statusOf(action, now),
    isin: presentIsin(action.isin, becomes),
    payAt: action.kind === 'cash_dividend' ? action.pay_at : null,
  };
}

/** An ISIN that was given up is never reused, so this ends. */
function presentIsin(isin: string, becomes: ReadonlyMap<string, string>): string {
  const next = becomes.get(isin);
  return next === undefined ? isin : presentIsin(next, becomes);
}

/** Once applied, a scheduled dividend is shown like those of the seed. */
function statusOf(action: CorporateAction, now: string): CalendarStatus {
  if (action.kind !== 'cash_dividend' || action.status !== 'applied') return action.status;
  return action.pay_at <= now ? 'paid' : 'ex';
}

function rowOfDividend(dividend: MarketDividend): CalendarRow {
  const { distribution_id: key, isin, ex_at: exAt, pay_at: payAt, status, amount, currency, announced_at } = dividend;
  const terms =
    amount === null ? `Amount fixed on ${formatDay(announced_at)}` : `${perShare(amount, currency)}, before tax`;
  return { key, isin, kind: 'Dividend', exAt, payAt, terms, status, action: null };
}

function termsOf(action: CorporateAction): string {
  switch (action.kind) {
    case 'split':
      return `${action.ratio.new} for ${action.ratio.old}`;
    case 'isin_change':
      return `becomes ${action.new_isin}`;
    case 'cash_dividend':
      return `${perShare(action.amount, action.currency)}, before tax`;
    case 'delisting':
      return action.cash_price === null
        ? 'Positions remain, without a price.'
        : `${perShare(action.cash_price, action.currency ?? '')} in cash`;
  }
}

function perShare(amount: number, currency: string): string {
  return `${priceFormatter([amount])(amount)} ${currency} a share`;
}
