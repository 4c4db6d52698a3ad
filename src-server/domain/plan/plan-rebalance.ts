/**
 * Plans a rebalance (specification section 1.2, decisions G4, G5, G9, G10, H): whether one is needed, its orders, their
 * costs and the remaining drift. A pure function of its input; it sends nothing and stores nothing.
 */

import { costsBps } from '../costs/cost-parts.ts';
import { constraintWarnings } from '../explain/constraint-text.ts';
import { inLots } from '../small-plans/in-lots.ts';
import { breachesBand, type DriftSnapshot, measureDrift } from '../valuation/drift.ts';
import { splitFxDrift } from '../valuation/fx-drift.ts';
import { type Position, type Valuation, valuePortfolio } from '../valuation/valuation.ts';
import { cashAfterMinor } from './balance-cash.ts';
import { chooseConstrainedOrders } from './choose-constrained-orders.ts';
import { chooseOrders, lotTerms } from './choose-orders.ts';
import { constraintEffect } from './constraint-effect.ts';
import { forbidding, isConstrained, type PlanConstraints } from './constraints.ts';
import { bandOf, type Plan, type PlanInput, type PlannedOrder, type PlanResult, type PlanWarning } from './plan.ts';
import type { ReasonCode } from './plan-choices.ts';
import type { RebalanceRow } from './rebalance-row.ts';
import { type DraftOrder, sizingTerms, totalCosts } from './size-orders.ts';
import { type RowWarning, skippedRowWarnings } from './skipped-rows.ts';
import { solveRows } from './solve-rows.ts';
import type { SolvedTrades } from './solve-trade-values.ts';

/**
 * Returns `worthless` (400, decision G4) if the portfolio has no value, `below_threshold` (422) if the band is not
 * breached, `constrained` (422, decision O5) if its constraints leave nothing to trade, else the plan. Every ISIN and
 * exchange must be in the view and targets must be valid; anything else throws.
 */
export function planRebalance(input: PlanInput): PlanResult {
  const valuation = valuePortfolio(input, input.view);
  if (valuation.totalMinor <= 0) return { kind: 'worthless' };
  const band = bandOf(input.settings);
  const driftBefore = measureDrift(valuation, input.targets);
  const split = input.settings.fxOverlay
    ? splitFxDrift(valuation, input.targets, input.view, input.referencePerEurMicro)
    : null;
  const { breached, largest } = breachesBand(split?.local ?? driftBefore, band);
  if (!breached) {
    const { drift: largestDrift, isin: largestIsin, threshold = band.threshold } = largest;
    const { bandType, trigger } = band;
    return { kind: 'below_threshold', largestDrift, largestIsin, threshold, bandType, trigger };
  }
  const outcome = plannedOutcome(input, valuation, driftBefore);
  const bound = outcome.constraints?.bound ?? [];
  if (outcome.orders.length === 0 && outcome.constraints && bound.length > 0) {
    return { kind: 'constrained', breach: largest, bound, driftWithout: outcome.constraints.driftWithout };
  }
  const fx = split && { fx: split.currencies, fxPositions: split.positions };
  return { kind: 'plan', plan: { breach: largest, ...outcome, ...(fx ?? { fx: null, fxPositions: null }) } };
}

type Outcome = Omit<Plan, 'breach' | 'fx' | 'fxPositions'>;

