/**
 * The ports through which the simulated exchanges and the desk in front of them remember, so that both survive a
 * restart. Two books on purpose: what an exchange knows and what has reached us differ while messages are under way.
 */

import type { DayEnd } from '../data/market-data.ts';
import type { FillReport, OrderTermination, RoutedOrder } from '../exchange-connectors.ts';
import type { OwnFlow } from './price-impact.ts';

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
  /** The exchange will fill no more than this, by a fault; `null`: all of it. */
  readonly cappedMicro: number | null;
  /** Counts the times it was matched; part of the names of its random draws. */
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
  flow(isin: string, mic: string): OwnFlow | null;
  setFlow(isin: string, mic: string, flow: OwnFlow): void;
}

/** An order as our side knows it. */
export interface GatewayOrder {
  readonly clientOrderId: string;
  readonly orderId: string;
  readonly mic: string;
  readonly order: RoutedOrder;
  readonly isAcknowledged: boolean;
  /** When the order reaches its exchange, if nothing is lost: nothing sent later overtakes it. */
  readonly arrivesMs: number;
  readonly filledMicro: number;
  /** Executions 1 to this have reached us … */
  readonly receivedThrough: number;
  /** … and these beyond it, because reports may overtake each other. */
  readonly receivedAhead: readonly number[];
  /** How it ended, while executions from before its end are still under way. */
  readonly termination: OrderTermination | null;
  readonly wantsCancel: boolean;
  /** How often it was asked after. */
  readonly queries: number;
  /** The timer that asks after it; `null` where none is set. */
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

/** A time during which an exchange could not be reached. */
export interface Outage {
  /** Numbers the outages of all exchanges, from 1. */
  readonly outageId: number;
  readonly mic: string;
  readonly fromMs: number;
  /** `null` while it lasts. */
  readonly untilMs: number | null;
  /** Somebody took the line down and has not let it up again. */
  readonly isHeld: boolean;
  /** The timer of the attempt that will succeed; `null` while none can. */
  readonly attemptTimer: number | null;
}

export interface OutageStore {
  insert(outage: Outage): void;
  update(outage: Outage): void;
  /** In the order they began. */
  all(): Outage[];
}
