/**
 * Many portfolios at once, by the app: chosen, planned, reviewed, executed at a pace, and stopped (decision P6).
 * @module-tag deep
 */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { proves } from '../../conformance/proves.ts';
import { type OpenApp, openApp } from '../../support/page/open-page.ts';
import { startSilentReceiver } from '../../support/silent-receiver.ts';
import { faultsInBothThemes } from '../every-screen/accessibility-faults.ts';

let app: OpenApp;

beforeAll(async () => {
  app = await openApp();
});
afterAll(() => app.close());

const table = (name: string) => app.page.getByRole('table', { name, exact: true });
const rows = () => table('Portfolios of the bulk rebalance').locator('tbody tr');
const advance = (ms: number) => app.ballast.control.advanceTo(app.ballast.control.nowMs() + ms);

it(
  'rebalances all that are outside their band but those left out, after a confirmation that says what is sent',
  proves('P6.1', 'P6.4'),
  async () => {
    const { page } = app;
    await app.show('/portfolios');
    await page.getByRole('link', { name: 'Rebalance all outside the band' }).click();
    await page.getByRole('heading', { level: 1, name: 'Rebalance many portfolios' }).waitFor();
    expect(await faultsInBothThemes(page)).toEqual([]);
    await page.getByLabel('Drift threshold (%)').fill('50');
    await page.keyboard.press('Enter');
    await page.locator('[aria-invalid=true]').waitFor();
    await page.getByLabel('Drift threshold (%)').fill('2');
    await page.getByRole('button', { name: 'Plan all outside the band' }).click();
    await page.waitForURL(/\/rebalances\/bulk\/bk_/);
    await page.getByRole('button', { name: 'Execute…' }).click();
    const dialog = page.getByRole('dialog', { name: /^Execute \d plans?\?$/ });
    expect(await dialog.innerText()).toMatch(/\d+ orders worth [\d\s]+\.\d\d [A-Z]{3}/);
    expect(await faultsInBothThemes(page)).toEqual([]);
    await page.keyboard.press('Escape');
    const leaveOut = page.getByRole('button', { name: /^Leave out / });
    const planned = await leaveOut.count();
    await leaveOut.last().click();
    await rows().filter({ hasText: 'left out' }).waitFor();
    const totals = await table('By currency').locator('tbody tr td:nth-child(2)').allInnerTexts();
    expect(totals.reduce((sum, text) => sum + Number(text), 0)).toBe(planned - 1);
    await page.getByRole('button', { name: 'Execute…' }).click();
    await dialog
      .getByText(`${planned - 1} plan`)
      .first()
      .waitFor();
    await dialog.getByLabel('Portfolios per minute').fill('1');
    await dialog.getByRole('button', { name: 'Yes, execute at 1 per minute' }).click();
    await page.getByRole('progressbar', { name: 'Progress' }).waitFor();
    await page.getByText(/\d left, \d of them not started/).waitFor();
    expect(await faultsInBothThemes(page)).toEqual([]);
    const count = await rows().count();
    await advance(60_000 * count);
    await advance(2 * 86_400_000);
    await page.getByRole('heading', { level: 1, name: 'Bulk rebalance' }).waitFor();
    await expect.poll(() => rows().filter({ hasText: 'complete' }).count()).toBe(count - 1);
    await page.getByRole('progressbar', { name: 'Progress' }).waitFor({ state: 'detached' });
    expect(await table('By currency').innerText()).toContain('Traded');
    expect(await faultsInBothThemes(page)).toEqual([]);
    await rows().first().press('Enter');
    await page.waitForURL(/\/rebalances\/rb_/);
    expect(app.complaints).toEqual([]);
  },
);

it(
  'plans selected portfolios, says why some were refused, and cancels what was not started',
  proves('P6.1', 'P6.6'),
  async () => {
    const { page } = app;
    await app.show('/portfolios');
    await table('Portfolios').locator('tbody tr').first().focus();
    await page.keyboard.press('Control+a');
    await page.getByRole('link', { name: /^Rebalance \d…$/ }).click();
    await page.getByRole('heading', { level: 2, name: /^\d selected portfolios$/ }).waitFor();
    await page.getByLabel('Drift threshold (%)').fill('1');
    await page.getByRole('button', { name: /^Plan \d portfolios$/ }).click();
    const refused = table('Refused portfolios');
    await refused.waitFor();
    expect(await refused.innerText()).toMatch(/drift_below_threshold/);
    expect(await refused.innerText()).toMatch(/not beyond the band of 1\.00 %/);
    expect(await faultsInBothThemes(page)).toEqual([]);
    await app.show('/rebalances/bulk');
    const former = table('Previous bulk rebalances').locator('tbody tr');
    await expect.poll(() => former.count()).toBe(2);
    await former.first().focus();
    await page.keyboard.press('Enter');
    await refused.waitFor();
  },
);

it('shows the progress of the clock while a bulk rebalance executes, and stops it', {
  ...proves('J16'),
  tags: ['deep'],
}, async () => {
  const { page, ballast } = app;
  const silent = await startSilentReceiver();
  const send = async (base: string, token: string, path: string, body: object) => {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    const response = await fetch(`${base}${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
    if (!response.ok) throw new Error(await response.text());
    return (await response.json()) as Record<string, string>;
  };
  const sim = (path: string, body: object) => send(ballast.controlUrl, ballast.adminToken, path, body);
  const portfolio = await send(ballast.formBUrl, ballast.apiKey, '/portfolios', {
    external_id: 'long',
    currency: 'EUR',
    tax_wrapper: 'Depot',
    cash: 10_000,
    targets: [{ isin: 'DE0007164600', weight: 0.9 }],
  });
  const { bulk_id: id } = await sim('/bulk-rebalances', { portfolio_ids: [portfolio.portfolio_id], wait: true });
  await sim('/webhooks', { url: silent.url });
  await app.show(`/rebalances/bulk/${id}`);
  await page.getByRole('button', { name: 'Execute…' }).click();
  await page.getByRole('button', { name: /^Yes, execute at/ }).click();
  await silent.isCalled;
  await page.getByRole('button', { name: '+1 h', exact: true }).click();
  const panel = page.getByRole('region', { name: 'Progress' });
  await panel.getByText(/^The clock advances to 2026-03-/).waitFor();
  await panel.getByText(/\d\d:\d\d, \d+ log entr(y|ies)$/).waitFor();
  await page.getByRole('banner').getByRole('status').filter({ hasText: 'Advancing to 2026-03-' }).waitFor();
  await page.mouse.move(640, 600);
  await page.getByRole('tooltip').waitFor({ state: 'detached' });
  expect(await faultsInBothThemes(page)).toEqual([]);
  await panel.getByRole('button', { name: 'Stop the clock' }).click();
  await page.getByText('Advance stopped').waitFor();
  await panel.getByText(/^The clock advances/).waitFor({ state: 'detached' });
  await silent.stop();
});
