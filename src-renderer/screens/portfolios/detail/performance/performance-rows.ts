/** The performance of a portfolio as rows of a chart and of a table, and its lines. Pure. */
import type { PerformanceFigures } from '../../../../../src-server/contract/control/portfolios/performance.ts';
import type { Performance } from '../../../../api/activity-api.ts';

export type PerformanceMeasure = 'return' | 'value' | 'drawdown';
export type PerformanceRow = ReturnType<typeof performanceRows>[number];

/** Values are in base currency, returns and drawdowns are shares; null for the target mix if there is none. */
export function performanceRows({ points }: Pick<Performance, 'points'>) {
  return points.map(({ at, value, receivable, return: gained, drawdown, flow, target_mix: mix }) => ({
    at,
    atMs: Date.parse(at),
    value,
    receivable,
    return: gained,
    drawdown,
    flow,
    mixValue: mix?.value ?? null,
    mixReturn: mix?.return ?? null,
    mixDrawdown: mix?.drawdown ?? null,
  }));
}

/** A month, or the measured part of it; its figures are those of its end. */
export interface PerformanceMonth extends PerformanceRow {
  /** `2026-03`; with its first or last day if it is not whole. */
  readonly month: string;
  /** The return of the month alone; `return` and `mixReturn` are since the start. */
  readonly ofMonth: number | null;
  readonly mixOfMonth: number | null;
}

/**
 * One row a month, with all of its cash flows. The midnight that ends a month belongs to it, so its last day counts;
 * the first point is the start of the first month.
 */
export function monthlyRows(rows: readonly PerformanceRow[]): PerformanceMonth[] {
  const [opening] = rows;
  const months = [...Map.groupBy(rows.slice(1), ({ atMs }) => monthOf(atMs - 1)).entries()];
  return months.flatMap(([month, points], index) => {
    const last = points.at(-1);
    const before = index === 0 ? opening : months[index - 1]?.[1].at(-1);
    if (last === undefined || before === undefined) return [];
    const isFirstPart = index === 0 && before.atMs > Date.parse(`${month}-01`);
    const isLastPart = monthOf(last.atMs) === month;
    return {
      ...last,
      month: `${month}${isFirstPart ? `, from ${dayOf(before.atMs)}` : ''}${isLastPart ? `, to ${dayOf(last.atMs - 1)}` : ''}`,
      flow: points.reduce((sum, { flow }) => sum + flow, 0),
      ofMonth: growthBetween(before.return, last.return),
      mixOfMonth: growthBetween(before.mixReturn, last.mixReturn),
    };
  });
}

const monthOf = (atMs: number) => new Date(atMs).toISOString().slice(0, 7);
/** Day of the month. */
const dayOf = (atMs: number) => String(new Date(atMs).getUTCDate());

/** The return between two instants, from their returns since the same start; null if nothing was left to grow. */
function growthBetween(before: number | null, after: number | null): number | null {
  return before === null || after === null || before <= -1 ? null : (1 + after) / (1 + before) - 1;
}

interface PerformanceLine {
  readonly name: string;
  readonly value: (row: PerformanceRow) => number | null;
}

const PORTFOLIO = 'Portfolio';
const MIX = 'Target mix';

export const LINES: Readonly<Record<PerformanceMeasure, readonly [PerformanceLine, PerformanceLine]>> = {
  return: [
    { name: PORTFOLIO, value: (row) => row.return },
    { name: MIX, value: (row) => row.mixReturn },
  ],
  value: [
    { name: PORTFOLIO, value: (row) => row.value },
    { name: MIX, value: (row) => row.mixValue },
  ],
  drawdown: [
    { name: PORTFOLIO, value: (row) => row.drawdown },
    { name: MIX, value: (row) => row.mixDrawdown },
  ],
};

/** A cash flow in the chart and its legend. */
export const FLOW_MARK = { stroke: 'var(--ok)', strokeDasharray: '1 2' } as const;

/**
 * How far the portfolio is ahead of its target mix, a share of 1 like both returns: the difference of the two as
 * displayed, in percent with two decimals, so that the three are consistent. Null if there is no mix.
 */
export function pointsAhead(own: number | null, mix: number | null): number | null {
  return own === null || mix === null ? null : (Math.round(own * 10_000) - Math.round(mix * 10_000)) / 10_000;
}

const DAY_MS = 86_400_000;
export const PERFORMANCE_SPANS = ['all', '5y', '1y', '3m', '1m', '1w'] as const;
type PerformanceSpan = (typeof PERFORMANCE_SPANS)[number];
const SPAN_DAYS: Readonly<Record<PerformanceSpan, number>> = {
  all: Number.POSITIVE_INFINITY,
  '5y': 1825,
  '1y': 365,
  '3m': 90,
  '1m': 30,
  '1w': 7,
};

/** The midnight UTC at which a span up to now begins, which stays the same all day; empty: at the creation. */
export function beginningOf(span: PerformanceSpan, now: string | undefined): string {
  const days = SPAN_DAYS[span];
  if (now === undefined || !Number.isFinite(days)) return '';
  return new Date(Math.floor(Date.parse(now) / DAY_MS - days) * DAY_MS).toISOString();
}

/** The volatility of fewer daily returns says nothing about a year. */
export const FEWEST_RETURNS = 20;

/** Per year, as a share; null if it is unknown, or from too few daily returns. */
export function shownVolatility({ volatility, days }: Pick<PerformanceFigures, 'volatility' | 'days'>): number | null {
  return days < FEWEST_RETURNS ? null : volatility;
}
