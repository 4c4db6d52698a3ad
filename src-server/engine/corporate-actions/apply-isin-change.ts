/**
 * Applies a new ISIN (decision O3) to positions, lots, targets, constraints, pins, faults and scheduled actions. The
 * price path continues, because it is found by the instrument's first ISIN.
 */
import { isFormA } from '../records.ts';
import type { World } from '../world.ts';
import type { ActionOfKind, InstrumentEffect } from './instrument-effect.ts';

export const isinChangeEffect: InstrumentEffect<'isin_change'> = {
  applyToMarket(world, unit, action) {
    const { isin, newIsin, corporateActionId } = action;
    world.pinStore.rename(isin, newIsin);
    world.lots.rename(isin, newIsin);
    world.settlement.trades.rename(isin, newIsin);
    world.faults.rename(isin, newIsin, unit.nowMs);
    renameInConstraints(world, isin, newIsin);
    for (const later of world.corporateActions.scheduled()) {
      if (later.isin === isin && later.corporateActionId !== corporateActionId)
        world.corporateActions.update({ ...later, isin: newIsin });
    }
  },
  applyTo(world, _unit, action, { portfolio: { portfolioId }, positions }) {
    for (const position of positions) {
      world.portfolios.setPosition(portfolioId, { ...position, quantityMicro: 0 });
      world.portfolios.setPosition(portfolioId, { ...position, isin: action.newIsin });
    }
    renameTargets(world, portfolioId, action);
    return { cashMinor: 0 };
  },
};

function renameInConstraints({ portfolios }: World, isin: string, newIsin: string): void {
  const renamed = (isins: readonly string[]) => isins.map((each) => (each === isin ? newIsin : each));
  for (const portfolio of portfolios.list()) {
    const { constraints } = portfolio;
    if (constraints === null) continue;
    const { doNotSell, doNotBuy } = constraints;
    if (!doNotSell.includes(isin) && !doNotBuy.includes(isin)) continue;
    const present = { ...constraints, doNotSell: renamed(doNotSell), doNotBuy: renamed(doNotBuy) };
    portfolios.update({ ...portfolio, constraints: present });
  }
}

/** Includes the targets of the request that is being executed. */
function renameTargets(world: World, portfolioId: string, { isin, newIsin }: ActionOfKind<'isin_change'>): void {
  const presentOf = (each: string) => (each === isin ? newIsin : each);
  const targets = world.portfolios.targets(portfolioId);
  if (targets.some((target) => target.isin === isin)) {
    world.portfolios.replaceTargets(
      portfolioId,
      targets.map((target) => ({ ...target, isin: presentOf(target.isin) })),
    );
  }
  const active = world.rebalances.findActive(portfolioId);
  if (active === null || !isFormA(active)) return;
  const weights = Object.entries(active.formA.targetWeights).map(([each, weight]) => [presentOf(each), weight]);
  world.rebalances.update({ ...active, formA: { ...active.formA, targetWeights: Object.fromEntries(weights) } });
}
