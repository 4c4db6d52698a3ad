/** Where a weight lies against its band (decision H): absolute bands are shares of the portfolio, relative ones of the target. */
import { formatPercent } from '../format/format-number.ts';

export interface Band {
  readonly type: 'absolute' | 'relative';
  /** 0.05 is 5 %. */
  readonly threshold: number;
}

/** One row of the drift bars. Weights are shares of 1; `after` only where a plan is shown. */
export interface DriftRowData {
  readonly key: string;
  readonly label: string;
  readonly name: string;
  readonly current: number;
  readonly target: number;
  readonly after?: number | undefined;
  /** Cash has a target but no band of its own: it alone never starts a rebalance (decision H). */
  readonly isCash?: boolean;
}

/** `over` or `under` outside the band, null inside. A target of nothing takes the threshold itself as its band. */
export function outsideBand(current: number, target: number, band: Band): 'over' | 'under' | null {
  if (Math.abs(current - target) <= halfWidth(target, band)) return null;
  return current > target ? 'over' : 'under';
}

/** Distance from the target to either edge of the band, as a share of the portfolio. */
export function halfWidth(target: number, band: Band): number {
  return band.type === 'relative' && target > 0 ? band.threshold * target : band.threshold;
}

/** `±5.00 % of the portfolio` */
export function formatBand(band: Band): string {
  return `±${formatPercent(band.threshold)} of the ${band.type === 'relative' ? 'target' : 'portfolio'}`;
}
