/** What an exchange does with the orders of test instruments (decision O8) where no fault of the market says it. Pure. */
import type { Fate } from '../../domain/identifiers/fate.ts';
import type { ExchangeOrder } from './exchange-order-store.ts';
import { wholeSteps } from './order-quantities.ts';

/** The quantity that is traded as soon as the order has arrived, in millionths. */
export function tradedOnArrivalMicro(fate: Fate, { quantityMicro, stepMicro }: ExchangeOrder): number {
  if (fate === 'filled_at_once') return quantityMicro;
  return fate === 'half_then_silent' ? wholeSteps(quantityMicro / 2, stepMicro) : 0;
}

/** Whether the exchange then holds it, without ever ending its day. */
export function isSilent(fate: Fate | undefined): boolean {
  return fate === 'half_then_silent' || fate === 'never_acknowledged';
}

/** Whether nobody is told that it arrived, even when asked; not once somebody has released it. */
export function isUnacknowledged(fate: Fate | undefined, order: Pick<ExchangeOrder, 'isHeld'> | null): boolean {
  return fate === 'never_acknowledged' && order?.isHeld === true;
}

/** The ask for a buy, the bid for a sell; the limit where that is better. */
export function touchWithinLimit(
  { side, limitPriceMicro: limit }: Pick<ExchangeOrder, 'side' | 'limitPriceMicro'>,
  { bidMicro, askMicro }: Readonly<Record<'bidMicro' | 'askMicro', number>>,
): number {
  return side === 'buy' ? Math.min(askMicro, limit ?? askMicro) : Math.max(bidMicro, limit ?? bidMicro);
}
