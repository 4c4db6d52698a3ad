/**
 * The exchanges' side of the connections: accepts or rejects orders, trades them slice by slice and in the closing
 * auction, and ends their days. Does not know portfolios or cash; replies only through the connections.
 */

import type { Fate } from '../../domain/identifiers/fate.ts';
import type { Json } from '../../kernel/canonical-json.ts';
import type { Kernel } from '../../kernel/kernel.ts';
import { drawUniform, streamKey } from '../../kernel/streams.ts';
import type { UnitOfWork } from '../../kernel/unit-of-work.ts';
import type { Calendars, TradingCalendar } from '../calendar/calendar.ts';
import type { TradingSession } from '../calendar/trading-session.ts';
import type { MarketData } from '../data/market-data.ts';
import type { FillReport, OrderTermination, RoutedOrder } from '../exchange-connectors.ts';
import type { FaultRegistry } from '../faults/fault-registry.ts';
import type { PriceModel } from '../prices/price-model.ts';
import type { ClosingAuctions } from './closing-auction.ts';
import type { ExchangeConnections } from './exchange-connections.ts';
import type { ExchangeOrder, ExchangeOrderStore } from './exchange-order-store.ts';
import { isSilent, isUnacknowledged, touchWithinLimit, tradedOnArrivalMicro } from './fated-orders.ts';
import type { OrderAction } from './order-action.ts';
import type { OrderMatching, OrderToMatch, SliceMatch } from './order-matching.ts';
import { newOrder, partlyFilled, toMatching } from './order-quantities.ts';
import type { OrderRefusal, OrderRules } from './order-rules.ts';
import { addToFlow, decayedFlow, NO_FLOW } from './price-impact.ts';

const STEP_TIMER = 'exchange.step';

interface ExchangeParts {
  readonly data: MarketData;
  /** Prices at the exchanges, with faulty quotes. */
  readonly prices: Pick<PriceModel, 'quote'>;
  readonly calendars: Calendars;
  readonly matching: OrderMatching;
  readonly auctions: ClosingAuctions;
  readonly rules: OrderRules;
  readonly faults: FaultRegistry;
  readonly connections: ExchangeConnections;
  readonly orders: ExchangeOrderStore;
}

export class SimulatedExchange {
  readonly #parts: ExchangeParts;

