/** A greedy heuristic for a part of a plan within a cost budget. The optimum must never be worse. */

/** One row of the full plan, base currency minor units as floats. */
export interface BudgetRow {
  /** The full trade: positive buys, negative sells, 0 stays as it is. */
  readonly tradeMinor: number;
  readonly heldMinor: number;
  readonly scaledTargetWeight: number;
  /** Cost of a trade of this row; same sign as `tradeMinor`; never falls with size. */
  readonly costMinor: (tradeMinor: number) => number;
}

export interface BudgetProblem {
  readonly rows: readonly BudgetRow[];
  readonly navMinor: number;
  readonly cashMinor: number;
  readonly budgetMinor: number;
}

/**
 * Returns trades between nothing and the full ones, within the budget by the float model, that leave little drift ½·Σ|w
 * − t|. Searches three families, each along one number, and takes the best point: rows in full by cost per unit of
 * drift, cheapest first; rows in full by size, largest first (fewer minimum commissions); and all rows scaled alike.
 */
export function fitCostBudget(problem: BudgetProblem): number[] {
  const families = [cheapestFirst(problem), largestFirst(problem), scaledAlike(problem)];
  let best = problem.rows.map(() => 0);
  let bestLoss = outcome(problem, best).loss;
  for (const family of families) {
    const found = searchFamily(problem, family);
    if (found.loss < bestLoss) {
      best = found.trades;
      bestLoss = found.loss;
    }
  }
  return best;
}

/** Trades as a function of the extent, from 0 (nothing) to 1 (everything). */
type Family = (extent: number) => number[];

const BISECTIONS = 24;

/**
 * Costs grow with the extent, so bisection finds the furthest point within the budget; returns the least loss found.
 */
function searchFamily(problem: BudgetProblem, family: Family): { trades: number[]; loss: number } {
  let affordable = 0;
  let tooFar = 1;
  let best = { trades: problem.rows.map(() => 0), loss: Number.POSITIVE_INFINITY };
  for (let round = 0; round < BISECTIONS; round += 1) {
    const extent = (affordable + tooFar) / 2;
    const trades = family(extent);
    const { costsMinor, loss, cashMinor } = outcome(problem, trades);
    const feasible = costsMinor <= problem.budgetMinor;
    if (feasible) affordable = extent;
    else tooFar = extent;
    if (feasible && cashMinor > -CASH_NOISE_MINOR && loss < best.loss) best = { trades, loss };
  }
  return best;
}

/** Float noise that the exact stage removes. */
const CASH_NOISE_MINOR = 2;

/**
 * Loss is drift plus costs as a weight. Drift alone would reward wasted money: a sale of 8.00 for a fee of 5.00 makes
 * an overweight row smaller, too.
 */
function outcome(problem: BudgetProblem, trades: readonly number[]) {
  let costsMinor = 0;
  let cashMinor = problem.cashMinor;
  problem.rows.forEach((row, index) => {
    const trade = trades[index] ?? 0;
    if (trade === 0) return;
    const costMinor = row.costMinor(trade);
    costsMinor += costMinor;
    cashMinor -= trade + costMinor;
  });
  const netNavMinor = problem.navMinor - costsMinor;
  let cashTarget = 1;
  let sum = 0;
  problem.rows.forEach((row, index) => {
    cashTarget -= row.scaledTargetWeight;
    sum += Math.abs(row.heldMinor + (trades[index] ?? 0) - row.scaledTargetWeight * netNavMinor);
  });
  sum += Math.abs(cashMinor - cashTarget * netNavMinor);
  return { costsMinor, cashMinor, loss: (sum / 2 + costsMinor) / netNavMinor };
}

function cheapestFirst(problem: BudgetProblem): Family {
  return inOrder(problem, (row) => row.costMinor(row.tradeMinor) / Math.abs(row.tradeMinor));
}

function largestFirst(problem: BudgetProblem): Family {
  return inOrder(problem, (row) => -Math.abs(row.tradeMinor));
}

function scaledAlike(problem: BudgetProblem): Family {
  return (extent) => problem.rows.map((row) => row.tradeMinor * extent);
}

/** Sells in rank order up to an amount, then buys in rank order with the proceeds and spare cash after costs. */
function inOrder(problem: BudgetProblem, rankOf: (row: BudgetRow) => number): Family {
  const ranked = problem.rows
    .map((row, index) => ({ row, index, rank: row.tradeMinor === 0 ? 0 : rankOf(row) }))
    .filter(({ row }) => row.tradeMinor !== 0)
    .sort((a, b) => a.rank - b.rank || a.index - b.index);
  const sells = ranked.filter(({ row }) => row.tradeMinor < 0);
  const buys = ranked.filter(({ row }) => row.tradeMinor > 0);
  const cashTarget = 1 - problem.rows.reduce((sum, row) => sum + row.scaledTargetWeight, 0);
  const spareCashMinor = problem.cashMinor - cashTarget * problem.navMinor;
  const sourcesMinor = sells.reduce((sum, { row }) => sum - row.tradeMinor, Math.max(0, spareCashMinor));

  return (extent) => {
    const trades = problem.rows.map(() => 0);
    const flowMinor = extent * sourcesMinor;
    let toSellMinor = flowMinor - Math.max(0, spareCashMinor);
    let toSpendMinor = flowMinor + Math.min(0, spareCashMinor);
    for (const { row, index } of sells) {
      if (toSellMinor <= 0) break;
      const soldMinor = Math.min(toSellMinor, -row.tradeMinor);
      trades[index] = -soldMinor;
      toSellMinor -= soldMinor;
      toSpendMinor -= row.costMinor(-soldMinor);
    }
    for (const { row, index } of buys) {
      const boughtMinor = Math.min(row.tradeMinor, toSpendMinor - row.costMinor(Math.max(0, toSpendMinor)));
      if (boughtMinor <= 0) break;
      trades[index] = boughtMinor;
      toSpendMinor -= boughtMinor + row.costMinor(boughtMinor);
    }
    return trades;
  };
}
