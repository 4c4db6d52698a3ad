/** Labels of the kinds of activity and of their events. A further kind is one row of each table. */
import type { ActivityEntry } from '../../../../../src-server/contract/control/portfolios/activity.ts';
import type { ActivityKind, CashFlow } from '../../../../api/activity-api.ts';

export const ACTIVITY_KIND_NAMES: Readonly<Record<ActivityKind, string>> = {
  trade: 'Trades',
  cash_flow: 'Cash flows',
  corporate_action: 'Corporate actions',
  dividend: 'Dividends',
  policy: 'Policy',
  change: 'Changes',
};

const HAPPENINGS: Readonly<Record<string, string>> = {
  buy: 'Buy',
  sell: 'Sell',
  deposit: 'Deposit',
  withdrawal: 'Withdrawal',
  fee: 'Fee',
  interest: 'Interest',
  deposit_refused: 'Deposit refused',
  withdrawal_refused: 'Withdrawal refused',
  fee_refused: 'Fee refused',
  interest_refused: 'Interest refused',
  split: 'Split',
  isin_change: 'ISIN changed',
  delisting: 'Delisted',
  cash_dividend: 'Went ex dividend',
  dividend: 'Dividend',
  dividend_accrued: 'Went ex dividend',
  drift_triggered: 'Rebalanced for drift',
  calendar_triggered: 'Rebalanced on a date',
  cash_flow_triggered: 'Rebalanced after a cash flow',
  drift_skipped: 'Not rebalanced for drift',
  calendar_skipped: 'Not rebalanced on a date',
  cash_flow_skipped: 'Not rebalanced after a cash flow',
  policy_set: 'Policy set',
  policy_removed: 'Policy removed',
  created: 'Portfolio created',
  cash_set: 'Cash set',
  positions_set: 'Positions set',
  constraints_set: 'Constraints set',
};

/** An event without a label is shown by the service's name. */
export function happeningOf({ what }: Pick<ActivityEntry, 'what'>): string {
  return HAPPENINGS[what] ?? what.replaceAll('_', ' ');
}

export const CASH_FLOW_NAMES: Readonly<Record<CashFlow['kind'], string>> = {
  deposit: 'Deposit',
  withdrawal: 'Withdrawal',
  fee: 'Fee',
  interest: 'Interest',
};

export const EVERY_NAMES: Readonly<Record<NonNullable<CashFlow['every']>, string>> = {
  week: 'week',
  month: 'month',
  quarter: 'quarter',
  year: 'year',
};
