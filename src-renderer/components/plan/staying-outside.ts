/**
 * Positions outside their band even after a plan, as the plan compares them: each position, or the portfolio as a
 * whole. Pure.
 */
import type { Comparison } from '../../../src-server/contract/control/portfolios/compare.ts';
import type { PortfolioView, RebalanceView } from '../../../src-server/contract/control/portfolios/portfolios.ts';
import {
  checkTrigger,
  comparedDrift,
  type DriftRowData,
  type DriftTrigger,
  outsideBand,
} from '../charts/drift-band.ts';
import { formatMoney, formatPercent, shownShare, signedPercent } from '../format/format-number.ts';

interface LeftPosition {
  readonly isin: string;
  readonly target: number;
  /**
   * Drift as compared with the band: without the effect of exchange rates, if they do not count. A share of the
   * portfolio.
   */
  readonly drift: number;
  /** Drift including exchange rates, if it differs. */
  readonly whole?: number;
}

/** One sentence for each, in the order of the plan. `nameOf` returns the symbol of an ISIN. */
export function stayingOutside(
  positions: readonly LeftPosition[],
  trigger: DriftTrigger,
  isUnpaid: (isin: string | null) => boolean,
  nameOf: (isin: string) => string,
): string[] {
  const rows = positions.map((row) => ({
    ...row,
    compared: row.drift,
    key: row.isin,
    label: '',
    name: '',
    current: 0,
  }));
  if (trigger.trigger === 'portfolio') {
    const sum = rows.reduce((total, { drift }) => total + drift, 0);
    const cash: DriftRowData = {
      key: 'cash',
      label: '',
      name: '',
      current: 0,
      target: 0,
      compared: -sum,
      isCash: true,
    };
    const { isBreached, drift } = checkTrigger([...rows, cash], trigger);
    if (!isBreached) return [];
    const limit = `${formatPercent(drift)} after the plan, above ${formatPercent(trigger.threshold)}`;
    return [`The portfolio drift stays above its threshold: ${limit}.${isUnpaid(null) ? UNPAID : ''}`];
  }
  return rows.flatMap((row) => {
    if (outsideBand(row, trigger) === null) return [];
    const own = comparedDrift(row);
    const isRelative = trigger.type === 'relative' && row.target > 0;
    const size = isRelative
      ? `${signedPercent(own / row.target)} of its target`
      : `${signedPercent(own)} of the portfolio`;
    const withRates = isRelative || row.whole === undefined ? '' : signedPercent(row.whole);
    const aside =
      withRates === '' || withRates === signedPercent(own) ? '' : ` (${withRates} including currency moves)`;
    return [
      `${nameOf(row.isin)} stays outside its band: ${size} after the plan${aside}.${isUnpaid(row.isin) ? UNPAID : ''}`,
    ];
  });
}

const UNPAID = ' The cost budget is too small to change that.';

interface PlanOutline {
  readonly orders: readonly unknown[];
  readonly cost_estimate: { readonly total: number };
  readonly drift_before: { readonly portfolio_drift: number };
  readonly drift_after: { readonly portfolio_drift: number };
}

/**
 * For example, if an overweight position cannot be sold, and the cash buys other positions. `currency` is the base
 * currency.
 */
export function lowersNoDrift({ orders, cost_estimate: costs, ...plan }: PlanOutline, currency: string): string[] {
  const { portfolio_drift: before } = plan.drift_before;
  const { portfolio_drift: after } = plan.drift_after;
  if (orders.length === 0 || shownShare(after) < shownShare(before)) return [];
  const from = formatPercent(before);
  return [
    `This plan does not lower the drift. It costs ${formatMoney(costs.total)} ${currency}, and the portfolio drift goes from ${from} to ${formatPercent(after)}.`,
  ];
}

/** For a plan; empty for one made before its band was stored. */
export function stayingOutsidePlan(
  { rebalance, explanation }: RebalanceView,
  nameOf: (isin: string) => string,
): string[] {
  const breach = explanation?.breach ?? null;
  if (explanation === null || breach === null) return [];
  const { band_type: type, threshold, trigger, fx_overlay: fxOverlay } = breach;
  const befores = new Map(rebalance.drift_before.positions.map(({ isin, drift }) => [isin, drift]));
  const compared = new Map(breach.positions.map(({ isin, drift }) => [isin, drift]));
  const positions = rebalance.drift_after.positions.map(({ isin, target_weight: target, drift }) => {
    const before = befores.get(isin) ?? 0;
    return { isin, target, drift: drift - (before - (compared.get(isin) ?? before)), whole: drift };
  });
  const isUnpaid = (isin: string | null) =>
    explanation.budget?.binds === true &&
    explanation.skipped.every((row) => row.isin !== isin || row.reason !== 'not_connected');
  return stayingOutside(positions, { type, threshold, trigger, fxOverlay }, isUnpaid, nameOf);
}

/** For a variant of a comparison. */
export function stayingOutsideVariant(
  { positions_after: left, costs, outcome }: Comparison['variants'][number],
  { allocation }: PortfolioView,
  trigger: DriftTrigger,
): string[] {
  if (outcome === 'below_threshold') return [];
  const known = new Map(allocation.map((row) => [row.isin, row]));
  const positions = left.map(({ isin, target_weight: target, drift }) => {
    const row = known.get(isin);
    const ofRates = trigger.fxOverlay && row !== undefined ? row.drift - row.local_drift : 0;
    return { isin, target, drift: drift - ofRates, whole: drift };
  });
  const nameOf = (isin: string) => known.get(isin)?.symbol ?? isin;
  return stayingOutside(positions, trigger, () => costs.budget_bps !== null, nameOf);
}
