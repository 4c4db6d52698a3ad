/** Plans and explains portfolios of two or three companies at round prices, so that tests know every number. */
import { explainPlan } from '../../../src-server/domain/explain/explain-plan.ts';
import type { PlanExplanation, Unavailability } from '../../../src-server/domain/explain/explanation.ts';
import type { ListingView } from '../../../src-server/domain/market-view.ts';
import type { Plan, PlanInput, PlanSettings } from '../../../src-server/domain/plan/plan.ts';
import { planRebalance } from '../../../src-server/domain/plan/plan-rebalance.ts';
import { makeInstrument, makeListing, makeView } from '../make-view.ts';

export const SETTINGS: PlanSettings = {
  driftThreshold: 0.05,
  bandType: 'absolute',
  rebalanceTrigger: 'any_position',
  costBudgetBps: null,
  fractionalPrecision: 4,
  fxOverlay: false,
};

const HALVES = [
  { isin: 'AA', weight: 0.5 },
  { isin: 'BB', weight: 0.5 },
];

/** Alpha and Beta, listed at XETR at 150 unless other listings are given. */
export function alphaAndBeta(alpha: readonly ListingView[] = LISTED, beta: readonly ListingView[] = LISTED) {
  return makeView([makeInstrument('AA', alpha, { name: 'Alpha SE' }), makeInstrument('BB', beta, { name: 'Beta SE' })]);
}

const LISTED = [makeListing('XETR', 150)];

/** Positions from ISIN, shares and exchange (XETR by default). */
export function held(...rows: readonly (readonly [string, number, string?])[]): PlanInput['positions'] {
  return rows.map(([isin, shares, mic = 'XETR']) => ({ isin, mic, quantityMicro: Math.round(shares * 1e6) }));
}

export interface Explained {
  readonly plan: Plan;
  readonly explanation: PlanExplanation;
}

/** Targets of one half each in Alpha and Beta, in euro, without cash and costs, and with the changes of a test. */
export function inputOf(changes: Partial<PlanInput>): PlanInput {
  const base = { currency: 'EUR', cashMinor: 0, positions: [], targets: HALVES, view: alphaAndBeta() };
  return { ...base, settings: SETTINGS, referencePerEurMicro: {}, ...changes };
}

/** Plans and explains; narrow spaces between thousands are replaced by _ to make them visible. */
export function explained(changes: Partial<PlanInput>, unavailability: Unavailability = () => null): Explained {
  const input = inputOf(changes);
  const result = planRebalance(input);
  if (result.kind !== 'plan') throw new Error(`no plan: ${result.kind}`);
  return { plan: result.plan, explanation: shown(explainPlan(result.plan, input, unavailability)) };
}

function shown(explanation: PlanExplanation): PlanExplanation {
  return JSON.parse(JSON.stringify(explanation).replaceAll('\u00a0', '_'));
}
