/** An analyst's way from a portfolio to a plan under a cost, through its execution, to why it failed, in a real browser. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { proves } from '../conformance/proves.ts';
import { type OpenApp, openApp } from '../support/open-page.ts';
import { accessibilityFaults } from './accessibility-faults.ts';

let app: OpenApp;
let portfolio: string;

beforeAll(async () => {
  app = await openApp();
  await app.page.goto(app.at('/portfolios'));
  const rows = app.page.getByRole('table', { name: 'Portfolios' }).locator('tbody tr');
  portfolio = (await rows.first().getByRole('link').first().getAttribute('href')) ?? '';
});
afterAll(() => app.close());

const table = () => app.page.getByRole('table', { name: 'Plans side by side' });
const rowOf = (header: string) =>
  table()
    .locator('tbody tr')
    .filter({ has: app.page.getByRole('rowheader', { name: header, exact: true }) });
const settled = () => app.page.locator('.compared[aria-busy="false"]').waitFor();

describe('comparing plans', () => {
  it('begins on the portfolio with five variants, and marks the best of a row', proves('L82'), async () => {
    await app.page.goto(app.at(portfolio));
    await app.page.getByRole('link', { name: 'Compare plans' }).click();
    await table().waitFor();
    expect(await table().locator('thead th').allTextContents()).toHaveLength(7);
    // Less may be spent by the variant of two bps, so that is the cheapest, and leaves the most.
    await rowOf('Cost, EUR').locator('td').nth(4).getByText('best: ').waitFor({ state: 'attached' });
    expect(await rowOf('Portfolio drift left').locator('td').nth(4).getByText('best: ').count()).toBe(0);
  });

  it('plans anew when a parameter changes, and keeps all of it in the address', async () => {
    const budget = app.page.getByRole('textbox', { name: 'Cost budget, bps of variant B' });
    await budget.fill('1');
    await rowOf('Cost, EUR')
      .locator('td')
      .nth(2)
      .filter({ hasText: /(0\.\d|1\.0) bps/ })
      .waitFor();
    await app.page.getByRole('button', { name: 'Add a variant' }).click();
    await table().getByText('F', { exact: true }).waitFor();
    expect(await app.page.getByRole('button', { name: '6 at most' }).isDisabled()).toBe(true);
    await app.page.getByRole('button', { name: 'Remove variant C' }).click();
    await app.page.waitForURL(/variant=&variant=budget%3D1&variant=budget%3D2&/);
    await app.page.reload();
    await table().waitFor();
    expect(await budget.inputValue()).toBe('1');
  });

  it('shows each plan as a point of cost and drift, in a chart and in a table', async () => {
    await app.page.locator('.frontier-chart .recharts-surface').waitFor();
    const points = app.page.getByRole('table', { name: 'Cost against remaining drift' });
    await points.getByRole('row', { name: /^now 0\.0 / }).waitFor();
    await points.getByText('on the frontier').first().waitFor();
    expect(await accessibilityFaults(app.page)).toEqual([]);
  });

  it('finds the plan with the least drift under a cost, by keyboard, and takes it into the plan dialog', async () => {
    const cost = app.page.getByRole('textbox', { name: 'Cost under (bps of the portfolio value)' });
    await cost.fill('1.5');
    await cost.press('Enter');
    const found = app.page.getByRole('status').filter({ hasText: /^Found: 1\.\d bps \(/ });
    await found.waitFor();
    await settled();
    await found.getByRole('link', { name: 'Use the plan that was found' }).press('Enter');
    await app.page.waitForURL(app.at(`${portfolio}/plan?budget=1.5`));
    await app.page.getByText('bps of 1.5 allowed').waitFor();
    await app.page.goBack();
    await app.page.waitForURL(/\/compare\?.*goal=1\.5/);
    await found.waitFor();
  });

  it('can be begun from the plan dialog and from the palette', async () => {
    await app.page.goto(app.at(`${portfolio}/plan?budget=3&band=relative`));
    await app.page.getByRole('link', { name: 'Compare variants' }).click();
    await table().getByText('at most 3 bps, relative band').waitFor();
    await app.page.keyboard.press('Control+k');
    await app.page.getByRole('dialog').getByRole('combobox').fill('find a plan under');
    await app.page
      .getByRole('option', { name: /^Compare plans of/ })
      .first()
      .click();
    await app.page.waitForURL(/\/compare/);
    await table().waitFor();
    expect(app.complaints).toEqual([]);
  });
});
