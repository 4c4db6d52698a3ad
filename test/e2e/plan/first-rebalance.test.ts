/**
 * A new user's journey: from the highlighted button over a dry run to an executed rebalance, in a real browser.
 * @module-tag deep
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { drawn } from '../../support/page/go-to.ts';
import { type OpenApp, openApp } from '../../support/page/open-page.ts';

let app: OpenApp;

beforeAll(async () => {
  app = await openApp();
});
afterAll(() => app.close());

describe('the first rebalance', () => {
  it('begins on a list whose one highlighted button names the portfolio furthest from its targets', async () => {
    await app.show('/');
    const rows = app.page.getByRole('table', { name: 'Portfolios' }).locator('tbody tr');
    // Ordered by drift, largest first, so the worst portfolio is the first row.
    const worst = await rows.first().getByRole('link').first().textContent();
    await app.page.getByText(`${worst} is`, { exact: false }).first().waitFor();
    expect(await app.page.getByRole('button', { name: 'Plan a rebalance' }).count()).toBe(1);
  });

  it('shows orders, costs and reasons of a dry run, and says before executing what will happen', async () => {
    await app.page.getByRole('button', { name: 'Plan a rebalance' }).click();
    const orders = app.page.getByRole('table', { name: 'Orders of the plan' });
    await orders.waitFor();
    const sides = await orders.locator('tbody tr td:nth-child(2)').allTextContents();
    const firstBuy = sides.findIndex((side) => side.includes('buy'));
    expect(sides.slice(firstBuy).every((side) => side.includes('buy'))).toBe(true);
    // The sentence and the figure name the same position.
    const why = app.page.getByRole('region', { name: 'Reasons for this plan' });
    const [, name = ''] = /^(.+?) is (?:above|below)/.exec(await why.innerText()) ?? [];
    const trigger = app.page.getByRole('dialog').locator('dl > div', { hasText: 'Triggered by' });
    const symbol = /Triggered by\s*(\S+)/.exec(await trigger.innerText())?.[1] ?? '';
    const row = orders.locator('tbody tr', { hasText: symbol });
    expect(await row.first().locator('strong').getAttribute('title')).toContain(name);
    await app.page.getByRole('button', { name: 'Execute rebalance…' }).click();
    await orders
      .getByText(/^Overweight by \d+\.\d\d\s%/)
      .first()
      .waitFor();
    const sent = app.page.getByLabel('Orders to execute');
    for (const fact of [/Sells EUR\s*[\d\s.]+ \d+ orders?/, /Buys EUR/, /Est\. cost EUR/, /Est\. gains tax EUR/]) {
      await sent.getByText(fact).waitFor();
    }
  });

  it('summarises the plan in a sentence, and expands by keyboard the reasons for an order and its exchange', async () => {
    const why = app.page.getByRole('region', { name: 'Reasons for this plan' });
    await why.getByText(/The estimated tax on them, on top of these costs, is [\d\s.]+ EUR\.$/).waitFor();
    await why
      .getByText(
        /is above its target by \d+\.\d\d\s% of the portfolio.*, beyond the band of 5\.00\s%\. The plan sells .* It costs .*\sbps/,
      )
      .waitFor();
    const orders = app.page.getByRole('table', { name: 'Orders of the plan' });
    const rows = orders.locator('tbody tr[data-opens]');
    await rows.first().focus();
    await app.page.keyboard.press('Enter');
    await orders
      .getByText(/; its target is .*\. Selling .* shares \(.*\) at \w+ restores the target; estimated cost .* EUR\./)
      .waitFor();
    await orders.getByText(/^Sold at [A-Z]{4}, where all .* are held/).waitFor();
    expect(await rows.first().getByRole('button').getAttribute('aria-expanded')).toBe('true');
    // The expanded part is not a row: the arrow moves to the next order.
    await app.page.keyboard.press('ArrowDown');
    expect(await rows.nth(1).evaluate((row) => row === document.activeElement)).toBe(true);
    await app.page.keyboard.press('ArrowUp');
    await app.page.keyboard.press('Enter');
    await orders.getByText(/^Sold at/).waitFor({ state: 'detached' });
  });

  it('shows for a buy what every other exchange would have cost', async () => {
    const orders = app.page.getByRole('table', { name: 'Orders of the plan' });
    const buy = orders.locator('tbody tr[data-opens]', { hasText: 'EUNH' });
    await buy.getByRole('button', { name: 'Why' }).click();
    await orders.getByText(/^XETR costs .* EUR all-in, .* EUR less than XAMS\.$/).waitFor();
    const venues = orders.getByRole('table', { name: 'Instead of XETR' });
    expect(await venues.getByRole('row').nth(1).getByRole('cell').last().textContent()).toMatch(/ EUR more\.$/);
    await buy.click();
    await venues.waitFor({ state: 'detached' });
  });

  it('leads to the page of the rebalance, which says that the clock is paused and offers help', async () => {
    await app.page.getByRole('button', { name: 'Yes, execute' }).click();
    await app.page.waitForURL(/\/rebalances\/rb_/);
    await app.page.getByText('The virtual clock is not moving.').waitFor();
    const orders = app.page.getByRole('table', { name: 'Orders' });
    await orders
      .getByText(/^0 \/ /)
      .first()
      .waitFor();
    const nextEvent = app.page.getByRole('button', { name: '→ next', exact: true });
    const readout = app.page.locator('[data-clock]', { hasText: /09:30:(0[1-9]|1\d)/ });
    // First the exchanges acknowledge, within the same second; the first fill comes some seconds after the orders
    // arrive.
    while ((await readout.count()) === 0) {
      await nextEvent.click();
      await drawn(app.page);
    }
  });

  it('fills every order once the clock runs until it is final, without a reload', async () => {
    await app.page.getByRole('button', { name: 'Run until it is final' }).click();
    const path = app.page.getByRole('list', { name: 'State of the rebalance' });
    await path.locator('[aria-current="step"]', { hasText: 'complete' }).waitFor();
    const statuses = await app.page
      .getByRole('table', { name: 'Orders' })
      .locator('tbody tr td:nth-child(7)')
      .allTextContents();
    expect(statuses.length).toBeGreaterThan(0);
    expect(statuses.every((status) => status.includes('filled') && !status.includes('partially'))).toBe(true);
  });

  it('headlines the result beside the plan, drift in per cent and cost in basis points, and lists its cost', async () => {
    const result = app.page.locator('dl[aria-label="Result compared with the plan"]');
    await result.waitFor();
    const text = (await result.innerText()).replaceAll(/\s+/g, ' ');
    expect(text).toMatch(/Max drift \d+\.\d\d → \d+\.\d\d % (as planned|planned \d+\.\d\d %, [+−]\d+\.\d\d points)/);
    expect(text).toMatch(/Actual cost EUR [\d .]+ · [\d.]+ bps planned [\d .]+, [+−]?[\d.]+/);
    expect(text).not.toMatch(/drift [\d. →%]*bps/);
    const rebalance = app.page.url();
    await app.show('/rebalances');
    const table = app.page.getByRole('table', { name: 'Rebalances' });
    await table.getByRole('columnheader', { name: 'Est. cost' }).waitFor();
    const paid = / · ([\d.]+) bps planned/.exec(text)?.[1] ?? '';
    await table
      .locator('tbody tr', { hasText: 'complete' })
      .getByRole('cell', { name: paid, exact: true })
      .first()
      .waitFor();
    await app.page.goto(rebalance);
  });

  it('leaves the portfolio inside its band, and the address survives a reload', async () => {
    await app.page.reload();
    await app.page.getByRole('heading', { level: 1 }).getByRole('link').click();
    await app.page.waitForURL(/\/portfolios\/pf_/);
    await app.page.getByText('inside the band').waitFor();
    expect(app.complaints).toEqual([]);
  });
});
