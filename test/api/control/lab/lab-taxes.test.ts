/** The terms that a lab run takes from its portfolios unless it says otherwise: tax on gains and constraints (decision P8). */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type LabRunFacts, labRunFacts } from '../../../../src-server/contract/control/lab/lab-runs.ts';
import { proves } from '../../../conformance/proves.ts';
import { startBallast, stopAll, type TestServer } from '../../../support/start-ballast.ts';
import { SAP, WORLD_ETF } from '../../service/sample-portfolio.ts';

let server: TestServer;

beforeAll(async () => {
  server = await startBallast({ seed: 5 });
});
afterAll(stopAll);

const entryIn = (wrapper: string) => ({
  form: 'B',
  request: {
    external_id: wrapper,
    currency: 'EUR',
    tax_wrapper: wrapper,
    cash: 100,
    targets: [SAP, WORLD_ETF].map((isin) => ({ isin, weight: 0.5 })),
    holdings: [{ isin: WORLD_ETF, exchange: 'XETR', quantity: 100 }],
  },
});

async function start(wrappers: readonly string[], changes: object = {}): Promise<LabRunFacts> {
  const body = {
    portfolios: wrappers.map(entryIn),
    policies: [{ name: 'Hold' }],
    to: '2026-06-02T00:00:00Z',
    paths: { seeds: '1' },
    ...changes,
  };
  const run = (await server.sim.post('/lab-runs', body)).as(labRunFacts);
  await server.sim.delete(`/lab-runs/${run.lab_run_id}`);
  return run;
}

test('tax on gains is paid if the wrapper of a portfolio is taxed', proves('P8.1', 'G39.1'), async () => {
  expect((await start(['Depot'])).taxes).toBe(true);
  expect((await start(['ISA', 'GIA'])).taxes).toBe(true);
});

test('no tax is paid if no wrapper is taxed', proves('P8.1', 'G39.1'), async () => {
  expect((await start(['ISA', 'SIPP', 'PEA'])).taxes).toBe(false);
});

test("the run's own tax setting has precedence, and full execution accepts none", proves('P8.1', 'P3.2'), async () => {
  expect((await start(['Depot'], { taxes: false })).taxes).toBe(false);
  expect((await start(['ISA'], { taxes: true })).taxes).toBe(true);
  expect((await start(['Depot'], { execution: 'full' })).taxes).toBe(false);
});

test(
  'the constraints of a portfolio apply and are stated, unless the run leaves them out',
  proves('P8.5'),
  async () => {
    const constraints = { gains_tax_budget: 5000 };
    const portfolios = [{ ...entryIn('Depot'), constraints }];
    const limited = await start([], { portfolios });
    expect(limited).toMatchObject({ with_constraints: true, portfolios: [{ constraints }] });
    expect(limited.portfolios[0]?.value).toBeGreaterThan(100);
    // Everything is in one of two targets of 50 %, with almost no cash.
    expect(limited.portfolios[0]?.max_drift).toBeCloseTo(0.5, 1);
    const free = await start([], { portfolios, with_constraints: false });
    expect(free).toMatchObject({ with_constraints: false, portfolios: [{ constraints: {} }] });
  },
);
