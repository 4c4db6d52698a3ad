/**
 * The app's information about gains that do not count, shares that were removed by hand, and unpaid dividends.
 * @module-tag deep
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { portfolioA } from '../../../src-server/contract/service/form-a.ts';
import { proves } from '../../conformance/proves.ts';
import { type OpenApp, openApp } from '../../support/page/open-page.ts';
import { faultsInBothThemes } from '../every-screen/accessibility-faults.ts';

let app: OpenApp;

beforeAll(async () => {
  app = await openApp();
  await app.page.setViewportSize({ width: 1280, height: 800 });
});
afterAll(() => app.close());

const SAP = 'DE0007164600';
const SHELL = 'GB00BP6MXD84';

async function post(base: string, path: string, body: object, token: string): Promise<unknown> {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const response = await fetch(`${base}${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
  const text = await response.text();
  if (!response.ok) throw new Error(`${path}: ${text}`);
  return JSON.parse(text);
}
const sim = (path: string, body: object) => post(app.ballast.controlUrl, path, body, app.ballast.adminToken);

async function createDepot(name: string, jurisdiction: string): Promise<string> {
  const terms = { name, currency: 'EUR', tax_jurisdiction: jurisdiction, account_type: 'depot' };
  const created = await post(app.ballast.formAUrl, '/portfolios', terms, app.ballast.apiKey);
  return portfolioA.parse(created).portfolio_id;
}

const hold = (id: string, quantity: number, rest: object = {}) =>
  sim(`/portfolios/${id}/positions`, { positions: [{ isin: SAP, exchange: 'XETR', quantity, ...rest }] });

describe('the gains of a portfolio', () => {
  it('show that a loss is deferred, and against which gain it counts later', proves('G39.5'), async () => {
    const id = await createDepot('Irish', 'IE');
    const lots = [
      { quantity: 10, unit_cost: 10, acquired_at: '2024-01-10T10:00:00Z' },
      { quantity: 10, unit_cost: 20, acquired_at: '2026-02-20T10:00:00Z' },
      { quantity: 5, unit_cost: 14, acquired_at: '2026-02-28T10:00:00Z' },
    ];
    const sales = [
      { quantity: 5, unit_proceeds: 15, sold_at: '2026-02-27T10:00:00Z' },
      { quantity: 5, unit_proceeds: 18, sold_at: '2026-03-01T10:00:00Z' },
    ];
    await hold(id, 15, { lots, sales });
    await app.show(`/portfolios/${id}/gains?by=disposal`);
    const { page } = app;
    for (const date of ['2026-02-27', '2026-03-01'])
      await page.getByRole('button', { name: `Lots used for SAP on ${date}` }).click();
    await page.getByText(/25\.00 EUR of the loss can be set off only against a gain on shares bought back/).waitFor();
    await page.getByText(/20\.00 EUR of earlier restricted losses are set off against this gain/).waitFor();
    expect(await faultsInBothThemes(page)).toEqual([]);
  });

  it('list shares that were removed when positions were set by hand', proves('L5'), async () => {
    const id = await createDepot('By hand', 'DE');
    await hold(id, 10, { lots: [{ quantity: 10, unit_cost: 100, acquired_at: '2024-10-01T10:00:00Z' }] });
    await hold(id, 4);
    await app.show(`/portfolios/${id}/gains`);
    const table = app.page.getByRole('table', { name: 'Shares removed because positions were set directly' });
    await table.getByText(SAP).first().waitFor();
    expect(await faultsInBothThemes(app.page)).toEqual([]);
  });
});

describe('the value of a portfolio with realised gains', () => {
  it('shows the gains tax that is not deducted from it, for the present tax year and the one before', async () => {
    const id = await createDepot('Gains', 'DE');
    const lots = [{ quantity: 40, unit_cost: 100, acquired_at: '2024-01-10T10:00:00Z' }];
    const sales = [
      { quantity: 10, unit_proceeds: 120, sold_at: '2024-06-03T10:00:00Z' },
      { quantity: 10, unit_proceeds: 200, sold_at: '2025-06-02T10:00:00Z' },
      { quantity: 10, unit_proceeds: 150, sold_at: '2026-02-02T10:00:00Z' },
    ];
    await hold(id, 10, { lots, sales });
    await app.show(`/portfolios/${id}`);
    const note = app.page.getByText(/^Gains tax is not deducted from the cash/);
    // 26.375 % of 1 000.00 and of 500.00.
    await expect
      .poll(async () => (await note.innerText()).replaceAll(/[\u00a0\u202f\s]+/g, ' '))
      .toContain(
        'Gains tax is not deducted from the cash, although German banks deduct it at the sale: 263.75 EUR estimated for 2025; 131.88 EUR estimated for 2026; tax for 2024 and earlier years is treated as paid.',
      );
    expect(await faultsInBothThemes(app.page)).toEqual([]);
  });
});

describe('a dividend between its ex-date and its pay date', () => {
  it('is shown as receivable beside the value of the portfolio', proves('O2.8', 'O9.10'), async () => {
    const id = await createDepot('Dividend', 'DE');
    await sim(`/portfolios/${id}/positions`, { positions: [{ isin: SHELL, exchange: 'XLON', quantity: 100 }] });
    const dividend = { kind: 'cash_dividend', isin: SHELL, ex_at: '2026-03-04T08:00:00Z', amount: 5 };
    await sim('/market/corporate-actions', { ...dividend, pay_at: '2026-04-15T08:00:00Z' });
    await sim('/clock/advance', { to: '2026-03-05T12:00:00Z', wait: true, wait_ms: 600_000 });
    await app.show(`/portfolios/${id}`);
    await app.page.getByText('Receivable', { exact: true }).first().waitFor();
    expect(await faultsInBothThemes(app.page)).toEqual([]);
    expect(app.complaints).toEqual([]);
  });
});
