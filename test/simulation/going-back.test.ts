/**
 * Runs random sessions over HTTP that return to a snapshot: the same follows again, and a reset gives a fresh world.
 */

import { afterEach, describe, expect, it } from 'vitest';
import { fingerprint } from '../../src-server/contract/control/world/session.ts';
import { ALLIANZ, LARGE, SAP, samplePortfolio, WORLD_ETF } from '../api/service/sample-portfolio.ts';
import { proves } from '../conformance/proves.ts';
import { draws, fc } from '../support/draws.ts';
import { newFolder, startBallast, stopAll, type TestServer } from '../support/start-ballast.ts';

afterEach(stopAll);

/** An action of a user on a world; `which` picks among the existing portfolios or plans. */
type Action =
  | { readonly what: 'portfolio'; readonly isLarge: boolean }
  | { readonly what: 'plan' | 'execute' | 'cancel' | 'drop'; readonly which: number }
  | { readonly what: 'advance'; readonly by: string }
  | { readonly what: 'cash'; readonly which: number; readonly amount: number }
  | { readonly what: 'pin'; readonly isin: string; readonly mid: number }
  | { readonly what: 'fault'; readonly kind: string }
  | { readonly what: 'line'; readonly connected: boolean };

const which = fc.nat({ max: 5 });
const action: fc.Arbitrary<Action> = fc.oneof(
  fc.record({ what: fc.constant('portfolio' as const), isLarge: fc.boolean() }),
  fc.record({ what: fc.constantFrom('plan' as const, 'execute', 'cancel', 'drop'), which }),
  fc.record({ what: fc.constantFrom('plan' as const, 'execute'), which }),
  fc.record({ what: fc.constant('advance' as const), by: fc.constantFrom('700ms', '9s', '10m', '5h', '3d') }),
  fc.record({ what: fc.constant('cash' as const), which, amount: fc.nat({ max: 50_000 }) }),
  fc.record({
    what: fc.constant('pin' as const),
    isin: fc.constantFrom(SAP, ALLIANZ),
    mid: fc.integer({ min: 50, max: 400 }),
  }),
  fc.record({
    what: fc.constant('fault' as const),
    kind: fc.constantFrom('partial_fills', 'duplicate_fills', 'reject_orders'),
  }),
  fc.record({ what: fc.constant('line' as const), connected: fc.boolean() }),
);
const actions = fc.array(action, { minLength: 1, maxLength: 9 });
/** So that there is something to restore. */
const opening: readonly Action[] = [
  { what: 'portfolio', isLarge: true },
  { what: 'plan', which: 0 },
  { what: 'execute', which: 0 },
];

/** Performs them one after the other; returns all responses, with the ids of requests. */
async function live(server: TestServer, life: readonly Action[]): Promise<string[]> {
  const responses: string[] = [];
  for (const each of life) {
    const response = await act(server, each);
    responses.push(`${each.what} ${response.status} ${response.headers.get('x-request-id')} ${response.text}`);
  }
  const events = await server.sim.get('/events?limit=1000');
  return [...responses, events.text];
}

async function act(server: TestServer, each: Action) {
  const { sim, b } = server;
  switch (each.what) {
    case 'portfolio':
      return b.post('/portfolios', samplePortfolio(each.isLarge ? LARGE : {}));
    case 'plan':
      return b.post('/rebalance', { portfolio_id: await pick(server, 'portfolios', each.which) });
    case 'execute':
      return b.post(`/rebalance/${await pick(server, 'rebalances', each.which)}/execute`, { confirm: true });
    case 'cancel':
      return b.delete(`/rebalance/${await pick(server, 'rebalances', each.which)}`);
    case 'drop':
      return b.delete(`/portfolios/${await pick(server, 'portfolios', each.which)}`);
    case 'advance':
      // Without the control plane's clock, whose responses would depend on how often it is read.
      await server.ballast.control.advanceTo(
        server.ballast.control.nowMs() + SPANS_MS[each.by as keyof typeof SPANS_MS],
      );
      return b.get(`/prices/${WORLD_ETF}`);
    case 'cash':
      return sim.post(`/portfolios/${await pick(server, 'portfolios', each.which)}/cash`, { amount: each.amount });
    case 'pin':
      return sim.post('/market/pins', { isin: each.isin, mid: each.mid, currency: 'EUR' });
    case 'fault':
      return sim.post('/faults', {
        kind: each.kind,
        count: 3,
        ...(each.kind === 'partial_fills' ? { fill_share: 0.4 } : {}),
      });
    case 'line':
      return sim.patch('/exchanges/XETR', { connected: each.connected });
  }
}

const SPANS_MS = { '700ms': 700, '9s': 9_000, '10m': 600_000, '5h': 18_000_000, '3d': 259_200_000 };

async function pick({ sim }: TestServer, what: 'portfolios' | 'rebalances', index: number): Promise<string> {
  const all = JSON.parse((await sim.get(`/${what}`)).text)[what] as Record<string, string>[];
  const id = what === 'portfolios' ? 'portfolio_id' : 'rebalance_id';
  return all[index % Math.max(1, all.length)]?.[id] ?? 'none';
}

async function headOf(server: TestServer): Promise<string> {
  return (await server.sim.get('/fingerprint')).as(fingerprint).head;
}

const RUNS = { numRuns: draws(12), endOnFailure: true };

describe('going back', () => {
  it('to a snapshot, then the same again, ends the same', { tags: ['drawn'], ...proves('L49.1') }, async () => {
    const server = await startBallast({ seed: 77 });
    await fc.assert(
      fc.asyncProperty(actions, actions, actions, async (before, lost, after) => {
        await server.sim.post('/reset');
        await live(server, [...opening, ...before]);
        const saved = await headOf(server);
        expect((await server.sim.post('/snapshots', { name: 'here', replace: true })).status).toBe(201);
        await live(server, after);
        const once = await headOf(server);
        await server.sim.post('/snapshots/here/restore');
        await live(server, lost);
        await server.sim.post('/snapshots/here/restore');
        expect(await headOf(server)).toBe(saved);
        await live(server, after);
        expect(await headOf(server)).toBe(once);
      }),
      RUNS,
    );
  });

  it('to the beginning is a fresh world, byte by byte', { tags: ['drawn'], ...proves('L47.1') }, async () => {
    const used = await startBallast({ seed: 78, dataDir: newFolder() });
    await fc.assert(
      fc.asyncProperty(actions, actions, async (before, life) => {
        await live(used, before);
        await used.sim.post('/reset');
        const fresh = await startBallast({ seed: 78 });
        expect(await live(used, [...opening, ...life])).toEqual(await live(fresh, [...opening, ...life]));
        await fresh.stop();
      }),
      RUNS,
    );
  });
});