  constructor(kernel: Kernel, parts: ExchangeParts) {
    this.#parts = parts;
    const { connections } = parts;
    kernel.onTimer(STEP_TIMER, (unit, payload) => this.#step(unit, String(payload)));
    connections.onMessage('exchange.submit', (unit, order) => this.#accept(unit, order as unknown as RoutedOrder));
    connections.onMessage('exchange.cancel', (unit, id) => this.#cancel(unit, String(id)));
    connections.onMessage('exchange.query', (unit, query) => this.#answer(unit, query as unknown as StatusQuery));
  }

  /** Called when the gateway has closed an order and will not request its status again. */
  forget(clientOrderId: string): void {
    this.#parts.orders.remove(clientOrderId);
  }

  /** Resumes orders after a halt or an outage: of one instrument, or of all (`isin` null). */
  resume(unit: UnitOfWork, mic: string, isin: string | null): void {
    for (const order of this.#parts.orders.working(mic)) {
      if (isin === null || order.isin === isin) this.#reschedule(unit, order);
    }
  }

  /** Cancels every order of an exchange that lost its order book; the gateway learns of it once connected again. */
  loseOrders(unit: UnitOfWork, mic: string): void {
    const termination = { outcome: 'cancelled', code: 'book_lost', text: `${mic} lost its order book.` } as const;
    for (const order of this.#parts.orders.working(mic)) this.#end(unit, order, termination);
  }

  /** Performs exactly this action on one of the working orders (decision O7). */
  act(unit: UnitOfWork, order: ExchangeOrder, action: OrderAction): void {
    if (action.kind === 'trade') this.#tradeByHand(unit, order, action);
    else if (action.kind === 'end') {
      const code = CODES_BY_HAND[action.outcome];
      this.#end(unit, order, { outcome: action.outcome, code, text: action.text });
    } else this.#reschedule(unit, { ...order, isHeld: action.kind === 'hold' });
  }

  #tradeByHand(
    unit: UnitOfWork,
    order: ExchangeOrder,
    execution: Pick<FillReport, 'quantityMicro' | 'priceMicro'>,
  ): void {
    const { orders, prices } = this.#parts;
    const { midMicro, bidMicro, askMicro } = prices.quote(order.isin, order.mic, unit.nowMs);
    const touchMicro = order.side === 'buy' ? askMicro : bidMicro;
    this.#report(unit, order, { executions: [execution], midMicro, touchMicro });
    const filledMicro = order.filledMicro + execution.quantityMicro;
    const traded: ExchangeOrder = { ...order, filledMicro, executions: order.executions + 1 };
    if (filledMicro < order.quantityMicro) {
      this.#reschedule(unit, traded);
      return;
    }
    if (order.stepTimer !== null) unit.cancel(order.stepTimer);
    orders.update({ ...traded, stepTimer: null });
  }

  #accept(unit: UnitOfWork, order: RoutedOrder): void {
    const { orders, rules, faults } = this.#parts;
    // A repeated submission: the order was accepted before.
    if (orders.find(order.clientOrderId) !== null) return;
    const refusal = rules(order, unit.nowMs) ?? faultyRefusal(unit, faults, order, this.#fateOf(order));
    const capped = refusal === null ? faults.trigger(unit, 'partial_fills', order, order.clientOrderId) : null;
    const taken = newOrder(order, capped && (capped.amount ?? 0), this.#dayEndAfter(order, unit.nowMs));
    if (refusal !== null) {
      orders.add(taken);
      this.#end(unit, taken, { outcome: 'rejected', ...refusal });
      return;
    }
    const working = withStep(unit, taken, this.#nextStepMs(taken, unit.nowMs));
    orders.add(working);
    const isUnheard = this.#fateOf(order) === 'never_acknowledged';
    if (!isUnheard && faults.trigger(unit, 'lost_acknowledgements', order, order.clientOrderId) === null) {
      this.#send(unit, taken, 'desk.acknowledged', order.clientOrderId, 0);
    }
    this.#meetFate(unit, working);
  }

  /** Trades or holds an order of a test instrument on arrival, or both; leaves any other order unchanged. */
  #meetFate(unit: UnitOfWork, order: ExchangeOrder): void {
    const { orders, prices } = this.#parts;
    const fate = this.#fateOf(order);
    if (fate === undefined) return;
    const quantityMicro = tradedOnArrivalMicro(fate, order);
    if (quantityMicro > 0) {
      const quote = prices.quote(order.isin, order.mic, unit.nowMs);
      this.#tradeByHand(unit, order, { quantityMicro, priceMicro: touchWithinLimit(order, quote) });
    }
    const left = isSilent(fate) ? orders.find(order.clientOrderId) : null;
    if (left === null) return;
    if (left.stepTimer !== null) unit.cancel(left.stepTimer);
    orders.update({ ...left, isHeld: true, stepTimer: null });
  }

  #cancel(unit: UnitOfWork, clientOrderId: string): void {
    const order = this.#parts.orders.find(clientOrderId);
    if (order === null || order.termination !== null || order.filledMicro === order.quantityMicro) return;
    this.#end(unit, order, { outcome: 'cancelled', code: 'requested', text: 'Cancelled on request.' });
  }

  #answer(unit: UnitOfWork, { clientOrderId, mic, isin, arrivesMs, after, index }: StatusQuery): void {
    const { orders, connections } = this.#parts;
    const order = orders.find(clientOrderId);
    if (isUnacknowledged(this.#fateOf({ isin }), order)) return;
    const reports = orders.executions(clientOrderId).filter(({ executionNo }) => executionNo > after);
    const content = { clientOrderId, arrivesMs, known: order !== null, reports, ending: order?.termination ?? null };
    const place = { mic, isin, clientOrderId, leg: 'acknowledge', index: 100 + index } as const;
    connections.send(unit, { ...place, kind: 'desk.status', content: content as unknown as Json });
  }

  #step(unit: UnitOfWork, clientOrderId: string): void {
    const { orders, faults } = this.#parts;
    const found = orders.find(clientOrderId);
    if (found === null || found.termination !== null) return;
    // Its timer has just fired: cancelling it again would make the kernel miscount its timers.
    const order: ExchangeOrder = { ...found, stepTimer: null };
    const { mic, isin, dayEndMs } = order;
    const isForgotten = order.isHeld && isSilent(this.#fateOf(order));
    if (isForgotten || faults.active('exchange_down', mic, null, unit.nowMs) !== null) {
      orders.update(order);
    } else if (unit.nowMs >= dayEndMs) {
      this.#endDay(unit, order);
    } else if (order.isHeld || faults.active('halt_instrument', mic, isin, unit.nowMs) !== null) {
      this.#wait(unit, order, dayEndMs);
    } else if (this.#fateOf(order) === 'filled_after_close' && this.#calendar(mic).isOpen(unit.nowMs)) {
      this.#wait(unit, order, this.#nextStepMs(order, unit.nowMs));
    } else {
      this.#trade(unit, order);
    }
  }

  #trade(unit: UnitOfWork, order: ExchangeOrder): void {
    const { orders, data } = this.#parts;
    const { isin, mic, side } = order;
    const flow = decayedFlow(orders.flow(isin, mic) ?? NO_FLOW, data.simulation.impactHalfLifeMs, unit.nowMs);
    const toMatch = toMatching(order);
    const match = toMatch.remainingMicro > 0 ? this.#match(toMatch, flow, unit.nowMs) : null;
    const takenMicro = match === null ? 0 : match.executions.reduce((sum, { quantityMicro }) => sum + quantityMicro, 0);
    if (match !== null && takenMicro > 0) {
      orders.setFlow(isin, mic, addToFlow(flow, side, takenMicro));
      this.#report(unit, order, match);
    }
    const traded: ExchangeOrder = {
      ...order,
      filledMicro: order.filledMicro + takenMicro,
      executions: order.executions + (match?.executions.length ?? 0),
      sliceIndex: order.sliceIndex + 1,
    };
    if (traded.filledMicro === traded.quantityMicro) orders.update(traded);
    else if (toMatching(traded).remainingMicro <= 0) this.#end(unit, traded, partlyFilled(traded));
    else this.#wait(unit, traded, this.#nextStepMs(traded, unit.nowMs));
  }

  #match(order: OrderToMatch, flow: Parameters<OrderMatching['matchSlice']>[1], nowMs: number): SliceMatch {
    const { matching } = this.#parts;
    const calendar = this.#calendar(order.mic);
    if (calendar.isOpen(nowMs)) return matching.matchSlice(order, flow, nowMs);
    return matching.matchAuction(order, flow, calendar.latestSession(nowMs));
  }

  #report(unit: UnitOfWork, order: ExchangeOrder, { executions, midMicro, touchMicro }: SliceMatch): void {
    const { orders, faults, data } = this.#parts;
    executions.forEach(({ priceMicro, quantityMicro }, level) => {
      const executionNo = order.executions + level + 1;
      const execution = { orderId: order.orderId, executionNo, quantityMicro, priceMicro, midMicro, touchMicro };
      const report: FillReport = { ...execution, executedMs: unit.nowMs };
      orders.addExecution(order.clientOrderId, report);
      if (this.#fateOf(order) === 'report_lost') return;
      const slice = data.venues.get(order.mic)?.sliceIntervalMs ?? 0;
      const content = { clientOrderId: order.clientOrderId, report: { ...report } };
      reportDelays(unit, faults, order, executionNo, slice).forEach((extraMs, copy) => {
        this.#send(unit, order, 'desk.executed', content, executionNo * 2 + copy, { leg: 'report', extraMs });
      });
    });
  }

  #endDay(unit: UnitOfWork, order: ExchangeOrder): void {
    const text = `The day of ${order.mic} ended.`;
    if (order.dayEnd === 'expire') this.#end(unit, order, { outcome: 'expired', code: 'day_end', text });
    else if (order.limitPriceMicro !== null) this.#end(unit, order, { outcome: 'returned', code: 'day_end', text });
    else this.#reschedule(unit, { ...order, dayEndMs: this.#dayEndAfter(order, unit.nowMs) });
  }

  #end(unit: UnitOfWork, order: ExchangeOrder, termination: Omit<OrderTermination, 'executions'>): void {
    if (order.stepTimer !== null) unit.cancel(order.stepTimer);
    const counted: OrderTermination = { ...termination, executions: order.executions };
    this.#parts.orders.update({ ...order, termination: counted, stepTimer: null });
    this.#send(unit, order, 'desk.ended', { clientOrderId: order.clientOrderId, ending: { ...counted } }, 1);
  }

  #send(
    unit: UnitOfWork,
    { mic, isin, clientOrderId }: ExchangeOrder,
    kind: string,
    content: Json,
    index: number,
    how: { readonly leg: 'acknowledge' | 'report'; readonly extraMs: number } = { leg: 'acknowledge', extraMs: 0 },
  ): void {
    this.#parts.connections.send(unit, { mic, isin, clientOrderId, index, kind, content, ...how });
  }

