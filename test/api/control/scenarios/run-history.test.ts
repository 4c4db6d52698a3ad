/** The history of runs and of the served world: events, the world at an instant, and two histories side by side. */
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { portfolioView } from '../../../../src-server/contract/control/portfolios/portfolios.ts';
import { runComparison, scenarioRunList } from '../../../../src-server/contract/control/scenarios/run-comparison.ts';
import { type ScenarioRunWire, scenarioRun } from '../../../../src-server/contract/control/scenarios/scenario-runs.ts';
import {
  type HistoricalWorld,
  historicalWorld,
  pastEvents,
  timeline,
} from '../../../../src-server/contract/control/world/history.ts';
import { proves } from '../../../conformance/proves.ts';
import { DEPOT } from '../../../scenario/library/depot-world.ts';
import { newFolder, startBallast, stopAll, type TestServer } from '../../../support/start-ballast.ts';
import { untilEnded } from '../../../support/until-over.ts';

const REBALANCE = `  - request: { form: B, method: POST, path: /rebalance, body: { portfolio_id: '\${depot}' }, save: { plan: /rebalance_id } }
  - request: { form: B, method: POST, path: '/rebalance/\${plan}/execute', body: { confirm: true } }
`;
const FILES = {
  'trade.yaml': `name: Trade\nseed: 5\n${DEPOT}steps:\n${REBALANCE}  - until: { rebalance: '\${plan}' }\n  - advance: 1h\n`,
  'refused.yaml': `name: Refused\nseed: 5\n${DEPOT}steps:\n  - fault: { kind: reject_orders, exchange: XETR }\n${REBALANCE}  - until: { rebalance: '\${plan}', status: complete }\n`,
  'long.yaml': 'name: Long\nworld: {}\nsteps:\n  - repeat: { times: 100000, steps: [{ advance: 1d }] }\n',
};

let server: TestServer;
let folder: string;
let traded: ScenarioRunWire;

beforeAll(async () => {
  folder = newFolder();
  for (const [file, text] of Object.entries(FILES)) writeFileSync(join(folder, file), text);
  server = await startBallast({ scenarios: folder, demo: true, seed: 42 });
  traded = await play('trade.yaml');
});
afterAll(stopAll);

async function play(file: string): Promise<ScenarioRunWire> {
  const { scenario_run_id: id } = (await server.sim.post('/scenario-runs', { file })).as(scenarioRun);
  return untilEnded(async () => (await server.sim.get(`/scenario-runs/${id}`)).as(scenarioRun));
}

const filled = z.object({
  order: z.object({ side: z.enum(['buy', 'sell']), isin: z.string() }),
  fill: z.object({
    quantity: z.number(),
    value: z.number(),
    exchange: z.string(),
    costs: z.object({ commission: z.number(), fx: z.number(), transaction_tax: z.number() }),
  }),
});

const pathOf = ({ scenario_run_id: id }: ScenarioRunWire) => `/scenario-runs/${id}`;
const worldAfter = async (run: ScenarioRunWire, after: number) =>
  (await server.sim.get(`${pathOf(run)}/world?after=${after}`)).as(historicalWorld);
const eventsOf = async (run: ScenarioRunWire) => (await server.sim.get(`${pathOf(run)}/events`)).as(pastEvents).events;
const depotIn = ({ portfolios }: HistoricalWorld) => portfolios.find(({ label }) => label === 'depot');

