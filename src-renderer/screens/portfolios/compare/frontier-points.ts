/**
 * The variants as points of cost and remaining drift. Plans with equal displayed digits are one point with all their
 * letters, and none of them beats another. Pure.
 */
import type { Comparison } from '../../../../src-server/contract/control/portfolios/compare.ts';
import { formatCostBps, formatWeight } from '../../../components/format/format-number.ts';
import { isOfGoal } from './goal-plan.ts';

export interface FrontierPoint {
  /** `A`, `B, D`, `found`, `now`. */
  readonly label: string;
  readonly costBps: number;
  /** Remaining drift of the portfolio, a share of 1. */
  readonly drift: number;
  /** No other plan has as little drift at as little cost. */
  readonly isOnFrontier: boolean;
}

/** Cheapest first. `found` is the name of the plan that was found under a cost; other candidates are omitted. */
export function comparedPoints(comparison: Comparison, found: string | null): FrontierPoint[] {
  const rows = comparison.variants
    .filter((row) => !isOfGoal(row) || row.name === found)
    .map((row) => ({
      label: row.name === found ? 'found' : row.name,
      costBps: row.costs.total_bps,
      drift: row.portfolio_drift_after,
    }));
  const now = { label: 'now', costBps: 0, drift: comparison.portfolio_drift };
  const merged = mergeEquals([now, ...rows]);
  return merged
    .map((point) => ({ ...point, isOnFrontier: !merged.some((other) => beats(other, point)) }))
    .sort((one, other) => one.costBps - other.costBps || one.drift - other.drift);
}

type Place = Omit<FrontierPoint, 'isOnFrontier'>;

function mergeEquals(points: readonly Place[]): Place[] {
  const merged = new Map<string, Place>();
  for (const point of points) {
    const key = `${formatCostBps(point.costBps)} ${formatWeight(point.drift)}`;
    const same = merged.get(key);
    merged.set(key, same === undefined ? point : { ...same, label: `${same.label}, ${point.label}` });
  }
  return [...merged.values()];
}

function beats(one: Place, other: Place): boolean {
  const isNoWorse = one.costBps <= other.costBps && one.drift <= other.drift;
  return isNoWorse && (one.costBps < other.costBps || one.drift < other.drift);
}
