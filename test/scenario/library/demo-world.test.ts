/** Tests that the demo world has everything that it promises to new users. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dividendList } from '../../../src-server/contract/control/portfolios/dividends.ts';
import { gainsReport, lotList } from '../../../src-server/contract/control/portfolios/gains.ts';
import { portfolioList, portfolioView } from '../../../src-server/contract/control/portfolios/portfolios.ts';
import { session } from '../../../src-server/contract/control/world/session.ts';
import { proves } from '../../conformance/proves.ts';
import { newFolder, startBallast, stopAll, type TestServer } from '../../support/start-ballast.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startBallast({ demo: true });
});
afterAll(stopAll);

describe('the demo world', () => {
  it('has a EUR Depot of at least 12 holdings on 5 exchanges in 4 currencies, out of balance', async () => {
    const depot = await find('B', 'EUR', 'Depot');
    expect(depot.holdings.length).toBeGreaterThanOrEqual(12);
    expect(new Set(depot.holdings.map(({ exchange }) => exchange)).size).toBeGreaterThanOrEqual(5);
    expect(new Set(depot.holdings.map(({ listing_currency }) => listing_currency)).size).toBeGreaterThanOrEqual(4);
    expect(depot.breached).toBe(true);
  });

  it('has a GBP ISA, and a EUR PEA without a single ineligible instrument', async () => {
    expect((await find('B', 'GBP', 'ISA')).breached).toBe(true);
    expect((await find('B', 'EUR', 'PEA')).warnings).toEqual([]);
  });

  it('has lots and sales of several years, with gains and with losses', async () => {
    const { portfolio_id: id } = await find('B', 'EUR', 'Depot');
    const { lots } = (await server.sim.get(`/portfolios/${id}/lots`)).as(lotList);
    expect(new Set(lots.map(({ acquired_at: at }) => at.slice(0, 4))).size).toBeGreaterThanOrEqual(5);
    const { tax_years: years } = (await server.sim.get(`/portfolios/${id}/gains`)).as(gainsReport);
    expect(years.length).toBeGreaterThanOrEqual(3);
    const reports = await Promise.all(
      years.map(async (year) => (await server.sim.get(`/portfolios/${id}/gains?tax_year=${year}`)).as(gainsReport)),
    );
    expect(reports.some(({ totals }) => totals.gains > 0)).toBe(true);
    expect(reports.some(({ totals }) => totals.losses > 0)).toBe(true);
  });

  it('has two Form A portfolios, and a webhook endpoint on the built-in sink', async () => {
    const { portfolios } = (await server.sim.get('/portfolios')).as(portfolioList);
    expect(portfolios.filter(({ form }) => form === 'A')).toHaveLength(2);
    expect((await server.sim.get('/webhooks')).text).toContain('/sim/sink/demo');
  });

  it('has income: a dividend of its EUR Depot is paid within a month, less tax', proves('K6', 'O2.1'), async () => {
    const { portfolio_id: id } = await find('B', 'EUR', 'Depot');
    expect((await server.sim.get('/session')).as(session).dividends).toBe('on');
    await server.advance('31d');
    const { dividends } = (await server.sim.get(`/portfolios/${id}/dividends`)).as(dividendList);
    const paid = dividends.filter(({ status, withholding_tax: tax }) => status === 'paid' && (tax ?? 0) > 0);
    expect(paid.length).toBeGreaterThan(0);
  });

  it('of an earlier start continues without dividends if it was created without them', proves('O2.1'), async () => {
    const dataDir = newFolder();
    await (await startBallast({ demo: true, dividends: 'off', dataDir })).stop();
    const again = await startBallast({ demo: true, dataDir });
    expect((await again.sim.get('/session')).as(session).dividends).toBe('off');
  });
});

async function find(form: string, currency: string, wrapper: string) {
  const { portfolios } = (await server.sim.get('/portfolios')).as(portfolioList);
  const found = portfolios.find((row) => row.form === form && row.currency === currency && row.wrapper === wrapper);
  if (found === undefined) throw new Error(`no ${currency} ${wrapper} in the demo world`);
  return (await server.sim.get(`/portfolios/${found.portfolio_id}`)).as(portfolioView);
}
