/**
 * The port to exchanges: one connector each, chosen by an order's MIC. The simulated exchanges are one implementation;
 * another kind of connector needs nothing of the engine changed. Quantities and prices in millionths.
 */
import type { UnitOfWork } from '../kernel/unit-of-work.ts';

/** An order on its way to an exchange. */
export interface RoutedOrder {
  readonly orderId: string;
  readonly isin: string;
  readonly mic: string;
  readonly side: 'buy' | 'sell';
  readonly quantityMicro: number;
  /** Quantities are multiples of this. */
  readonly stepMicro: number;
  /** `null`: a market order, which stays until it is filled; a limit order lives for one trading day. */
  readonly limitPriceMicro: number | null;
}

/** An exchange's word that part of an order was done. Prices in the listing's currency. */
export interface FillReport {
  readonly orderId: string;
  readonly quantityMicro: number;
  readonly priceMicro: number;
  readonly midMicro: number;
  /** The ask for a buy, the bid for a sell, before impact. */
  readonly touchMicro: number;
  readonly executedMs: number;
}

export interface ExchangeConnectors {
  isConnected(mic: string): boolean;
  submit(unit: UnitOfWork, order: RoutedOrder): void;
}

/** What connectors report, each in a unit of work of its own. */
export interface ConnectorReports {
  onFill(unit: UnitOfWork, report: FillReport): void;
  /** The rest of a limit order that its trading day did not fill. */
  onReturn(unit: UnitOfWork, orderId: string): void;
}
