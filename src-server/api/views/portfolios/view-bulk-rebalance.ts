/** Bulk rebalances and their portfolios in the terms of the API (decision P6). */
import type { BulkPortfolio, BulkRebalanceWire } from '../../../contract/control/portfolios/bulk-rebalances.ts';
import { explicitCostsMinor } from '../../../domain/costs/cost-parts.ts';
import { invariant } from '../../../domain/invariant.ts';
import { fromMinor } from '../../../domain/numbers/exact.ts';
import { formatInstant } from '../../../domain/numbers/instant.ts';
import { describeTotals } from '../../../engine/bulk/bulk-events.ts';
import {
  type BulkFigures,
  type BulkRecord,
  type BulkTotals,
  subtractFromTotals,
} from '../../../engine/bulk/bulk-rebalance.ts';
import { nextStartMs } from '../../../engine/bulk/start-bulk.ts';
import { viewCosts } from '../../../engine/event-payloads.ts';
import type { ShownBulkRow } from '../../../engine/ports/stores.ts';
import type { World } from '../../../engine/world.ts';
import { portfolioLabel } from './view-portfolios.ts';

export function viewBulkRebalance(world: World, bulk: BulkRecord): BulkRebalanceWire {
  const { bulkId, status, terms, state, createdMs } = bulk;
  const counts = world.bulks.counts(bulkId);
  const planned = counts.cancelled === 0 ? state.planned : withoutCancelled(world, bulk);
  const ahead = status === 'executing' && state.timerSeq !== null ? world.bulks.countPlanned(bulkId) : 0;
  return {
    bulk_id: bulkId,
    status,
    filter: terms.filter,
    settings: terms.settings ?? {},
    execute: terms.execute,
    to: terms.to,
    band_5_25: terms.band_5_25,
    pace: { per_minute: terms.perMinute },
    portfolios: { total: Object.values(counts).reduce((sum, each) => sum + each, 0), ...counts },
    planned: viewTotals(planned),
    traded: viewTotals(state.traded),
    refusals: [...world.bulks.refusals(bulkId)],
    created_at: formatInstant(createdMs),
    planned_at: instantOf(state.plannedMs),
    started_at: instantOf(state.startedMs),
    next_start_at: instantOf(ahead === 0 ? null : nextStartMs(bulk, 0)),
    last_start_at: instantOf(ahead === 0 ? null : nextStartMs(bulk, ahead - 1)),
    ended_at: instantOf(state.endedMs),
  };
}

/** A plan may be cancelled by any client, which its bulk rebalance does not store. */
function withoutCancelled({ bulks, portfolios }: World, { bulkId, state }: BulkRecord): BulkTotals {
  return bulks.cancelledPlans(bulkId).reduce((totals, { portfolioId, planned }) => {
    const portfolio = portfolios.find(portfolioId);
    invariant(portfolio !== null, 'a portfolio is stored for ever');
    return subtractFromTotals(totals, portfolio.currency, planned);
  }, state.planned);
}

function viewTotals(totals: BulkTotals) {
  return describeTotals(totals).map((sums) => ({ ...sums, tax_estimate: amountOf(totals[sums.currency]?.taxMinor) }));
}

export function viewBulkPortfolio({ portfolios }: Pick<World, 'portfolios'>, row: ShownBulkRow): BulkPortfolio {
  const portfolio = portfolios.find(row.portfolioId);
  invariant(portfolio !== null, 'a portfolio is stored for ever');
  return {
    position: row.place,
    portfolio_id: row.portfolioId,
    portfolio_label: portfolioLabel(portfolio),
    form: portfolio.form,
    currency: portfolio.currency,
    status: row.status,
    rebalance_id: row.rebalanceId,
    planned: row.planned && {
      ...viewFigures(row.planned),
      limits: row.planned.limits?.slice() ?? null,
      gains_tax_budget: amountOf(row.planned.taxBudgetMinor),
    },
    traded: row.traded && viewFigures(row.traded),
    refusal: row.refusal,
  };
}

function viewFigures(figures: BulkFigures) {
  const { orders, turnoverMinor, costs, driftBefore, driftAfter, portfolioDrift, navMinor, taxMinor } = figures;
  const explicitMinor = explicitCostsMinor(costs);
  return {
    orders,
    turnover: fromMinor(turnoverMinor),
    explicit_costs: fromMinor(explicitMinor),
    implicit_costs: fromMinor(costs.totalMinor - explicitMinor),
    costs_bps: navMinor === undefined ? null : viewCosts(costs, navMinor, null).total_bps,
    drift_before: driftBefore,
    drift_after: driftAfter,
    portfolio_drift_before: portfolioDrift?.[0] ?? null,
    portfolio_drift_after: portfolioDrift?.[1] ?? null,
    tax_estimate: amountOf(taxMinor),
    tax_missing: amountOf(figures.taxMissingMinor),
  };
}

function amountOf(minor: number | undefined): number | null {
  return minor === undefined ? null : fromMinor(minor);
}

function instantOf(instantMs: number | null): string | null {
  return instantMs === null ? null : formatInstant(instantMs);
}
