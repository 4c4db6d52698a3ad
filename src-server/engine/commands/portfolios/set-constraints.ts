/** Sets the constraints that every plan of a portfolio respects (decision O5). */
import { fromMinor } from '../../../domain/numbers/exact.ts';
import { isConstrained, type PlanConstraints } from '../../../domain/plan/constraints.ts';
import { findAnyPortfolio } from '../../find-owned.ts';
import { accepted, type Outcome, refusedFor, type ValidationIssue } from '../../outcome.ts';
import type { PortfolioRecord } from '../../records.ts';
import type { World } from '../../world.ts';

/**
 * Replaces all of them; constraints without effect remove them. Refused with 404 for an unknown portfolio, 400 for an
 * ISIN that is not in the universe. Allowed during a rebalance: existing plans do not change.
 */
export function setConstraints(
  world: World,
  portfolioId: string,
  constraints: PlanConstraints,
): Outcome<PortfolioRecord> {
  const found = findAnyPortfolio(world, portfolioId);
  if (!found.ok) return found;
  const issues = [
    ...unknownIsins(world, constraints.doNotSell, '/do_not_sell'),
    ...unknownIsins(world, constraints.doNotBuy, '/do_not_buy'),
  ];
  if (issues.length > 0) return refusedFor('The constraints cannot be set', issues);
  return world.kernel.execute((unit) => {
    const changed = { ...found.value, constraints: isConstrained(constraints) ? constraints : null };
    world.portfolios.update(changed);
    unit.emit('constraints.set', { portfolio_id: portfolioId, constraints: constraintsData(changed.constraints) });
    return accepted(changed);
  });
}

/** Formats constraints as in requests and the event log: only those with an effect. */
export function constraintsData(constraints: PlanConstraints | null) {
  if (constraints === null) return {};
  const { minOrderMinor, minOrderBps, wholeShares, doNotSell, doNotBuy } = constraints;
  const { cashFlowOnly, maxTurnover, gainsTaxBudgetMinor } = constraints;
  return {
    ...(minOrderMinor === null ? {} : { min_order_value: fromMinor(minOrderMinor) }),
    ...(minOrderBps === null ? {} : { min_order_bps: minOrderBps }),
    ...(wholeShares ? { whole_shares: true } : {}),
    ...(doNotSell.length === 0 ? {} : { do_not_sell: [...doNotSell] }),
    ...(doNotBuy.length === 0 ? {} : { do_not_buy: [...doNotBuy] }),
    ...(cashFlowOnly ? { cash_flow_only: true } : {}),
    ...(maxTurnover === null ? {} : { max_turnover: maxTurnover }),
    ...(gainsTaxBudgetMinor === null ? {} : { gains_tax_budget: fromMinor(gainsTaxBudgetMinor) }),
  };
}

function unknownIsins({ market }: Pick<World, 'market'>, isins: readonly string[], path: string): ValidationIssue[] {
  return isins.flatMap((isin, index) =>
    market.instruments.has(isin)
      ? []
      : [{ path: `${path}/${index}`, issue: `${isin} is not an instrument of this world` }],
  );
}
