/**
 * The explanation of a plan (decision L): `GET /sim/rebalances/{id}` has it, the simulated service itself is unchanged.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { rebalanceView } from '../../../src-server/contract/control/portfolios/portfolios.ts';
import { order, rebalancePlan } from '../../../src-server/contract/service/form-b.ts';
import { proves } from '../../conformance/proves.ts';
import { startBallast, stopAll, type TestServer } from '../../support/start-ballast.ts';
import { ALLIANZ, createSample, executeSample, planFor, SAP, WORLD_ETF } from './sample-portfolio.ts';

/** In Swedish kronor: every trade needs a conversion. */
const VOLVO = 'SE0000115446';

let server: TestServer;
beforeAll(async () => {
  server = await startBallast();
});
afterAll(stopAll);

async function explanationOf(from: TestServer, rebalanceId: string) {
  const { explanation, rebalance } = (await from.sim.get(`/rebalances/${rebalanceId}`)).as(rebalanceView);
  if (explanation === null) throw new Error('the plan has no explanation');
  return { ...explanation, rebalance };
}

describe('the explanation of a plan', () => {
  test('summarises it and explains every order in its sequence', proves('L25'), async () => {
    const { summary, orders, skipped, budget, rebalance } = await explanationOf(
      server,
      await planFor(server, await createSample(server)),
    );
    expect(summary).toMatch(
      /, beyond the band of 5\.00 %\. The plan sells .* in 2 orders and buys .* in 1 order\. .* Portfolio drift falls from/,
    );
    expect(orders.map(({ sequence }) => sequence)).toEqual(rebalance.orders.map(({ sequence }) => sequence));
    expect(orders[0]?.venue_text).toBe('Sold at XETR, where all 100 shares are held.');
    expect([skipped, budget]).toEqual([[], null]);
  });

  test('names every other exchange of a buy with its cost, none below that of the selected one', async () => {
    const { orders, rebalance } = await explanationOf(server, await planFor(server, await createSample(server)));
    const buy = rebalance.orders.find(({ isin }) => isin === WORLD_ETF);
    const alternatives = orders.find(({ sequence }) => sequence === buy?.sequence)?.alternatives ?? [];
    expect(alternatives.length).toBeGreaterThan(1);
    for (const { total_cost } of alternatives) expect(total_cost).toBeGreaterThanOrEqual(buy?.costs.total ?? 0);
  });

  test('adds nothing to the orders of the simulated service except words to their sentence', async () => {
    const id = await createSample(server);
    const response = await server.b.post('/rebalance', { portfolio_id: id, simulation: true });
    const plan = response.as(rebalancePlan);
    expect(response.text).not.toContain('explanation');
    for (const each of plan.orders) {
      order.parse(each);
      expect(each.reason.text).toMatch(
        /\. (Buying|Selling) [\d.\s]+ shares? \([\d.\s]+ EUR\) at [A-Z]{4} [a-z][^;]*; estimated cost [\d.\s]+ EUR\.$/,
      );
    }
    expect((await explanationOf(server, plan.rebalance_id)).orders).toHaveLength(plan.orders.length);
  });

  test('distinguishes a stale price from a lost connection, in the same words as everywhere', async () => {
    const own = await startBallast();
    await own.sim.post('/faults', { kind: 'exchange_down', exchange: 'XLON' });
    await own.sim.post('/faults', { kind: 'stale_prices', exchange: 'XAMS', for: '1h' });
    const { orders, rebalance } = await explanationOf(own, await planFor(own, await createSample(own)));
    const buy = rebalance.orders.find(({ isin }) => isin === WORLD_ETF);
    const refused = orders.find(({ sequence }) => sequence === buy?.sequence)?.alternatives ?? [];
    const reasons = Object.fromEntries(
      refused.map(({ exchange, total_cost, reason }) => [exchange, [total_cost, reason]]),
    );
    expect(reasons).toMatchObject({
      XLON: [null, 'XLON is not connected.'],
      XAMS: [null, 'The prices of XAMS are stale.'],
    });
  });

  test('gives the reason for rows without an order, and what a budget prevents', async () => {
    const id = await createSample(server, {
      targets: [
        { isin: SAP, weight: 0.4 },
        { isin: WORLD_ETF, weight: 0.3 },
      ],
    });
    const { budget, skipped, rebalance, summary } = await explanationOf(
      server,
      await planFor(server, id, { cost_budget: 1 }),
    );
    expect(budget).toMatchObject({ budget_bps: 1, binds: true });
    expect(budget?.drift_per_bps).toBeGreaterThan(0);
    expect(budget?.unbound_bps).toBeGreaterThan(1);
    expect(summary).toContain('cost budget of 1 bps');
    const traded = rebalance.orders.map(({ isin }) => isin);
    expect([...traded, ...skipped.map(({ isin }) => isin)].sort()).toEqual([ALLIANZ, SAP, WORLD_ETF].sort());
    expect(skipped.map(({ reason }) => reason)).toContain('budget');
  });

  test('gives the cost of an order that a budget prevents as the plan without a budget does', async () => {
    const id = await createSample(server, {
      targets: [
        { isin: SAP, weight: 0.3 },
        { isin: ALLIANZ, weight: 0.3 },
        { isin: VOLVO, weight: 0.2 },
      ],
    });
    const full = await explanationOf(server, await planFor(server, id));
    const limited = await explanationOf(server, await planFor(server, id, { cost_budget: 0.5 }));
    const prevented = limited.skipped.filter(({ reason }) => reason === 'budget');
    expect(prevented.map(({ isin }) => isin)).toContain(VOLVO);
    for (const { isin, text } of prevented) {
      const [order, ...others] = full.rebalance.orders.filter((each) => each.isin === isin);
      expect(others).toEqual([]);
      const cost = `would cost ${order?.costs.total.toFixed(2)} EUR${isin === VOLVO ? ' on its own, with its currency exchange' : ''};`;
      expect(text).toContain(cost);
    }
  });

  test('does not change while the plan is executed', async () => {
    const own = await startBallast();
    const { rebalanceId } = await executeSample(own);
    const before = await explanationOf(own, rebalanceId);
    await own.sim.post('/clock/advance', { by: '1h' });
    await own.ready();
    const after = await explanationOf(own, rebalanceId);
    expect(after.rebalance.status).toBe('complete');
    expect({ ...after, rebalance: null }).toEqual({ ...before, rebalance: null });
  });
});
