/** Sets a portfolio's cash, of either form (control plane, decisions F3 and L). */

import { invariant } from '../../../domain/invariant.ts';
import { toMinor } from '../../../domain/numbers/exact.ts';
import { accepted, type Outcome, refused } from '../../outcome.ts';
import type { World } from '../../world.ts';

/** `amount` in base currency. Refused with 404 for an unknown portfolio, 409 while a rebalance is executing. */
export function setCash(world: World, portfolioId: string, amount: number): Outcome<null> {
  const portfolio = world.portfolios.find(portfolioId);
  if (portfolio === null || portfolio.deletedMs !== null) {
    return refused('not_found', `There is no portfolio ${portfolioId}.`);
  }
  const active = world.rebalances.findActive(portfolioId);
  if (active !== null) {
    return refused('already_executing', `Rebalance ${active.rebalanceId} of this portfolio is ${active.status}.`);
  }
  const cashMinor = toMinor(amount);
  invariant(cashMinor !== null, 'an amount with more than two decimals passed validation');
  return world.kernel.execute((unit) => {
    world.portfolios.update({ ...portfolio, cashMinor, updatedMs: unit.nowMs });
    unit.emit('portfolio.cash_set', { portfolio_id: portfolioId, amount });
    return accepted(null);
  });
}