  /** Replaces the timer of the order's next step. */
  #reschedule(unit: UnitOfWork, order: ExchangeOrder): void {
    if (order.stepTimer !== null) unit.cancel(order.stepTimer);
    this.#wait(unit, order, this.#nextStepMs(order, unit.nowMs));
  }

  #wait(unit: UnitOfWork, order: ExchangeOrder, untilMs: number): void {
    this.#parts.orders.update(withStep(unit, order, untilMs));
  }

  /**
   * Returns when the next slice trades, else the auction, else the end of the day; before the day begins, when the
   * first slice after the opening trades.
   */
  #nextStepMs(order: ExchangeOrder, nowMs: number): number {
    const { matching, auctions } = this.#parts;
    const session = this.#calendar(order.mic).sessionAt(nowMs);
    if (nowMs >= order.dayEndMs) return nowMs;
    if (order.isHeld) return order.dayEndMs;
    if (session === null || session.auctionEndMs !== order.dayEndMs || nowMs < session.openMs) {
      return matching.firstSliceAfterOpen(toMatching(order), nowMs);
    }
    const isContinuous = nowMs < session.closeMs && this.#fateOf(order) !== 'filled_after_close';
    const sliceMs = isContinuous ? matching.nextSliceAt(toMatching(order), nowMs) : null;
    if (sliceMs !== null) return sliceMs;
    const uncrossMs = auctions.uncrossMs(order.isin, order.mic, session);
    return nowMs < uncrossMs ? uncrossMs : order.dayEndMs;
  }

  /** Returns the end of the day in which an order can still trade, auction included. */
  #dayEndAfter({ mic, isin }: Pick<ExchangeOrder, 'mic' | 'isin'>, nowMs: number): number {
    const calendar = this.#parts.calendars.get(mic);
    // An order for an unknown exchange is rejected at once; the end of its day does not matter.
    if (calendar === undefined) return nowMs;
    const today = calendar.sessionAt(nowMs);
    if (today !== null && nowMs < this.#parts.auctions.uncrossMs(isin, mic, today)) return today.auctionEndMs;
    const next: TradingSession | null = calendar.sessionAt(calendar.nextOpen(nowMs));
    return next?.auctionEndMs ?? nowMs;
  }

  #fateOf({ isin }: Pick<ExchangeOrder, 'isin'>): Fate | undefined {
    return this.#parts.data.fates.get(isin);
  }

  #calendar(mic: string): TradingCalendar {
    const calendar = this.#parts.calendars.get(mic);
    if (calendar === undefined) throw new RangeError(`unknown exchange ${mic}`);
    return calendar;
  }
}

