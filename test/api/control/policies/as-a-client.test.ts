/** A policy's trades are those of a client that calls the service at the same instants (decision O6). */
import { afterAll, describe, expect, test } from 'vitest';
import type { WorldEvent } from '../../../../src-server/contract/control/world/records.ts';
import { portfolioA, startedRebalanceA } from '../../../../src-server/contract/service/form-a.ts';
import { proves } from '../../../conformance/proves.ts';
import { startBallast, stopAll, type TestServer } from '../../../support/start-ballast.ts';
import { createSample, planFor, SAP, WORLD_ETF } from '../../service/sample-portfolio.ts';
import { logOf, policyOf, setPolicy } from './policy-client.ts';

afterAll(stopAll);

const SETTINGS = { drift_threshold: 0.01, cost_budget: 40, fractional_precision: 2 };

/** Events without those of policies and their mark: when, what and to what. */
function withoutPolicies(events: readonly WorldEvent[]) {
  return events
    .filter(({ type }) => !type.startsWith('policy.'))
    .map(({ at, type, data: { by: _by, ...data } }) => ({ at, type, data }));
}

async function makeWorld(): Promise<{ server: TestServer; id: string }> {
  const server = await startBallast({ seed: 7 });
  await server.sim.post('/webhooks', { url: '/sim/sink/all' });
  // Too early for the drift, late enough for the date after it.
  const jump = { isin: SAP, kind: 'jump', size: -0.12, at: '2026-05-03T00:00:00Z' };
  expect((await server.sim.post('/market/events', jump)).status).toBe(201);
  const id = await createSample(server);
  await server.sim.post(`/portfolios/${id}/cash-flows`, {
    kind: 'deposit',
    amount: 2500,
    at: '2026-03-20T12:00:00Z',
    every: 'month',
    until: '2026-08-01T00:00:00Z',
  });
  return { server, id };
}

/** Moves the clock to an instant. */
async function goTo(server: TestServer, to: string): Promise<void> {
  expect((await server.sim.post('/clock/advance', { to, wait: true, wait_ms: 600_000 })).status).toBe(200);
}

describe('a policy of Form B', () => {
  test('writes the log of a client with the same calls at the same instants', proves('O6.5'), async () => {
    const byPolicy = await makeWorld();
    const when = [{ calendar: { every: 'month', day: 3 } }, { cash_flow: {} }, { drift: { threshold: 0.09 } }];
    await setPolicy(byPolicy.server, byPolicy.id, { when, settings: SETTINGS, cooldown: '3d', execute: true });
    await goTo(byPolicy.server, '2026-08-01T00:00:00Z');
    const log = await logOf(byPolicy.server);
    const triggered = log.filter(({ type }) => type === 'policy.triggered');
    expect(new Set(triggered.map(({ data }) => data.when))).toEqual(new Set(['calendar', 'cash_flow', 'drift']));

    const { server, id } = await makeWorld();
    for (const { at } of triggered) {
      await goTo(server, at);
      const planned = await planFor(server, id, SETTINGS);
      expect((await server.b.post(`/rebalance/${planned}/execute`, { confirm: true })).status).toBe(202);
    }
    await goTo(server, '2026-08-01T00:00:00Z');
    expect(withoutPolicies(log)).toEqual(withoutPolicies(await logOf(server)));
    const marked = log.filter(({ data }) => data.by === 'policy').map(({ type }) => type);
    expect(marked.filter((type) => type === 'rebalance.created')).toHaveLength(triggered.length);
  });
});

describe('a policy of Form A', () => {
  test('writes the log of a client that rebalances to the same targets', proves('O6.5', 'O6.6'), async () => {
    const weights = { [SAP]: 0.4, [WORLD_ETF]: 0.6 };
    const logs: WorldEvent[][] = [];
    for (const isClient of [false, true]) {
      const server = await startBallast({ seed: 8 });
      const terms = { name: 'Depot', currency: 'EUR', tax_jurisdiction: 'DE' };
      const { portfolio_id: id } = (await server.a.post('/portfolios', terms)).as(portfolioA);
      const targets = Object.entries(weights).map(([isin, weight]) => ({ isin, weight }));
      await server.sim.post(`/portfolios/${id}/targets`, { targets });
      if (isClient) {
        await goTo(server, '2026-04-01T07:30:00Z');
        const response = await server.a.post(`/portfolios/${id}/rebalance`, { target_weights: weights });
        expect(response.as(startedRebalanceA).status).toBe('executing');
      } else {
        await setPolicy(server, id, { when: [{ calendar: { every: 'quarter' } }], execute: true });
      }
      await goTo(server, '2026-05-01T00:00:00Z');
      if (!isClient) expect((await policyOf(server, id)).triggered).toBe(1);
      logs.push(await logOf(server));
    }
    expect(withoutPolicies(logs[0] ?? [])).toEqual(withoutPolicies(logs[1] ?? []));
  });
});
