/** Whether the constraints of a portfolio allow whole shares only, so that the fractional precision has no effect. */
import { useConstraints } from '../../api/portfolios-api.ts';

export function useIsWholeShares(portfolioId: string): boolean {
  return useConstraints(portfolioId).data?.constraints.whole_shares === true;
}

export const WHOLE_SHARES_ONLY =
  'The constraints of this portfolio allow whole shares only: quantities have no decimals.';
