/** A cash flow as the form's draft, and as a request. Pure. */
import type { CreateCashFlow } from '../../../../api/activity-api.ts';
import { type NumberText, numberOf } from '../../../../components/forms/number-text.ts';
import { toInstant } from '../../../../components/forms/virtual-instant.ts';

export type CashFlowTime = 'now' | 'later' | 'repeated';

export interface CashFlowDraft {
  readonly kind: CreateCashFlow['kind'];
  readonly amount: NumberText;
  readonly time: CashFlowTime;
  /** For a repeated one, empty: it begins now. */
  readonly at: string;
  readonly every: NonNullable<CreateCashFlow['every']>;
  /** Empty: without end. */
  readonly until: string;
}

export const NEW_CASH_FLOW: CashFlowDraft = {
  kind: 'deposit',
  amount: '',
  time: 'now',
  at: '',
  every: 'month',
  until: '',
};

export function cashFlowBody({ kind, amount, time, at, every, until }: CashFlowDraft): CreateCashFlow {
  const hasAt = time === 'later' || (time === 'repeated' && at.trim() !== '');
  return {
    kind,
    amount: numberOf(amount),
    ...(hasAt ? { at: toInstant(at) } : {}),
    ...(time === 'repeated' ? { every } : {}),
    ...(time === 'repeated' && until.trim() !== '' ? { until: toInstant(until) } : {}),
  };
}
