/** Decision M: wrapper rules warn by default, refuse if they are enforced, and are silent if they are off. */
import { afterEach, expect, it } from 'vitest';
import { proves } from '../../conformance/proves.ts';
import { startBallast, stopAll, type TestServer } from '../../support/start-ballast.ts';

afterEach(stopAll);

/** Nestle is not eligible for a PEA, LVMH is. */
const NESTLE = 'CH0038863350';
const LVMH = 'FR0000121014';

it('a PEA with an ineligible instrument warns by default, in the plan and in the app', proves('M1'), async () => {
  const server = await startBallast({ rules: 'warn' });
  const portfolioId = JSON.parse((await createPea(server, NESTLE)).text).portfolio_id;
  const plan = await server.b.post('/rebalance', { portfolio_id: portfolioId });
  expect(JSON.parse(plan.text).warnings).toContainEqual({
    code: 'pea_ineligible',
    message: `Nestle SA (${NESTLE}) is not eligible for a PEA.`,
  });
  expect((await server.sim.get(`/portfolios/${portfolioId}`)).text).toContain('pea_ineligible');
});

it(
  'the same portfolio is refused if the rules are enforced, with the place and the instrument',
  proves('M2'),
  async () => {
    const server = await startBallast({ rules: 'enforce' });
    const response = await createPea(server, NESTLE);
    expect(response.status).toBe(400);
    expect(response.error().details).toEqual([
      { path: '/targets/0/isin', issue: `Nestle SA (${NESTLE}) is not eligible for a PEA.` },
    ]);
    const portfolioId = JSON.parse((await createPea(server, LVMH)).text).portfolio_id;
    const positions = [{ isin: NESTLE, exchange: 'XSWX', quantity: 1 }];
    const change = await server.sim.post(`/portfolios/${portfolioId}/positions`, { positions });
    expect([change.status, change.error().details[0]?.path]).toEqual([400, '/positions/0/isin']);
  },
);

it('nothing is reported if rules are off', async () => {
  const server = await startBallast({ rules: 'off' });
  const portfolioId = JSON.parse((await createPea(server, NESTLE)).text).portfolio_id;
  const plan = await server.b.post('/rebalance', { portfolio_id: portfolioId });
  expect(JSON.parse(plan.text).warnings).toEqual([]);
});

it('an ISA in another currency than GBP is reported with its currency', proves('M1'), async () => {
  const server = await startBallast({ rules: 'enforce' });
  const response = await server.b.post('/portfolios', { ...pea(LVMH), tax_wrapper: 'ISA' });
  expect(response.error().details).toEqual([
    { path: '/currency', issue: 'An ISA is kept in GBP, this one is in EUR.' },
  ]);
});

it.for(
  ['GB', 'SE', 'DE', 'CH', 'DK'].flatMap((country) =>
    ['GBP', 'EUR', 'SEK', 'CHF'].map((currency) => [country, currency]),
  ),
)('a pension taxed in %s and held in %s is a SIPP in Britain alone', proves('M1'), async ([country, currency]) => {
  const server = await startBallast({ rules: 'warn' });
  const body = { name: 'Pension', currency, tax_jurisdiction: country, account_type: 'pension' };
  const { portfolio_id: id } = JSON.parse((await server.a.post('/portfolios', body)).text);
  const { warnings } = JSON.parse((await server.sim.get(`/portfolios/${id}`)).text);
  const message = `A SIPP is kept in GBP, this one is in ${currency}.`;
  expect(warnings).toEqual(country === 'GB' && currency !== 'GBP' ? [{ code: 'wrapper_currency', message }] : []);
});

function createPea(server: TestServer, isin: string) {
  return server.b.post('/portfolios', pea(isin));
}

function pea(isin: string) {
  return { external_id: 'pea', currency: 'EUR', tax_wrapper: 'PEA', targets: [{ isin, weight: 0.9 }], cash: 10_000 };
}
