/**
 * The results of a run as plain numbers that can be compared, summed and charted. They are read once, at the end, from
 * the stored state of the world, so counting changes nothing. Amounts are minor units and never rounded.
 */
import { addCosts, type CostParts, costParts, NO_COSTS } from '../../domain/costs/cost-parts.ts';
import { convertMinor } from '../../domain/numbers/exact.ts';
import { receivableOf } from '../../engine/dividends/receivable.ts';
import { ratesAt } from '../../engine/planning/take-market-snapshot.ts';
import { valuePortfolioAt } from '../../engine/planning/value-portfolio.ts';
import type { PortfolioRecord, Rates } from '../../engine/records.ts';
import type { RunCountStore, StatusCounts } from '../../engine/run-counts.ts';
import type { World } from '../../engine/world.ts';
import { fillIn } from '../references/fill-references.ts';
import { CannotFillIn } from '../references/fill-room.ts';
import { matchedNumber } from '../run/match-number.ts';

/** The source of figures and curves. */
export interface RunContext {
  readonly world: World;
  readonly counts: RunCountStore;
}

interface HoldingFigures {
  readonly isin: string;
  readonly mic: string;
  readonly quantityMicro: number;
  /** At the last instant, in the base currency of the portfolio. */
  readonly valueMinor: number;
}

/** A portfolio at the last instant; amounts in minor units of its base currency. */
export interface PortfolioFigures {
  readonly portfolioId: string;
  /** Its name in the scenario; `null` if it has none. */
  readonly alias: string | null;
  /** Its name or external_id. */
  readonly label: string;
  readonly currency: string;
  /** Including receivables, which drift leaves out. */
  readonly navMinor: number;
  readonly cashMinor: number;
  readonly receivableMinor: number;
  /** The largest distance of a weight from its target; null without targets. */
  readonly maxDriftBps: number | null;
  readonly holdings: readonly HoldingFigures[];
}

export interface Figures {
  readonly rebalances: StatusCounts;
  readonly orders: StatusCounts;
  readonly fills: number;
  /** The traded value, minor units of EUR. */
  readonly tradedEurMinor: number;
  /** The costs of trading, minor units of EUR: those of each portfolio at the rates of the last instant. */
  readonly costsEurMinor: CostParts;
  readonly deliveries: StatusCounts;
  /** Delivery attempts, including failed ones. */
  readonly attempts: number;
  readonly portfolios: readonly PortfolioFigures[];
  /** The values of the scenario's `measures:`. */
  readonly measures: Readonly<Record<string, number>>;
}

/**
 * A world at the end of its run. `aliases` are the names of portfolios, `measures` the values of the scenario's
 * measures.
 */
export interface FigureSource {
  readonly aliases: ReadonlyMap<string, string>;
  nowMs(): number;
  context(): RunContext;
}

export function collectFigures(source: FigureSource, measures: Readonly<Record<string, number>>): Figures {
  const { world, counts } = source.context();
  const nowMs = source.nowMs();
  const rates = ratesAt(world, nowMs);
  const { trades, ...counted } = counts.counts();
  const names = namesByAlias(source.aliases);
  return {
    ...counted,
    fills: trades.reduce((sum, { fills }) => sum + fills, 0),
    tradedEurMinor: trades.reduce((sum, { currency, valueMinor }) => sum + toEur(valueMinor, currency, rates), 0),
    costsEurMinor: trades.reduce(
      (sum, { currency, costs }) => addCosts(sum, costsToEur(costs, currency, rates)),
      NO_COSTS,
    ),
    portfolios: world.portfolios.list().map((portfolio) => figuresOf(world, portfolio, names, nowMs)),
    measures,
  };
}

/** Names by portfolio; of several names the first. */
export function namesByAlias(aliases: ReadonlyMap<string, string>): ReadonlyMap<string, string> {
  return new Map([...aliases].reverse().map(([alias, portfolioId]) => [portfolioId, alias]));
}

export function toEur(amountMinor: number, currency: string, rates: Rates): number {
  const perEurMicro = rates[currency];
  // A currency without a rate is not traded here, but a foreign log may contain it.
  return perEurMicro === undefined ? 0 : convertMinor(amountMinor, perEurMicro, rates.EUR ?? 1_000_000);
}

/** Converted part by part, so that the parts still add up to the total. */
function costsToEur(costs: CostParts, currency: string, rates: Rates): CostParts {
  const eur = (amountMinor: number) => toEur(amountMinor, currency, rates);
  const { commissionMinor, spreadMinor, impactMinor, fxMinor, transactionTaxMinor } = costs;
  return costParts(eur(commissionMinor), eur(spreadMinor), eur(impactMinor), eur(fxMinor), eur(transactionTaxMinor));
}

function figuresOf(
  world: World,
  portfolio: PortfolioRecord,
  names: ReadonlyMap<string, string>,
  nowMs: number,
): PortfolioFigures {
  const { portfolioId, currency, cashMinor } = portfolio;
  const { valuation, drift, targets } = valuePortfolioAt(world, portfolio, nowMs);
  const receivableMinor = receivableOf(world, portfolio, nowMs);
  return {
    portfolioId,
    alias: names.get(portfolioId) ?? null,
    label: portfolio.form === 'B' ? portfolio.externalId : portfolio.name,
    currency,
    navMinor: valuation.totalMinor + receivableMinor,
    cashMinor,
    receivableMinor,
    maxDriftBps: targets.length === 0 ? null : bpsOf(drift.maxDrift),
    holdings: valuation.positions.map(({ isin, mic, quantityMicro, valueMinor }) => ({
      isin,
      mic,
      quantityMicro,
      valueMinor,
    })),
  };
}

/** A fraction in basis points, to a hundredth of one. */
export function bpsOf(fraction: number): number {
  return Math.round(fraction * 1e6) / 100;
}

interface EndedRun {
  readonly steps: readonly { readonly failures: readonly string[] }[];
  readonly isStopped: boolean;
}

interface Names {
  get(name: string): unknown;
}

interface MeasuredRun {
  readonly measures: Readonly<Record<string, number>>;
  readonly faults: readonly string[];
}

/**
 * Evaluates the `measures:` of a scenario after its run. A measure that is not a number fails the run; a run that was
 * ended early has only the measures whose names have values. `names`: values at its end.
 */
export function measureRun(
  wanted: Readonly<Record<string, string>>,
  { steps, isStopped }: EndedRun,
  names: Names,
): MeasuredRun {
  const isWhole = !isStopped && steps.every(({ failures }) => failures.length === 0);
  const measures: Record<string, number> = {};
  const faults: string[] = [];
  for (const [name, text] of Object.entries(wanted)) {
    const value = numberIn(text, names);
    if (typeof value === 'number') measures[name] = value;
    else if (isWhole) faults.push(`measure ${name}: ${value}`);
  }
  return { measures, faults };
}

/** The number, or why there is none. */
function numberIn(text: string, names: Names): number | string {
  try {
    const value: unknown = fillIn<unknown>(text, names);
    return matchedNumber(value) ?? `${text} is not a number but ${JSON.stringify(value)}`;
  } catch (error) {
    if (error instanceof CannotFillIn) return error.message;
    throw error;
  }
}
