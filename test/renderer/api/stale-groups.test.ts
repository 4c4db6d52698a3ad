/** The data that an event of the world makes stale. */
import { describe, expect, it } from 'vitest';
import { staleGroups } from '../../../src-renderer/api/query-keys.ts';

describe('an event of the world', () => {
  it('about an order makes its rebalance, the portfolios, the outbox and what waits for endpoints stale', () => {
    const groups = staleGroups('order.filled');
    expect(groups).toEqual(expect.arrayContaining(['rebalance', 'portfolio', 'portfolios', 'deliveries', 'webhooks']));
    expect(groups).not.toContain('tiers');
  });

  it('about an order makes the orders of its exchange and the hits of faults stale', () => {
    expect(staleGroups('order.filled')).toEqual(expect.arrayContaining(['exchanges', 'faults']));
  });

  it('about an order makes the records of executions stale, and about a portfolio only its data in a record', () => {
    expect(staleGroups('order.filled')).toContain('mifid-records');
    expect(staleGroups('portfolio.deleted')).toContain('mifid-record');
    expect(staleGroups('portfolio.deleted')).not.toContain('mifid-records');
  });

  it('about a fault makes the exchanges, the prices and the faults themselves stale', () => {
    expect(staleGroups('fault.began')).toEqual(expect.arrayContaining(['faults', 'exchanges', 'bars', 'depth']));
  });

  it('about the market makes events, pins, charts and valuations stale, but no rebalance', () => {
    const groups = staleGroups('market.event_added');
    expect(groups).toEqual(expect.arrayContaining(['market-events', 'pins', 'bars', 'depth', 'portfolio']));
    expect(groups).not.toContain('rebalance');
  });

  it('about an account, a tier or a key makes callers stale, and a plan the used quota', () => {
    for (const type of ['account.changed', 'tier.changed', 'key.revoked']) {
      expect(staleGroups(type)).toEqual(expect.arrayContaining(['accounts', 'tiers', 'api-keys']));
    }
    expect(staleGroups('rebalance.created')).toContain('accounts');
    expect(staleGroups('rebalance.created')).not.toContain('api-keys');
  });

  it('of an unknown kind makes everything stale, so that nothing old remains on screen', () => {
    const groups = staleGroups('comet.landed');
    expect(groups).toEqual(expect.arrayContaining(['rebalance', 'portfolio', 'deliveries', 'exchanges', 'accounts']));
  });

  it('always makes the fingerprint stale, since the head of the chain moved', () => {
    expect(
      ['order.filled', 'clock.set', 'comet.landed'].every((type) => staleGroups(type).includes('fingerprint')),
    ).toBe(true);
  });
});
