/** Applies a fill: cash, position, order and rebalance change in the transaction of the report. */
import { cashDeltaMinor, explicitCostsMinor } from '../../domain/costs/cost-parts.ts';
import { fillCosts } from '../../domain/costs/fill-costs.ts';
import { among, invariant } from '../../domain/invariant.ts';
import { transitionOrder } from '../../domain/lifecycle/order-life-cycle.ts';
import { valueMinor as considerationOf, fromMicro, MICRO } from '../../domain/numbers/exact.ts';
import type { UnitOfWork } from '../../kernel/unit-of-work.ts';
import type { FillReport } from '../../market/exchange-connectors.ts';
import { announce } from '../announce.ts';
import { viewFill } from '../event-payloads.ts';
import { recordFill } from '../lots/record-fill.ts';
import { reproducingRate } from '../mifid/reproducing-rate.ts';
import { tradeTerms } from '../planning/take-market-snapshot.ts';
import type { FillRecord, OrderAtFill, OrderRecord, PortfolioRecord, RebalanceRecord } from '../records.ts';
import { awaitSettlement } from '../settlement/settle-trades.ts';
import type { World } from '../world.ts';
import { advanceRebalance, orderContext } from './advance-rebalance.ts';

export function applyFill(world: World, unit: UnitOfWork, report: FillReport): void {
  const { order, rebalance, portfolio } = orderContext(world, report.orderId);
  const costed = costOf(world, portfolio, order, report);
  const { valueMinor, costs, cumulativeAfter } = costed;
  const deltaMinor = cashDeltaMinor(order.side, valueMinor, costs);
  const cashMinor = portfolio.cashMinor + deltaMinor;
  invariant(cashMinor >= 0, `fill of ${order.orderId} would leave cash at ${cashMinor}`);
  world.portfolios.update({ ...portfolio, cashMinor, updatedMs: unit.nowMs });
  const rest = updatePosition(world, order, report.quantityMicro);

  const filledMicro = order.filledMicro + report.quantityMicro;
  const workingMicro = order.workingMicro - report.quantityMicro;
  invariant(workingMicro >= 0, `order ${order.orderId} was filled beyond what was sent`);
  const transition = transitionOrder(order.status, filledMicro === order.quantityMicro ? 'final_fill' : 'partial_fill');
  invariant(transition.ok, `order ${order.orderId} was filled while ${order.status}`);
  const spentMinor = valueMinor + explicitCostsMinor(costs);
  const updated: OrderRecord = {
    ...order,
    filledMicro,
    workingMicro,
    reservedMinor: workingMicro === 0 ? 0 : Math.max(0, order.reservedMinor - spentMinor),
    status: transition.next,
    termination: transition.next === 'filled' ? null : order.termination,
    considerationLocalMinor: cumulativeAfter.considerationLocalMinor,
    considerationBaseMinor: cumulativeAfter.valueMinor,
  };
  world.rebalances.updateOrder(updated);
  const found = orderAtFill(order, rebalance, portfolio, report, valueMinor);
  const fill = fillRecord(unit, order, report, { valueMinor, costs, orderAtFill: found });
  world.rebalances.insertFill(fill);
  awaitSettlement(world, unit, order, fill, deltaMinor);
  recordFill(world, unit, portfolio, updated, { ...fill, rest }, rebalance.formA?.taxMethod ?? null);
  announce(world, unit, 'order.filled', {
    rebalance_id: rebalance.rebalanceId,
    portfolio_id: rebalance.portfolioId,
    order: {
      order_id: order.orderId,
      side: order.side,
      isin: order.isin,
      quantity: fromMicro(updated.quantityMicro),
      filled_quantity: fromMicro(filledMicro),
      status: among(updated.status, ['partially_filled', 'filled']),
    },
    fill: { ...viewFill(fill, rebalance.plan.navMinor) },
  });
  advanceRebalance(world, unit, rebalance);
}

function costOf(world: World, portfolio: PortfolioRecord, order: OrderRecord, report: FillReport) {
  invariant(order.dealtRates && order.dealtCommission, `order ${order.orderId} was filled before it was dealt`);
  const { considerationLocalMinor, considerationBaseMinor: valueMinor } = order;
  const terms = tradeTerms(world, portfolio, order.isin, order.mic, report.executedMs);
  const fill = {
    ...terms,
    listing: { ...terms.listing, commission: order.dealtCommission },
    side: order.side,
    currency: portfolio.currency,
    quantityMicro: report.quantityMicro,
    priceMicro: report.priceMicro,
    touchMicro: report.touchMicro,
    midMicro: report.midMicro,
    cumulativeBefore: { considerationLocalMinor, valueMinor },
  };
  return fillCosts(fill, {
    perEurMicro: order.dealtRates,
    fxConversionBps: order.fxConversionBps,
  });
}

/**
 * Updates a position; the fraction of a millionth that a split left remains in it. If the position is sold whole, the
 * fraction is sold with it and returned; `null` if there is none.
 */
function updatePosition(world: World, order: OrderRecord, quantityMicro: number): string | null {
  const { portfolioId, isin, mic, side } = order;
  const held = world.portfolios.positions(portfolioId).find((each) => each.isin === isin && each.mic === mic);
  const heldMicro = held?.quantityMicro ?? 0;
  const nextMicro = heldMicro + (side === 'buy' ? quantityMicro : -quantityMicro);
  invariant(nextMicro >= 0, `order ${order.orderId} sold more of ${isin} than was held`);
  world.portfolios.setPosition(portfolioId, { ...held, isin, mic, quantityMicro: nextMicro });
  return nextMicro === 0 ? (held?.rest ?? null) : null;
}

function fillRecord(
  unit: UnitOfWork,
  order: OrderRecord,
  report: FillReport,
  made: Pick<FillRecord, 'valueMinor' | 'costs' | 'orderAtFill'>,
): FillRecord {
  return {
    fillId: unit.nextId('fl'),
    orderId: order.orderId,
    rebalanceId: order.rebalanceId,
    portfolioId: order.portfolioId,
    mifidRecordId: unit.nextId('mr'),
    mic: order.mic,
    quantityMicro: report.quantityMicro,
    priceMicro: report.priceMicro,
    filledMs: report.executedMs,
    ...made,
  };
}

/** An order that an earlier version sent has no submission. */
function orderAtFill(
  order: OrderRecord,
  { createdMs, executedMs }: RebalanceRecord,
  { currency }: PortfolioRecord,
  { quantityMicro, priceMicro }: FillReport,
  valueMinor: number,
): OrderAtFill {
  const unknown = { sentMs: executedMs ?? createdMs, quantityMicro: order.workingMicro, limitPriceMicro: null };
  const rateOf = (of: string) => order.dealtRates?.[of] ?? MICRO;
  const converted = {
    quantityMicro,
    priceMicro,
    considerationMinor: considerationOf(quantityMicro, priceMicro),
    valueMinor,
  };
  return {
    quantityMicro: order.quantityMicro,
    submission: order.lastSubmission ?? { ...unknown, dayEnd: 'carry' },
    fxRate: reproducingRate(converted, rateOf(order.currency), rateOf(currency)),
  };
}
