/**
 * Tests that the recording of any session replays to the same log, whatever the order of requests and however time
 * moves.
 */

import { afterEach, expect, test } from 'vitest';
import { portfolioList, rebalanceList } from '../../src-server/contract/control/portfolios/portfolios.ts';
import { ALLIANZ, SAP, samplePortfolio, WORLD_ETF } from '../api/service/sample-portfolio.ts';
import { proves } from '../conformance/proves.ts';
import { draws, fc } from '../support/draws.ts';
import { startBallast, stopAll, type TestServer } from '../support/start-ballast.ts';
import { play, startRecording, takeRecording } from './play-recording.ts';

afterEach(stopAll);

const isin = fc.constantFrom(SAP, ALLIANZ, WORLD_ETF);
const pick = fc.nat(20);
const seconds = fc.integer({ min: 1, max: 40_000 });

/** One action; numbers select among the objects that exist by then. */
const action = fc.oneof(
  fc.record({
    do: fc.constant('create' as const),
    quantity: fc.integer({ min: 1, max: 900 }),
    wrapper: fc.constantFrom('Depot', 'ISA'),
  }),
  fc.record({ do: fc.constant('createA' as const), cash: fc.integer({ min: 0, max: 50_000 }) }),
  fc.record({ do: fc.constant('plan' as const), of: pick, simulation: fc.boolean() }),
  fc.record({ do: fc.constant('execute' as const), of: pick }),
  fc.record({ do: fc.constant('cancel' as const), of: pick, asSupport: fc.boolean() }),
  fc.record({ do: fc.constant('rebalanceA' as const), of: pick, weight: fc.integer({ min: 0, max: 10 }) }),
  fc.record({ do: fc.constant('remove' as const), of: pick }),
  fc.record({ do: fc.constant('cash' as const), of: pick, amount: fc.integer({ min: -10, max: 90_000 }) }),
  fc.record({
    do: fc.constant('break' as const),
    isin,
    kind: fc.constantFrom('exchange_down', 'stale_prices', 'api_error', 'webhook_drop'),
    for: seconds,
  }),
  fc.record({ do: fc.constant('mend' as const) }),
  fc.record({ do: fc.constant('move' as const), isin, size: fc.integer({ min: -20, max: 20 }) }),
  fc.record({ do: fc.constant('pin' as const), isin, mid: fc.integer({ min: 1, max: 400 }) }),
  fc.record({ do: fc.constant('webhook' as const), isPaused: fc.boolean() }),
  fc.record({ do: fc.constant('pass' as const), by: seconds }),
  fc.record({
    do: fc.constant('clock' as const),
    mode: fc.constantFrom('manual', 'instant', 'realtime'),
    rate: fc.constantFrom(1, 5000),
  }),
);
type Action = typeof action extends fc.Arbitrary<infer T> ? T : never;

type OperatorAction = Exclude<
  Action,
  { do: 'create' | 'createA' | 'plan' | 'execute' | 'cancel' | 'rebalanceA' | 'remove' }
>;

