/**
 * The value and drift of portfolios of a running world over time: the ledger of the log at the prices of every instant,
 * computed like the present values. A long log is applied with pauses in between. Reads nothing after the requested
 * instants.
 */
import { knownEvent } from '../../domain/events/read-event.ts';
import { type DriftSnapshot, measureDrift, type ValuedIsins } from '../../domain/valuation/drift.ts';
import { ratesAt } from '../../engine/planning/take-market-snapshot.ts';
import type { BookedEntry, PortfolioLog } from '../../engine/ports/history-port.ts';
import type { World } from '../../engine/world.ts';
import { openingLength } from './earnings.ts';
import { type InstantPrices, instantPrices, valueLedger } from './ledger-value.ts';
import { thinned } from './portfolio-curves.ts';
import { applyToLedger, emptyLedger, type LedgerPortfolio } from './portfolio-ledger.ts';

export interface HistoryContext {
  readonly world: World;
  readonly log: PortfolioLog;
  /** Lets other work run. */
  readonly breathe: () => Promise<void>;
}

export interface HistoryPoint {
  readonly atMs: number;
  /** Including receivables, which drift leaves out. */
  readonly navMinor: number;
  readonly receivableMinor: number;
  readonly values: ValuedIsins;
  /** `null` if there were no targets. */
  readonly drift: DriftSnapshot | null;
}

/** Events that are applied, and points that are computed, between two pauses: some milliseconds of work each. */
const ENTRIES_AT_ONCE = 250;
const PRICES_AT_ONCE = 1_000;
/** Events that get points of their own. */
const MAX_CORNERS = 80;

/** Loads the log of all portfolios up to now into its cache; call it before `portfolioHistory`. */
export async function catchUpLog({ world, log, breathe }: HistoryContext): Promise<void> {
  while (!log.catchUp(world.kernel.eventCount)) await breathe();
}

/** Points at `instants`, which ascend; none before the portfolio existed. */
export async function collectPortfolioHistory(
  { world, log, breathe }: HistoryContext,
  { portfolioId, entries }: { readonly portfolioId: string; readonly entries: readonly BookedEntry[] },
  instants: readonly number[],
  pricesAt: (atMs: number) => InstantPrices = (atMs) => pricesOf(world, atMs),
): Promise<HistoryPoint[]> {
  const ledger = emptyLedger();
  const points: HistoryPoint[] = [];
  let [next, priced] = [0, 0];
  for (const [index, atMs] of instants.entries()) {
    // The first point of a whole life is the initial state of the portfolio.
    const isOpening = index === 0 && instants.length > 1 && entries[0]?.atMs === atMs;
    const until = isOpening ? openingLength(entries) : firstAfter(entries, atMs, next);
    for (; next < until; next = Math.min(until, next + ENTRIES_AT_ONCE)) {
      for (const event of log.read(entries.slice(next, Math.min(until, next + ENTRIES_AT_ONCE))))
        applyToLedger(ledger, knownEvent(event));
      ledger.fills.length = 0;
      if (next + ENTRIES_AT_ONCE < until) await breathe();
    }
    const portfolio = ledger.portfolios.get(portfolioId);
    if (portfolio === undefined) continue;
    points.push(pointAt(portfolio, atMs, pricesAt(atMs)));
    priced += portfolio.positions.size + 1;
    if (priced < PRICES_AT_ONCE) continue;
    priced = 0;
    await breathe();
  }
  return points;
}

interface TimeSpan {
  readonly fromMs: number;
  readonly toMs: number;
  /** Start of the grid. */
  readonly originMs: number;
}

/**
 * The ends of a span of time and the instants of a grid between them, `count` at most and evenly spaced: the grid does
 * not move with the clock, so that the same instants are measured again. `defaultMs`: a span of this length has `count`
 * instants; the steps of other lengths are doubled or halved.
 */
export function gridInstants({ fromMs, toMs, originMs }: TimeSpan, defaultMs: number, count: number): number[] {
  if (toMs <= fromMs) return [toMs];
  const stepMs = (defaultMs / (count - 1)) * 2 ** Math.ceil(Math.log2((toMs - fromMs) / defaultMs));
  const first = Math.floor((fromMs - originMs) / stepMs);
  const grid = Array.from({ length: count + 2 }, (_, index) => Math.round(originMs + (first + index) * stepMs));
  return [...new Set([fromMs, ...grid.filter((atMs) => atMs > fromMs && atMs < toMs), toMs])];
}

/** The same instants, and those of events and the moments just before them, where the lines have steps. */
export function steppedInstants(even: readonly number[], entries: readonly BookedEntry[]): number[] {
  const [fromMs, toMs] = [even[0] ?? 0, even.at(-1) ?? 0];
  const within = [...new Set(entries.map(({ atMs }) => atMs))].filter((atMs) => atMs > fromMs && atMs <= toMs);
  const steps = thinned(within, MAX_CORNERS).flatMap((atMs) => [atMs - 1, atMs]);
  return [...new Set([...even, ...steps])].sort((one, other) => one - other);
}

/** Prices as `pricesOf`, computed once for all portfolios, because they hold the same instruments. */
export function sharedPrices(world: World): (atMs: number) => InstantPrices {
  const known = new Map<number, InstantPrices>();
  return (atMs) => {
    const there = known.get(atMs);
    if (there !== undefined) return there;
    const { midMicro, ...rest } = pricesOf(world, atMs);
    const mids = new Map<string, number>();
    const made: InstantPrices = {
      ...rest,
      midMicro(isin, mic) {
        const place = `${isin} ${mic}`;
        const mid = mids.get(place) ?? midMicro(isin, mic);
        mids.set(place, mid);
        return mid;
      },
    };
    known.set(atMs, made);
    return made;
  };
}

/** Computed on demand. */
export function pricesOf(world: World, atMs: number): InstantPrices {
  return instantPrices(world, atMs, ratesAt(world, atMs));
}

function pointAt(portfolio: LedgerPortfolio, atMs: number, prices: InstantPrices): HistoryPoint {
  const { navMinor, receivableMinor, heldMinor } = valueLedger(portfolio, prices);
  const { cashMinor, targets } = portfolio;
  const positions = Array.from(heldMinor, ([isin, valueMinor]) => ({ isin, valueMinor }));
  const values = { asOf: atMs, totalMinor: navMinor - receivableMinor, cashMinor, positions };
  return {
    atMs,
    navMinor,
    receivableMinor,
    values,
    drift: targets.length === 0 ? null : measureDrift(values, targets),
  };
}

/** The index of the first event after an instant, from `from` on; an event at the very instant has happened. */
function firstAfter(entries: readonly BookedEntry[], atMs: number, from: number): number {
  let index = from;
  while (index < entries.length && (entries[index] as BookedEntry).atMs <= atMs) index += 1;
  return index;
}
