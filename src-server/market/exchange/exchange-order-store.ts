/**
 * The ports to the stores of the simulated exchanges and of the gateway, which survive a restart. They are separate
 * because the state at an exchange and the reports that have reached the gateway differ while messages are in transit.
 */

import type { DayEnd } from '../data/market-data.ts';
import type { FillReport, OrderTermination, RoutedOrder } from '../exchange-connectors.ts';
import type { TradedFlow } from './price-impact.ts';

/** An order at an exchange. Quantities in millionths, the limit in millionths of the listing's currency. */
export interface ExchangeOrder {
  readonly clientOrderId: string;
  readonly orderId: string;
  readonly isin: string;
  readonly mic: string;
  readonly side: 'buy' | 'sell';
  readonly quantityMicro: number;
  readonly filledMicro: number;
  readonly stepMicro: number;
  readonly limitPriceMicro: number | null;
  readonly dayEnd: DayEnd;
  /** Largest quantity that the exchange fills, limited by a fault; `null`: no limit. */
  readonly cappedMicro: number | null;
  /** Whether the exchange does not trade it until it is released; its day ends nevertheless. */
  readonly isHeld: boolean;
  /** Number of times that it was matched; the index of its random draws. */
  readonly sliceIndex: number;
  /** Number of its executions. */
  readonly executions: number;
  /** When its present trading day ends, closing auction included. */
  readonly dayEndMs: number;
  /** `null` while the order works. */
  readonly termination: OrderTermination | null;
  /** The timer of its next step; `null` once it has ended and while its exchange is down. */
  readonly stepTimer: number | null;
}

/** Writing methods may only be called inside the kernel's open transaction. */
export interface ExchangeOrderStore {
  add(order: ExchangeOrder): void;
  find(clientOrderId: string): ExchangeOrder | null;
  update(order: ExchangeOrder): void;
  /** Removes an order with its executions. */
  remove(clientOrderId: string): void;
  /** Returns the orders that have not ended, in the order in which they arrived. */
  working(mic: string): ExchangeOrder[];
  addExecution(clientOrderId: string, report: FillReport): void;
  /** Returns executions in the order in which they happened. */
  executions(clientOrderId: string): FillReport[];
  flow(isin: string, mic: string): TradedFlow | null;
  setFlow(isin: string, mic: string, flow: TradedFlow): void;
}

/** The gateway's state of an order. */
export interface GatewayOrder {
  readonly clientOrderId: string;
  readonly orderId: string;
  readonly mic: string;
  readonly order: RoutedOrder;
  readonly isAcknowledged: boolean;
  /** When the order reaches its exchange, unless it is lost; no later message overtakes it. */
  readonly arrivesMs: number;
  readonly filledMicro: number;
  /** Executions from 1 to this number have arrived. */
  readonly receivedThrough: number;
  /** Numbers of later executions that have arrived, because reports may overtake each other. */
  readonly receivedAhead: readonly number[];
  /** Set while reports of executions before the termination are still in transit. */
  readonly termination: OrderTermination | null;
  readonly wantsCancel: boolean;
  /** Number of status requests sent. */
  readonly queries: number;
  /** The timer of the next status request; `null` if none is set. */
  readonly askTimer: number | null;
}

export interface GatewayOrderStore {
  add(order: GatewayOrder): void;
  find(clientOrderId: string): GatewayOrder | null;
  findByOrder(orderId: string): GatewayOrder | null;
  update(order: GatewayOrder): void;
  remove(clientOrderId: string): void;
  /** In the order in which they were sent. */
  ofExchange(mic: string): GatewayOrder[];
}

/** A span during which an exchange was disconnected. */
export interface Outage {
  /** Numbers the outages of all exchanges, from 1. */
  readonly outageId: number;
  readonly mic: string;
  readonly fromMs: number;
  /** `null` while it lasts. */
  readonly untilMs: number | null;
  /** The control plane disconnected the exchange and has not reconnected it. */
  readonly isHeld: boolean;
  /** The timer of the reconnection attempt that will succeed; `null` while none can. */
  readonly attemptTimer: number | null;
}

export interface OutageStore {
  insert(outage: Outage): void;
  update(outage: Outage): void;
  /** Returns outages in the order in which they began. */
  all(): Outage[];
}
