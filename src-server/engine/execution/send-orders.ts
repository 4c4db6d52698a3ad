/**
 * Submits orders to the exchanges: sells at once, buys as cash allows, in the plan's sequence. A buy that the cash no
 * longer covers is reduced, with a warning on the rebalance; nothing is bought on credit.
 */

import { among, invariant } from '../../domain/invariant.ts';
import { isFinalOrder, type OrderEvent, transitionOrder } from '../../domain/lifecycle/order-life-cycle.ts';
import { fromMicro, MICRO } from '../../domain/numbers/exact.ts';
import type { UnitOfWork } from '../../kernel/unit-of-work.ts';
import { unavailability } from '../planning/check-availability.ts';
import { ratesAt } from '../planning/take-market-snapshot.ts';
import type { Notice, OrderRecord, RebalanceRecord } from '../records.ts';
import { availableCash } from '../settlement/available-cash.ts';
import { holdBuy } from '../settlement/hold-buys.ts';
import type { World } from '../world.ts';
import { type BuyOffer, offerPart, offerWhole } from './offer-buy.ts';

/** A rebalance's orders after submission, with the warnings for its owner. */
export interface Sent {
  readonly orders: readonly OrderRecord[];
  readonly notices: readonly Notice[];
}

/** Submits every new sell; a plan older than the positions never sells more than is held. */
export function sendSells(
  world: World,
  unit: UnitOfWork,
  rebalance: RebalanceRecord,
  orders: readonly OrderRecord[],
): Sent {
  const notices: Notice[] = [];
  const held = new Map(
    world.portfolios
      .positions(rebalance.portfolioId)
      .map(({ isin, mic, quantityMicro }) => [`${isin} ${mic}`, quantityMicro]),
  );
  const sent = orders.map((order) => {
    if (order.side !== 'sell' || order.status !== 'new') return order;
    const heldMicro = held.get(`${order.isin} ${order.mic}`) ?? 0;
    const lotMicro = lotOf(world, rebalance, order);
    const isCovered = heldMicro >= order.quantityMicro;
    const quantityMicro = isCovered ? order.quantityMicro : heldMicro - (heldMicro % lotMicro);
    if (quantityMicro < order.quantityMicro) notices.push(shrunk(order, quantityMicro, 'less is held by now'));
    if (quantityMicro === 0)
      return giveUp(world, unit, order, heldMicro === 0 ? 'no longer held' : 'less than a lot is held');
    const stepMicro = stepOf(world, rebalance, order);
    const whole = { quantityMicro, stepMicro, limitPriceMicro: null, reservedMinor: 0 };
    const sell = { ...order, quantityMicro };
    return send(
      world,
      unit,
      sell,
      quantityMicro < order.quantityMicro ? { ...whole, plannedMicro: order.quantityMicro } : whole,
    );
  });
  return { orders: sent, notices };
}

/**
 * Submits the buys that the free cash covers. Buys that wait for proceeds of working orders, or for a trade date on
 * which they settle with the proceeds that pay for them, remain `new`, and so do those after them in the plan.
 */
export function sendBuys(
  world: World,
  unit: UnitOfWork,
  rebalance: RebalanceRecord,
  orders: readonly OrderRecord[],
): Sent {
  const portfolio = world.portfolios.find(rebalance.portfolioId);
  invariant(portfolio, 'a rebalance outlives its portfolio only when it is final');
  const notices: Notice[] = [];
  const sent = [...orders];
  const cash = availableCash(world, unit, portfolio, orders);
  let isUnderWay = orders.some(({ workingMicro }) => workingMicro > 0);
  for (const [index, order] of orders.entries()) {
    if (order.termination !== null) continue;
    if (order.side !== 'buy' || isFinalOrder(order.status) || order.workingMicro > 0) continue;
    // Orders of an unavailable listing wait; `resumeWaiting` tries again once its exchange is back.
    if (unavailability(world, order.isin, order.mic, unit.nowMs) !== null) continue;
    const stepMicro = stepOf(world, rebalance, order);
    const availableMinor = cash.forBuyAt(order.mic);
    const buy = { order, portfolio, stepMicro, availableMinor, nowMs: unit.nowMs };
    const whole = offerWhole(world, buy);
    // Cash that settles later than the buy would pays for it on a later trade date (decision O4).
    if (whole === null && availableMinor < cash.totalMinor) {
      holdBuy(world, unit, order, cash);
      break;
    }
    // Part of an order is submitted only once no more proceeds are expected.
    if (whole === null && isUnderWay) break;
    const offer = whole ?? offerPart(world, buy);
    if (offer === null) {
      notices.push(shrunk(order, order.filledMicro, 'cash ran short'));
      sent[index] = giveUp(world, unit, order, 'cash ran short');
      continue;
    }
    sent[index] = send(world, unit, order, offer);
    cash.reserve(order.mic, offer.reservedMinor);
    isUnderWay = true;
  }
  return { orders: sent, notices };
}

