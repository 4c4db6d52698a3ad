/** A Form B portfolio in the responses of create and get, and the result of deleting one (decisions G1 to G3). */
import type { DeletedPortfolioWire, PortfolioB } from '../../../contract/service/form-b.ts';
import { fromMicro, fromMinor } from '../../../domain/numbers/exact.ts';
import { formatInstant } from '../../../domain/numbers/instant.ts';
import type { DeletedPortfolio } from '../../../engine/commands/portfolios/delete-portfolio.ts';
import { valuePortfolioAt } from '../../../engine/planning/value-portfolio.ts';
import type { PortfolioRecordB } from '../../../engine/records.ts';
import type { World } from '../../../engine/world.ts';
import { viewDrift } from './view-drift.ts';

export function viewPortfolioB(world: World, portfolio: PortfolioRecordB, nowMs: number): PortfolioB {
  const { valuation, targets, drift, fx } = valuePortfolioAt(world, portfolio, nowMs);
  return {
    portfolio_id: portfolio.portfolioId,
    external_id: portfolio.externalId,
    currency: portfolio.currency as PortfolioB['currency'],
    tax_wrapper: portfolio.taxWrapper as PortfolioB['tax_wrapper'],
    holdings: valuation.positions.map((position) => ({
      isin: position.isin,
      exchange: position.mic,
      quantity: fromMicro(position.quantityMicro),
      price: fromMicro(position.priceBaseMicro),
      value: fromMinor(position.valueMinor),
      weight: position.weight,
    })),
    targets: targets.map(({ isin, weight }) => ({ isin, weight })),
    cash: {
      amount: fromMinor(portfolio.cashMinor),
      weight: drift.cash.weight,
      target_weight: drift.cash.targetWeight,
    },
    drift: viewDrift(drift, fx),
    created_at: formatInstant(portfolio.createdMs),
    updated_at: formatInstant(portfolio.updatedMs),
  };
}

export function viewDeleted({ portfolioId, deletedMs, retainedUntilMs }: DeletedPortfolio): DeletedPortfolioWire {
  return {
    portfolio_id: portfolioId,
    deleted: true as const,
    deleted_at: formatInstant(deletedMs),
    records_retained_until: formatInstant(retainedUntilMs),
  };
}
