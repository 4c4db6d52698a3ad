/** Creates a Form A portfolio (specification 2.1, decisions F1 to F3). */

import { accepted, type Outcome, refusedFor, type ValidationIssue } from '../../outcome.ts';
import { findWrapperBreaches } from '../../planning/check-wrapper.ts';
import { ratesAt, WRAPPER_OF_ACCOUNT } from '../../planning/take-market-snapshot.ts';
import type { PortfolioRecordA } from '../../records.ts';
import type { World } from '../../world.ts';

/** Cash of a new Form A portfolio: 100 000.00 of its base currency (decision F3). */
export const FORM_A_INITIAL_CASH_MINOR = 10_000_000;

/** The validated request. */
interface PortfolioRequestA {
  readonly name: string;
  readonly currency: string;
  readonly tax_jurisdiction: string;
  readonly account_type: string;
  readonly metadata: Readonly<Record<string, string>>;
}

/** Refused with 400 if rules are enforced and the wrapper does not allow the currency. */
export function createPortfolioA(
  world: World,
  accountId: string,
  request: PortfolioRequestA,
): Outcome<PortfolioRecordA> {
  const issues = findIssues(world, request);
  if (issues.length > 0) return refusedFor('The portfolio cannot be created', issues);
  const { defaults, fallback } = world.market.taxMethods;
  return world.kernel.execute((unit) => {
    const portfolio: PortfolioRecordA = {
      portfolioId: unit.nextId('pf'),
      accountId,
      form: 'A',
      name: request.name,
      currency: request.currency,
      taxJurisdiction: request.tax_jurisdiction,
      accountType: request.account_type,
      defaultTaxMethod: defaults.get(request.tax_jurisdiction) ?? fallback,
      metadata: request.metadata,
      cashMinor: FORM_A_INITIAL_CASH_MINOR,
      referenceRates: ratesAt(world, unit.nowMs),
      createdMs: unit.nowMs,
      updatedMs: unit.nowMs,
      constraints: null,
      deletedMs: null,
    };
    world.portfolios.insert(portfolio, [], []);
    world.watchDrift(unit);
    unit.emit('portfolio.created', {
      portfolio_id: portfolio.portfolioId,
      form: 'A',
      name: portfolio.name,
      currency: portfolio.currency,
      tax_jurisdiction: portfolio.taxJurisdiction,
      account_type: portfolio.accountType,
      default_tax_method: portfolio.defaultTaxMethod,
      metadata: { ...portfolio.metadata },
    });
    return accepted(portfolio);
  });
}

function findIssues(world: World, request: PortfolioRequestA): ValidationIssue[] {
  const { account_type: accountType, tax_jurisdiction: taxJurisdiction, currency } = request;
  if (world.rules !== 'enforce') return [];
  const wrapper = WRAPPER_OF_ACCOUNT[accountType] ?? accountType;
  return findWrapperBreaches(world, { wrapper, taxJurisdiction, currency, isins: [] }).map(({ message }) => ({
    path: '/currency',
    issue: message,
  }));
}
