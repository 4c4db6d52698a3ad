/** Portfolios and rebalances of both forms in the terms of the control plane: for people, and for the app. */
import type {
  PortfolioList,
  PortfolioSummary,
  PortfolioView,
  RebalanceList,
  RebalanceSummary,
  RebalanceView,
} from '../../../contract/control/portfolios/portfolios.ts';
import { addCosts, type CostParts, NO_COSTS } from '../../../domain/costs/cost-parts.ts';
import { fromMicro, fromMinor } from '../../../domain/numbers/exact.ts';
import { formatInstant } from '../../../domain/numbers/instant.ts';
import { breachesBand } from '../../../domain/valuation/drift.ts';
import { freeCash } from '../../../engine/cash-flows/apply-cash-flow.ts';
import { receivableOf } from '../../../engine/dividends/receivable.ts';
import { DEFAULT_BAND } from '../../../engine/drift-monitor/drift-band.ts';
import { viewCosts } from '../../../engine/event-payloads.ts';
import { type OrderPossibilities, possibilitiesOf } from '../../../engine/execution/order-obstacles.ts';
import { lotMethodOf } from '../../../engine/lots/tax-terms-of.ts';
import { wrapperWarnings } from '../../../engine/planning/check-wrapper.ts';
import { taxTermsOf } from '../../../engine/planning/take-market-snapshot.ts';
import { type PortfolioValuation, valuePortfolioAt } from '../../../engine/planning/value-portfolio.ts';
import { type FillRecord, isFormA, type PortfolioRecord, type RebalanceRecord } from '../../../engine/records.ts';
import type { World } from '../../../engine/world.ts';
import { delistedOf } from '../market/view-instruments.ts';
import { viewDrift } from '../service/view-drift.ts';
import { viewOutages, viewProgress } from '../service/view-execution.ts';
import { viewExplanation } from '../service/view-explanation.ts';
import { viewRebalanceB } from '../service/view-rebalance-b.ts';
import { viewRebalanceTaxes } from './view-rebalance-taxes.ts';
import { settledParts } from './view-settlement.ts';

const LISTED_REBALANCES = 200;

export function listPortfolios(
  world: World,
  portfolios: readonly PortfolioRecord[],
  nowMs: number,
): Pick<PortfolioList, 'portfolios'> {
  return { portfolios: portfolios.map((portfolio) => summary(world, valuePortfolioAt(world, portfolio, nowMs))) };
}

/** Returns everything about one portfolio, or `null` if it does not exist. */
export function viewPortfolio(world: World, portfolioId: string, nowMs: number): PortfolioView | null {
  const portfolio = world.portfolios.find(portfolioId);
  if (portfolio === null || portfolio.deletedMs !== null) return null;
  const standing = valuePortfolioAt(world, portfolio, nowMs);
  const { drift, fx, valuation } = standing;
  const localDrifts = new Map(standing.fxPositions.map(({ isin, localDrift }) => [isin, localDrift]));
  const terms = taxTermsOf(portfolio);
  const isins = drift.positions.map(({ isin }) => isin);
  const settled = settledParts(world, portfolio, standing.positions);
  return {
    ...summary(world, standing),
    has_policy: world.policies.find(portfolio.portfolioId) !== null,
    default_tax_method: portfolio.form === 'A' ? portfolio.defaultTaxMethod : null,
    metadata: portfolio.form === 'A' ? { ...portfolio.metadata } : null,
    holdings: valuation.positions.map((position) => ({
      ...instrumentNames(world, position.isin),
      exchange: position.mic,
      exchange_open: world.calendars.get(position.mic)?.isOpen(nowMs) ?? false,
      quantity: fromMicro(position.quantityMicro),
      ...settled.sharesOf(position),
      listing_currency: position.currency,
      listing_price: fromMicro(world.prices.midMicro(position.isin, position.mic, nowMs)),
      price: fromMicro(position.priceBaseMicro),
      value: fromMinor(position.valueMinor),
      weight: position.weight,
      ...delistedOf(world, position.isin),
    })),
    undelivered: settled.undelivered,
    allocation: drift.positions.map((row) => ({
      ...instrumentNames(world, row.isin),
      current_weight: row.currentWeight,
      target_weight: row.targetWeight,
      drift: row.drift,
      local_drift: localDrifts.get(row.isin) ?? row.drift,
      relative_drift: row.relativeDrift,
      ...delistedOf(world, row.isin),
    })),
    cash_row: {
      amount: fromMinor(portfolio.cashMinor),
      ...settled.cash,
      withdrawable: fromMinor(freeCash(world, portfolio).withdrawableMinor),
      weight: drift.cash.weight,
      target_weight: drift.cash.targetWeight,
      drift: drift.cash.drift,
    },
    drift: viewDrift(drift, fx),
    band: { type: DEFAULT_BAND.bandType, threshold: DEFAULT_BAND.threshold },
    rebalances: rebalancesOf(world, portfolio.portfolioId),
    warnings: wrapperWarnings(world, { ...terms, currency: portfolio.currency, isins }),
  };
}

export function listRebalances(
  world: World,
  rebalances: readonly RebalanceRecord[],
): Pick<RebalanceList, 'rebalances'> {
  return { rebalances: rebalances.map((rebalance) => rebalanceSummary(world, rebalance)) };
}

/**
 * Returns one rebalance with the actual costs of its fills and what was `measured` at its end, or `null` if it does not
 * exist.
 */
