/**
 * The value and drift of portfolios over a run: holdings come from the event log, prices from the market model, which
 * has one for any instant. Limited to as many points as a screen can show.
 */
import { knownEvent } from '../../domain/events/read-event.ts';
import { DEFAULT_BAND } from '../../engine/drift-monitor/drift-band.ts';
import { ratesAt } from '../../engine/planning/take-market-snapshot.ts';
import type { World } from '../../engine/world.ts';
import type { LoggedEvent } from '../../kernel/event-chain.ts';
import type { PortfolioSeries, SeriesPoint } from './chart-series.ts';
import { bpsOf } from './figures.ts';
import { applyToLedger, emptyLedger, type LedgerPortfolio, type PortfolioLedger } from './portfolio-ledger.ts';
import { standingAt } from './portfolio-valuation.ts';

/** Points on the curves of one portfolio, in addition to its fills. */
const SAMPLES = 160;
/** Only the first portfolios are drawn; a chart of more would be unreadable. */
const MAX_PORTFOLIOS = 12;
/** Evenly spaced instants, and the instants of fills, where the curves have corners. */
export function instantsOf(events: readonly LoggedEvent[], fromMs: number, toMs: number): number[] {
  const instants = new Set<number>([toMs]);
  for (let index = 0; index < SAMPLES; index += 1) {
    instants.add(Math.round(fromMs + ((toMs - fromMs) * index) / SAMPLES));
  }
  const filled = events.filter(({ type }) => type === 'order.filled');
  for (const { atMs } of thinned(filled, SAMPLES)) instants.add(atMs);
  return [...instants].sort((one, other) => one - other);
}

interface Curve {
  readonly portfolio: LedgerPortfolio;
  readonly navMinor: SeriesPoint[];
  readonly maxDriftBps: SeriesPoint[];
}

export function portfolioCurves(
  world: World,
  events: readonly LoggedEvent[],
  instants: readonly number[],
  names: ReadonlyMap<string, string>,
): { portfolios: PortfolioSeries[]; ledger: PortfolioLedger } {
  const ledger = emptyLedger();
  const curves = new Map<string, Curve>();
  let next = 0;
  for (const atMs of instants) {
    for (; next < events.length && (events[next] as LoggedEvent).atMs <= atMs; next += 1) {
      applyToLedger(ledger, knownEvent(events[next] as LoggedEvent));
    }
    const rates = ratesAt(world, atMs);
    for (const portfolio of ledger.portfolios.values()) {
      const curve = curves.get(portfolio.portfolioId) ?? { portfolio, navMinor: [], maxDriftBps: [] };
      if (!curves.has(portfolio.portfolioId) && curves.size >= MAX_PORTFOLIOS) continue;
      curves.set(portfolio.portfolioId, curve);
      const { navMinor, maxDriftBps } = standingAt(world, portfolio, atMs, rates);
      curve.navMinor.push({ atMs, value: navMinor });
      if (maxDriftBps !== null) curve.maxDriftBps.push({ atMs, value: maxDriftBps });
    }
  }
  return { portfolios: [...curves.values()].map((curve) => drawn(curve, names)), ledger };
}

function drawn({ portfolio, navMinor, maxDriftBps }: Curve, names: ReadonlyMap<string, string>): PortfolioSeries {
  const { portfolioId, currency } = portfolio;
  const bandBps = maxDriftBps.length === 0 ? null : bpsOf(DEFAULT_BAND.threshold);
  return { portfolioId, alias: names.get(portfolioId) ?? null, currency, bandBps, navMinor, maxDriftBps };
}

/** At most `most` of `all`, evenly chosen, with the last one. */
export function thinned<T>(all: readonly T[], most: number): T[] {
  if (all.length <= most) return [...all];
  const step = all.length / (most - 1);
  const sampled = Array.from({ length: most - 1 }, (_, index) => all[Math.floor(index * step)] as T);
  return [...sampled, all.at(-1) as T];
}
