/** Plans a portfolio in its present state, with requested settings: shared by plans, dry runs and comparisons. */
import type { LinearSolver } from '../../domain/budget/linear-solver.ts';
import type { LotMethod } from '../../domain/lots/lot.ts';
import type { MarketView } from '../../domain/market-view.ts';
import type { EstimateSaleGains } from '../../domain/plan/constraints.ts';
import type { PlanInput, PlanResult, PlanSettings } from '../../domain/plan/plan.ts';
import { planRebalance } from '../../domain/plan/plan-rebalance.ts';
import { gainsTermsOf, saleGainsOf } from '../lots/estimate-gains.ts';
import type { PortfolioRecord, PositionRecord, TargetRecord } from '../records.ts';
import type { World } from '../world.ts';
import { takeMarketSnapshot, taxTermsOf } from './take-market-snapshot.ts';

/** The portfolio to plan, with its market. */
export interface PlanSubject {
  readonly portfolio: PortfolioRecord;
  readonly positions: readonly PositionRecord[];
  readonly targets: readonly TargetRecord[];
  /** ISINs of all positions and targets. */
  readonly isins: readonly string[];
  readonly view: MarketView;
  readonly solver: LinearSolver;
  /** By a rebalance's own lot method; `null`: the portfolio's. */
  readonly estimateGainsBy: (method: LotMethod | null) => EstimateSaleGains;
}

/** Returns the present state of a portfolio; `targets` replace its own if given. */
export function planSubjectOf(
  world: World,
  portfolio: PortfolioRecord,
  targets?: readonly TargetRecord[],
): PlanSubject {
  const positions = world.portfolios.positions(portfolio.portfolioId);
  const planned = targets ?? world.portfolios.targets(portfolio.portfolioId);
  const isins = [...positions, ...planned].map(({ isin }) => isin);
  const view = takeMarketSnapshot(world, isins, taxTermsOf(portfolio), world.kernel.nowMs);
  const estimateGainsBy: PlanSubject['estimateGainsBy'] = (method) => {
    const terms = gainsTermsOf(world, portfolio, method, view.asOf);
    return (sales) => saleGainsOf(terms, sales, view.asOf);
  };
  return { portfolio, positions, targets: planned, isins, view, solver: world.solver, estimateGainsBy };
}

export function planSubject(subject: PlanSubject, settings: PlanSettings, method: LotMethod | null = null): PlanResult {
  return planRebalance(planInputOf(subject, settings, method));
}

/** Returns the input of a plan, which also serves to explain it. */
export function planInputOf(subject: PlanSubject, settings: PlanSettings, method: LotMethod | null = null): PlanInput {
  const { portfolio, positions, targets, view, solver } = subject;
  const { currency, cashMinor, referenceRates: referencePerEurMicro, constraints } = portfolio;
  const input = { currency, cashMinor, positions, targets, view, settings, referencePerEurMicro, solver };
  return constraints === null ? input : { ...input, constraints, estimateGains: subject.estimateGainsBy(method) };
}
