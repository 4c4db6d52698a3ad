/**
 * The variants as points of cost, or gains tax, and remaining drift. Plans with equal displayed digits are one point
 * with all their letters, and none of them beats another. Pure.
 */
import type { Comparison } from '../../../../src-server/contract/control/portfolios/compare.ts';
import { formatCostBps, formatMoney, formatWeight } from '../../../components/format/format-number.ts';
import type { Against } from '../../../components/plan/comparison-state.ts';
import { isOfGoal } from './goal-plan.ts';
import { curveLabel, isOfCurve } from './tax-curve.ts';

export interface FrontierPoint {
  /** `A`, `B, D`, `found`, `now`, `≤ 6 750`. */
  readonly label: string;
  /** The cost in basis points of the portfolio, or the gains tax in base currency. */
  readonly paid: number;
  /** Remaining drift of the portfolio, a share of 1. */
  readonly drift: number;
  /** No other plan leaves as little drift for as little. */
  readonly isOnFrontier: boolean;
}

/**
 * Cheapest first. `found` is the name of the plan that was found under the limits; other candidates are omitted, and so
 * are plans of the gains tax curve that trade nothing.
 */
export function comparedPoints(comparison: Comparison, found: string | null, against: Against): FrontierPoint[] {
  const rows = comparison.variants
    .filter((row) => (isOfCurve(row) ? against === 'tax' && row.orders > 0 : !isOfGoal(row) || row.name === found))
    .map((row) => ({
      label: row.name === found ? 'found' : isOfCurve(row) ? curveLabel(row) : row.name,
      paid: against === 'cost' ? row.costs.total_bps : row.tax_estimate,
      drift: row.portfolio_drift_after,
    }));
  const now = { label: 'now', paid: 0, drift: comparison.portfolio_drift };
  const merged = mergeEquals([now, ...rows], against);
  return merged
    .map((point) => ({ ...point, isOnFrontier: !merged.some((other) => beats(other, point)) }))
    .sort((one, other) => one.paid - other.paid || one.drift - other.drift);
}

type Point = Omit<FrontierPoint, 'isOnFrontier'>;

function mergeEquals(points: readonly Point[], against: Against): Point[] {
  const format = against === 'cost' ? formatCostBps : formatMoney;
  const merged = new Map<string, Point>();
  for (const point of points) {
    const key = `${format(point.paid)} ${formatWeight(point.drift)}`;
    const same = merged.get(key);
    merged.set(key, same === undefined ? point : { ...same, label: `${same.label}, ${point.label}` });
  }
  return [...merged.values()];
}

function beats(one: Point, other: Point): boolean {
  const isNoWorse = one.paid <= other.paid && one.drift <= other.drift;
  return isNoWorse && (one.paid < other.paid || one.drift < other.drift);
}
