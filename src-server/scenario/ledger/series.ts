/**
 * The curves of a run over virtual time, for reports. They are computed at the end from the event log and from prices,
 * which exist for any instant, so drawing changes nothing. Limited to as many points as a screen can show.
 */
import { entriesOf } from '../../domain/events/read-event.ts';
import { ratesAt } from '../../engine/planning/take-market-snapshot.ts';
import type { Rates } from '../../engine/records.ts';
import type { AttemptTally } from '../../engine/run-counts.ts';
import type { LoggedEvent } from '../../kernel/event-chain.ts';
import type { ChartSeries, SeriesPoint } from './chart-series.ts';
import { type FigureSource, namesByAlias, toEur } from './figures.ts';
import { instantsOf, portfolioCurves, thinned } from './portfolio-curves.ts';
import type { LedgerFill, PortfolioLedger } from './portfolio-ledger.ts';

/** Limit for the points of a running total: more are thinned out, and the last one stays. */
const MAX_POINTS = 600;

export function seriesOfRun(source: FigureSource & { events(): readonly LoggedEvent[] }): ChartSeries {
  const { world, counts } = source.context();
  const events = source.events();
  const toMs = source.nowMs();
  const fromMs = events[0]?.atMs ?? toMs;
  const { portfolios, ledger } = portfolioCurves(
    world,
    events,
    instantsOf(events, fromMs, toMs),
    namesByAlias(source.aliases),
  );
  const rates = ratesAt(world, toMs);
  return {
    fromMs,
    toMs,
    portfolios,
    costsEurMinor: costCurves(ledger, currenciesOf(events), rates),
    fills: runningTotal(ledger.fills.map(({ atMs }) => ({ atMs, value: 1 }))),
    deliveries: deliveryCurves(counts.attemptTallies()),
  };
}

function costCurves(
  { fills }: PortfolioLedger,
  currencies: ReadonlyMap<string, string>,
  rates: Rates,
): ChartSeries['costsEurMinor'] {
  const curve = (minorOf: (fill: LedgerFill) => number) =>
    runningTotal(
      fills.map((fill) => ({
        atMs: fill.atMs,
        value: toEur(minorOf(fill), currencies.get(fill.portfolioId) ?? 'EUR', rates),
      })),
    );
  return {
    commission: curve(({ costs }) => costs.commissionMinor),
    spread: curve(({ costs }) => costs.spreadMinor),
    impact: curve(({ costs }) => costs.impactMinor),
    fx: curve(({ costs }) => costs.fxMinor),
    transactionTax: curve(({ costs }) => costs.transactionTaxMinor),
  };
}

/** Of every portfolio that ever existed, including deleted ones. */
function currenciesOf(events: readonly LoggedEvent[]): ReadonlyMap<string, string> {
  return new Map(entriesOf(events, 'portfolio.created').map(({ data }) => [data.portfolio_id, data.currency]));
}

function deliveryCurves(tallies: readonly AttemptTally[]): ChartSeries['deliveries'] {
  return {
    succeeded: runningTotal(tallies.map(({ atMs, succeeded }) => ({ atMs, value: succeeded }))),
    failed: runningTotal(tallies.map(({ atMs, failed }) => ({ atMs, value: failed }))),
  };
}

/** Running sums with one point for each instant at which a value was added. */
function runningTotal(parts: readonly SeriesPoint[]): SeriesPoint[] {
  const points: SeriesPoint[] = [];
  let value = 0;
  for (const part of parts) {
    if (part.value === 0) continue;
    value += part.value;
    if (points.at(-1)?.atMs === part.atMs) points.pop();
    points.push({ atMs: part.atMs, value });
  }
  return thinned(points, MAX_POINTS);
}
