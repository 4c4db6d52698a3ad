/**
 * A portfolio on paper: its holdings and its drift, in the light theme, without the app around it, on as many pages as it needs.
 *
 * @module-tag deep
 */
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { OpenApp } from '../../support/page/open-page.ts';
import { openPortfolio } from './open-portfolio.ts';

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
  // What is folded away on the screen is printed all the same.
  await app.page.getByRole('button', { name: 'Holdings', exact: true }).click();
  await holdings().waitFor({ state: 'detached' });
  await app.page.emulateMedia({ colorScheme: 'dark' });
  await app.page.emulateMedia({ media: 'print' });
  await holdings().waitFor();
  expect(await holdings().locator('tbody tr').count()).toBe(rows);
  expect(await app.page.getByRole('table', { name: 'Drift by position' }).isVisible()).toBe(true);
  await app.page
    .getByText(/As of 2026-03-02.09:30:00 virtual UTC, in the Ballast world “default” with seed 42/)
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

it('goes on to further pages, and is as wide as the paper', async () => {
  await app.page.setViewportSize({ width: 718, height: 500 });
  await app.page.emulateMedia({ media: 'print' });
  const { width, height } = await app.page.evaluate(() => ({
    width: document.documentElement.scrollWidth,
    height: document.documentElement.scrollHeight,
  }));
  expect(width).toBeLessThanOrEqual(718);
  expect(height).toBeGreaterThan(500);
  expect(await app.page.pdf({ width: '718px', height: '300px' }).then(String)).toMatch(/\/Count [3-9]/);
  await app.page.emulateMedia({ media: 'screen' });
  await app.page.setViewportSize({ width: 1440, height: 900 });
});

it('is printed by its button and by the palette', async () => {
  const asked = () =>
    app.page.evaluate(
      () => new Promise<string>((resolve) => window.addEventListener('beforeprint', ({ type }) => resolve(type))),
    );
  const byButton = asked();
  await app.page.getByRole('button', { name: 'Print', exact: true }).click();
  expect(await byButton).toBe('beforeprint');
  const byPalette = asked();
  await app.page.keyboard.press('Control+k');
  await app.page.getByRole('combobox', { name: 'Find anything' }).fill('print');
  await app.page.getByRole('option', { name: /^Print the record, portfolio or rebalance/ }).waitFor();
  await app.page.keyboard.press('Enter');
  expect(await byPalette).toBe('beforeprint');
  expect(app.complaints).toEqual([]);
});
