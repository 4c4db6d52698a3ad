/**
 * The curves of a run in the shape of the charts of a page: one time axis for each chart, with a value for every line.
 */
import type { ChartSeries, PortfolioSeries, SeriesPoint } from '../ledger/chart-series.ts';

export interface Chart {
  readonly title: string;
  /** Appended to values. */
  readonly unit: string;
  /** Each value holds until the next one, as for counts. */
  readonly isStepped: boolean;
  /** The upper limit of the expected range; `null` if there is none. */
  readonly band: number | null;
  /** Seconds since 1970. */
  readonly times: readonly number[];
  readonly lines: readonly { readonly label: string; readonly values: readonly (number | null)[] }[];
}

/** Charts with any data. */
export function chartsOf(series: ChartSeries): Chart[] {
  const { portfolios, costsEurMinor: costs, fills, deliveries } = series;
  const charts = [
    ...valueCharts(portfolios),
    chartOf(
      'Drift and its band',
      '%',
      portfolios.map((one) => [nameOf(one), hundredths(one.maxDriftBps)]),
      bandOf(portfolios),
    ),
    totals(series, 'Costs so far', 'EUR', [
      ['commission', hundredths(costs.commission)],
      ['spread', hundredths(costs.spread)],
      ['impact', hundredths(costs.impact)],
      ['FX', hundredths(costs.fx)],
      ['transaction tax', hundredths(costs.transactionTax)],
    ]),
    totals(series, 'Fills so far', '', [['fills', fills]]),
    totals(series, 'Delivery attempts so far', '', [
      ['taken', deliveries.succeeded],
      ['failed', deliveries.failed],
    ]),
  ];
  return charts.filter(({ times, lines }) => times.length > 1 && lines.length > 0);
}

type Line = readonly [label: string, points: readonly SeriesPoint[]];

/** One chart for each currency, because pounds cannot share an axis with euros. */
function valueCharts(portfolios: readonly PortfolioSeries[]): Chart[] {
  const currencies = [...new Set(portfolios.map(({ currency }) => currency))];
  return currencies.map((currency) => {
    const lines = portfolios
      .filter((one) => one.currency === currency)
      .map((one): Line => [nameOf(one), hundredths(one.navMinor)]);
    return chartOf('Value', currency, lines, null);
  });
}

function bandOf(portfolios: readonly PortfolioSeries[]): number | null {
  const bandBps = portfolios.find(({ bandBps: own }) => own !== null)?.bandBps ?? null;
  return bandBps === null ? null : bandBps / 100;
}

/** Minor units as amounts, basis points as per cent. */
function hundredths(points: readonly SeriesPoint[]): SeriesPoint[] {
  return points.map(({ atMs, value }) => ({ atMs, value: value / 100 }));
}

function nameOf({ alias, portfolioId }: PortfolioSeries): string {
  return alias ?? portfolioId.slice(0, 10);
}

function chartOf(title: string, unit: string, lines: readonly Line[], band: number | null): Chart {
  const filled = lines.filter(([, points]) => points.length > 0);
  const times = timesOf(filled);
  return {
    title,
    unit,
    isStepped: false,
    band,
    times: times.map((atMs) => atMs / 1000),
    lines: filled.map(([label, points]) => {
      const values = new Map(points.map(({ atMs, value }) => [atMs, value]));
      return { label, values: times.map((atMs) => values.get(atMs) ?? null) };
    }),
  };
}

/** Running totals from zero to their final value. Lines without any value are left out. */
function totals({ fromMs, toMs }: ChartSeries, title: string, unit: string, lines: readonly Line[]): Chart {
  const filled = lines.filter(([, points]) => points.length > 0);
  const times = [...new Set([fromMs, ...timesOf(filled), toMs])].sort((one, other) => one - other);
  return {
    title,
    unit,
    isStepped: true,
    band: null,
    times: times.map((atMs) => atMs / 1000),
    lines: filled.map(([label, points]) => ({ label, values: valuesAt(points, times) })),
  };
}

/** The latest value at each instant; both ascend. */
function valuesAt(points: readonly SeriesPoint[], times: readonly number[]): number[] {
  let next = 0;
  let value = 0;
  return times.map((atMs) => {
    for (; next < points.length && (points[next] as SeriesPoint).atMs <= atMs; next += 1) {
      value = (points[next] as SeriesPoint).value;
    }
    return value;
  });
}

function timesOf(lines: readonly Line[]): number[] {
  return [...new Set(lines.flatMap(([, points]) => points.map(({ atMs }) => atMs)))].sort((one, other) => one - other);
}
