/** Orders of which only a part was sent, because there was not enough cash. Pure. */
import type { RebalanceView } from '../../../../src-server/contract/control/portfolios/portfolios.ts';
import type { OrderWire } from '../../../../src-server/contract/service/form-b.ts';

/** Shares last sent; `null` if that was all that was left of the order, or if nothing was sent. */
export function sentPart(
  { order_id: orderId, quantity, fills }: Pick<OrderWire, 'order_id' | 'quantity' | 'fills'>,
  progress: RebalanceView['progress'],
): number | null {
  const row = progress.find((each) => each.order_id === orderId);
  const { sent_at: sentAt = null, sent_quantity: sent = null } = row ?? {};
  if (sentAt === null || sent === null) return null;
  // ISO texts of the same format and zone sort by time.
  const filledBefore = fills.filter((fill) => fill.filled_at < sentAt).reduce((sum, fill) => sum + fill.quantity, 0);
  const isCut = quantity - filledBefore - sent > SMALLEST_SHARE / 2;
  return isCut ? sent : null;
}

/** Quantities are multiples of it; sums of them may differ by less. */
const SMALLEST_SHARE = 1e-6;
