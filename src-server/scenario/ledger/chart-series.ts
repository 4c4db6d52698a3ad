/** The curves of a run: plain data for threads and pages. */
import type { COST_KINDS } from '../../domain/costs/cost-parts.ts';

/** A value at an instant of virtual time. */
export interface SeriesPoint {
  readonly atMs: number;
  readonly value: number;
}

export interface PortfolioSeries {
  readonly portfolioId: string;
  readonly alias: string | null;
  readonly currency: string;
  /** The band around its targets, bps; `null` without targets. */
  readonly bandBps: number | null;
  readonly navMinor: readonly SeriesPoint[];
  readonly maxDriftBps: readonly SeriesPoint[];
}

/** Curves over virtual time; all but those of portfolios are running totals. */
export interface ChartSeries {
  readonly fromMs: number;
  readonly toMs: number;
  readonly portfolios: readonly PortfolioSeries[];
  /** Minor units of EUR, by kind of cost. */
  readonly costsEurMinor: Readonly<Record<(typeof COST_KINDS)[number], readonly SeriesPoint[]>>;
  readonly fills: readonly SeriesPoint[];
  readonly deliveries: { readonly succeeded: readonly SeriesPoint[]; readonly failed: readonly SeriesPoint[] };
}
