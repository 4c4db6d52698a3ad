/** The history of a portfolio as rows of a chart, its lines, and its figures. Pure. */
import type { PortfolioHistory } from '../../../../../src-server/contract/control/portfolios/portfolio-history.ts';

export type HistoryMeasure = 'drift' | 'nav';
export type HistoryRow = ReturnType<typeof historyRows>[number];

/** The value is in base currency, drifts in per cent; null if there were no targets. */
export function historyRows({ points }: PortfolioHistory) {
  return points.map(({ at, nav, receivable, max_drift: maxDrift, portfolio_drift: portfolioDrift }) => ({
    atMs: Date.parse(at),
    nav,
    receivable,
    maxDriftPercent: maxDrift === null ? null : maxDrift * 100,
    portfolioDriftPercent: portfolioDrift === null ? null : portfolioDrift * 100,
  }));
}

interface HistoryLine {
  readonly name: string;
  readonly value: (row: HistoryRow) => number | null;
  readonly stroke: string;
  readonly strokeDasharray: string;
}

export const LINES: Readonly<Record<HistoryMeasure, readonly HistoryLine[]>> = {
  drift: [
    { name: 'Max drift', value: (row) => row.maxDriftPercent, stroke: 'var(--brand)', strokeDasharray: '0' },
    {
      name: 'Portfolio drift',
      value: (row) => row.portfolioDriftPercent,
      stroke: 'var(--ink-3)',
      strokeDasharray: '5 3',
    },
  ],
  nav: [{ name: 'NAV', value: (row) => row.nav, stroke: 'var(--brand)', strokeDasharray: '0' }],
};

/** For the value, or the largest drift in per cent; null if nothing was measured. */
export function extremesOf(rows: readonly HistoryRow[], measure: HistoryMeasure) {
  const values = rows.flatMap(({ nav, maxDriftPercent }) => (measure === 'nav' ? [nav] : (maxDriftPercent ?? [])));
  const [first, last] = [values.at(0), values.at(-1)];
  if (first === undefined || last === undefined) return null;
  return { first, last, lowest: Math.min(...values), highest: Math.max(...values) };
}

/** Cash and holdings from outside between the first of these rows and the last, which are not gains. */
export function flowsWithin(
  rows: readonly HistoryRow[],
  { from, flows }: Pick<PortfolioHistory, 'from' | 'flows'>,
): number {
  const [fromMs, toMs] = [rows[0]?.atMs ?? 0, rows.at(-1)?.atMs ?? 0];
  // A flow at the very start came after the opening value; at any other row, the value includes its flow.
  const isAfter = (at: string) => Date.parse(at) > fromMs || (at === from && Date.parse(at) === fromMs);
  const within = flows.filter(({ at }) => isAfter(at) && Date.parse(at) <= toMs);
  return within.reduce((sum, { amount }) => sum + amount, 0);
}

/** When drift was first measured, as an instant; `from` itself, if it was from the start; null if it never was. */
export function targetsSince(rows: readonly HistoryRow[], from: string): string | null {
  const first = rows.findIndex(({ maxDriftPercent }) => maxDriftPercent !== null);
  if (first <= 0) return first === 0 ? from : null;
  return new Date(rows[first]?.atMs ?? 0).toISOString();
}

/** The share of time (of 1) in which the largest drift was beyond the band; each point counts until the next. */
export function shareOutside(rows: readonly HistoryRow[], bandPercent: number): number {
  let [outsideMs, measuredMs] = [0, 0];
  for (const [index, { atMs, maxDriftPercent }] of rows.entries()) {
    const lengthMs = (rows[index + 1]?.atMs ?? atMs) - atMs;
    if (maxDriftPercent === null) continue;
    measuredMs += lengthMs;
    if (maxDriftPercent > bandPercent) outsideMs += lengthMs;
  }
  return measuredMs === 0 ? 0 : outsideMs / measuredMs;
}
