/** Constraints as the form's draft, and as a request. Pure. */
import type { Constraints } from '../../../../api/portfolios-api.ts';
import { type NumberText, numberOf, scaled } from '../../../../components/forms/number-text.ts';

export interface ConstraintsDraft {
  readonly minOrderValue: NumberText;
  readonly minOrderBps: NumberText;
  readonly wholeShares: boolean;
  readonly doNotSell: readonly string[];
  readonly doNotBuy: readonly string[];
  readonly cashFlowOnly: boolean;
  /** 10 is 10 %. */
  readonly maxTurnoverPercent: NumberText;
  readonly gainsTaxBudget: NumberText;
}

export function draftOf(constraints: Constraints): ConstraintsDraft {
  const { max_turnover: turnover } = constraints;
  return {
    minOrderValue: constraints.min_order_value ?? '',
    minOrderBps: constraints.min_order_bps ?? '',
    wholeShares: constraints.whole_shares ?? false,
    doNotSell: constraints.do_not_sell ?? [],
    doNotBuy: constraints.do_not_buy ?? [],
    cashFlowOnly: constraints.cash_flow_only ?? false,
    maxTurnoverPercent: turnover === undefined ? '' : scaled(turnover, 100),
    gainsTaxBudget: constraints.gains_tax_budget ?? '',
  };
}

export function constraintsBody(draft: ConstraintsDraft): Constraints {
  return {
    ...(draft.minOrderValue === '' ? {} : { min_order_value: numberOf(draft.minOrderValue) }),
    ...(draft.minOrderBps === '' ? {} : { min_order_bps: numberOf(draft.minOrderBps) }),
    ...(draft.wholeShares ? { whole_shares: true } : {}),
    ...(draft.doNotSell.length === 0 ? {} : { do_not_sell: [...draft.doNotSell] }),
    ...(draft.doNotBuy.length === 0 ? {} : { do_not_buy: [...draft.doNotBuy] }),
    ...(draft.cashFlowOnly ? { cash_flow_only: true } : {}),
    ...(draft.maxTurnoverPercent === '' ? {} : { max_turnover: scaled(draft.maxTurnoverPercent, 0.01) }),
    ...(draft.gainsTaxBudget === '' ? {} : { gains_tax_budget: numberOf(draft.gainsTaxBudget) }),
  };
}
