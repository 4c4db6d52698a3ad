/** The history of a portfolio as rows of a chart, and its figures. Pure. */
import type { PortfolioHistory } from '../../../../../src-server/contract/control/portfolios/portfolio-history.ts';

export type HistoryMeasure = 'drift' | 'nav';

export interface HistoryRow {
  readonly atMs: number;
  /** Base currency. */
  readonly nav: number;
  /** Basis points; null where there were no targets. */
  readonly maxDriftBps: number | null;
  readonly portfolioDriftBps: number | null;
}

export function historyRows({ points }: PortfolioHistory): HistoryRow[] {
  return points.map(({ at, nav, max_drift: maxDrift, portfolio_drift: portfolioDrift }) => ({
    atMs: Date.parse(at),
    nav,
    maxDriftBps: inBps(maxDrift),
    portfolioDriftBps: inBps(portfolioDrift),
  }));
}

/** Of the value, or of the largest drift in basis points; null where nothing was measured. */
export function extremesOf(rows: readonly HistoryRow[], measure: HistoryMeasure) {
  const values = rows.flatMap(({ nav, maxDriftBps }) => (measure === 'nav' ? [nav] : (maxDriftBps ?? [])));
  const [first, last] = [values.at(0), values.at(-1)];
  if (first === undefined || last === undefined) return null;
  return { first, last, lowest: Math.min(...values), highest: Math.max(...values) };
}

/** How much of the time the largest drift was beyond the band, a share of 1; each point counts until the next. */
export function shareOutside(rows: readonly HistoryRow[], bandBps: number): number {
  let [outsideMs, measuredMs] = [0, 0];
  for (const [index, { atMs, maxDriftBps }] of rows.entries()) {
    const lengthMs = (rows[index + 1]?.atMs ?? atMs) - atMs;
    if (maxDriftBps === null) continue;
    measuredMs += lengthMs;
    if (maxDriftBps > bandBps) outsideMs += lengthMs;
  }
  return measuredMs === 0 ? 0 : outsideMs / measuredMs;
}

function inBps(share: number | null): number | null {
  return share === null ? null : share * 10_000;
}
