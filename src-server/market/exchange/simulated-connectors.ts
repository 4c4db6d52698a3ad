/**
 * The simulated exchanges as one connector: connects the gateway, the connections, the exchanges and their faults. The
 * engine uses the port; the control plane also uses the connections and the faults.
 */
import type { Kernel } from '../../kernel/kernel.ts';
import type { UnitOfWork } from '../../kernel/unit-of-work.ts';
import type { Calendars } from '../calendar/calendar.ts';
import type { MarketData } from '../data/market-data.ts';
import type { ConnectorReports, ExchangeConnectors, RoutedOrder } from '../exchange-connectors.ts';
import type { MarketFault } from '../faults/fault.ts';
import type { FaultRegistry } from '../faults/fault-registry.ts';
import { FaultScheduler } from '../faults/fault-scheduler.ts';
import type { OverlayRegistry } from '../prices/overlay-registry.ts';
import type { PriceModel } from '../prices/price-model.ts';
import type { ClosingAuctions } from './closing-auction.ts';
import { type ConnectionStatus, ExchangeConnections } from './exchange-connections.ts';
import type { ExchangeOrderStore, GatewayOrderStore, OutageStore } from './exchange-order-store.ts';
import type { OrderControl } from './order-action.ts';
import { OrderGateway } from './order-gateway.ts';
import { createOrderMatching } from './order-matching.ts';
import { createOrderRules } from './order-rules.ts';
import { SimulatedExchange } from './simulated-exchange.ts';
import { withdrawOrder } from './withdraw-orders.ts';

interface ConnectorParts {
  readonly data: MarketData;
  readonly calendars: Calendars;
  /** Prices at the exchanges, with faulty quotes; clients may observe earlier prices. */
  readonly exchangePrices: PriceModel;
  readonly auctions: ClosingAuctions;
  readonly overlays: Pick<OverlayRegistry, 'volumesOf'>;
  readonly faultRegistry: FaultRegistry;
  readonly exchangeOrders: ExchangeOrderStore;
  readonly gatewayOrders: GatewayOrderStore;
  readonly outageStore: OutageStore;
}

/** The connections to the exchanges, for the control plane. */
export interface ConnectionControl extends OrderControl {
  status(mic: string, nowMs: number): ConnectionStatus;
  /** Disconnects an exchange and holds it down. */
  disconnect(unit: UnitOfWork, mic: string): void;
  /** Connects an exchange again; returns false if a fault keeps it down. */
  connect(unit: UnitOfWork, mic: string): boolean;
  /** Returns when an exchange was disconnected, latest first; `null`: never. */
  outages: ExchangeConnections['outages'];
}

interface SimulatedConnectors {
  readonly connectors: ExchangeConnectors;
  readonly connections: ConnectionControl;
  readonly faults: FaultScheduler;
}

export function createSimulatedConnectors(
  kernel: Kernel,
  parts: ConnectorParts,
  reports: ConnectorReports,
): SimulatedConnectors {
  const { data, exchangePrices, calendars, auctions, faultRegistry, exchangeOrders } = parts;
  const connections = new ExchangeConnections(kernel, data, faultRegistry, parts.outageStore, (unit, mic) => {
    gateway.reconnected(unit, mic);
    reports.onAvailable(unit, mic);
  });
  const exchange = new SimulatedExchange(kernel, {
    data,
    calendars,
    auctions,
    connections,
    faults: faultRegistry,
    orders: exchangeOrders,
    prices: exchangePrices,
    matching: createOrderMatching(kernel.seed, data, calendars, exchangePrices, auctions, parts.overlays),
    rules: createOrderRules(data, exchangePrices),
  });
  const gateway = new OrderGateway(kernel, data, parts.gatewayOrders, connections, reports, (id) =>
    exchange.forget(id),
  );
  const faults = new FaultScheduler(kernel, faultRegistry, {
    started: (unit, fault) => begin(unit, fault, connections, exchange),
    ended(unit, fault) {
      for (const mic of micsOf(fault, data)) end(unit, fault, mic, { connections, exchange, reports });
    },
  });
  kernel.onRollback(() => {
    faultRegistry.reload();
    connections.reload();
  });
  return {
    faults,
    connections: {
      status: (mic, nowMs) => connections.status(mic, nowMs),
      disconnect: (unit, mic) => connections.drop(unit, mic, true),
      connect: (unit, mic) => connections.release(unit, mic),
      outages: (mic) => connections.outages(mic),
      workingOrder: (mic, orderId) =>
        exchangeOrders
          .working(mic)
          .find((order) => order.orderId === orderId && order.filledMicro < order.quantityMicro) ?? null,
      act: (unit, order, action) => exchange.act(unit, order, action),
    },
    connectors: {
      isConnected: (mic) => connections.isUp(mic),
      submit: (unit, order: RoutedOrder) => gateway.submit(unit, order),
      cancel: (unit, orderId) => gateway.cancel(unit, orderId),
      withdraw(unit, isin, text) {
        for (const mic of data.venues.keys()) {
          gateway.withdraw(unit, mic, isin, (order) => withdrawOrder(exchangeOrders, unit, order, text));
        }
      },
    },
  };
}

function begin(
  unit: UnitOfWork,
  fault: MarketFault,
  connections: ExchangeConnections,
  exchange: SimulatedExchange,
): void {
  if (fault.kind !== 'exchange_down' || fault.mic === null) return;
  connections.drop(unit, fault.mic, false);
  if (fault.cancelsOrders) exchange.loseOrders(unit, fault.mic);
}

interface EndParts {
  readonly connections: ExchangeConnections;
  readonly exchange: SimulatedExchange;
  readonly reports: ConnectorReports;
}

function end(unit: UnitOfWork, fault: MarketFault, mic: string, { connections, exchange, reports }: EndParts): void {
  if (fault.kind === 'exchange_down') {
    exchange.resume(unit, mic, null);
    connections.letReconnect(unit, mic);
  }
  if (fault.kind === 'halt_instrument') exchange.resume(unit, mic, fault.isin);
  if (fault.kind === 'stale_prices') reports.onAvailable(unit, mic);
}

function micsOf({ mic }: MarketFault, data: MarketData): readonly string[] {
  return mic === null ? [...data.venues.keys()] : [mic];
}
