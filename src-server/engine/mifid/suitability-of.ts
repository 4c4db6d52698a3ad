/**
 * Reports why a trade was suitable for its client: the profile of the targets, and the reason of its order (the
 * Directive).
 */
import { formatInstant } from '../../domain/numbers/instant.ts';
import type { World } from '../world.ts';
import type { RecordedFill } from './recorded-fill.ts';

const LEGAL_BASIS = 'Directive 2014/65/EU (MiFID II), Art. 25(2) and 25(6)';

/** Largest mean annual volatility of the targets, weighted and without diversification, for each profile. */
const PROFILES = [
  { upTo: 0.05, name: 'defensive' },
  { upTo: 0.1, name: 'cautious' },
  { upTo: 0.16, name: 'balanced' },
  { upTo: 0.22, name: 'growth' },
] as const;

/** Warnings of a plan that concern its suitability. */
const RESERVATIONS: ReadonlySet<string> = new Set(['pea_ineligible', 'wrapper_currency', 'no_specific_id']);

export function suitabilityOf(
  { instrumentChanges }: Pick<World, 'instrumentChanges'>,
  { order, rebalance, portfolio }: RecordedFill,
) {
  const { driftBefore, settings } = rebalance.plan;
  const volatilityOf = (isin: string) => instrumentChanges.known.get(isin)?.annualVolatility ?? 0;
  const targets = driftBefore.positions.filter(({ targetWeight }) => targetWeight > 0);
  const volatility = rounded(targets.reduce((sum, row) => sum + row.targetWeight * volatilityOf(row.isin), 0));
  return {
    legal_basis: LEGAL_BASIS,
    assessment: 'suitable',
    method: 'automated_portfolio_management',
    assessed_at: formatInstant(rebalance.createdMs),
    risk_profile: PROFILES.find(({ upTo }) => volatility <= upTo)?.name ?? 'dynamic',
    portfolio_volatility: volatility,
    instrument_volatility: volatilityOf(order.isin),
    account: portfolio.form === 'A' ? portfolio.accountType : portfolio.taxWrapper,
    drift_threshold: settings.driftThreshold,
    weight_before: order.weightBefore,
    weight_target: order.weightTarget,
    weight_after: order.weightAfter,
    reason: { ...order.reason },
    reservations: rebalance.warnings.filter(({ code }) => RESERVATIONS.has(code)).map(({ message }) => message),
  } as const;
}

function rounded(share: number): number {
  return Math.round(share * 1e6) / 1e6;
}