describe('the history of a run', () => {
  test('ends like the run: cash, NAV, drift and holdings to the cent', proves('K80'), async () => {
    const last = (await eventsOf(traded)).at(-1);
    const historical = await worldAfter(traded, last?.seq ?? 0);
    const figures = traded.report?.figures?.portfolios[0];
    expect(traded.status).toBe('passed');
    expect(depotIn(historical)?.cash).toBe(figures?.cash);
    const held = (rows: readonly { isin: string; exchange: string | null; quantity: number }[] = []) =>
      rows.map(({ isin, exchange, quantity }) => `${isin} ${exchange} ${quantity}`).sort();
    expect(held(historical.holdings)).toEqual(held(figures?.holdings));
    const worth = historical.holdings.reduce((sum, { value }) => sum + value, depotIn(historical)?.cash ?? 0);
    expect(worth).toBeCloseTo(depotIn(historical)?.nav ?? 0, 6);
    expect(historical.rebalances[0]).toMatchObject({ status: 'complete' });
    expect(historical.rebalances[0]?.orders.map(({ status }) => status)).toEqual(['filled', 'filled']);
  });

  test('has each fill in the cash and the quantity of the world right after it', proves('K80'), async () => {
    const fills = (await eventsOf(traded)).filter(({ kind }) => kind === 'fill');
    expect(fills.length).toBeGreaterThan(1);
    for (const { seq } of fills) {
      const [before, after] = [await worldAfter(traded, seq - 1), await worldAfter(traded, seq)];
      const { order, fill } = filled.parse(after.event?.data);
      const quantityIn = ({ holdings }: HistoricalWorld) =>
        holdings.find(({ isin, exchange }) => isin === order.isin && exchange === fill.exchange)?.quantity ?? 0;
      const sign = order.side === 'buy' ? 1 : -1;
      expect(quantityIn(after) - quantityIn(before)).toBeCloseTo(sign * fill.quantity, 6);
      const { commission, fx, transaction_tax: tax } = fill.costs;
      // Spread and impact are in the price already.
      const paid = sign * fill.value + commission + fx + tax;
      expect((depotIn(after)?.cash ?? 0) - (depotIn(before)?.cash ?? 0)).toBeCloseTo(-paid, 6);
      expect(after.fills).toBe(before.fills + 1);
      expect(after.cause).toContain('trade.yaml:');
    }
  });

  test('names the step of an event, and the beginnings of steps on its line', proves('K80'), async () => {
    const { steps, events, until, marks } = (await server.sim.get(`${pathOf(traded)}/timeline?columns=50`)).as(
      timeline,
    );
    expect(steps.map(({ title }) => title)).toHaveLength(4);
    const [plan] = (await eventsOf(traded)).filter(({ type }) => type === 'rebalance.created');
    expect(plan?.seq).toBe((steps[0]?.events_before ?? 0) + 1);
    expect(await worldAfter(traded, plan?.seq ?? 0)).toMatchObject({ step: 0 });
    expect(until).toHaveLength(50);
    expect(until.at(-1)).toBe(events);
    const counted = marks.flatMap(({ counts }) => counts).reduce((sum, count) => sum + count, 0);
    expect(counted).toBe(events);
    const byEvent = (await server.sim.get(`${pathOf(traded)}/timeline?over=events`)).as(timeline);
    expect(byEvent).toMatchObject({ over: 'events', columns: 600, events });
  });

  test('shows failures, and the faults at that time', proves('K80'), async () => {
    const refused = await play('refused.yaml');
    expect(refused.status).toBe('failed');
    const { failures, steps } = (await server.sim.get(`${pathOf(refused)}/timeline`)).as(timeline);
    const failed = (await eventsOf(refused)).filter((event) => event.failed);
    expect(failures).toEqual(failed.map(({ seq }) => seq));
    expect(failed.map(({ type }) => type)).toContain('order.rejected');
    expect(steps.at(-1)?.failed).toBe(true);
    const historical = await worldAfter(refused, failures[0] ?? 0);
    expect(historical.faults).toMatchObject([{ kind: 'reject_orders', exchange: 'XETR' }]);
    expect(historical.rebalances[0]?.orders.map(({ status }) => status)).toContain('rejected');
  });

  test('is served in parts, of at most a thousand events each', proves('K80'), async () => {
    const ask = async (limit: number) => await server.sim.get(`${pathOf(traded)}/events?limit=${limit}`);
    expect([(await ask(1000)).status, (await ask(1001)).status, (await ask(0)).status]).toEqual([200, 400, 400]);
    const { events, total } = (await server.sim.get(`${pathOf(traded)}/events?after=2&limit=3`)).as(pastEvents);
    expect(events.map(({ seq }) => seq)).toEqual([3, 4, 5]);
    expect(total).toBe(traded.report?.events);
  });

  test('does not exist during the run', proves('K80'), async () => {
    const { scenario_run_id: id } = (await server.sim.post('/scenario-runs', { file: 'long.yaml' })).as(scenarioRun);
    expect((await server.sim.get(`/scenario-runs/${id}/world?after=0`)).status).toBe(404);
    await server.sim.delete(`/scenario-runs/${id}`);
    expect((await server.sim.get('/scenario-runs/sr_0/timeline')).error().code).toBe('not_found');
  });
});

