/** What an exchange is told to do with one of its orders (decision O7). */
import type { UnitOfWork } from '../../kernel/unit-of-work.ts';
import type { ExchangeOrder } from './exchange-order-store.ts';

export type OrderAction =
  /** Trades that much at that price, whatever the market is. */
  | { readonly kind: 'trade'; readonly quantityMicro: number; readonly priceMicro: number }
  | { readonly kind: 'end'; readonly outcome: 'rejected' | 'cancelled' | 'expired'; readonly text: string }
  | { readonly kind: 'hold' | 'release' };

/** The orders of the exchanges, for the control plane. */
export interface OrderControl {
  /** An order of which the exchange has something left to trade; `null` before it arrives and after it has ended. */
  workingOrder(mic: string, orderId: string): ExchangeOrder | null;
  /** Does it at once; its reports are on their way like any other. */
  act(unit: UnitOfWork, order: ExchangeOrder, action: OrderAction): void;
}
