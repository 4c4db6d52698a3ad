/**
 * The stores of the simulated exchanges and of the gateway, which survive a restart. They are two because what an
 * exchange knows and what has reached the gateway differ while messages are in transit.
 */

import type { DayEnd } from '../data/market-data.ts';
import type { FillReport, OrderTermination, RoutedOrder } from '../exchange-connectors.ts';
import type { TradedFlow } from './price-impact.ts';

/** An order as an exchange holds it. Quantities in millionths, the limit in millionths of the listing's currency. */
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
  /** A fault limits what the exchange fills to this; `null`: no limit. */
  readonly cappedMicro: number | null;
  /** The exchange does not trade it until it is released; its day ends all the same. */
  readonly isHeld: boolean;
  /** How often it was matched; the index of its random draws. */
  readonly sliceIndex: number;
  /** How many executions it has had. */
  readonly executions: number;
  /** When its present trading day ends, closing auction included. */
  readonly dayEndMs: number;
  /** `null` while it works. */
  readonly termination: OrderTermination | null;
  /** The timer of its next step; `null` once it has ended and while its exchange is down. */
  readonly stepTimer: number | null;
}

/** Writing happens inside the kernel's open transaction only. */
export interface ExchangeOrderStore {
  add(order: ExchangeOrder): void;
  find(clientOrderId: string): ExchangeOrder | null;
  update(order: ExchangeOrder): void;
  /** With its executions. */
  remove(clientOrderId: string): void;
  /** What has not ended, in the order it came. */
  working(mic: string): ExchangeOrder[];
  addExecution(clientOrderId: string, report: FillReport): void;
  /** In the order they happened. */
  executions(clientOrderId: string): FillReport[];
  flow(isin: string, mic: string): TradedFlow | null;
  setFlow(isin: string, mic: string, flow: TradedFlow): void;
}

/** An order as the gateway knows it. */
export interface GatewayOrder {
  readonly clientOrderId: string;
  readonly orderId: string;
  readonly mic: string;
  readonly order: RoutedOrder;
  readonly isAcknowledged: boolean;
  /** When the order reaches its exchange, if it is not lost: no later message overtakes it. */
  readonly arrivesMs: number;
  readonly filledMicro: number;
  /** Executions 1 to this have arrived. */
  readonly receivedThrough: number;
  /** Later executions that have arrived, because reports may overtake each other. */
  readonly receivedAhead: readonly number[];
  /** Set while reports of executions before its termination are still in transit. */
  readonly termination: OrderTermination | null;
  readonly wantsCancel: boolean;
  /** How many status requests were sent. */
  readonly queries: number;
  /** The timer of the next status request; `null` where none is set. */
  readonly askTimer: number | null;
}

export interface GatewayOrderStore {
  add(order: GatewayOrder): void;
  find(clientOrderId: string): GatewayOrder | null;
  findByOrder(orderId: string): GatewayOrder | null;
  update(order: GatewayOrder): void;
  remove(clientOrderId: string): void;
  /** In the order they were sent. */
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
  /** The control plane disconnected it and has not connected it again. */
  readonly isHeld: boolean;
  /** The timer of the reconnection attempt that will succeed; `null` while none can. */
  readonly attemptTimer: number | null;
}

export interface OutageStore {
  insert(outage: Outage): void;
  update(outage: Outage): void;
  /** In the order they began. */
  all(): Outage[];
}
