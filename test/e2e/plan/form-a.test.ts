/**
 * A rebalance that a client started through Form A, as the app shows it: beside those of Form B, while it runs and
 * after.
 * @module-tag deep
 */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { portfolioA, startedRebalanceA } from '../../../src-server/contract/service/form-a.ts';
import { type OpenApp, openApp } from '../../support/page/open-page.ts';
import { accessibilityFaults } from '../every-screen/accessibility-faults.ts';

let app: OpenApp;

beforeAll(async () => {
  app = await openApp();
});
afterAll(() => app.close());

async function post(path: string, body: unknown): Promise<unknown> {
  const { formAUrl, apiKey } = app.ballast;
  const headers = { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' };
  const response = await fetch(`${formAUrl}${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
  return response.json();
}

it('shows a rebalance of Form A in every list, its orders as they are filled, and the drift of its portfolio', async () => {
  const { page, ballast, complaints } = app;
  const created = await post('/portfolios', { name: 'Through the API', currency: 'EUR', tax_jurisdiction: 'DE' });
  const { portfolio_id: portfolioId } = portfolioA.parse(created);
  const started = await post(`/portfolios/${portfolioId}/rebalance`, {
    target_weights: { DE0007164600: 0.4, IE00B4L5Y983: 0.6 },
    tax_method: 'HIFO',
  });
  const { rebalance_id: rebalanceId } = startedRebalanceA.parse(started);
  await page.goto(app.at(`/rebalances/${rebalanceId}`));
  const orders = page.getByRole('table', { name: 'Orders' });
  await orders.waitFor();
  expect(await orders.locator('tbody tr').count()).toBe(2);
  expect(await accessibilityFaults(page)).toEqual([]);
  await ballast.control.advanceTo(ballast.control.nowMs() + 3_600_000);
  await page.goto(app.at('/rebalances'));
  const row = page.getByRole('table', { name: 'Rebalances' }).locator('tbody tr', { hasText: 'Through the API' });
  await row.waitFor();
  expect(await row.innerText()).toMatch(/complete/i);
  await row.getByRole('link').first().click();
  await page.getByRole('table', { name: 'Fills' }).locator('tbody tr').first().waitFor();
  await page.goto(app.at(`/portfolios/${portfolioId}`));
  const drift = page.getByRole('table', { name: 'Drift by position' });
  await drift.waitFor();
  expect(await drift.innerText()).toContain('SAP');
  expect(complaints).toEqual([]);
});
