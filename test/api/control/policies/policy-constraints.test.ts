/** The plans of a policy meet the constraints of its portfolio, like every plan (decisions O5, O6). */
import { afterAll, describe, expect, test } from 'vitest';
import { rebalanceView } from '../../../../src-server/contract/control/portfolios/portfolios.ts';
import { proves } from '../../../conformance/proves.ts';
import { startBallast, stopAll, type TestServer } from '../../../support/start-ballast.ts';
import { ALLIANZ, createSample, SAP, WORLD_ETF } from '../../service/sample-portfolio.ts';
import { logOf, policyOf, setPolicy } from './policy-client.ts';

afterAll(stopAll);

const AT_DRIFT = { when: [{ drift: { threshold: 0.05 } }], execute: true };

async function constrain({ sim }: TestServer, id: string, constraints: object): Promise<void> {
  const init = { headers: { 'content-type': 'application/json' }, body: JSON.stringify(constraints) };
  expect((await sim.send('PUT', `/portfolios/${id}/constraints`, init)).status).toBe(200);
}

/** Orders sent to its exchanges since it began, as `side isin`. */
async function sentOf(server: TestServer): Promise<{ side: string; isin: string; quantity: number }[]> {
  const sent = (await logOf(server)).filter(({ type }) => type === 'order.sent');
  return sent.map(({ data }) => ({
    side: String(data.side),
    isin: String(data.isin),
    quantity: Number(data.quantity),
  }));
}

describe('the plan of a policy', () => {
  test('sells and buys nothing that is excluded, and whole shares only', proves('O6.5', 'O5.3', 'O5.4'), async () => {
    const server = await startBallast();
    const id = await createSample(server);
    await constrain(server, id, { do_not_sell: [ALLIANZ], whole_shares: true });
    await setPolicy(server, id, AT_DRIFT);
    await server.advance('4h');
    const last = (await policyOf(server, id)).last_triggered;
    const { explanation } = (await server.sim.get(`/rebalances/${last?.rebalance_id}`)).as(rebalanceView);
    const bound = explanation?.constraints?.bound.map(({ constraint }) => constraint);
    // Whole shares made no trade smaller here: one more of each leaves less drift than one less.
    expect(bound).toEqual(['do_not_sell']);
    const sent = await sentOf(server);
    expect(sent.map(({ side, isin }) => `${side} ${isin}`)).toEqual([`sell ${SAP}`, `buy ${WORLD_ETF}`]);
    expect(sent.every(({ quantity }) => Number.isInteger(quantity))).toBe(true);
  });

  test('buys only with available cash, also for a drift', proves('O6.5', 'O5.3', 'O5.5'), async () => {
    const server = await startBallast();
    const id = await createSample(server);
    await constrain(server, id, { cash_flow_only: true });
    await setPolicy(server, id, AT_DRIFT);
    await server.advance('4h');
    expect((await policyOf(server, id)).triggered).toBe(1);
    expect((await sentOf(server)).map(({ side, isin }) => `${side} ${isin}`)).toEqual([`buy ${WORLD_ETF}`]);
  });

  test(
    'without possible trades is skipped, with the constraint that forbids them',
    proves('O6.10', 'O5.9'),
    async () => {
      const server = await startBallast();
      const id = await createSample(server, { cash: 0 });
      await constrain(server, id, { cash_flow_only: true });
      await setPolicy(server, id, AT_DRIFT);
      await server.advance('4h');
      const { triggered, last_skipped: skipped } = await policyOf(server, id);
      expect([triggered, skipped?.reason]).toEqual([0, 'below_threshold']);
      expect(await sentOf(server)).toEqual([]);
    },
  );
});
