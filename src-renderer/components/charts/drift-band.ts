/**
 * Drift compared with a band as the service does (decisions G9, H): an absolute band is a share of the portfolio, a
 * relative one a share of each target. Pure.
 */
import { formatPercent } from '../format/format-number.ts';

interface Band {
  readonly type: 'absolute' | 'relative';
  /** 0.05 is 5 %. */
  readonly threshold: number;
}

/** Explains every max drift. */
export const MAX_DRIFT_HINT =
  'Weight minus target of the position furthest from its target. Cash is not counted: it has a target but no band.';

/** Used if a plan has no other: absolute, for any position (decision H3). */
export const DEFAULT_BAND = 0.05;

/** `±5.00 %` */
export const DEFAULT_BAND_TEXT = `±${formatPercent(DEFAULT_BAND)}`;

/**
 * The condition that starts a rebalance: a position beyond the band, or the drift of the whole portfolio above its
 * threshold.
 */
export interface DriftTrigger extends Band {
  readonly trigger: 'any_position' | 'portfolio';
  /** True: drift caused by exchange rates does not count. */
  readonly fxOverlay: boolean;
}

/** One row of the drift bars. Weights are shares of 1; `after` only if a plan is shown. */
export interface DriftRowData {
  readonly key: string;
  readonly label: string;
  readonly name: string;
  readonly current: number;
  readonly target: number;
  readonly after?: number | undefined;
  /** The drift compared with the band, if it differs from `current − target`: the drift without exchange rates. */
  readonly compared?: number | undefined;
  /** Cash has a target but no band: it never starts a rebalance on its own (decision H). */
  readonly isCash?: boolean;
  /** Time of delisting: the position has no band to be traded back into. */
  readonly delistedAt?: string | undefined;
}

type Compared = Pick<DriftRowData, 'current' | 'target' | 'compared'>;

/** Signed, a share of the portfolio. */
export function comparedDrift({ current, target, compared }: Compared): number {
  return rounded(compared ?? current - target);
}

/** The same position at its weight after a plan, which leaves the effect of exchange rates unchanged. */
export function afterPlan({ current, target, compared }: Compared, after: number): Compared {
  const ofRates = compared === undefined ? 0 : current - target - compared;
  return { current: after, target, compared: after - target - ofRates };
}

/** `over` or `under` outside the band, null inside. For a target of 0, the threshold itself is the band. */
export function outsideBand(row: Compared, band: Band): 'over' | 'under' | null {
  if (inUnitOfBand(row, band) <= band.threshold) return null;
  return comparedDrift(row) > 0 ? 'over' : 'under';
}

/** Distance from the target to either edge of the band, as a share of the portfolio. */
export function halfWidth(target: number, band: Band): number {
  return band.type === 'relative' && target > 0 ? band.threshold * target : band.threshold;
}

interface TriggerCheck {
  readonly isBreached: boolean;
  /** The position that is furthest from its target; null if the portfolio is compared as a whole. */
  readonly furthest: DriftRowData | null;
  /** The value compared with the threshold: a share of the portfolio, or of its target if the band is relative. */
  readonly drift: number;
}

/** Whether a plan would find a trigger, and which. The first of equal rows counts. */
export function checkTrigger(rows: readonly DriftRowData[], trigger: DriftTrigger): TriggerCheck {
  const positions = rows.filter(({ isCash }) => isCash !== true);
  if (trigger.trigger === 'portfolio') {
    const drift = rounded(rows.reduce((sum, row) => sum + Math.abs(comparedDrift(row)), 0) / 2);
    return { isBreached: drift > trigger.threshold, furthest: null, drift };
  }
  const drifts = positions.map((row) => inUnitOfBand(row, trigger));
  const drift = Math.max(0, ...drifts);
  return { isBreached: drift > trigger.threshold, furthest: positions[drifts.indexOf(drift)] ?? null, drift };
}

/** `±5.00 % of the portfolio`, `±20.00 % of each target` */
export function formatBand({ type, threshold }: Band): string {
  return `±${formatPercent(threshold)} of ${type === 'relative' ? 'each target' : 'the portfolio'}`;
}

/** The value compared with a band, in its unit and on its base: `6.71 % of the portfolio`, `21.30 % of its target`. */
export function formatCompared(drift: number, { type }: Band): string {
  return `${formatPercent(drift)} of ${type === 'relative' ? 'its target' : 'the portfolio'}`;
}

function inUnitOfBand(row: Compared, { type }: Band): number {
  const size = Math.abs(comparedDrift(row));
  return type === 'relative' && row.target > 0 ? rounded(size / row.target) : size;
}

/** Ten decimals, as the service rounds before the comparison (decision H1). */
function rounded(share: number): number {
  return Math.round(share * 1e10) / 1e10;
}
