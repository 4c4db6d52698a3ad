/**
 * Values the accrued dividends that are still to be paid to a portfolio (decision O2): part of its value from the
 * ex-date on, at the mid rates of an instant, less the tax to be withheld. It cannot be traded, so weights, drift and
 * plans exclude it.
 */
import { ratesAt } from '../planning/take-market-snapshot.ts';
import type { PortfolioRecord, Rates } from '../records.ts';
import type { World } from '../world.ts';
import { type DividendRecord, payoutOf } from './dividend.ts';

/** A claim to a dividend; `grossMinor` in its own currency. */
interface DividendClaim extends Pick<DividendRecord, 'grossMinor' | 'withholdingPpm'> {
  readonly currency: string;
}

/** Returns minor units of the base currency. A claim in a currency without a rate counts as worth nothing. */
export function receivableMinor(claims: readonly DividendClaim[], baseCurrency: string, rates: Rates): number {
  return claims.reduce((sum, claim) => {
    const [perEurFrom, perEurTo] = [rates[claim.currency], rates[baseCurrency]];
    if (perEurFrom === undefined || perEurTo === undefined) return sum;
    const { paidGrossMinor, taxMinor } = payoutOf(claim, perEurFrom, perEurTo);
    return sum + paidGrossMinor - taxMinor;
  }, 0);
}

/** Returns the present value for a portfolio, in minor units of its base currency. */
export function receivableOf(
  world: Pick<World, 'dividendStore' | 'market' | 'prices'>,
  { portfolioId, currency }: Pick<PortfolioRecord, 'portfolioId' | 'currency'>,
  nowMs: number,
): number {
  const claims = world.dividendStore.accruedOf(portfolioId);
  return claims.length === 0 ? 0 : receivableMinor(claims, currency, ratesAt(world, nowMs));
}
