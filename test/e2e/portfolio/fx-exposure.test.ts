/**
 * The currencies of a portfolio before and after a purchase: one rule, which is shown above the figures (decision
 * L136).
 * @module-tag deep
 */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { proves } from '../../conformance/proves.ts';
import { type OpenApp, openApp } from '../../support/page/open-page.ts';

const [SAP, WORLD_ETF] = ['DE0007164600', 'IE00B4L5Y983'];

let app: OpenApp;
let id = '';

beforeAll(async () => {
  app = await openApp();
  const targets = [SAP, WORLD_ETF].map((isin) => ({ isin, weight: 0.5 }));
  const body = { external_id: 'fund', currency: 'EUR', tax_wrapper: 'Depot', cash: 100_000, targets, holdings: [] };
  id = (await serviceB<{ portfolio_id: string }>('/portfolios', body)).portfolio_id;
});
afterAll(() => app.close());

async function serviceB<T>(path: string, body: object): Promise<T> {
  const response = await fetch(`${app.ballast.formBUrl}${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${app.ballast.apiKey}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(await response.text());
  return (await response.json()) as T;
}

/** Currency and target of each row. */
async function exposures(): Promise<string[]> {
  const table = app.page.getByRole('table', { name: 'FX exposure' });
  await table.locator('tbody tr').first().waitFor();
  const columnHeaders = await table.locator('thead th').allInnerTexts();
  const target = columnHeaders.findIndex((head) => head.startsWith('Target'));
  const rows = await table.locator('tbody tr').all();
  return Promise.all(
    rows.map(async (row) => {
      const cells = await row.locator('td, th').allInnerTexts();
      return `${cells[0]?.trim()} ${cells[target]?.trim()}`;
    }),
  );
}

it(
  'counts a world fund under the currency in which it trades, before it is bought and after',
  proves('L136'),
  async () => {
    await app.show(`/portfolios/${id}`);
    await app.page.getByText('A target that is not held yet counts in EUR if an exchange trades it in EUR').waitFor();
    await expect.poll(exposures).toEqual(['EUR 100.00']);
    const plan = await serviceB<{ rebalance_id: string }>('/rebalance', { portfolio_id: id });
    await serviceB(`/rebalance/${plan.rebalance_id}/execute`, { confirm: true });
    await app.ballast.control.advanceTo(app.ballast.control.nowMs() + 4 * 3_600_000);
    await app.show(`/portfolios/${id}`);
    await app.page.getByText(/^Based on the trading currency of each listing, not on what a fund holds\.$/).waitFor();
    await app.page.getByRole('table', { name: 'Holdings' }).getByText('IWDA').waitFor();
    await expect.poll(exposures).toEqual(['EUR 100.00']);
    expect(app.complaints).toEqual([]);
  },
);
