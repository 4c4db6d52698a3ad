/** Creates a Form B portfolio (specification 2.2, decision G1). */

import { invariant } from '../../../domain/invariant.ts';
import { toMicro, toMinor } from '../../../domain/numbers/exact.ts';
import { openingTrades } from '../../lots/opening-lots.ts';
import { accepted, type Outcome, refusedFor, type ValidationIssue } from '../../outcome.ts';
import { findRepeatedPositions, validateInstruments } from '../../planning/check-instruments.ts';
import { findWrapperBreaches } from '../../planning/check-wrapper.ts';
import { ratesAt } from '../../planning/take-market-snapshot.ts';
import type { PortfolioRecordB } from '../../records.ts';
import type { World } from '../../world.ts';

/** The validated request: numbers within their decimals, targets without repeats. */
export interface PortfolioRequestB {
  readonly external_id: string;
  readonly currency: string;
  readonly tax_wrapper: string;
  readonly holdings: readonly { isin: string; exchange: string; quantity: number }[];
  readonly targets: readonly { isin: string; weight: number }[];
  readonly cash: number;
}

/** Refused with 400 with every unknown ISIN, wrong exchange and repeated holding. */
export function createPortfolioB(
  world: World,
  accountId: string,
  request: PortfolioRequestB,
): Outcome<PortfolioRecordB> {
  const issues = findIssues(world, request);
  if (issues.length > 0) return refusedFor('The portfolio cannot be created', issues);
  return world.kernel.execute((unit) => {
    const portfolio: PortfolioRecordB = {
      portfolioId: unit.nextId('pf'),
      accountId,
      form: 'B',
      externalId: request.external_id,
      currency: request.currency,
      taxWrapper: request.tax_wrapper,
      cashMinor: exactly(toMinor(request.cash)),
      referenceRates: ratesAt(world, unit.nowMs),
      createdMs: unit.nowMs,
      updatedMs: unit.nowMs,
      constraints: null,
      deletedMs: null,
    };
    const positions = request.holdings.map(({ isin, exchange, quantity }) => ({
      isin,
      mic: exchange,
      quantityMicro: exactly(toMicro(quantity)),
    }));
    world.portfolios.insert(portfolio, positions, request.targets);
    world.lots.open(
      portfolio,
      positions.flatMap((row) => openingTrades(world, unit, portfolio, row, {})),
    );
    world.watchDrift(unit);
    unit.emit('portfolio.created', {
      portfolio_id: portfolio.portfolioId,
      form: 'B',
      external_id: request.external_id,
      currency: request.currency,
      tax_wrapper: request.tax_wrapper,
      holdings: request.holdings.map(({ isin, exchange, quantity }) => ({ isin, exchange, quantity })),
      targets: request.targets.map(({ isin, weight }) => ({ isin, weight })),
      cash: request.cash,
    });
    return accepted(portfolio);
  });
}

function findIssues(world: World, request: PortfolioRequestB): ValidationIssue[] {
  const issues = [
    ...validateInstruments(world, request.holdings, (index) => `/holdings/${index}`),
    ...findRepeatedPositions(request.holdings, (index) => `/holdings/${index}`),
    ...validateInstruments(world, request.targets, (index) => `/targets/${index}`),
  ];
  if (issues.length > 0 || world.rules !== 'enforce') return issues;
  const isins = [...request.holdings, ...request.targets].map(({ isin }) => isin);
  const { tax_wrapper: wrapper, currency } = request;
  return findWrapperBreaches(world, { wrapper, taxJurisdiction: null, currency, isins }).map(({ isin, message }) => ({
    path: isin === null ? '/currency' : placeOf(request, isin),
    issue: message,
  }));
}

function placeOf(request: PortfolioRequestB, isin: string): string {
  const held = request.holdings.findIndex((row) => row.isin === isin);
  if (held >= 0) return `/holdings/${held}/isin`;
  return `/targets/${request.targets.findIndex((row) => row.isin === isin)}/isin`;
}

function exactly(scaled: number | null): number {
  invariant(scaled !== null, 'a number with too many decimals passed validation');
  return scaled;
}
