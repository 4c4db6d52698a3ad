/** Actions of an exchange on one of its orders, requested by the control plane (decision O7). */
import type { UnitOfWork } from '../../kernel/unit-of-work.ts';
import type { ExchangeOrder } from './exchange-order-store.ts';

export type OrderAction =
  /** Trades this quantity at this price, whatever the market's prices. */
  | { readonly kind: 'trade'; readonly quantityMicro: number; readonly priceMicro: number }
  | { readonly kind: 'end'; readonly outcome: 'rejected' | 'cancelled' | 'expired'; readonly text: string }
  | { readonly kind: 'hold' | 'release' };

/** The control plane's access to the orders of the exchanges. */
export interface OrderControl {
  /** Returns an order with a quantity left to trade; `null` before it arrives and after it has ended. */
  workingOrder(mic: string, orderId: string): ExchangeOrder | null;
  /** Acts at once; the reports are sent like any other. */
  act(unit: UnitOfWork, order: ExchangeOrder, action: OrderAction): void;
}
