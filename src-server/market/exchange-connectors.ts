/**
 * The port to exchanges: one connector each, chosen by an order's MIC. The simulated exchanges are one implementation;
 * another kind of connector would not change the engine. Quantities and prices in millionths.
 */
import type { TERMINATION_CODES } from '../domain/events/event-choices.ts';
import type { UnitOfWork } from '../kernel/unit-of-work.ts';
import type { DayEnd } from './data/market-data.ts';

/** An order in transit to an exchange. */
export interface RoutedOrder {
  /** Permanent id of this submission: an exchange that receives it twice has one order. */
  readonly clientOrderId: string;
  readonly orderId: string;
  readonly isin: string;
  readonly mic: string;
  readonly side: 'buy' | 'sell';
  readonly quantityMicro: number;
  /** Quantities are multiples of this. */
  readonly stepMicro: number;
  /** `null`: a market order. */
  readonly limitPriceMicro: number | null;
  /** Handling of the rest of the order when the exchange's day ends. */
  readonly dayEnd: DayEnd;
}

/** An execution report. Prices in the listing's currency. */
export interface FillReport {
  readonly orderId: string;
  /** Numbers the executions of one submission, from 1. */
  readonly executionNo: number;
  readonly quantityMicro: number;
  readonly priceMicro: number;
  readonly midMicro: number;
  /** The ask for a buy, the bid for a sell, before impact. */
  readonly touchMicro: number;
  readonly executedMs: number;
}

/** Why an exchange refused or ended an order. */
export type TerminationCode = (typeof TERMINATION_CODES)[number];

/** `returned`: the day ended and the rest must be submitted again, with another limit. The others are final. */
export interface OrderTermination {
  readonly outcome: 'rejected' | 'expired' | 'cancelled' | 'returned';
  readonly code: TerminationCode;
  readonly text: string;
  /** Number of executions before the termination. */
  readonly executions: number;
}

export interface ExchangeConnectors {
  /** Whether the connection to an exchange is up. */
  isConnected(mic: string): boolean;
  /** Sends an order whose exchange is connected; everything that follows is reported. */
  submit(unit: UnitOfWork, order: RoutedOrder): void;
  /**
   * Requests the cancellation of the rest of an order; fills may be reported first. Does nothing if the order is not
   * working.
   */
  cancel(unit: UnitOfWork, orderId: string): void;
  /**
   * Ends every order of an instrument at once, whatever the state of the connections, because the instrument itself
   * changes (decision O3). Earlier executions are reported first; `text` is the reason stated in the orders.
   */
  withdraw(unit: UnitOfWork, isin: string, text: string): void;
}

/**
 * Reports of connectors: each exactly once, and every fill before the termination of its order, whatever the connection
 * does. A fill may be late, and fills of one order may overtake each other.
 */
export interface ConnectorReports {
  /**
   * `reconciled`: the acknowledgement was lost; a status request or a fill revealed that the exchange has the order.
   */
  onAcknowledged(unit: UnitOfWork, orderId: string, reconciled: boolean): void;
  onFill(unit: UnitOfWork, report: FillReport): void;
  onTerminated(unit: UnitOfWork, orderId: string, termination: OrderTermination): void;
  /** An exchange is connected again, or its prices are current again: orders that waited for that may be submitted. */
  onAvailable(unit: UnitOfWork, mic: string): void;
}
