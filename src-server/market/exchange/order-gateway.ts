/**
 * Our side of the connections: submits orders, requests the status of those that are not acknowledged, and turns
 * messages that are lost, late, repeated or out of order into reports that come exactly once, each fill before the
 * termination of its order. Does not decide what is traded.
 */
import type { Json } from '../../kernel/canonical-json.ts';
import type { Kernel } from '../../kernel/kernel.ts';
import type { UnitOfWork } from '../../kernel/unit-of-work.ts';
import type { MarketData } from '../data/market-data.ts';
import type { ConnectorReports, FillReport, OrderTermination, RoutedOrder } from '../exchange-connectors.ts';
import type { ExchangeConnections } from './exchange-connections.ts';
import type { GatewayOrder, GatewayOrderStore } from './exchange-order-store.ts';
import type { WithdrawnOrder } from './withdraw-orders.ts';

const ASK_TIMER = 'desk.ask';
/** The wait before a status request doubles each time, up to this multiple of the first wait. */
const LONGEST_WAIT = 32;

export class OrderGateway {
  readonly #data: Pick<MarketData, 'venues'>;
  readonly #orders: GatewayOrderStore;
  readonly #connections: ExchangeConnections;
  readonly #reports: ConnectorReports;
  readonly #forget: (clientOrderId: string) => void;

