/**
 * A portfolio on paper: its holdings and its drift, in the light theme, without the app around it, on as many pages as
 * it needs; and the plan of a rebalance as a proposal.
 * @module-tag deep
 */
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { OpenApp } from '../../support/page/open-page.ts';
import { showOnPaper, showOnScreen } from '../../support/page/paper.ts';
import { openPortfolio, planRebalance } from './open-portfolio.ts';

let app: OpenApp;
let address = '';

beforeAll(async () => {
  ({ app, address } = await openPortfolio(''));
});
afterAll(() => app.close());

const holdings = () => app.page.getByRole('table', { name: 'Holdings' });
const pages = async () =>
  (await app.page.pdf({ preferCSSPageSize: true })).toString('latin1').match(/\/Type\s*\/Page\b/g)?.length ?? 0;

it('has holdings and drift bars, and nothing of the app', async () => {
  await app.show(address);
  await holdings().waitFor();
  const rows = await holdings().locator('tbody tr').count();
  // Collapsed content on the screen is printed all the same.
  await app.page.getByRole('button', { name: 'Holdings', exact: true }).click();
  await holdings().waitFor({ state: 'detached' });
  await app.page.emulateMedia({ colorScheme: 'dark' });
  await showOnPaper(app.page);
  await holdings().waitFor();
  expect(await holdings().locator('tbody tr').count()).toBe(rows);
  expect(await app.page.getByRole('table', { name: 'Drift by position' }).isVisible()).toBe(true);
  await app.page
    .getByText(/As of 2026-03-02.09:30:00 \(virtual UTC\)\. Tax rules: .*\. Simulation by Ballast: no real orders\./)
    .waitFor();
  const shown = await app.page.locator('header, nav, footer, aside, [role=dialog]').filter({ visible: true }).count();
  expect(shown).toBe(0);
  for (const panel of ['Allocation', 'History', 'FX exposure']) {
    expect(await app.page.getByRole('region', { name: panel }).isVisible(), panel).toBe(false);
  }
  for (const button of ['Edit', 'Plan a rebalance', 'Print', 'Columns of the table Holdings']) {
    expect(await app.page.getByRole('button', { name: button }).filter({ visible: true }).count(), button).toBe(0);
  }
  const background = await app.page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  expect(background).toBe('rgb(255, 255, 255)');
  const scheme = () => app.page.evaluate(() => document.documentElement.getAttribute('data-mantine-color-scheme'));
  expect(await scheme()).toBe('light');
  expect(await pages()).toBeGreaterThanOrEqual(1);
  await app.page.emulateMedia({ media: 'screen', colorScheme: 'dark' });
  await expect.poll(scheme).toBe('dark');
  await app.page.getByRole('button', { name: 'Holdings', exact: true }).click();
});

it('continues on further pages, and is as wide as the paper', async () => {
  await app.page.setViewportSize({ width: 718, height: 500 });
  await showOnPaper(app.page);
  const { width, height } = await app.page.evaluate(() => ({
    width: document.documentElement.scrollWidth,
    height: document.documentElement.scrollHeight,
  }));
  expect(width).toBeLessThanOrEqual(718);
  expect(height).toBeGreaterThan(500);
  expect(await app.page.pdf({ width: '718px', height: '300px' }).then(String)).toMatch(/\/Count [3-9]/);
  await showOnScreen(app.page);
  await app.page.setViewportSize({ width: 1440, height: 900 });
});

/** A4 less the margins of the page, at 96 pixels an inch. */
const PAPER_WIDTH = Math.floor(((210 - 24) / 25.4) * 96);

const shown = (text: string | RegExp) => app.page.getByText(text).filter({ visible: true });

/** A client's version of a plan: names, money, weights before and after; nothing that has not happened yet. */
async function expectProposal(): Promise<void> {
  await app.page.setViewportSize({ width: PAPER_WIDTH, height: 1000 });
  await showOnPaper(app.page);
  await shown(/^Rebalancing proposal$/).waitFor();
  await shown(/^As of .* \(virtual UTC\)\. (?:Tax rules: .*\. )?Simulation by Ballast: no real orders\.$/).waitFor();
  for (const fact of [/^Portfolio value EUR/, /^Base currency/, /^Tax rules/]) await shown(fact).first().waitFor();
  await shown(/^Germany, gains taxed at 26\.375/).waitFor();
  const orders = app.page.getByRole('table', { name: 'Orders of the proposal' });
  const headers = (await orders.getByRole('columnheader').allInnerTexts()).map((text) => text.replaceAll('\n', ' '));
  const wanted = ['Instrument', 'Quantity', 'Weight %', 'Target %', 'Est. cost EUR', 'Est. gains tax EUR', 'Reason'];
  expect(headers).toEqual(expect.arrayContaining(wanted));
  await orders.getByText('SAP SE').waitFor();
  const weights = app.page.getByRole('region', { name: 'Weights before and after' });
  expect(await weights.getByRole('columnheader').allInnerTexts()).toEqual(
    expect.arrayContaining(['Before %', 'After %', 'Target %']),
  );
  expect(await shown(/No fills yet|^0 \/ |0 fills/).count()).toBe(0);
  expect(await app.page.getByRole('region', { name: 'Estimated costs' }).isVisible()).toBe(true);
  expect(await app.page.locator('main h1').filter({ visible: true }).count()).toBe(1);
  expect(await app.page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(PAPER_WIDTH);
  await showOnScreen(app.page);
  await app.page.setViewportSize({ width: 1440, height: 900 });
}

it('shows a plan as a proposal, where it is made and on the page of a plan', async () => {
  await app.show(`${address}/plan`);
  await app.page.getByRole('dialog').getByRole('button', { name: 'Print', exact: true }).waitFor();
  await expectProposal();
  const plan = await planRebalance({ app, address });
  await app.show(`/rebalances/${plan}`);
  await app.page.getByRole('table', { name: 'Orders' }).waitFor();
  await expectProposal();
  await app.show(address);
  await holdings().waitFor();
});

it('is printed by its button and by the palette', async () => {
  const requests = () =>
    app.page.evaluate(
      () => new Promise<string>((resolve) => window.addEventListener('beforeprint', ({ type }) => resolve(type))),
    );
  const byButton = requests();
  await app.page.getByRole('button', { name: 'Print', exact: true }).click();
  expect(await byButton).toBe('beforeprint');
  const byPalette = requests();
  await app.page.keyboard.press('Control+k');
  await app.page.getByRole('combobox', { name: 'Find anything' }).fill('print');
  await app.page.getByRole('option', { name: /^Print the record, portfolio, comparison or rebalance/ }).waitFor();
  await app.page.keyboard.press('Enter');
  expect(await byPalette).toBe('beforeprint');
  expect(app.complaints).toEqual([]);
});
