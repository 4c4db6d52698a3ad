import { describe, expect, test } from 'vitest';
import {
  isFinalOrder,
  ORDER_EVENTS,
  ORDER_STATUSES,
  type OrderStatus,
  transitionOrder,
} from '../../../src-server/domain/lifecycle/order-life-cycle.ts';

const no = 'invalid_transition';
const part = 'partially_filled';

/** Columns in the order of ORDER_EVENTS: send, partial_fill, final_fill, reject, expire, cancel, amend_to_filled. */
const TABLE: Record<OrderStatus, readonly string[]> = {
  new: ['sent', no, no, 'rejected', 'expired', 'cancelled', no],
  sent: [no, part, 'filled', 'rejected', 'expired', 'cancelled', no],
  partially_filled: [no, part, 'filled', no, 'expired', 'cancelled', 'filled'],
  filled: [no, no, no, no, no, no, no],
  rejected: [no, no, no, no, no, no, no],
  expired: [no, no, no, no, no, no, no],
  cancelled: [no, no, no, no, no, no, no],
};

const cells = ORDER_STATUSES.flatMap((status) =>
  ORDER_EVENTS.map((event, column) => ({ status, event, expected: TABLE[status][column] })),
);

describe('the order life cycle (decision G5)', () => {
  test.each(cells)('$status on $event gives $expected', ({ status, event, expected }) => {
    const result = transitionOrder(status, event);
    expect(result.ok ? result.next : result.code).toBe(expected);
  });

  test('a refusal names status and event', () => {
    const result = transitionOrder('filled', 'cancel');
    expect(result.ok ? '' : result.message).toBe('The event cancel cannot happen to an order that is filled.');
  });

  test('filled, rejected, expired and cancelled are final', () => {
    expect(ORDER_STATUSES.filter(isFinalOrder)).toEqual(['filled', 'rejected', 'expired', 'cancelled']);
  });
});
