/** The gains tax of a rebalance: of its plan and of its fills, sell by sell, and whether the cash covers what is due. */
import type { RebalanceView } from '../../../contract/control/portfolios/portfolios.ts';
import { invariant } from '../../../domain/invariant.ts';
import { toMinor } from '../../../domain/numbers/exact.ts';
import { taxCover } from '../../../engine/lots/tax-cover.ts';
import { gainsTaxRate } from '../../../engine/lots/tax-terms-of.ts';
import type { OrderRecord, PortfolioRecord, RebalanceRecord } from '../../../engine/records.ts';
import type { World } from '../../../engine/world.ts';
import { lotsOfOrder } from './view-lots.ts';
import { viewRealisedTaxes, viewSaleTaxes, viewTaxCover } from './view-sale-taxes.ts';

type TaxesView = Pick<RebalanceView, 'sale_taxes' | 'realised_taxes' | 'tax_cover'>;

/** Uses the tax rate at the instant of planning. `portfolio`: null if it is unknown. */
export function viewRebalanceTaxes(
  world: World,
  rebalance: RebalanceRecord,
  portfolio: PortfolioRecord | null,
  orders: readonly OrderRecord[],
  measured: RebalanceView['measured'],
): TaxesView {
  const { plan, createdMs, rebalanceId } = rebalance;
  if (portfolio === null) return { sale_taxes: null, realised_taxes: [], tax_cover: null };
  const rate = gainsTaxRate(world.market, portfolio, world.lots.dayOf(portfolio)(createdMs));
  const fills = world.rebalances.fills(rebalanceId);
  const sold = orders.filter(({ side, filledMicro }) => side === 'sell' && filledMicro > 0);
  const realised = sold.map((order) => ({
    sequence: order.sequence,
    lots: lotsOfOrder(world, rebalance, order, fills),
  }));
  return {
    sale_taxes: plan.gains === undefined ? null : viewSaleTaxes(plan.gains, orders, rate),
    realised_taxes: viewRealisedTaxes(realised, rate),
    tax_cover: coverOf(world, rebalance, portfolio, measured),
  };
}

function coverOf(
  world: World,
  { plan, status, createdMs, completedMs }: RebalanceRecord,
  portfolio: PortfolioRecord,
  measured: RebalanceView['measured'],
): RebalanceView['tax_cover'] {
  if (plan.gains === undefined) return null;
  if (status === 'plan_ready') {
    const { netGainMinor } = plan.gains;
    return viewTaxCover(taxCover(world, portfolio, { cashMinor: plan.cashAfterMinor, netGainMinor, atMs: createdMs }));
  }
  if (measured === null || completedMs === null) return null;
  const cashMinor = toMinor(measured.cash);
  invariant(cashMinor !== null, 'measured cash has whole minor units');
  return viewTaxCover(taxCover(world, portfolio, { cashMinor, netGainMinor: 0, atMs: completedMs }));
}
