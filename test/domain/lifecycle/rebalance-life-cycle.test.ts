import { describe, expect, test } from 'vitest';
import {
  isActiveRebalance,
  isFinalRebalance,
  REBALANCE_EVENTS,
  REBALANCE_STATUSES,
  type RebalanceEvent,
  type RebalanceStatus,
  transitionRebalance,
} from '../../../src-server/domain/lifecycle/rebalance-life-cycle.ts';

const busy = 'already_executing';
const bad = 'invalid_request';

/**
 * Columns in the order of REBALANCE_EVENTS: execute, cancel, fill_with_open_orders, all_filled, final_with_unfilled.
 */
const TABLE: Record<RebalanceStatus, readonly string[]> = {
  plan_ready: ['executing', 'cancelled', bad, bad, bad],
  executing: [busy, busy, 'partially_filled', 'complete', 'failed'],
  partially_filled: [busy, busy, 'partially_filled', 'complete', 'failed'],
  complete: [bad, bad, bad, bad, bad],
  failed: [bad, bad, bad, bad, bad],
  cancelled: [bad, bad, bad, bad, bad],
};

const cells = REBALANCE_STATUSES.flatMap((status) =>
  REBALANCE_EVENTS.map((event, column) => ({ status, event, expected: TABLE[status][column] })),
);

describe('the rebalance life cycle (specification section 3, decisions C2, C3, G6)', () => {
  test.each(cells)('$status on $event gives $expected', ({ status, event, expected }) => {
    const result = transitionRebalance(status, event);
    expect(result.ok ? result.next : result.code).toBe(expected);
  });

  test.each(['execute', 'cancel'] as const)('a refused %s names the state', (event) => {
    for (const status of REBALANCE_STATUSES) {
      if (status !== 'plan_ready') expect(messageOf(status, event)).toContain(status);
    }
  });

  test('a refused cancel mentions support once fills may exist, and only then', () => {
    const mentioning = REBALANCE_STATUSES.filter((status) => messageOf(status, 'cancel').includes('through support'));
    expect(mentioning).toEqual(['partially_filled', 'complete', 'failed']);
  });

  test('complete, failed and cancelled are final; executing and partially_filled are active', () => {
    expect(REBALANCE_STATUSES.filter(isFinalRebalance)).toEqual(['complete', 'failed', 'cancelled']);
    expect(REBALANCE_STATUSES.filter(isActiveRebalance)).toEqual(['executing', 'partially_filled']);
  });
});

function messageOf(status: RebalanceStatus, event: RebalanceEvent): string {
  const result = transitionRebalance(status, event);
  return result.ok ? '' : result.message;
}
