/**
 * The figures of a run as one flat row of numbers with a column for each, named with its unit. Every status has a
 * count, so the columns do not depend on what happened. Holdings are left out: a portfolio may have a thousand of them.
 */

import { ORDER_STATUSES } from '../domain/lifecycle/order-life-cycle.ts';
import { REBALANCE_STATUSES } from '../domain/lifecycle/rebalance-life-cycle.ts';
import { DELIVERY_STATUSES } from '../domain/webhook-choices.ts';
import type { Figures, PortfolioFigures } from '../scenario/ledger/figures.ts';

export type FlatFigures = Readonly<Record<string, number>>;

/** Portfolios beyond this many have no columns of their own. */
const MAX_PORTFOLIOS = 20;
export const MEASURE = 'measure.';

export function flatFigures(figures: Figures): FlatFigures {
  const { costsEurMinor: costs } = figures;
  return {
    ...byStatus('rebalances', REBALANCE_STATUSES, figures.rebalances),
    ...byStatus('orders', ORDER_STATUSES, figures.orders),
    fills: figures.fills,
    traded_eur_minor: figures.tradedEurMinor,
    costs_commission_eur_minor: costs.commissionMinor,
    costs_spread_eur_minor: costs.spreadMinor,
    costs_impact_eur_minor: costs.impactMinor,
    costs_fx_eur_minor: costs.fxMinor,
    costs_transaction_tax_eur_minor: costs.transactionTaxMinor,
    costs_total_eur_minor: costs.totalMinor,
    ...byStatus('deliveries', DELIVERY_STATUSES, figures.deliveries),
    attempts: figures.attempts,
    ...Object.assign({}, ...figures.portfolios.slice(0, MAX_PORTFOLIOS).map(ofPortfolio)),
    ...Object.fromEntries(Object.entries(figures.measures).map(([name, value]) => [`${MEASURE}${name}`, value])),
  };
}

/** Whether a column comes from the scenario's `measures:`. */
export function isMeasure(column: string): boolean {
  return column.startsWith(MEASURE);
}

function byStatus(what: string, statuses: readonly string[], counts: Readonly<Record<string, number>>): FlatFigures {
  return Object.fromEntries(statuses.map((status) => [`${what}_${status}`, counts[status] ?? 0]));
}

/** A portfolio is named by its alias, else by its number from 1, because an id differs from seed to seed. */
function ofPortfolio(portfolio: PortfolioFigures, index: number): FlatFigures {
  const { alias, navMinor, cashMinor, receivableMinor, maxDriftBps } = portfolio;
  const name = `portfolio.${alias ?? index + 1}`;
  return {
    [`${name}.nav_minor`]: navMinor,
    [`${name}.cash_minor`]: cashMinor,
    [`${name}.receivable_minor`]: receivableMinor,
    // Every run needs a number in every column: 0 if there are no targets.
    [`${name}.max_drift_bps`]: maxDriftBps ?? 0,
  };
}
