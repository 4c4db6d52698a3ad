/**
 * Compares the results of two runs: statuses, fills, costs, cash, holdings and deliveries, all read from their event
 * logs. Does not explain a difference; the first divergence of the logs does.
 */
import type { DIFFERENCE_AREAS } from '../../contract/control/scenarios/diff-report.ts';
import { addCosts, type CostParts, NO_COSTS } from '../../domain/costs/cost-parts.ts';
import { fromMicro, fromMinor } from '../../domain/numbers/exact.ts';
import type { StatusCounts } from '../../engine/run-counts.ts';
import type { LoggedEvent } from '../../kernel/event-chain.ts';
import { type LedgerFill, type LedgerPortfolio, ledgerOf, type PortfolioLedger } from '../ledger/portfolio-ledger.ts';

export interface RunSide {
  readonly events: readonly LoggedEvent[];
  /** Deliveries by status; `null` if unknown, as for a golden log. */
  readonly deliveries: StatusCounts | null;
}

type DifferenceArea = (typeof DIFFERENCE_AREAS)[number];

/** One figure that differs. */
export interface RunDifference {
  readonly area: DifferenceArea;
  /** A portfolio, an instrument, or a status. */
  readonly subject: string;
  /** `null`: this side has none. */
  readonly first: number | string | null;
  readonly second: number | string | null;
  readonly unit: string;
}

/** In the order of interest. Portfolios and rebalances are matched in the order of their creation. */
export function compareRuns(first: RunSide, second: RunSide): RunDifference[] {
  const [one, other] = [ledgerOf(first.events), ledgerOf(second.events)];
  const deliveries =
    first.deliveries === null || second.deliveries === null
      ? []
      : differing('deliveries', '', countsOf(first.deliveries), countsOf(second.deliveries));
  return [
    ...differing('rebalances', '', statusesOf(one), statusesOf(other)),
    ...differing('fills', '', fillsOf(one), fillsOf(other)),
    ...costDifferences(one, other),
    ...portfolioDifferences(one, other),
    ...deliveries,
  ];
}

type Facts = ReadonlyMap<string, number | string>;

/** Facts with the same name and different values. */
function differing(area: DifferenceArea, unit: string, first: Facts, second: Facts): RunDifference[] {
  return [...new Set([...first.keys(), ...second.keys()])].flatMap((subject) => {
    const [left, right] = [first.get(subject) ?? null, second.get(subject) ?? null];
    return left === right ? [] : [{ area, subject, first: left, second: right, unit }];
  });
}

function countsOf(counts: StatusCounts): Facts {
  return new Map(Object.entries(counts));
}

function statusesOf({ rebalances }: PortfolioLedger): Facts {
  return new Map([...rebalances.values()].map((status, index) => [`rebalance ${index + 1}`, status]));
}

/** The number of fills, and the bought and sold quantity of each instrument. */
function fillsOf({ fills }: PortfolioLedger): Facts {
  const facts = new Map<string, number>();
  const add = (subject: string, amount: number) => facts.set(subject, (facts.get(subject) ?? 0) + amount);
  for (const { isin, mic, side, quantityMicro } of fills) {
    add('fills', 1);
    add(`${side === 'buy' ? 'bought' : 'sold'} of ${isin} at ${mic}`, quantityMicro);
  }
  return new Map([...facts].map(([subject, amount]) => [subject, subject === 'fills' ? amount : fromMicro(amount)]));
}

function costDifferences(one: PortfolioLedger, other: PortfolioLedger): RunDifference[] {
  const [first, second] = [costsOf(one), costsOf(other)];
  const currencies = [...new Set([...first.keys(), ...second.keys()])];
  return currencies.flatMap((currency) =>
    differing('costs', currency, partsOf(first.get(currency)), partsOf(second.get(currency))),
  );
}

function costsOf({ fills, portfolios }: PortfolioLedger): ReadonlyMap<string, CostParts> {
  const sums = new Map<string, CostParts>();
  const currencyOf = ({ portfolioId }: LedgerFill) => portfolios.get(portfolioId)?.currency ?? 'of deleted portfolios';
  for (const fill of fills) {
    const currency = currencyOf(fill);
    sums.set(currency, addCosts(sums.get(currency) ?? NO_COSTS, fill.costs));
  }
  return sums;
}

function partsOf(costs: CostParts = NO_COSTS): Facts {
  return new Map([
    ['commission', fromMinor(costs.commissionMinor)],
    ['spread', fromMinor(costs.spreadMinor)],
    ['impact', fromMinor(costs.impactMinor)],
    ['FX', fromMinor(costs.fxMinor)],
    ['transaction tax', fromMinor(costs.transactionTaxMinor)],
    ['all costs', fromMinor(costs.totalMinor)],
  ]);
}

function portfolioDifferences(one: PortfolioLedger, other: PortfolioLedger): RunDifference[] {
  const [first, second] = [[...one.portfolios.values()], [...other.portfolios.values()]];
  const length = Math.max(first.length, second.length);
  return Array.from({ length }, (_, index) => index).flatMap((index) => {
    const [left, right] = [first[index], second[index]];
    const label = `${(left ?? right)?.label}`;
    const unit = `${(left ?? right)?.currency}`;
    return [
      ...differing('cash', unit, cashOf(label, left), cashOf(label, right)),
      ...differing('holdings', '', holdingsOf(label, left), holdingsOf(label, right)),
    ];
  });
}

function cashOf(label: string, portfolio: LedgerPortfolio | undefined): Facts {
  return new Map(portfolio === undefined ? [] : [[label, fromMinor(portfolio.cashMinor)]]);
}

function holdingsOf(label: string, portfolio: LedgerPortfolio | undefined): Facts {
  const positions = portfolio === undefined ? [] : [...portfolio.positions];
  return new Map(positions.map(([place, quantityMicro]) => [`${label}: ${place}`, fromMicro(quantityMicro)]));
}