  /** `forget` informs the exchange that an order is closed on our side. */
  constructor(
    kernel: Kernel,
    data: Pick<MarketData, 'venues'>,
    orders: GatewayOrderStore,
    connections: ExchangeConnections,
    reports: ConnectorReports,
    forget: (clientOrderId: string) => void,
  ) {
    this.#data = data;
    this.#orders = orders;
    this.#connections = connections;
    this.#reports = reports;
    this.#forget = forget;
    kernel.onTimer(ASK_TIMER, (unit, payload) => this.#ask(unit, String(payload)));
    connections.onMessage('desk.acknowledged', (unit, id) =>
      this.#acknowledge(unit, this.#orders.find(String(id)), false),
    );
    connections.onMessage<Json>('desk.executed', (unit, content) => {
      const { clientOrderId, report } = content as unknown as { clientOrderId: string; report: FillReport };
      this.#receive(unit, clientOrderId, report);
    });
    connections.onMessage<Json>('desk.ended', (unit, content) => {
      const { clientOrderId, ending } = content as unknown as { clientOrderId: string; ending: OrderTermination };
      this.#end(unit, clientOrderId, ending);
    });
    connections.onMessage<Json>('desk.status', (unit, content) => this.#reconcile(unit, content as unknown as Status));
  }

  submit(unit: UnitOfWork, order: RoutedOrder): void {
    const { clientOrderId, orderId, mic } = order;
    const arrivesMs = this.#send(unit, order, 0);
    this.#orders.add({
      clientOrderId,
      orderId,
      mic,
      order,
      arrivesMs,
      isAcknowledged: false,
      filledMicro: 0,
      receivedThrough: 0,
      receivedAhead: [],
      termination: null,
      wantsCancel: false,
      queries: 0,
      askTimer: unit.schedule(unit.nowMs + this.#waitMs(mic, 0), ASK_TIMER, clientOrderId),
    });
  }

  cancel(unit: UnitOfWork, orderId: string): void {
    const row = this.#orders.findByOrder(orderId);
    if (row === null || row.wantsCancel) return;
    this.#orders.update({ ...row, wantsCancel: true });
    this.#sendCancel(unit, row);
  }

  /**
   * Ends the orders of an instrument that are at an exchange, each with the result of `withdraw`: its executions are
   * reported first. Messages in transit are ignored.
   */
  withdraw(unit: UnitOfWork, mic: string, isin: string, withdraw: (order: RoutedOrder) => WithdrawnOrder): void {
    for (const { clientOrderId, order } of this.#orders.ofExchange(mic)) {
      if (order.isin !== isin) continue;
      const { executions, termination, hasArrived } = withdraw(order);
      for (const report of executions) {
        if (!hasReceived(this.#orders.find(clientOrderId), report.executionNo))
          this.#receive(unit, clientOrderId, report);
      }
      this.#end(unit, clientOrderId, termination, hasArrived);
    }
  }

  /** Requests the status of every open order, because messages were lost with the connection. */
  reconnected(unit: UnitOfWork, mic: string): void {
    for (const row of this.#orders.ofExchange(mic)) this.#query(unit, row);
  }

  /** Handles an order that has been unacknowledged for too long. */
  #ask(unit: UnitOfWork, clientOrderId: string): void {
    const row = this.#orders.find(clientOrderId);
    if (row === null || row.isAcknowledged) return;
    if (!this.#connections.isUp(row.mic)) {
      this.#orders.update({ ...row, askTimer: null });
      return;
    }
    unit.emit('order.unacknowledged', { order_id: row.orderId, exchange: row.mic, asked: row.queries + 1 });
    this.#query(unit, { ...row, askTimer: null });
  }

  #query(unit: UnitOfWork, row: GatewayOrder): void {
    const { clientOrderId, mic, arrivesMs, receivedThrough, queries, askTimer } = row;
    const { isin } = row.order;
    if (askTimer !== null) unit.cancel(askTimer);
    const content = { clientOrderId, mic, isin, arrivesMs, after: receivedThrough, index: queries };
    const place = { mic, isin, clientOrderId, leg: 'submit', index: 100 + queries, earliestMs: arrivesMs } as const;
    this.#connections.send(unit, { ...place, kind: 'exchange.query', content });
    // The status of an acknowledged order can be lost only with the connection; `reconnected` requests it again.
    const nextMs = unit.nowMs + this.#waitMs(mic, queries + 1);
    const nextTimer = row.isAcknowledged ? null : unit.schedule(nextMs, ASK_TIMER, clientOrderId);
    this.#orders.update({ ...row, queries: queries + 1, askTimer: nextTimer });
  }

  #reconcile(unit: UnitOfWork, { clientOrderId, arrivesMs, known, reports, ending: termination }: Status): void {
    const row = this.#orders.find(clientOrderId);
    if (row === null) return;
    if (!known) {
      // A status requested before the latest submission says nothing about it.
      if (arrivesMs === row.arrivesMs) this.#neverArrived(unit, row);
      return;
    }
    if (termination?.outcome !== 'rejected') this.#acknowledge(unit, row, true);
    for (const report of reports) {
      if (!hasReceived(this.#orders.find(clientOrderId), report.executionNo))
        this.#receive(unit, clientOrderId, report);
    }
    if (termination !== null) this.#end(unit, clientOrderId, termination);
    const left = this.#orders.find(clientOrderId);
    if (left?.wantsCancel && left.termination === null) this.#sendCancel(unit, left);
  }

  /** Sends a submission again, unless a cancellation was requested: messages are delivered in order, so it was lost. */
  #neverArrived(unit: UnitOfWork, row: GatewayOrder): void {
    if (row.wantsCancel) {
      const text = 'Cancelled on request, before it arrived.';
      this.#end(unit, row.clientOrderId, { outcome: 'cancelled', code: 'requested', text, executions: 0 });
      return;
    }
    unit.emit('order.sent_again', { order_id: row.orderId, exchange: row.mic });
    this.#orders.update({ ...row, arrivesMs: this.#send(unit, row.order, row.queries) });
  }

  #acknowledge(unit: UnitOfWork, row: GatewayOrder | null, isReconciled: boolean): void {
    if (row === null || row.isAcknowledged) return;
    if (row.askTimer !== null) unit.cancel(row.askTimer);
    this.#orders.update({ ...row, isAcknowledged: true, askTimer: null });
    this.#reports.onAcknowledged(unit, row.orderId, isReconciled);
  }

  #receive(unit: UnitOfWork, clientOrderId: string, report: FillReport): void {
    // A fill implies that the exchange accepted the order, even if the acknowledgement was lost.
    this.#acknowledge(unit, this.#orders.find(clientOrderId), true);
    const row = this.#orders.find(clientOrderId);
    const { executionNo, quantityMicro, orderId } = report;
    if (row === null || hasReceived(row, executionNo)) {
      unit.emit('order.report_ignored', { order_id: orderId, execution: executionNo, reason: 'duplicate' });
      return;
    }
    const received = { ...row, ...withReceived(row, executionNo), filledMicro: row.filledMicro + quantityMicro };
    const isDone = received.filledMicro === row.order.quantityMicro;
    const isEnded = received.termination !== null && receivedCount(received) >= received.termination.executions;
    if (isDone || isEnded) this.#close(clientOrderId);
    else this.#orders.update(received);
    this.#reports.onFill(unit, report);
    if (isEnded && !isDone && received.termination !== null)
      this.#reports.onTerminated(unit, orderId, received.termination);
  }

