/**
 * Decision N4: a world made with seed S and inputs I has the log of a server of its own with S and I, whatever the
 * other worlds do, in whatever order their requests come, and while worlds are created and ended.
 */
import { afterAll, describe, expect, test } from 'vitest';
import { fingerprint } from '../../src-server/contract/control/world/session.ts';
import { portfolioB, rebalancePlan } from '../../src-server/contract/service/form-b.ts';
import { ALLIANZ, SAP, samplePortfolio, WORLD_ETF } from '../api/service/sample-portfolio.ts';
import { proves } from '../conformance/proves.ts';
import { draws, fc } from '../support/draws.ts';
import { makeWorldOn, startBallast, stopAll, type TestServer } from '../support/start-ballast.ts';

afterAll(stopAll);

/** One request of a client, or of a user of the control plane. */
const input = fc.oneof(
  fc.record({ kind: fc.constant('portfolio' as const), sap: fc.integer({ min: 1, max: 300 }) }),
  fc.record({ kind: fc.constant('rebalance' as const), of: fc.nat(5), execute: fc.boolean() }),
  fc.record({ kind: fc.constant('advance' as const), minutes: fc.integer({ min: 1, max: 300 }) }),
  fc.record({
    kind: fc.constant('jump' as const),
    isin: fc.constantFrom(SAP, WORLD_ETF),
    percent: fc.integer({ min: -20, max: 20 }),
  }),
  fc.record({ kind: fc.constant('fault' as const), count: fc.integer({ min: 1, max: 3 }) }),
  fc.record({ kind: fc.constant('bad' as const) }),
  fc.record({ kind: fc.constant('snapshot' as const) }),
  fc.record({ kind: fc.constant('restore' as const) }),
);
type Input = typeof input extends fc.Arbitrary<infer Each> ? Each : never;

interface World {
  readonly seed: number;
  readonly inputs: readonly Input[];
}

const manyWorlds = fc.record({
  worlds: fc.array(fc.record({ seed: fc.nat(1_000_000), inputs: fc.array(input, { minLength: 3, maxLength: 14 }) }), {
    minLength: 2,
    maxLength: 5,
  }),
  /** Which world continues next, by its number among those that are not at their end. */
  order: fc.array(fc.nat(4), { minLength: 60, maxLength: 60 }),
});

type Callers = Pick<TestServer, 'b' | 'sim' | 'advance'>;

/** Sends the inputs of one world, one at a time. */
function playerOf(callers: Callers, inputs: readonly Input[]) {
  const portfolios: string[] = [];
  let next = 0;
  const take = async (each: Input): Promise<void> => {
    const { b, sim } = callers;
    switch (each.kind) {
      case 'portfolio': {
        const holdings = [
          { isin: SAP, exchange: 'XETR', quantity: each.sap },
          { isin: ALLIANZ, exchange: 'XETR', quantity: 20 },
        ];
        const response = await b.post(
          '/portfolios',
          samplePortfolio({ holdings, external_id: `p${portfolios.length}` }),
        );
        if (response.status === 201) portfolios.push(response.as(portfolioB).portfolio_id);
        break;
      }
      case 'rebalance': {
        const response = await b.post('/rebalance', {
          portfolio_id: portfolios[each.of % portfolios.length] ?? 'pf_none',
        });
        if (response.status !== 202 || !each.execute) break;
        await b.post(`/rebalance/${response.as(rebalancePlan).rebalance_id}/execute`, { confirm: true });
        break;
      }
      case 'advance':
        await callers.advance(`${each.minutes}m`);
        break;
      case 'jump':
        await sim.post('/market/events', { kind: 'jump', isin: each.isin, size: each.percent / 100 });
        break;
      case 'fault':
        await sim.post('/faults', { kind: 'api_error', code: 'internal_error', count: each.count });
        break;
      case 'bad':
        await b.post('/portfolios', { external_id: 1 });
        break;
      case 'snapshot':
        await sim.post('/snapshots', { name: 'saved', replace: true });
        break;
      case 'restore':
        await sim.post('/snapshots/saved/restore');
    }
  };
  return {
    isOver: () => next === inputs.length,
    goOn: () => take(inputs[next++] as Input),
  };
}

async function alone({ seed, inputs }: World) {
  const server = await startBallast({ seed });
  await server.sim.post('/webhooks', { url: '/sim/sink/own' });
  const player = playerOf(server, inputs);
  while (!player.isOver()) await player.goOn();
  await server.advance('1d');
  const print = (await server.sim.get('/fingerprint')).as(fingerprint);
  await server.stop();
  return print;
}

async function onOneServer(worlds: readonly World[], order: readonly number[]) {
  const server = await startBallast();
  const made = await Promise.all(worlds.map(({ seed }) => makeWorldOn(server, { seed })));
  for (const world of made) await world.sim.post('/webhooks', { url: '/sim/sink/own' });
  const players = made.map((world, index) => playerOf(world, worlds[index]?.inputs ?? []));
  let turn = 0;
  for (;;) {
    const waiting = players.filter((player) => !player.isOver());
    if (waiting.length === 0) break;
    const chosen = order[turn % order.length] ?? 0;
    turn += 1;
    // Two worlds at once, and now and then one that comes and goes.
    const pair = [...new Set([waiting[chosen % waiting.length], waiting[(chosen + 1) % waiting.length]])];
    await Promise.all(pair.map((player) => player?.goOn()));
    if (chosen === 4) {
      const guest = await makeWorldOn(server, { name: `guest-${turn}`, seed: turn });
      await guest.advance('3h');
      await server.sim.delete(`/worlds/${guest.made.name}`);
    }
  }
  await Promise.all(made.map((world) => world.advance('1d')));
  const prints = await Promise.all(made.map(async ({ sim }) => (await sim.get('/fingerprint')).as(fingerprint)));
  await server.stop();
  return prints;
}

describe('worlds on one server', { tags: ['drawn'] }, () => {
  test('have the logs of servers of their own, however their requests are interleaved', proves('N4'), async () => {
    await fc.assert(
      fc.asyncProperty(manyWorlds, async ({ worlds, order }) => {
        const prints = await onOneServer(worlds, order);
        for (const [index, world] of worlds.entries()) expect(prints[index]).toEqual(await alone(world));
      }),
      { numRuns: draws(20) },
    );
  });
});
