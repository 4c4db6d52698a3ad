/** Renames a portfolio: `name` of Form A, `external_id` of Form B (control plane, decision L99). */
import { findAnyPortfolio } from '../../find-owned.ts';
import { accepted, type Outcome } from '../../outcome.ts';
import type { World } from '../../world.ts';

/**
 * Refused with 404 for an unknown portfolio. Allowed during a rebalance, which refers to the id, and that does not
 * change.
 */
export function renamePortfolio(world: World, portfolioId: string, label: string): Outcome<null> {
  const found = findAnyPortfolio(world, portfolioId);
  if (!found.ok) return found;
  const portfolio = found.value;
  return world.kernel.execute((unit) => {
    const updatedMs = unit.nowMs;
    if (portfolio.form === 'A') {
      world.portfolios.update({ ...portfolio, name: label, updatedMs });
      unit.emit('portfolio.renamed', { portfolio_id: portfolioId, name: label });
    } else {
      world.portfolios.update({ ...portfolio, externalId: label, updatedMs });
      unit.emit('portfolio.renamed', { portfolio_id: portfolioId, external_id: label });
    }
    return accepted(null);
  });
}
