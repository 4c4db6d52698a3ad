/** The initial weights of a Form A plan, and whether given weights are valid. Pure. */
import type { PortfolioView } from '../../../src-server/contract/control/portfolios/portfolios.ts';
import { formatWeight } from '../format/format-number.ts';
import { contentsOf, percentOf, type TargetDraft, targetDraft } from '../portfolios/portfolio-draft.ts';
import { normalised, numberOf, percentSum } from '../portfolios/target-weights.ts';

/** The deviation from 100 % that Form A tolerates, in percent (specification 4.1). */
const TOLERANCE_PERCENT = 0.1;

/**
 * The targets of the portfolio, scaled to 100 %, since Form A leaves nothing to cash; otherwise its current weights.
 */
export function startingTargets(portfolio: PortfolioView): TargetDraft[] {
  const { targets } = contentsOf(portfolio);
  if (targets.length > 0) return isWhole(targets) ? [...targets] : normalised(targets);
  const current = portfolio.allocation.filter((row) => row.current_weight > 0);
  if (current.length === 0) return [];
  return normalised(current.map(({ isin, current_weight: weight }) => targetDraft(isin, percentOf(weight))));
}

export function targetsOfWeights(weights: Readonly<Record<string, number>>): TargetDraft[] {
  return Object.entries(weights).map(([isin, weight]) => targetDraft(isin, percentOf(weight)));
}

export function weightsOf(targets: readonly TargetDraft[]): Readonly<Record<string, number>> {
  return Object.fromEntries(
    targets.map(({ isin, percent }) => [isin, Number((numberOf(percent) / 100).toPrecision(12))]),
  );
}

/** Why Form A does not accept them, as a sentence; null if it does: at least one, with a sum of 100 %. */
export function weightsFault(targets: readonly TargetDraft[]): string | null {
  if (targets.length === 0) return 'Add at least one target. The rebalance sets the target weights of the portfolio.';
  if (isWhole(targets)) return null;
  return `The target weights sum to ${formatWeight(percentSum(targets) / 100)} %. They must sum to 100 %, within ${TOLERANCE_PERCENT}.`;
}

function isWhole(targets: readonly TargetDraft[]): boolean {
  return Math.abs(100 - percentSum(targets)) <= TOLERANCE_PERCENT + 1e-9;
}