const CODES_BY_HAND = { rejected: 'exchange_refused', cancelled: 'requested', expired: 'day_end' } as const;

function withStep(unit: UnitOfWork, order: ExchangeOrder, atMs: number): ExchangeOrder {
  return { ...order, stepTimer: unit.schedule(atMs, STEP_TIMER, order.clientOrderId) };
}

/** The gateway's status request about an order whose reports have not arrived. */
interface StatusQuery {
  readonly clientOrderId: string;
  readonly mic: string;
  readonly isin: string;
  /** Arrival time of the submission that the request is about; the response repeats it. */
  readonly arrivesMs: number;
  /** Number of the last execution that is known already. */
  readonly after: number;
  readonly index: number;
}

/** Returns `null` if the order is accepted. */
function faultyRefusal(
  unit: UnitOfWork,
  faults: FaultRegistry,
  order: RoutedOrder,
  fate: Fate | undefined,
): OrderRefusal | null {
  const fault = faults.trigger(unit, 'reject_orders', order, order.clientOrderId);
  if (fault === null) return null;
  const why = fate === 'rejected' ? fault.faultId : `fault ${fault.faultId}`;
  return { code: 'exchange_refused', text: `${order.mic} refuses orders (${why}).` };
}

/** Returns the added ms of each report that is sent: one, or two if a fault sends it twice. */
function reportDelays(
  unit: UnitOfWork,
  faults: FaultRegistry,
  order: Pick<ExchangeOrder, 'clientOrderId' | 'mic' | 'isin'>,
  executionNo: number,
  sliceIntervalMs: number,
): readonly number[] {
  const occurrence = `${order.clientOrderId}:${executionNo}`;
  const late = faults.trigger(unit, 'late_fills', order, occurrence)?.amount ?? 0;
  const isDelayed = faults.trigger(unit, 'reordered_fills', order, occurrence) !== null;
  // One and a half to three slices: the next execution of the order is reported first, often also the one after it.
  const draw = drawUniform(streamKey(unit.seed, 'market.reorder', order.clientOrderId), executionNo);
  const delayMs = late + (isDelayed ? Math.round(sliceIntervalMs * (1.5 + 1.5 * draw)) : 0);
  const isTwice = faults.trigger(unit, 'duplicate_fills', order, occurrence) !== null;
  return isTwice ? [delayMs, delayMs] : [delayMs];
}
