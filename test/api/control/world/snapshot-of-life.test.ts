/**
 * Snapshots of a world with many scheduled events, which happen as they would have without them (decisions O1 to O6).
 */
import { afterEach, expect, test } from 'vitest';
import { fingerprint } from '../../../../src-server/contract/control/world/session.ts';
import { proves } from '../../../conformance/proves.ts';
import { newFolder, startBallast, stopAll, type TestServer } from '../../../support/start-ballast.ts';
import { executeSample, SAP } from '../../service/sample-portfolio.ts';
import { logOf, setPolicy } from '../policies/policy-client.ts';

afterEach(stopAll);

const WHEN = [{ calendar: { every: 'month' } }, { cash_flow: {} }, { drift: { threshold: 0.1 } }];

/** A policy, savings, trades that have not settled, and scheduled corporate actions. */
async function begin(server: TestServer): Promise<void> {
  const { portfolioId } = await executeSample(server);
  await setPolicy(server, portfolioId, { when: WHEN, settings: { drift_threshold: 0.01 }, execute: true });
  const savings = { kind: 'deposit', amount: 900, at: '2026-03-10T12:00:00Z', every: 'month' };
  expect((await server.sim.post(`/portfolios/${portfolioId}/cash-flows`, savings)).status).toBe(201);
  const split = { kind: 'split', isin: SAP, ex_at: '2026-03-20T07:00:00Z', ratio: { new: 4, old: 1 } };
  const dividend = { kind: 'cash_dividend', isin: SAP, ex_at: '2026-04-02T07:00:00Z', amount: 0.5 };
  for (const action of [split, dividend]) {
    expect((await server.sim.post('/market/corporate-actions', action)).status).toBe(201);
  }
  await server.advance('3h');
}

const HAPPENS = [
  ...['trade.settled', 'cash_flow.booked', 'corporate_action.applied', 'dividend.paid'],
  'policy.triggered',
];

test.each([
  ['in memory', () => ({})],
  ['in a folder', () => ({ dataDir: newFolder() })],
])(
  'scheduled events in a world %s happen after a restore as they would have without',
  proves('L48', 'O6.12', 'O1.7', 'O3.13', 'O4.8', 'L49.1'),
  async (_where, options) => {
    const life = { seed: 12, settlement: 'simulated', dividends: 'on' } as const;
    const untouched = await startBallast(life);
    await begin(untouched);
    const before = (await logOf(untouched)).length;
    await untouched.advance('60d');
    const head = await untouched.head();
    const later = new Set((await logOf(untouched)).slice(before).map(({ type }) => type));
    expect(HAPPENS.filter((type) => !later.has(type))).toEqual([]);

    const server = await startBallast({ ...life, ...options() });
    await begin(server);
    const print = (await server.sim.get('/fingerprint')).as(fingerprint);
    expect((await server.sim.post('/snapshots', { name: 'begun' })).status).toBe(201);
    await server.advance('25d');
    expect((await server.sim.post('/snapshots/begun/restore')).as(fingerprint)).toEqual(print);
    await server.advance('60d');
    expect(await server.head()).toBe(head);
  },
);
