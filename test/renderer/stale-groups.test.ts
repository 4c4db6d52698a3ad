/** What an event of the world makes stale. */
import { describe, expect, it } from 'vitest';
import { staleGroups } from '../../src-renderer/client/query-keys.ts';

describe('an event of the world', () => {
  it('about an order makes its rebalance, the portfolios and the outbox stale, but not the endpoints', () => {
    const groups = staleGroups('order.filled');
    expect(groups).toEqual(expect.arrayContaining(['rebalance', 'portfolio', 'portfolios', 'deliveries']));
    expect(groups).not.toContain('webhooks');
  });

  it('of a kind nobody knows makes everything stale, so that nothing old stays on screen', () => {
    const groups = staleGroups('comet.landed');
    expect(groups).toEqual(expect.arrayContaining(['rebalance', 'portfolio', 'deliveries', 'exchanges']));
  });

  it('always makes the fingerprint stale, since the head of the chain moved', () => {
    expect(
      ['order.filled', 'clock.set', 'comet.landed'].every((type) => staleGroups(type).includes('fingerprint')),
    ).toBe(true);
  });
});
