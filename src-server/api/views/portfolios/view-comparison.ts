/** Compared plans in the terms of the control plane (decision L). */
import type { Comparison } from '../../../contract/control/portfolios/compare.ts';
import { fromMinor } from '../../../domain/numbers/exact.ts';
import { formatInstant } from '../../../domain/numbers/instant.ts';
import { roundWeight } from '../../../domain/valuation/weights.ts';
import { viewCosts } from '../../../engine/event-payloads.ts';
import type { PlanComparison, PlanVariant } from '../../../engine/planning/compare-plans.ts';
import { viewConstraintEffect } from '../service/view-explanation.ts';
import { viewSaleTaxes, viewTaxCover } from './view-sale-taxes.ts';

export function viewComparison({ portfolioId, currency, now, taxRate, variants }: PlanComparison): Comparison {
  const rows = variants.map((variant) => viewVariant(variant, now.totalMinor, taxRate));
  return {
    portfolio_id: portfolioId,
    as_of: formatInstant(now.asOf),
    currency,
    total_value: fromMinor(now.totalMinor),
    max_drift: now.maxDrift,
    portfolio_drift: now.portfolioDrift,
    variants: rows,
    frontier: rows
      .filter(({ on_frontier: isOnFrontier }) => isOnFrontier)
      .map(({ name, costs, portfolio_drift_after }) => ({ name, total_bps: costs.total_bps, portfolio_drift_after }))
      .sort((one, other) => one.total_bps - other.total_bps),
  };
}

function viewVariant(variant: PlanVariant, totalMinor: number, taxRate: number): Comparison['variants'][number] {
  const { name, outcome, orders, costs, budgetBps, after, warnings } = variant;
  return {
    name,
    outcome,
    orders,
    turnover: roundWeight(variant.turnover),
    costs: viewCosts(costs, totalMinor, budgetBps),
    max_drift_after: after.maxDrift,
    portfolio_drift_after: after.portfolioDrift,
    positions_after: after.positions.map(({ isin, targetWeight, drift }) => ({
      isin,
      target_weight: targetWeight,
      drift,
    })),
    cash_after: fromMinor(variant.cashAfterMinor),
    constraints: variant.constraints === null ? null : viewConstraintEffect(variant.constraints),
    warnings: warnings.map(({ code, message }) => ({ code, message })),
    gains_tax_budget: variant.gainsTaxBudgetMinor === null ? null : fromMinor(variant.gainsTaxBudgetMinor),
    tax_estimate: fromMinor(variant.gains.taxMinor),
    sale_taxes: viewSaleTaxes(variant.gains, variant.sells, taxRate),
    tax_cover: viewTaxCover(variant.cover),
    on_frontier: variant.isOnFrontier,
  };
}
