/** Applies decision M to a portfolio: breaches of wrapper rules become warnings, or refusals if rules are enforced. */
import { type WrapperBreach, type WrapperTerms, wrapperBreaches } from '../../domain/plan/wrapper-rules.ts';
import type { Notice } from '../records.ts';
import type { World } from '../world.ts';

interface WrappedPortfolio extends WrapperTerms {
  readonly isins: readonly string[];
}

export function findWrapperBreaches(
  world: Pick<World, 'market' | 'rules'>,
  portfolio: WrappedPortfolio,
): WrapperBreach[] {
  if (world.rules === 'off') return [];
  const instruments = [...new Set(portfolio.isins)].flatMap((isin) => world.market.instruments.get(isin) ?? []);
  return wrapperBreaches(portfolio, instruments);
}

export function wrapperWarnings(world: Pick<World, 'market' | 'rules'>, portfolio: WrappedPortfolio): Notice[] {
  return findWrapperBreaches(world, portfolio).map(({ code, message }) => ({ code, message }));
}
