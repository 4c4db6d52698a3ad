/** How an exchange handles the orders of test instruments (decision O8), unless a market fault decides. Pure. */
import type { Fate } from '../../domain/identifiers/fate.ts';
import type { ExchangeOrder } from './exchange-order-store.ts';
import { wholeSteps } from './order-quantities.ts';

/** Returns the quantity that is traded as soon as the order has arrived, in millionths. */
export function tradedOnArrivalMicro(fate: Fate, { quantityMicro, stepMicro }: ExchangeOrder): number {
  if (fate === 'filled_at_once') return quantityMicro;
  return fate === 'half_then_silent' ? wholeSteps(quantityMicro / 2, stepMicro) : 0;
}

/** Whether the exchange then holds the order, without ever ending its day. */
export function isSilent(fate: Fate | undefined): boolean {
  return fate === 'half_then_silent' || fate === 'never_acknowledged';
}

/** Whether the arrival of the order is not reported, even on request; false once the order was released. */
export function isUnacknowledged(fate: Fate | undefined, order: Pick<ExchangeOrder, 'isHeld'> | null): boolean {
  return fate === 'never_acknowledged' && order?.isHeld === true;
}

/** Returns the ask for a buy, the bid for a sell; the limit if that is better. */
export function touchWithinLimit(
  { side, limitPriceMicro: limit }: Pick<ExchangeOrder, 'side' | 'limitPriceMicro'>,
  { bidMicro, askMicro }: Readonly<Record<'bidMicro' | 'askMicro', number>>,
): number {
  return side === 'buy' ? Math.min(askMicro, limit ?? askMicro) : Math.max(bidMicro, limit ?? bidMicro);
}