describe('the history of the served world', () => {
  test('reaches to now, and reading it changes nothing', proves('K81'), async () => {
    const head = await server.head();
    const { events } = (await server.sim.get('/timeline')).as(timeline);
    const historical = (await server.sim.get(`/timeline/world?after=${events}`)).as(historicalWorld);
    expect(historical.portfolios.length).toBeGreaterThan(2);
    for (const { portfolio_id: id, cash, nav } of historical.portfolios) {
      const now = (await server.sim.get(`/portfolios/${id}`)).as(portfolioView);
      expect({ cash: now.cash, nav: now.total_value }).toEqual({ cash, nav });
    }
    expect(historical.cause).toBeNull();
    expect(await server.head()).toBe(head);
  });

  test('begins with nothing, and continues as events happen', proves('K81'), async () => {
    expect((await server.sim.get('/timeline/world?after=0')).as(historicalWorld)).toMatchObject({
      event: null,
      portfolios: [],
      holdings_of: null,
    });
    const before = (await server.sim.get('/timeline')).as(timeline);
    const [portfolio] = (await server.sim.get(`/timeline/world?after=${before.events}`)).as(historicalWorld).portfolios;
    await server.sim.post(`/portfolios/${portfolio?.portfolio_id}/cash`, { amount: 77 });
    const after = (await server.sim.get('/timeline')).as(timeline);
    expect(after.events).toBe(before.events + 1);
    const now = (await server.sim.get(`/timeline/world?after=${after.events}`)).as(historicalWorld);
    expect(now.portfolios[0]?.cash).toBe(77);
    expect(now.holdings_of).toBe(portfolio?.portfolio_id);
    const historical = (await server.sim.get(`/timeline/world?after=${before.events}`)).as(historicalWorld);
    expect(historical.portfolios[0]?.cash).toBe(portfolio?.cash);
    const chosen = `/timeline/world?after=${after.events}&portfolio=${now.portfolios[1]?.portfolio_id}`;
    expect((await server.sim.get(chosen)).as(historicalWorld).holdings_of).toBe(now.portfolios[1]?.portfolio_id);
  });

  test.each([
    ['/timeline/world', '/after'],
    ['/timeline/world?after=100000', '/after'],
    ['/timeline/world?after=x', '/after'],
    ['/timeline?columns=0', '/columns'],
    ['/timeline?over=money', '/over'],
    ['/timeline/events?limit=1001', '/limit'],
  ])('requested by %s is 400 and names %s', proves('K81'), async (path, pointer) => {
    const response = await server.sim.get(path);
    expect(response.status).toBe(400);
    expect(response.error().details.map((detail) => detail.path)).toEqual([pointer]);
  });
});

describe('two runs side by side', () => {
  const compare = async (second: ScenarioRunWire, first: string) =>
    (await server.sim.get(`${pathOf(second)}/comparison?with=${first}`)).as(runComparison);

  test('with one seed are the same to the last hash', proves('K82'), async () => {
    const again = await play('trade.yaml');
    const comparison = await compare(again, traded.scenario_run_id);
    expect(comparison).toMatchObject({ same: true, divergence: null, differences: [] });
    expect(comparison.first.head).toBe(again.report?.head);
    expect(comparison.first.scenario_run_id).toBe(traded.scenario_run_id);
  });

  test('show their first difference, its context, and the results of both', proves('K82'), async () => {
    const other = await play('refused.yaml');
    const { same, divergence, differences } = await compare(other, traded.scenario_run_id);
    expect(same).toBe(false);
    expect(divergence?.common.length).toBeGreaterThan(0);
    expect(divergence?.event).toBe((divergence?.common.at(-1)?.seq ?? 0) + 1);
    expect(divergence?.first?.entry?.type).toBe('rebalance.created');
    expect(divergence?.second?.entry?.type).toBe('fault.set');
    expect(divergence?.second?.cause).toContain('step 1');
    expect(divergence?.second?.next).toHaveLength(3);
    expect(differences).toContainEqual({
      area: 'rebalances',
      subject: 'rebalance 1',
      first: 'complete',
      second: 'failed',
      unit: '',
    });
  });

  test('are selected from those that are stored, latest first', proves('K82'), async () => {
    const { runs } = (await server.sim.get('/scenario-runs')).as(scenarioRunList);
    expect(runs.at(-1)).toMatchObject({ scenario_run_id: 'sr_1', file: 'trade.yaml', seed: 5, has_past: true });
    expect(runs.map((run) => Number(run.scenario_run_id.slice(3)))).toEqual(
      Array.from(runs.keys(), (index) => runs.length - index),
    );
  });

  test('may be a run and its golden log, which comes first', proves('K83'), async () => {
    const file = join(folder, 'trade.golden.ndjson');
    const line = {
      at: 1_772_443_800_000,
      data: { rules: 'off', seed: 5 },
      hash: '0'.repeat(64),
      seq: 1,
      type: 'world.created',
    };
    writeFileSync(file, `${JSON.stringify(line)}\n`);
    const { same, first, second, divergence } = await compare(traded, 'golden');
    expect(same).toBe(false);
    expect([first.name, first.scenario_run_id, second.name]).toEqual(['golden log', null, 'run']);
    expect(divergence).toMatchObject({
      event: 1,
      first: { cause: null },
      second: { entry: { type: 'world.created' } },
    });
    expect(divergence?.first?.event?.data).toEqual({ rules: 'off', seed: 5 });
    rmSync(file);
    const without = await server.sim.get(`${pathOf(traded)}/comparison?with=golden`);
    expect(without.error().code).toBe('not_found');
  });

  test('are not found if one does not exist, and named if one is invalid', proves('K82'), async () => {
    expect((await server.sim.get('/scenario-runs/sr_0/comparison?with=golden')).status).toBe(404);
    expect((await server.sim.get(`${pathOf(traded)}/comparison?with=sr_0`)).status).toBe(404);
    const response = await server.sim.get(`${pathOf(traded)}/comparison?with=me`);
    expect(response.error().details.map((detail) => detail.path)).toEqual(['/with']);
  });
});
