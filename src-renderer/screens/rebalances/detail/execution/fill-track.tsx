/** How much of an order is filled: the numbers, and a bar of them. */
import type { OrderWire } from '../../../../../src-server/contract/service/form-b.ts';
import classes from '../rebalance.module.css';

interface FillTrackProps {
  readonly order: OrderWire;
  readonly quantity: (value: number) => string;
}

export function FillTrack({ order, quantity }: FillTrackProps) {
  const share = order.quantity === 0 ? 0 : order.filled_quantity / order.quantity;
  const isDead = order.status === 'rejected' || order.status === 'expired' || order.status === 'cancelled';
  return (
    <span className={classes.fillTrack}>
      <span>
        {quantity(order.filled_quantity)} / {quantity(order.quantity)}
      </span>
      <span className={classes.track} data-tone={share >= 1 ? 'ok' : isDead ? 'fail' : undefined} aria-hidden>
        <span style={{ width: `${share * 100}%` }} />
      </span>
    </span>
  );
}
