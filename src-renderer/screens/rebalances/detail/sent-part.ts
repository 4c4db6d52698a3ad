/** Orders of which only a part was sent, because the cash covered no more. Pure. */
import type { RebalanceView } from '../../../../src-server/contract/control/portfolios/portfolios.ts';
import type { OrderWire } from '../../../../src-server/contract/service/form-b.ts';

/** Shares last sent; `null` where that was all that was left of the order, or where nothing was sent. */
export function sentPart(
  { order_id: orderId, quantity, fills }: Pick<OrderWire, 'order_id' | 'quantity' | 'fills'>,
  progress: RebalanceView['progress'],
): number | null {
  const row = progress.find((each) => each.order_id === orderId);
  const { sent_at: sentAt = null, sent_quantity: sent = null } = row ?? {};
  if (sentAt === null || sent === null) return null;
  // ISO texts of one form and zone are in the order of time.
  const filledBefore = fills.filter((fill) => fill.filled_at < sentAt).reduce((sum, fill) => sum + fill.quantity, 0);
  const isCut = quantity - filledBefore - sent > SMALLEST_SHARE / 2;
  return isCut ? sent : null;
}

/** Quantities are multiples of it; sums of them may differ by less. */
const SMALLEST_SHARE = 1e-6;