  /** `hasArrived` false: the exchange remembers the order, because it must still refuse it on arrival. */
  #end(unit: UnitOfWork, clientOrderId: string, termination: OrderTermination, hasArrived = true): void {
    const row = this.#orders.find(clientOrderId);
    if (row === null || row.termination !== null) return;
    if (row.askTimer !== null) unit.cancel(row.askTimer);
    if (receivedCount(row) < termination.executions) {
      this.#orders.update({ ...row, termination, askTimer: null });
      return;
    }
    if (hasArrived) this.#close(clientOrderId);
    else this.#orders.remove(clientOrderId);
    this.#reports.onTerminated(unit, row.orderId, termination);
  }

  #close(clientOrderId: string): void {
    this.#orders.remove(clientOrderId);
    this.#forget(clientOrderId);
  }

  /** Returns when the order arrives. An order that cannot be sent now is sent after the next status request. */
  #send(unit: UnitOfWork, order: RoutedOrder, index: number): number {
    const { mic, isin, clientOrderId } = order;
    const message = { mic, isin, clientOrderId, leg: 'submit', index, kind: 'exchange.submit' } as const;
    return this.#connections.send(unit, { ...message, content: { ...order } }) ?? unit.nowMs;
  }

  #sendCancel(unit: UnitOfWork, { mic, order, clientOrderId, arrivesMs, queries }: GatewayOrder): void {
    const place = { mic, isin: order.isin, clientOrderId, leg: 'submit', index: 200 + queries } as const;
    this.#connections.send(unit, { ...place, earliestMs: arrivesMs, kind: 'exchange.cancel', content: clientOrderId });
  }

  #waitMs(mic: string, queries: number): number {
    const { acknowledgeWithinMs } = this.#data.venues.get(mic) ?? { acknowledgeWithinMs: 0 };
    return acknowledgeWithinMs * Math.min(LONGEST_WAIT, 2 ** queries);
  }
}

interface Status {
  readonly clientOrderId: string;
  /** Arrival time of the submission that the request is about. */
  readonly arrivesMs: number;
  readonly known: boolean;
  readonly reports: readonly FillReport[];
  readonly ending: OrderTermination | null;
}

function receivedCount({ receivedThrough, receivedAhead }: GatewayOrder): number {
  return receivedThrough + receivedAhead.length;
}

function hasReceived(row: GatewayOrder | null, executionNo: number): boolean {
  return row === null || executionNo <= row.receivedThrough || row.receivedAhead.includes(executionNo);
}

/**
 * Stores the gap-free execution numbers as one bound, so that an order with thousands of executions takes a small row.
 */
function withReceived(row: GatewayOrder, executionNo: number): Pick<GatewayOrder, 'receivedThrough' | 'receivedAhead'> {
  const ahead = new Set([...row.receivedAhead, executionNo]);
  let receivedThrough = row.receivedThrough;
  while (ahead.delete(receivedThrough + 1)) receivedThrough += 1;
  return { receivedThrough, receivedAhead: [...ahead].sort((one, other) => one - other) };
}