/** The submission: a buy as offered, or a sell at market. */
interface OrderToSend extends Omit<BuyOffer, 'limitPriceMicro'> {
  readonly limitPriceMicro: number | null;
  /** Of the whole order, if it becomes smaller now. */
  readonly plannedMicro?: number;
}

function send(world: World, unit: UnitOfWork, order: OrderRecord, toSend: OrderToSend): OrderRecord {
  const { quantityMicro, limitPriceMicro, reservedMinor, stepMicro } = toSend;
  const status = order.status === 'new' ? moved(order, 'send') : order.status;
  const dealtRates = ratesAt(world, unit.nowMs);
  const submissions = order.submissions + 1;
  const dealtCommission = world.market.venues.get(order.mic)?.commission ?? null;
  const dayEnd = world.market.venues.get(order.mic)?.dayEnd ?? 'carry';
  const plannedMicro = toSend.plannedMicro ?? order.lastSubmission?.plannedMicro;
  const sending = { sentMs: unit.nowMs, quantityMicro, limitPriceMicro, dayEnd };
  const lastSubmission = plannedMicro === undefined ? sending : { ...sending, plannedMicro };
  const dealt = { dealtRates, dealtCommission, lastSubmission };
  const sent: OrderRecord = { ...order, ...dealt, status, workingMicro: quantityMicro, reservedMinor, submissions };
  world.rebalances.updateOrder(sent);
  if (world.settlement.mode === 'simulated') world.settlement.heldBuys.release(order.orderId);
  unit.emit('order.sent', {
    order_id: order.orderId,
    exchange: order.mic,
    side: order.side,
    isin: order.isin,
    quantity: fromMicro(quantityMicro),
    limit_price: limitPriceMicro === null ? null : fromMicro(limitPriceMicro),
  });
  const { orderId, isin, mic, side } = order;
  world.connectors.submit(unit, {
    orderId,
    isin,
    mic,
    side,
    quantityMicro,
    clientOrderId: `${orderId}.${submissions}`,
    stepMicro,
    limitPriceMicro,
    dayEnd,
  });
  return sent;
}

/** Ends an order at its fills: filled at the smaller quantity, or cancelled if there are none. */
function giveUp(world: World, unit: UnitOfWork, order: OrderRecord, why: string): OrderRecord {
  const isPartly = order.filledMicro > 0;
  const status = moved(order, isPartly ? 'amend_to_filled' : 'cancel');
  const quantityMicro = isPartly ? order.filledMicro : order.quantityMicro;
  const { lastSubmission: last } = order;
  const lastSubmission = isPartly && last !== null ? { ...last, plannedMicro: order.quantityMicro } : last;
  const ended: OrderRecord = { ...order, status, quantityMicro, lastSubmission, workingMicro: 0, reservedMinor: 0 };
  world.rebalances.updateOrder(ended);
  unit.emit('order.amended', {
    order_id: order.orderId,
    status: among(status, ['filled', 'cancelled']),
    quantity: fromMicro(quantityMicro),
    reason: why,
  });
  return ended;
}

function shrunk(order: OrderRecord, quantityMicro: number, why: string): Notice {
  const message = `Order ${order.sequence} (${order.side} ${order.isin}) was reduced from ${fromMicro(order.quantityMicro)} to ${fromMicro(quantityMicro)}: ${why}.`;
  return { code: 'order_reduced', message };
}

function moved(order: OrderRecord, event: OrderEvent): OrderRecord['status'] {
  const transition = transitionOrder(order.status, event);
  invariant(transition.ok, `order ${order.orderId} cannot ${event} while ${order.status}`);
  return transition.next;
}

/**
 * Returns the step of every fill, in millionths: the smallest quantity of the plan's precision, a whole share if the
 * portfolio trades only those (decision O5), or the exchange's lot if that is larger.
 */
function stepOf(world: World, rebalance: RebalanceRecord, order: OrderRecord): number {
  return Math.max(lotOf(world, rebalance, order), MICRO / 10 ** rebalance.plan.settings.fractionalPrecision);
}

/** The quantity of which every order is a multiple; without a lot, a holding may be sold to its last millionth. */
function lotOf(world: World, { portfolioId }: RebalanceRecord, { mic, quantityMicro }: OrderRecord): number {
  const isWhole = world.portfolios.find(portfolioId)?.constraints?.wholeShares === true && quantityMicro % MICRO === 0;
  return Math.max(isWhole ? MICRO : 1, world.market.venues.get(mic)?.lotMicro ?? 1);
}