/** A plan with constraints is compared with the plan without them, which shows whether and how they bound. */
function plannedOutcome(input: PlanInput, valuation: Valuation, driftBefore: DriftSnapshot): Outcome {
  const { constraints } = input;
  const outcomeUnder = (other: PlanConstraints | null) =>
    worthwhileOutcome({ ...input, constraints: other }, valuation, driftBefore);
  const { outcome, skipped } = outcomeUnder(constraints ?? null);
  const warned = (reported: readonly RowWarning[]) => [...reported.map(({ warning }) => warning), ...outcome.warnings];
  const { explainsConstraints = true } = input;
  const isExplained = constraints && isConstrained(constraints) && (explainsConstraints || outcome.orders.length === 0);
  if (!isExplained) return { ...outcome, warnings: warned(skipped) };
  const planUnder = (other: PlanConstraints) => outcomeUnder(other).outcome;
  const planning = { planUnder, estimateGains: input.estimateGains };
  const effect = constraintEffect(outcome, outcomeUnder(null).outcome, constraints, planning);
  // Trades that a constraint limits or forbids get no warnings about an exchange or their size.
  const limited = new Set(effect.bound.flatMap(({ cuts }) => cuts.map(({ isin }) => isin)));
  const isWarned = ({ isin, side }: RowWarning) =>
    !limited.has(isin) && forbidding(side, isin, constraints).length === 0;
  const warnings = warned(skipped.filter(isWarned));
  return { ...outcome, constraints: effect, warnings: [...warnings, ...constraintWarnings(effect.bound, input)] };
}

interface WorthwhileOutcome {
  /** Its warnings are about the plan as a whole. */
  readonly outcome: Outcome;
  readonly skipped: readonly RowWarning[];
}

/** Proposes no trades that would not reduce the drift, unless a disconnected exchange is the reason. */
function worthwhileOutcome(input: PlanInput, valuation: Valuation, driftBefore: DriftSnapshot): WorthwhileOutcome {
  const { rows, solved } = solveRows(input, valuation, driftBefore.positions);
  const { constraints } = input;
  const driftLeft = (drafts: readonly DraftOrder[]) =>
    outcomeOf(drafts, input, driftBefore, []).driftAfter.portfolioDrift;
  const drafts =
    constraints && isConstrained(constraints)
      ? chooseConstrainedOrders(rows, solved, input, constraints, valuation.totalMinor, driftLeft)
      : chooseFreeOrders(rows, solved, input, valuation.totalMinor);
  const made = input.settings.costBudgetBps === null ? drafts : null;
  const skipped = skippedRowWarnings(rows, solved.netNavMinor, made, sizingTerms(input));
  const outcome = outcomeOf(drafts, input, driftBefore, []);
  const improves = outcome.driftAfter.portfolioDrift < driftBefore.portfolioDrift;
  const isBlocked = skipped.some(({ warning }) => warning.code === 'exchange_disconnected');
  if (improves || isBlocked || drafts.length === 0) return { outcome, skipped };
  return { outcome: outcomeOf([], input, driftBefore, [NO_IMPROVEMENT]), skipped };
}

function chooseFreeOrders(
  rows: readonly RebalanceRow[],
  solved: SolvedTrades,
  input: PlanInput,
  navMinor: number,
): readonly DraftOrder[] {
  const drafts = chooseOrders(rows, solved, input, navMinor);
  return inLots(rows, drafts, {
    ...lotTerms(input, navMinor),
    isAllowed: () => true,
    sideLimitMinor: null,
    gainLimit: null,
  });
}

const NO_IMPROVEMENT: PlanWarning = {
  code: 'no_improvement',
  message:
    'No trade is proposed, because the possible trades would cost more than they gain and would not reduce the drift.',
};

function outcomeOf(
  drafts: readonly DraftOrder[],
  input: PlanInput,
  driftBefore: DriftSnapshot,
  warnings: readonly PlanWarning[],
): Outcome {
  const { currency, cashMinor, targets, view, settings } = input;
  const cashAfter = cashAfterMinor(drafts, cashMinor);
  const positions = positionsAfter(input.positions, drafts);
  const driftAfter = measureDrift(valuePortfolio({ currency, cashMinor: cashAfter, positions }, view), targets);
  const weightAfter = new Map(driftAfter.positions.map((row) => [row.isin, row.currentWeight]));
  const navMinor = driftBefore.totalMinor;
  const planned = drafts.map((draft, index) =>
    plannedOrder(draft, index + 1, weightAfter.get(draft.row.drift.isin) ?? 0),
  );
  const orders = withTaxLosses(planned, input, navMinor);
  const costs = totalCosts(drafts);
  return {
    orders,
    costs: { ...costs, totalBps: costsBps(costs.totalMinor, navMinor), budgetBps: settings.costBudgetBps },
    navMinor,
    driftBefore,
    driftAfter,
    cashBeforeMinor: cashMinor,
    cashAfterMinor: cashAfter,
    warnings,
  };
}

