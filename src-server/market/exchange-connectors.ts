/**
 * The port to exchanges: one connector each, chosen by an order's MIC. The simulated exchanges are one implementation;
 * another kind of connector needs nothing of the engine changed. Quantities and prices in millionths.
 */
import type { UnitOfWork } from '../kernel/unit-of-work.ts';
import type { DayEnd } from './data/market-data.ts';

/** An order on its way to an exchange. */
export interface RoutedOrder {
  /** Names this sending of the order for good: whoever gets it twice has got one order. */
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
  /** What the exchange does with the rest when its day ends. */
  readonly dayEnd: DayEnd;
}

/** An exchange's word that part of an order was done. Prices in the listing's currency. */
export interface FillReport {
  readonly orderId: string;
  /** Numbers the executions of one sending, from 1. */
  readonly executionNo: number;
  readonly quantityMicro: number;
  readonly priceMicro: number;
  readonly midMicro: number;
  /** The ask for a buy, the bid for a sell, before impact. */
  readonly touchMicro: number;
  readonly executedMs: number;
}

/** Why an exchange refused or ended an order. */
export const TERMINATION_CODES = [
  'unknown_listing',
  'lot_size',
  'tick_size',
  'price_collar',
  'exchange_refused',
  'partial_fill',
  'book_lost',
  'day_end',
  'requested',
] as const;
export type TerminationCode = (typeof TERMINATION_CODES)[number];

/** `returned`: the day ended and what is left is to be sent anew, with another limit. The others are final. */
export interface OrderTermination {
  readonly outcome: 'rejected' | 'expired' | 'cancelled' | 'returned';
  readonly code: TerminationCode;
  readonly text: string;
  /** How many executions came before. */
  readonly executions: number;
}

export interface ExchangeConnectors {
  /** Whether the line to an exchange is up. */
  isConnected(mic: string): boolean;
  /** Sends an order whose exchange is connected; everything else about it is reported. */
  submit(unit: UnitOfWork, order: RoutedOrder): void;
  /** Asks for what is left of an order to be cancelled; fills may come first. Nothing happens if none is out. */
  cancel(unit: UnitOfWork, orderId: string): void;
}

/**
 * What connectors report, each exactly once and every fill before the termination of its order, whatever the line does. A
 * fill may be late, and fills of one order may overtake each other.
 */
export interface ConnectorReports {
  /** `reconciled`: its answer was lost and the exchange had to be asked, or a fill told of it. */
  onAcknowledged(unit: UnitOfWork, orderId: string, reconciled: boolean): void;
  onFill(unit: UnitOfWork, report: FillReport): void;
  onTerminated(unit: UnitOfWork, orderId: string, termination: OrderTermination): void;
  /** An exchange can be reached again, or its prices are current again: what waited for it may go. */
  onAvailable(unit: UnitOfWork, mic: string): void;
}
