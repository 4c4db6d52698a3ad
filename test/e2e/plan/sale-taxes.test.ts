/** The tax that a plan causes, as its reader sees it: by order with its lots, plan by plan, and for many portfolios. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { PortfolioList, RebalanceView } from '../../../src-server/contract/control/portfolios/portfolios.ts';
import { proves } from '../../conformance/proves.ts';
import { type OpenApp, openApp } from '../../support/page/open-page.ts';
import { accessibilityFaults } from '../every-screen/accessibility-faults.ts';
import { control } from './shown-plan.ts';

/** A `Depot`, whose gains are taxed. */
const LABEL = 'EU-Balanced-001';

let app: OpenApp;
let path = '';

beforeAll(async () => {
  app = await openApp();
  const { portfolios } = await control<PortfolioList>(app, 'GET', '/portfolios');
  path = `/portfolios/${portfolios.find(({ label }) => label === LABEL)?.portfolio_id}`;
});
afterAll(() => app.close());

const cents = (text: string) => Math.round(Number(text.replace('\u2212', '-').replace(/[^\d.-]/g, '')) * 100);
const sumOf = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0);
const columnOf = async (table: string, header: string) => {
  const headers = await app.page.getByRole('table', { name: table, exact: true }).locator('thead th').allInnerTexts();
  return headers.findIndex((head) => head.startsWith(header));
};

it('the orders of a dry run have it beside their cost, and sum to that of the plan', {
  ...proves('L135.1'),
  tags: ['deep'],
}, async () => {
  const { page } = app;
  await app.show(path);
  await page
    .getByRole('link', { name: 'Plan a rebalance' })
    .or(page.getByRole('button', { name: 'Plan a rebalance' }))
    .first()
    .click();
  const orders = page.getByRole('table', { name: 'Orders of the plan' });
  await orders.waitFor();
  const column = await columnOf('Orders of the plan', 'Est. gains tax');
  const cells = await orders
    .locator('tbody tr[data-opens]')
    .evaluateAll((rows, index) => rows.map((row) => row.children[index]?.textContent ?? ''), column);
  const sells = cells.filter((cell) => /\d/.test(cell));
  const facts = await page.getByLabel('The dry run').innerText();
  const total = /Est\. gains tax EUR\s*([\d\s]+\.\d{2})/.exec(facts)?.[1] ?? '';
  expect(sells.length).toBeGreaterThan(0);
  expect(sumOf(sells.map(cents))).toBe(cents(total));
  await orders.locator('tbody tr[data-opens]').first().click();
  const lots = page.getByRole('table', { name: /^Tax lots sold/ });
  await lots.waitFor();
  await page
    .getByText(/^It realises a (gain|loss) of [\d\s.]+ EUR/)
    .first()
    .waitFor();
  expect(await lots.locator('tbody tr').count()).toBeGreaterThan(0);
  expect(await accessibilityFaults(page)).toEqual([]);
});

it('a comparison has it by instrument under the tax of each plan, with the lots', {
  ...proves('L135.3'),
  tags: ['deep'],
}, async () => {
  const { page } = app;
  await app.show(`${path}/compare`);
  const table = page.getByRole('table', { name: 'Plans side by side' });
  await page.locator('[data-compared][aria-busy="false"]').waitFor();
  const rows = table.locator('tbody tr');
  const first = async (header: RegExp) => {
    const found = rows.filter({ has: page.getByRole('rowheader', { name: header }) });
    return found.evaluateAll((all) => all.map((row) => row.children[2]?.textContent ?? ''));
  };
  const [total = ''] = await first(/^Gains tax, EUR$/);
  const parts = await first(/^of selling /);
  expect(sumOf(parts.map((text) => cents(text)))).toBe(cents(total.replace('★ best: ', '')));
  await rows
    .filter({ has: page.getByRole('rowheader', { name: /^of selling / }) })
    .first()
    .getByRole('button')
    .first()
    .hover();
  await page
    .getByRole('tooltip')
    .getByText(/^Sells .* bought on \d{4}-\d\d-\d\d \((gain|loss) /)
    .waitFor();
});

it('a bulk rebalance has it for each portfolio and by currency, and leads to its orders', {
  ...proves('L135.4'),
  tags: ['deep'],
}, async () => {
  const { page } = app;
  const bulk = await control<{ bulk_id: string }>(app, 'POST', '/bulk-rebalances', {
    filter: 'outside_band',
    wait: true,
  });
  await app.show(`/rebalances/bulk/${bulk.bulk_id}`);
  const rows = page.getByRole('table', { name: 'Portfolios of the bulk rebalance' }).locator('tbody tr');
  const row = rows.filter({ hasText: LABEL });
  await row.waitFor();
  const tax = await row
    .locator('td, th')
    .nth(await columnOf('Portfolios of the bulk rebalance', 'Est. gains tax'))
    .innerText();
  const sums = page.getByRole('table', { name: 'By currency' });
  expect((await sums.innerText()).includes('Estimated gains tax')).toBe(true);
  await row.getByRole('link', { name: 'Plan', exact: true }).click();
  await page.waitForURL(/\/rebalances\/rb_/);
  const id = new URL(page.url()).pathname.split('/').at(-1);
  const { sale_taxes: taxes } = await control<RebalanceView>(app, 'GET', `/rebalances/${id}`);
  expect(cents(tax)).toBe(Math.round((taxes?.tax ?? 0) * 100));
  await page.getByRole('table', { name: 'Orders', exact: true }).waitFor();
  const column = await columnOf('Orders', 'Est. gains tax');
  const cells = await page
    .getByRole('table', { name: 'Orders', exact: true })
    .locator('tbody tr[data-opens]')
    .evaluateAll((all, index) => all.map((each) => each.children[index]?.textContent ?? ''), column);
  expect(sumOf(cells.filter((cell) => /\d/.test(cell)).map(cents))).toBe(cents(tax));
  expect(app.complaints).toEqual([]);
});