function plannedOrder(draft: DraftOrder, sequence: number, weightAfter: number): PlannedOrder {
  const { listing } = draft.venue;
  const { isin, currentWeight, targetWeight } = draft.row.drift;
  return {
    sequence,
    side: draft.side,
    isin,
    mic: listing.mic,
    currency: listing.currency,
    quantityMicro: draft.quantityMicro,
    estimatedPriceMicro: listing.midMicro,
    estimatedValueMinor: draft.valueMinor,
    weightBefore: currentWeight,
    weightTarget: targetWeight,
    weightAfter,
    fxConversionBps: draft.fxConversionBps,
    costs: draft.costs,
    reasonCode: reasonCode(draft),
  };
}

/** Sells whose loss makes room in the budget of gains tax go below their targets, and get that reason. */
function withTaxLosses(orders: readonly PlannedOrder[], input: PlanInput, navMinor: number): readonly PlannedOrder[] {
  if (typeof input.constraints?.gainsTaxBudgetMinor !== 'number' || input.estimateGains === undefined) return orders;
  if (!orders.some((order) => isSoldBelowTarget(order, navMinor))) return orders;
  const { gainMinorOf } = input.estimateGains(orders.filter(({ side }) => side === 'sell'));
  return orders.map((order) => {
    const isTaxLoss = isSoldBelowTarget(order, navMinor) && (gainMinorOf.get(order.sequence) ?? 0) < 0;
    return isTaxLoss && order.reasonCode === 'overweight' ? { ...order, reasonCode: 'tax_loss' } : order;
  });
}

/**
 * Whether it ends below a target by more than a share and a basis point, which rounding to lots never does. Targets may
 * sum to 1.001 (decision G5), which scales each of them.
 */
export function isSoldBelowTarget(order: PlannedOrder, navMinor: number): boolean {
  const { side, weightTarget, weightAfter, estimatedValueMinor, quantityMicro } = order;
  const shareWeight = (estimatedValueMinor * 1e6) / quantityMicro / navMinor;
  const toleratedWeight = Math.max(shareWeight, 1e-4) + weightTarget * 1e-3;
  return side === 'sell' && weightTarget - weightAfter > toleratedWeight;
}

/** Positions sold in full stay as rows of quantity 0, so the snapshots before and after have the same rows. */
function positionsAfter(positions: readonly Position[], drafts: readonly DraftOrder[]): Position[] {
  const after = new Map<string, Position>();
  const add = (isin: string, mic: string, changeMicro: number) => {
    const key = `${isin} ${mic}`;
    const quantityMicro = (after.get(key)?.quantityMicro ?? 0) + changeMicro;
    after.set(key, { isin, mic, quantityMicro });
  };
  for (const { isin, mic, quantityMicro } of positions) add(isin, mic, quantityMicro);
  for (const { row, side, venue, quantityMicro } of drafts) {
    add(row.drift.isin, venue.listing.mic, side === 'buy' ? quantityMicro : -quantityMicro);
  }
  return [...after.values()];
}

/**
 * Returns the reason for an order as a code. Plans contain only the code, because sentences take a good part of
 * planning time.
 */
function reasonCode({ side, row }: DraftOrder): ReasonCode {
  if (side === 'buy') return 'underweight';
  if (!row.inTargets && row.scaledTargetWeight === 0) return 'not_in_targets';
  return row.drift.drift > 0 ? 'overweight' : 'funding';
}
