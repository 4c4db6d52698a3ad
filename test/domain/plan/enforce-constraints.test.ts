import { expect, test } from 'vitest';
import { enforceConstraints } from '../../../src-server/domain/plan/enforce-constraints.ts';
import { proves } from '../../conformance/proves.ts';
import { makeView } from '../make-view.ts';

test(
  'if no orders can meet the constraints there are none, as in a portfolio that is overdrawn',
  proves('O5.6'),
  () => {
    const constraints = {
      minOrderMinor: null,
      minOrderBps: null,
      wholeShares: false,
      doNotSell: [],
      doNotBuy: [],
      cashFlowOnly: false,
      maxTurnover: 0.1,
      gainsTaxBudgetMinor: null,
    };
    const terms = { constraints, navMinor: 100_000, targetCashMinor: 0, costBudgetBps: null, gainsTax: null };
    const sizing = { currency: 'EUR', cashMinor: -1, view: makeView([]), stepMicro: 100 };
    expect(enforceConstraints([], terms, sizing)).toEqual([]);
  },
);