async function perform({ a, b, sim, ready }: TestServer, { ...action }: Action): Promise<void> {
  const portfolios = (await sim.get('/portfolios')).as(portfolioList).portfolios.map(({ portfolio_id: id }) => id);
  const rebalances = (await sim.get('/rebalances')).as(rebalanceList).rebalances.map(({ rebalance_id: id }) => id);
  const one = (from: readonly string[], index: number) => from[index % Math.max(1, from.length)] ?? 'none';
  switch (action.do) {
    case 'create': {
      const holdings = [{ isin: SAP, exchange: 'XETR', quantity: action.quantity }];
      await b.post('/portfolios', samplePortfolio({ tax_wrapper: action.wrapper, holdings }));
      break;
    }
    case 'createA': {
      const made = await a.post('/portfolios', { name: 'Of form A', currency: 'EUR', tax_jurisdiction: 'DE' });
      await sim.post(`/portfolios/${(JSON.parse(made.text) as { portfolio_id: string }).portfolio_id}/cash`, {
        amount: action.cash,
      });
      break;
    }
    case 'plan':
      await b.post('/rebalance', { portfolio_id: one(portfolios, action.of), simulation: action.simulation });
      break;
    case 'execute':
      // Two concurrent requests: one of them is too late.
      await Promise.all(
        [1, 2].map(() => b.post(`/rebalance/${one(rebalances, action.of)}/execute`, { confirm: true })),
      );
      break;
    case 'cancel':
      if (action.asSupport) await sim.post(`/rebalances/${one(rebalances, action.of)}/cancel-orders`);
      else await b.delete(`/rebalance/${one(rebalances, action.of)}`);
      break;
    case 'rebalanceA': {
      const weights = { [SAP]: action.weight / 10, [WORLD_ETF]: 1 - action.weight / 10 };
      await a.post(`/portfolios/${one(portfolios, action.of)}/rebalance`, { target_weights: weights });
      break;
    }
    case 'remove':
      await b.delete(`/portfolios/${one(portfolios, action.of)}`);
      break;
    default:
      await performAsOperator({ sim, ready }, action, one(portfolios, 'of' in action ? action.of : 0));
  }
}

/** Actions that are only possible in the control plane. */
async function performAsOperator(
  { sim, ready }: Pick<TestServer, 'sim' | 'ready'>,
  action: OperatorAction,
  portfolioId: string,
): Promise<void> {
  switch (action.do) {
    case 'cash':
      await sim.post(`/portfolios/${portfolioId}/cash`, { amount: action.amount });
      break;
    case 'break':
      await sim.post('/faults', faultOf(action.kind, action.isin, action.for));
      break;
    case 'mend':
      await sim.delete('/faults');
      break;
    case 'move':
      await sim.post('/market/events', { isin: action.isin, kind: 'jump', size: action.size / 100 });
      break;
    case 'pin':
      await sim.post('/market/pins', { isin: action.isin, mid: action.mid, currency: 'EUR' });
      break;
    case 'webhook':
      await sim.post('/webhooks', { url: 'http://127.0.0.1:9/nobody', timeout_ms: 1000 });
      break;
    case 'pass':
      await sim.post('/clock/advance', { by: `${action.by}s` });
      await ready();
      break;
    case 'clock':
      await sim.post('/clock/mode', { mode: action.mode, rate: action.rate });
      break;
  }
}

function faultOf(kind: string, isin: string, seconds: number) {
  const span = { kind, for: `${seconds}s` };
  if (kind === 'exchange_down') return { ...span, exchange: 'XETR' };
  if (kind === 'stale_prices') return { ...span, exchange: 'XETR', isin };
  return kind === 'api_error' ? { ...span, code: 'internal_error', share: 0.5 } : span;
}

test('any session replays to the same head, from the beginning and from its middle', {
  tags: ['drawn'],
  ...proves('K50', 'K51.1', 'K51.2', 'K52', 'K53'),
}, async () => {
  await fc.assert(
    fc.asyncProperty(fc.nat(1000), fc.array(action, { minLength: 12, maxLength: 30 }), async (seed, actions) => {
      const server = await startBallast({ seed });
      const fromBeginning = await startRecording(server, 'beginning');
      const half = Math.floor(actions.length / 2);
      for (const each of actions.slice(0, half)) await perform(server, each);
      const fromNow = await startRecording(server, 'now');
      for (const each of actions.slice(half)) await perform(server, each);
      for (const id of [fromBeginning, fromNow]) {
        const taken = await takeRecording(server, id);
        const { status, head, faults, steps } = await play(taken);
        expect(
          [...faults, ...steps.flatMap(({ failures, line }) => failures.map((why) => `${line}: ${why}`))],
          taken.text,
        ).toEqual([]);
        expect([status, head]).toEqual(['passed', taken.facts.head]);
      }
      await server.stop();
    }),
    { numRuns: draws(10), endOnFailure: true },
  );
});
