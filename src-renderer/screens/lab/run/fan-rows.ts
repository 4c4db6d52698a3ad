/** The quantiles of the chosen policies at each instant, as rows of a chart. Pure. */
import type { LabPolicyResult } from '../../../../src-server/contract/control/lab/lab-runs.ts';
import type { ChartSeries } from '../../../components/charts/chart-lines.ts';

type FanPoint = LabPolicyResult['value_over_time'][number];
type Quantiles = Omit<FanPoint, 'at'>;

export interface FanRow {
  readonly atMs: number;
  /** By policy, in the order chosen; null if it has none yet. In per cent, or in base currency. */
  readonly fans: readonly (Quantiles | null)[];
}

/** All policies have the same instants. */
export function fanRows(chosen: readonly LabPolicyResult[], what: 'drift' | 'value'): FanRow[] {
  const fans = chosen.map((result) => (what === 'drift' ? result.drift_over_time : result.value_over_time));
  const times = fans.reduce<readonly FanPoint[]>((longest, fan) => (fan.length > longest.length ? fan : longest), []);
  const scale = what === 'drift' ? 100 : 1;
  return times.map(({ at }, index) => ({
    atMs: Date.parse(at),
    fans: fans.map((fan) => scaledBy(fan[index], scale)),
  }));
}

function scaledBy(point: FanPoint | undefined, scale: number): Quantiles | null {
  if (point === undefined) return null;
  const { p5, p25, median, p75, p95 } = point;
  return { p5: p5 * scale, p25: p25 * scale, median: median * scale, p75: p75 * scale, p95: p95 * scale };
}

const QUANTILES = ['p5', 'p25', 'median', 'p75', 'p95'] as const;

export function fanSeries(chosen: readonly LabPolicyResult[], unit: string): ChartSeries<FanRow>[] {
  return chosen.flatMap(({ policy }, index) =>
    QUANTILES.map((quantile) => ({
      name: `${policy}, ${quantile === 'median' ? 'median' : `${quantile.slice(1)} %`}`,
      unit,
      value: ({ fans }: FanRow) => fans[index]?.[quantile] ?? null,
    })),
  );
}
