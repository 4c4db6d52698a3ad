/** Values a portfolio at an instant: positions, targets, valuation and drift. Reads only. */

import type { MarketView } from '../../domain/market-view.ts';
import { type DriftSnapshot, measureDrift } from '../../domain/valuation/drift.ts';
import { type CurrencyFxDrift, type PositionFxDrift, splitFxDrift } from '../../domain/valuation/fx-drift.ts';
import { type Valuation, valuePortfolio } from '../../domain/valuation/valuation.ts';
import type { PortfolioRecord, PositionRecord, TargetRecord } from '../records.ts';
import type { World } from '../world.ts';
import { takeMarketSnapshot, taxTermsOf } from './take-market-snapshot.ts';

export interface PortfolioValuation {
  readonly portfolio: PortfolioRecord;
  readonly positions: readonly PositionRecord[];
  readonly targets: readonly TargetRecord[];
  readonly view: MarketView;
  readonly valuation: Valuation;
  readonly drift: DriftSnapshot;
  readonly fx: readonly CurrencyFxDrift[];
  readonly fxPositions: readonly PositionFxDrift[];
}

/** Values `portfolio` at `nowMs` and measures its drift against its targets (decisions G2, G9, H). */
export function valuePortfolioAt(world: World, portfolio: PortfolioRecord, nowMs: number): PortfolioValuation {
  const { portfolioId, currency, cashMinor, referenceRates } = portfolio;
  const positions = world.portfolios.positions(portfolioId);
  const targets = world.portfolios.targets(portfolioId);
  const isins = [...positions, ...targets].map(({ isin }) => isin);
  const view = takeMarketSnapshot(world, isins, taxTermsOf(portfolio), nowMs);
  const valuation = valuePortfolio({ currency, cashMinor, positions }, view);
  const drift = measureDrift(valuation, targets);
  const split = splitFxDrift(valuation, targets, view, referenceRates);
  return { portfolio, positions, targets, view, valuation, drift, fx: split.currencies, fxPositions: split.positions };
}
