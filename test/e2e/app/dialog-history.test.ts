/**
 * Dialogs and the browser's history: back closes an open one, and never opens one that was closed.
 *
 * @module-tag deep
 */
import type { Page } from 'playwright';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { proves } from '../../conformance/proves.ts';
import { type OpenApp, openApp } from '../../support/page/open-page.ts';

let app: OpenApp;
let page: Page;

beforeAll(async () => {
  app = await openApp();
  ({ page } = app);
});
afterAll(() => app.close());

/** From the market to the worlds, so that one step back is the market. */
beforeEach(async () => {
  await app.show('/market/prices');
  await page.getByRole('navigation').getByRole('link', { name: 'Accounts' }).click();
  await page.getByRole('heading', { level: 1, name: 'Accounts' }).waitFor();
});

const open = async () => {
  await page.getByRole('button', { name: 'New account…' }).click();
  await dialog().waitFor();
};
const dialog = () => page.getByRole('dialog', { name: 'New account' });
const shows = (path: string | RegExp) =>
  page.waitForURL((url) =>
    typeof path === 'string' ? `${url.pathname}${url.search}` === path : path.test(`${url.pathname}${url.search}`),
  );
/** The browser takes a moment to go back. */
const isBack = () =>
  page.waitForFunction(() => (window.history.state as { isClosed?: boolean } | null)?.isClosed !== true);
const closed = async () => {
  await dialog().waitFor({ state: 'detached' });
  await isBack();
};

it('is closed by back, which then leaves the page, and opened again by forward', proves('L138'), async () => {
  await open();
  await shows('/accounts?dialog=new-account');
  await page.goBack();
  await closed();
  await shows('/accounts');
  await page.goForward();
  await dialog().waitFor();
  await page.goBack();
  await closed();
  await page.goBack();
  await shows(/^\/market\/prices/);
});

it(
  'that was closed leaves no entry: one step back leaves the page, however often one was opened',
  proves('L138'),
  async () => {
    for (let time = 1; time <= 3; time += 1) {
      await open();
      await page.keyboard.press('Escape');
      await closed();
      await shows('/accounts');
    }
    await page.goBack();
    await shows(/^\/market\/prices/);
    expect(await page.getByRole('dialog').count()).toBe(0);
  },
);

it('that is completed leaves no entry, and the page retains the changes below it', proves('L138'), async () => {
  await open();
  await dialog().getByLabel('Id').fill('desk-7');
  await page.keyboard.press('Enter');
  await closed();
  await page.goBack();
  await shows(/^\/market\/prices/);
});

it('that came with its page by a link is closed in its place', proves('L138'), async () => {
  await app.show('/market/prices');
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: 'Find anything' }).fill('new account');
  await page
    .getByRole('option', { name: /new account/i })
    .first()
    .click();
  await dialog().waitFor();
  await page.keyboard.press('Escape');
  await closed();
  await page.goBack();
  await shows(/^\/market\/prices/);
});

it('removes its entry when its result is another page', proves('L138'), async () => {
  await app.show('/portfolios');
  await page.getByRole('table', { name: 'Portfolios' }).locator('tbody tr').first().getByRole('link').first().click();
  await shows(/^\/portfolios\/pf_/);
  const portfolio = new URL(page.url()).pathname;
  await page.getByRole('button', { name: 'More actions for this portfolio' }).click();
  await page.getByRole('menuitem', { name: 'Rename…' }).click();
  await page.getByRole('dialog').waitFor();
  // A link of the frame is behind the dialog; a command is not.
  await page.evaluate(() => document.querySelector<HTMLAnchorElement>('nav a[href="/lab"]')?.click());
  await shows('/lab');
  await page.goBack();
  await shows(portfolio);
  expect(await page.getByRole('dialog').count()).toBe(0);
  await page.goBack();
  await shows('/portfolios');
});

it('a plan that was closed leaves nothing over its portfolio', proves('L138'), async () => {
  await app.show('/portfolios');
  await page.getByRole('table', { name: 'Portfolios' }).locator('tbody tr').first().getByRole('link').first().click();
  await shows(/^\/portfolios\/pf_/);
  const portfolio = new URL(page.url()).pathname;
  await page.getByRole('button', { name: 'Plan a rebalance' }).click();
  await shows(`${portfolio}/plan`);
  const plan = page.getByRole('dialog');
  await plan.waitFor();
  await page.keyboard.press('Escape');
  await plan.waitFor({ state: 'detached' });
  await isBack();
  await shows(portfolio);
  await page.goBack();
  await shows('/portfolios');
});