export function viewRebalance(
  world: World,
  rebalanceId: string,
  measured: RebalanceView['measured'] = null,
): RebalanceView | null {
  const rebalance = world.rebalances.find(rebalanceId);
  if (rebalance === null) return null;
  const portfolio = world.portfolios.find(rebalance.portfolioId);
  const { navMinor, settings } = rebalance.plan;
  const orders = world.rebalances.orders(rebalanceId);
  const actual = actualCosts(world.rebalances.fills(rebalanceId));
  return {
    portfolio_label: portfolio === null ? '' : portfolioLabel(portfolio),
    portfolio_currency: portfolio?.currency ?? '',
    form: isFormA(rebalance) ? ('A' as const) : ('B' as const),
    tax_method: taxMethodOf(world, rebalance, portfolio),
    actual_costs: viewCosts(actual, navMinor, settings.costBudgetBps),
    measured,
    ...viewRebalanceTaxes(world, rebalance, portfolio, orders, measured),
    explanation: viewExplanation(rebalance.plan.explanation),
    progress: orders.map(viewProgress),
    by_hand: isUnderWay(rebalance) ? possibilitiesOf(world, orders).map(viewPossibilities) : [],
    held_buys: isUnderWay(rebalance) ? viewHeldBuys(world, rebalanceId) : [],
    outages: viewOutages(world, rebalance, orders),
    rebalance: viewRebalanceB(world, rebalance),
  };
}

function isUnderWay({ status }: RebalanceRecord): boolean {
  return status === 'executing' || status === 'partially_filled';
}

function viewHeldBuys({ settlement }: World, rebalanceId: string): RebalanceView['held_buys'] {
  return settlement.heldBuys
    .ofRebalance(rebalanceId)
    .map(({ orderId, untilMs }) => ({ order_id: orderId, until: formatInstant(untilMs) }));
}

function viewPossibilities({ orderId, working, actions }: OrderPossibilities): RebalanceView['by_hand'][number] {
  return {
    order_id: orderId,
    rest: working === null ? null : fromMicro(working.restMicro),
    step: working === null ? null : fromMicro(working.stepMicro),
    held: working?.isHeld ?? false,
    actions: [...actions],
  };
}

function actualCosts(fills: readonly FillRecord[]): CostParts {
  return fills.reduce((sum, { costs }) => addCosts(sum, costs), NO_COSTS);
}

function taxMethodOf(world: World, { formA }: RebalanceRecord, portfolio: PortfolioRecord | null): string {
  if (formA !== null) return formA.taxMethod;
  return portfolio === null ? '' : lotMethodOf(world.market, portfolio, null).method;
}

function summary(
  world: World,
  { portfolio, positions, targets, valuation, drift }: PortfolioValuation,
): PortfolioSummary {
  const hasTargets = targets.length > 0;
  const latest = world.rebalances.findLatest(portfolio.portfolioId);
  const receivableMinor = receivableOf(world, portfolio, valuation.asOf);
  return {
    portfolio_id: portfolio.portfolioId,
    account_id: portfolio.accountId,
    form: portfolio.form,
    label: portfolioLabel(portfolio),
    currency: portfolio.currency,
    wrapper: portfolio.form === 'B' ? portfolio.taxWrapper : portfolio.accountType,
    tax_jurisdiction: portfolio.form === 'A' ? portfolio.taxJurisdiction : null,
    total_value: fromMinor(valuation.totalMinor + receivableMinor),
    receivable: fromMinor(receivableMinor),
    cash: fromMinor(portfolio.cashMinor),
    // An instrument that is held at two exchanges is one position, as in drift.
    positions: new Set(positions.map(({ isin }) => isin)).size,
    exchanges: [...new Set(positions.map(({ mic }) => mic))].sort(),
    has_targets: hasTargets,
    max_drift: hasTargets ? drift.maxDrift : 0,
    portfolio_drift: hasTargets ? drift.portfolioDrift : 0,
    breached: hasTargets && breachesBand(drift, DEFAULT_BAND).breached,
    rebalance: latest === null ? null : { rebalance_id: latest.rebalanceId, status: latest.status },
    created_at: formatInstant(portfolio.createdMs),
  };
}

function rebalancesOf(world: World, portfolioId: string): RebalanceSummary[] {
  return world.rebalances
    .list({ portfolioId, limit: LISTED_REBALANCES })
    .map((rebalance) => rebalanceSummary(world, rebalance));
}

function rebalanceSummary(world: World, rebalance: RebalanceRecord): RebalanceSummary {
  const portfolio = world.portfolios.find(rebalance.portfolioId);
  const { totalBps, navMinor } = rebalance.plan;
  const fills = world.rebalances.fills(rebalance.rebalanceId);
  return {
    rebalance_id: rebalance.rebalanceId,
    portfolio_id: rebalance.portfolioId,
    portfolio_label: portfolio === null ? '' : portfolioLabel(portfolio),
    status: rebalance.status,
    simulation: rebalance.simulation,
    orders: world.rebalances.orders(rebalance.rebalanceId).length,
    fills: fills.length,
    total_cost_bps: totalBps,
    actual_cost_bps: fills.length === 0 ? null : viewCosts(actualCosts(fills), navMinor, null).total_bps,
    created_at: formatInstant(rebalance.createdMs),
    completed_at: rebalance.completedMs === null ? null : formatInstant(rebalance.completedMs),
  };
}

function instrumentNames(world: World, isin: string) {
  const instrument = world.market.instruments.get(isin);
  return { isin, symbol: instrument?.symbol ?? isin, name: instrument?.name ?? isin };
}

export function portfolioLabel(portfolio: PortfolioRecord): string {
  return portfolio.form === 'B' ? portfolio.externalId : portfolio.name;
}
