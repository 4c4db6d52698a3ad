/** Random problems for the tests of the cost budget, and the figures of a plan in their simplest form. */

import type { BudgetLeg, BudgetProblem, BudgetTrade } from '../../../src-server/domain/budget/budget-problem.ts';
import { fc } from '../../support/draws.ts';

/** Commissions, spreads and liquidity as on the simulated exchanges, in minor units of the base currency. */
const curve = fc.record({
  commissionRate: fc.constantFrom(0, 0.00012, 0.00015, 0.0002),
  minimumMinor: fc.constantFrom(0, 134, 174, 200, 203),
  capMinor: fc.constantFrom(Number.POSITIVE_INFINITY, 1100, 9900),
  proportionalRate: fc.double({ min: 0.0001, max: 0.006, noNaN: true }),
  impactRatePerRootMinor: fc.constantFrom(0, 5e-8, 3e-7, 4e-6),
});

const sizeMinor = fc.double({ min: 2.5, max: 6.5, noNaN: true }).map((digits) => Math.round(10 ** digits));

const leg: fc.Arbitrary<BudgetLeg> = fc.record({ curve, sizeMinor });

const trade: fc.Arbitrary<BudgetTrade> = fc.oneof(
  { weight: 4, arbitrary: leg.map((only) => ({ side: 'buy' as const, legs: [only] })) },
  { weight: 4, arbitrary: leg.map((only) => ({ side: 'sell' as const, legs: [only] })) },
  {
    weight: 1,
    arbitrary: fc
      .tuple(leg, leg)
      .map((legs) => ({ side: 'sell' as const, legs: legs.sort((a, b) => b.sizeMinor - a.sizeMinor) })),
  },
);

export interface RandomProblemShape {
  readonly minRows: number;
  readonly maxRows: number;
}

/** Target cash is at most what the full plan leaves; the budget is a share of its costs. */
export function randomProblem({ minRows, maxRows }: RandomProblemShape): fc.Arbitrary<BudgetProblem> {
  return fc
    .record({
      trades: fc.array(trade, { minLength: minRows, maxLength: maxRows }),
      cashShare: fc.constantFrom(0, 0, 0.1, 0.7),
      targetShare: fc.constantFrom(0, 0, 0.5, 1),
      budgetShare: fc.double({ min: 0, max: 1.1, noNaN: true }),
    })
    .map(({ trades, cashShare, targetShare, budgetShare }) => {
      const bought = sideTotal(trades, 'buy');
      const sold = sideTotal(trades, 'sell');
      const costs = trades.reduce((sum, each) => sum + plainCost(each, fullSize(each)), 0);
      const cashMinor = Math.round(cashShare * (bought + 1000));
      const targetCashMinor = Math.max(0, targetShare * (cashMinor + sold - bought - costs));
      const navMinor = 3 * (bought + sold + cashMinor) + 1000;
      return { trades, cashMinor, targetCashMinor, navMinor, budgetMinor: budgetShare * costs, minOrderMinor: 100 };
    });
}

export function fullSize({ legs }: BudgetTrade): number {
  return legs.reduce((sum, each) => sum + each.sizeMinor, 0);
}

function sideTotal(trades: readonly BudgetTrade[], side: BudgetTrade['side']): number {
  return trades.reduce((sum, each) => sum + (each.side === side ? fullSize(each) : 0), 0);
}

/** Cost of one order: the commission between its minimum and its cap, the proportional costs, and impact. */
export function plainLegCost({ curve: c }: BudgetLeg, valueMinor: number): number {
  if (valueMinor <= 0) return 0;
  const commission = Math.min(Math.max(c.minimumMinor, c.commissionRate * valueMinor), c.capMinor);
  return commission + c.proportionalRate * valueMinor + c.impactRatePerRootMinor * valueMinor ** 1.5;
}

/** Cost of a trade that uses its legs in their order. */
export function plainCost({ legs }: BudgetTrade, valueMinor: number): number {
  let restMinor = valueMinor;
  let cost = 0;
  for (const each of legs) {
    const part = Math.min(restMinor, each.sizeMinor);
    cost += plainLegCost(each, part);
    restMinor -= part;
  }
  return cost;
}

/** Whether every order of a trade is at least the smallest one and within its limit of cost to value. */
export function isSendable({ legs }: BudgetTrade, valueMinor: number, problem: BudgetProblem): boolean {
  const { minOrderMinor, maxCostShare = 1 } = problem;
  let restMinor = valueMinor;
  return legs.every((each) => {
    const part = Math.min(restMinor, each.sizeMinor);
    restMinor -= part;
    return (
      part <= 0 || (part >= minOrderMinor * (1 - 1e-9) && plainLegCost(each, part) <= maxCostShare * part * (1 + 1e-9))
    );
  });
}

export interface PlainFigures {
  readonly costMinor: number;
  readonly cashMinor: number;
  readonly objectiveMinor: number;
}

/** The figures of a plan, including its charges on netted currencies. */
export function plainFigures(problem: BudgetProblem, valuesMinor: readonly number[]): PlainFigures {
  let costMinor = 0;
  let boughtMinor = 0;
  let soldMinor = 0;
  const net = (problem.nettedFxRates ?? []).map(() => 0);
  problem.trades.forEach((each, index) => {
    const value = valuesMinor[index] ?? 0;
    costMinor += plainCost(each, value);
    if (each.side === 'buy') boughtMinor += value;
    else soldMinor += value;
    let restMinor = value;
    for (const { fxIndex, sizeMinor } of each.legs) {
      const part = Math.min(restMinor, sizeMinor);
      restMinor -= part;
      if (fxIndex !== undefined) net[fxIndex] = (net[fxIndex] ?? 0) + (each.side === 'buy' ? part : -part);
    }
  });
  net.forEach((value, index) => {
    costMinor += Math.abs(value) * (problem.nettedFxRates?.[index] ?? 0);
  });
  const cashMinor = problem.cashMinor + soldMinor - boughtMinor - costMinor;
  return {
    costMinor,
    cashMinor,
    objectiveMinor: Math.min(boughtMinor, boughtMinor + cashMinor - problem.targetCashMinor),
  };
}

/** The drift that a plan removes: its objective minus that of no trades. */
export function plainRemoved(problem: BudgetProblem, valuesMinor: readonly number[]): number {
  return plainFigures(problem, valuesMinor).objectiveMinor - Math.min(0, problem.cashMinor - problem.targetCashMinor);
}
