/**
 * The variants as points of cost, or gains tax, and remaining drift. Plans with equal displayed digits are one point
 * with all their letters, and figures are compared as they are displayed. Pure.
 */
import type { Comparison } from '../../../../src-server/contract/control/portfolios/compare.ts';
import { formatCostBps, formatMoney, formatWeight, shownShare } from '../../../components/format/format-number.ts';
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
  /** Another plan beats it without more of the other figure, gains tax or cost, which may be limited. */
  readonly isOutdone: boolean;
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
      ...(against === 'cost'
        ? { paid: row.costs.total_bps, alsoPaid: row.tax_estimate }
        : { paid: row.tax_estimate, alsoPaid: row.costs.total_bps }),
      drift: row.portfolio_drift_after,
    }));
  const now = { label: 'now', paid: 0, alsoPaid: 0, drift: comparison.portfolio_drift };
  const merged = mergeEquals([now, ...rows], against);
  return merged
    .map(({ alsoPaid, ...point }) => {
      const better = merged.filter((other) => beats(other, point));
      const isOutdone = better.some((other) => displayed(other.alsoPaid) <= displayed(alsoPaid));
      return { ...point, isOnFrontier: better.length === 0, isOutdone };
    })
    .sort((one, other) => one.paid - other.paid || one.drift - other.drift);
}

type Point = Omit<FrontierPoint, 'isOnFrontier' | 'isOutdone'>;
type Priced = Point & { readonly alsoPaid: number };

function mergeEquals(points: readonly Priced[], against: Against): Priced[] {
  const format = against === 'cost' ? formatCostBps : formatMoney;
  const merged = new Map<string, Priced>();
  for (const point of points) {
    const key = `${format(point.paid)} ${formatWeight(point.drift)}`;
    const same = merged.get(key);
    const label = same === undefined ? point.label : `${same.label}, ${point.label}`;
    merged.set(key, {
      ...(same ?? point),
      label,
      alsoPaid: Math.min(same?.alsoPaid ?? point.alsoPaid, point.alsoPaid),
    });
  }
  return [...merged.values()];
}

function beats(one: Point, other: Point): boolean {
  const paid = displayed(one.paid) - displayed(other.paid);
  const drift = shownShare(one.drift) - shownShare(other.drift);
  return paid <= 0 && drift <= 0 && (paid < 0 || drift < 0);
}

/** In hundredths: basis points and money have two decimals, and a cost that is lower is displayed as `<0.01`. */
function displayed(figure: number): number {
  return figure > 0 && figure < 0.005 ? 0.5 : Math.round(figure * 100);
}
