import { expect, test } from 'vitest';
import { compileProblem } from '../../../src-server/domain/budget/compile-problem.ts';
import { neighbours } from '../../../src-server/domain/budget/primal-heuristics.ts';
import { NO_TRADE } from '../../../src-server/domain/budget/row-subproblem.ts';

test('the neighbours of a plan have one order less, one more, or another one', () => {
  const rates = {
    commissionRate: 0,
    minimumMinor: 200,
    capMinor: 9900,
    proportionalRate: 0,
    impactRatePerRootMinor: 0,
  };
  const buy = (sizeMinor: number) => ({ side: 'buy', legs: [{ curve: rates, sizeMinor }] }) as const;
  const compiled = compileProblem({
    trades: [buy(300_000), buy(200_000)],
    cashMinor: 500_000,
    targetCashMinor: 0,
    navMinor: 1_000_000,
    budgetMinor: 300,
    minOrderMinor: 100,
  });
  const none = new Int8Array(0);
  const found = neighbours(
    compiled,
    { buys: new Int8Array([0, NO_TRADE]), sells: none },
    {
      trading: { buys: new Float64Array([5, 3]), sells: new Float64Array(0) },
      bestSegments: { buys: new Int8Array([0, 0]), sells: none },
      segmentLeads: { buys: new Float64Array(2), sells: new Float64Array(0) },
    },
  );
  const plans = found.map(({ buys }) => buys.join());
  expect(plans.sort()).toEqual(['-1,-1', '-1,0', '0,0']);
});
