/**
 * An analyst's journey from a portfolio to a plan under a cost, through its execution, to why it failed, in a real
 * browser.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { proves } from '../../conformance/proves.ts';
import { type OpenApp, openApp } from '../../support/page/open-page.ts';
import { accessibilityFaults } from '../every-screen/accessibility-faults.ts';

let app: OpenApp;
let portfolio: string;

beforeAll(async () => {
  app = await openApp();
  await app.show('/portfolios');
  const rows = app.page.getByRole('table', { name: 'Portfolios' }).locator('tbody tr');
  portfolio = (await rows.first().getByRole('link').first().getAttribute('href')) ?? '';
});
afterAll(() => app.close());

const table = () => app.page.getByRole('table', { name: 'Plans side by side' });
const rowOf = (header: string) =>
  table()
    .locator('tbody tr')
    .filter({ has: app.page.getByRole('rowheader', { name: header, exact: true }) });
const settled = () => app.page.locator('[data-compared][aria-busy="false"]').waitFor();

describe('comparing plans', () => {
  it('begins with plans at 100, 75, 50 and 25 % of the full cost, and marks the best of a row', {
    ...proves('L82'),
    tags: ['deep'],
  }, async () => {
    await app.show(portfolio);
    await app.page.getByRole('link', { name: 'Compare plans' }).click();
    await table().waitFor();
    expect(await table().locator('thead th').allTextContents()).toHaveLength(6);
    const full = Number((await rowOf('Cost, EUR').locator('td').nth(1).locator('small').innerText()).split(' ')[0]);
    const budgets = await rowOf('Cost budget, bps')
      .getByRole('textbox')
      .evaluateAll((fields) => fields.map((field) => (field instanceof HTMLInputElement ? field.value : '')));
    expect(budgets.map((bps) => Math.round((Number(bps) / full) * 20) * 5)).toEqual([0, 75, 50, 25]);
    // The search begins with the cost of the full plan, rounded up.
    const most = await app.page
      .getByRole('textbox', { name: 'Maximum cost (bps of the portfolio value)' })
      .inputValue();
    expect(Math.abs(Number(most) - full - 0.05)).toBeLessThan(0.06);
    // The last variant may spend the least, so it is the cheapest, and leaves the most drift.
    await rowOf('Cost, EUR').locator('td').nth(4).getByText('best: ').waitFor({ state: 'attached' });
    expect(await rowOf('Portfolio drift remaining').locator('td').nth(4).getByText('best: ').count()).toBe(0);
  });

  it('plans again when a parameter changes, and retains all of it in the address', { tags: ['deep'] }, async () => {
    const budget = app.page.getByRole('textbox', { name: 'Cost budget, bps of variant B' });
    await settled();
    await budget.fill('much');
    await budget.press('Enter');
    await table().getByText('This is not a number.').waitFor();
    // The figures belong to another budget.
    expect(await app.page.locator('[data-compared]').getAttribute('aria-busy')).toBe('true');
    await budget.fill('1');
    await budget.press('Enter');
    await rowOf('Cost, EUR')
      .locator('td')
      .nth(2)
      .filter({ hasText: /(0\.\d\d|1\.00?) bps/ })
      .waitFor();
    await app.page.getByRole('button', { name: 'Add a variant' }).click();
    await table().getByText('E', { exact: true }).waitFor();
    await app.page.getByRole('button', { name: 'Add a variant' }).click();
    await table().getByText('F', { exact: true }).waitFor();
    expect(await app.page.getByRole('button', { name: '6 at most' }).isDisabled()).toBe(true);
    await app.page.getByRole('button', { name: 'Remove variant C' }).click();
    await app.page.waitForURL(/variant=&variant=budget%3D1&variant=budget%3D/);
  });

  it('joins variants with the same plan, and shows them separately on request', {
    tags: ['deep'],
  }, async () => {
    // D and E began as copies of C.
    await settled();
    await app.page.reload();
    const joined = app.page.getByRole('columnheader', { name: /^C = D = E / });
    await joined.waitFor();
    expect(await app.page.getByRole('textbox', { name: 'Cost budget, bps of variant B' }).inputValue()).toBe('1');
    expect(await table().locator('thead th').allTextContents()).toHaveLength(5);
    expect(await accessibilityFaults(app.page)).toEqual([]);
    await joined.getByRole('button', { name: 'Same plan (show separately)' }).click();
    await app.page.getByRole('columnheader', { name: /^E / }).getByText('same plan as C').waitFor();
    await app.page.getByRole('button', { name: 'Remove variant E' }).click();
    await app.page.getByRole('button', { name: 'Remove variant D' }).click();
    await settled();
  });

  it('shows each plan as a point of cost and drift, in a chart and in a table', { tags: ['deep'] }, async () => {
    await app.page
      .getByRole('figure', { name: /^Cost in bps/ })
      .locator('.recharts-surface')
      .waitFor();
    const points = app.page.getByRole('table', { name: 'Cost against remaining drift' });
    await points.getByRole('row', { name: /^now 0\.00? / }).waitFor();
    await points.getByText('on the frontier').first().waitFor();
    expect(await accessibilityFaults(app.page)).toEqual([]);
  });

  it('finds the plan with the least drift under a cost, by keyboard, and opens it in the plan dialog', {
    tags: ['deep'],
  }, async () => {
    const cost = app.page.getByRole('textbox', { name: 'Maximum cost (bps of the portfolio value)' });
    await cost.fill('1.5');
    await cost.press('Enter');
    const found = app.page.getByRole('status').filter({ hasText: /^Found under 1\.5 bps of cost: 1\.\d\d? bps \(/ });
    await found.waitFor();
    await settled();
    const outdated = found.getByText('You have entered other limits since.');
    await cost.fill('2');
    await outdated.waitFor();
    await cost.fill('1.5');
    await outdated.waitFor({ state: 'detached' });
    await found.getByRole('link', { name: 'Use this plan: the plan found' }).press('Enter');
    await app.page.waitForURL(app.at(`${portfolio}/plan?budget=1.5`));
    await app.page.getByText('bps of 1.50 allowed').waitFor();
    await app.page.goBack();
    await app.page.waitForURL(/\/compare\?.*goal=1\.5/);
    await found.waitFor();
  });

  it('limits the gains tax of a variant, searches under it, and sets it against drift', {
    ...proves('L82', 'L146'),
    tags: ['deep'],
  }, async () => {
    // The page reads its address once, when it is opened.
    await app.show('/portfolios');
    await app.show(`${portfolio}/compare?variant=&variant=tax%3D5000`);
    await settled();
    const taxOf = async (place: number) => {
      const text = await rowOf('Gains tax, EUR').locator('td').nth(place).innerText();
      return Number(text.replace(/[^\d.]/g, ''));
    };
    expect(await taxOf(1)).toBeGreaterThan(10_000);
    expect(await taxOf(2)).toBeLessThanOrEqual(5000);
    await rowOf('Limited by').locator('td').nth(2).getByText('Gains tax budget').waitFor();
    const limit = app.page.getByRole('textbox', { name: 'Maximum gains tax (EUR)' });
    await limit.fill('8000');
    await limit.press('Enter');
    const found = app.page.getByRole('status').filter({ hasText: /gains tax of 7\s\d{3}\.\d\d EUR/ });
    await found.waitFor();
    await app.page.getByRole('radiogroup', { name: 'Remaining drift against' }).getByText('Gains tax').click();
    const points = app.page.getByRole('table', { name: 'Gains tax against remaining drift' });
    await points.getByRole('row', { name: /^≤ / }).first().waitFor();
    await points.getByRole('row', { name: /^found 7\s\d{3}/ }).waitFor();
    await app.page.waitForURL(/goal_tax=8000&against=tax/);
    expect(await accessibilityFaults(app.page)).toEqual([]);
  });

  it('asks to make the budget a constraint before a plan is made under it', {
    ...proves('L146'),
    tags: ['deep'],
  }, async () => {
    const found = app.page.getByRole('status').filter({ hasText: /^Found under / });
    await found.getByRole('button', { name: 'Use this plan: the plan found' }).click();
    const dialog = app.page.getByRole('dialog', { name: 'Set this gains tax budget for the portfolio?' });
    await dialog.getByText(/a gains tax budget of 8\s000\.00 EUR/).waitFor();
    await dialog.getByRole('button', { name: 'Set budget and plan' }).click();
    await app.page.waitForURL(/\/plan/);
    await app.page
      .getByText(/because of the gains tax budget/)
      .first()
      .waitFor();
    const url = `${app.ballast.controlUrl}/portfolios/${portfolio.split('/').at(-1)}/constraints`;
    const headers = { authorization: `Bearer ${app.ballast.adminToken}` };
    expect(await (await app.page.request.get(url, { headers })).json()).toMatchObject({
      constraints: { gains_tax_budget: 8000 },
    });
    expect((await app.page.request.put(url, { headers, data: {} })).status()).toBe(200);
  });

  const main = () => app.page.getByRole('main');
  const dialog = () => app.page.getByRole('dialog');
  it.each([
    { page: 'compare', within: main, field: 'Maximum gains tax (EUR)', action: 'Find the plan with the least drift' },
    { page: 'compare', within: main, field: 'Cost budget, bps of variant B', action: 'Use this plan: variant B' },
    { page: 'plan', within: dialog, field: 'Gains tax budget to try (EUR)', action: 'Try it under Compare plans' },
  ])(
    'does not $action while $field cannot be read, but returns to the field',
    { ...proves('L82'), tags: ['deep'] },
    async (each) => {
      await app.show('/portfolios');
      await app.show(`${portfolio}/${each.page}`);
      const field = each.within().getByRole('textbox', { name: each.field });
      await field.fill('1.000');
      await field.blur();
      await each
        .within()
        .getByText(/^This could mean 1000 or 1:/)
        .waitFor();
      const before = app.page.url();
      const action = each.within().getByRole('button', { name: each.action });
      await action.or(each.within().getByRole('link', { name: each.action })).click();
      expect(await field.evaluate((input) => input === document.activeElement)).toBe(true);
      expect(app.page.url()).toBe(before);
      expect(
        await app.page
          .getByRole('status')
          .filter({ hasText: /^Found under / })
          .count(),
      ).toBe(0);
    },
  );

  it('offers no limit for gains tax where gains are not taxed, and says so', {
    ...proves('L146'),
    tags: ['deep'],
  }, async () => {
    await app.show('/portfolios');
    const isa = app.page.getByRole('table', { name: 'Portfolios' }).getByRole('link', { name: 'UK-ISA-Growth' });
    const untaxed = await isa.first().getAttribute('href');
    await app.show(`${untaxed}/compare`);
    await settled();
    await app.page.getByText('Gains are not taxed in this portfolio, so there is no limit for gains tax.').waitFor();
    await rowOf('Gains tax budget, GBP').getByText('gains untaxed').first().waitFor();
    expect(await rowOf('Gains tax budget, GBP').getByRole('textbox').count()).toBe(0);
    expect(await app.page.getByRole('radiogroup', { name: 'Remaining drift against' }).count()).toBe(0);
  });

  it('can be begun from the plan dialog and from the palette', { tags: ['deep'] }, async () => {
    await app.show(`${portfolio}/plan?budget=3&band=relative`);
    await app.page.getByRole('dialog').getByRole('link', { name: 'Compare plans', exact: true }).click();
    await table().getByText('at most 3 bps, relative band').waitFor();
    await app.page.goBack();
    const typed = app.page.getByRole('textbox', { name: 'Gains tax budget to try (EUR)' });
    await typed.fill('5000');
    await app.page.getByRole('dialog').getByRole('link', { name: 'Try it under Compare plans' }).click();
    await rowOf('Limited by').locator('td').nth(2).getByText('Gains tax budget').waitFor();
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

async function post(path: string, data: unknown): Promise<void> {
  const headers = { authorization: `Bearer ${app.ballast.adminToken}` };
  const response = await app.page.request.post(`${app.ballast.controlUrl}${path}`, { headers, data });
  expect(response.status()).toBeLessThan(300);
}

/** Whether content wider than the page scrolls in a frame of its own. */
const scrollsSideways = () =>
  app.page.locator('main').evaluate((main) => main.scrollWidth > main.clientWidth && main.clientWidth > 0);

describe('executing a plan', () => {
  it('shows before it what the orders meet at each exchange, faults and the clock included', {
    ...proves('L84'),
    tags: ['deep'],
  }, async () => {
    // In the middle of it the Swiss exchange loses its connection and its orders, and nobody listens on the discard
    // port.
    const outage = { kind: 'exchange_down', exchange: 'XSWX', cancel_orders: true, for: '30m' };
    await post('/faults', { ...outage, from: '2026-03-02T09:30:01.000Z' });
    await post('/faults', { kind: 'reject_orders', exchange: 'XLON' });
    await post('/webhooks', { url: 'http://127.0.0.1:9/nobody' });
    await app.show(`${portfolio}/plan`);
    await app.page.locator('[data-plan-outcome][aria-busy="false"]').waitFor();
    await app.page.getByRole('button', { name: 'Execute rebalance…' }).click();
    const awaited = app.page.getByRole('table', { name: 'What to expect at each exchange' });
    const london = awaited.getByRole('row').filter({ hasText: 'XLON' });
    await london.getByText('Open until 16:30 UTC.').waitFor();
    await london.getByText('Rejected orders: The exchange rejects orders.').waitFor();
    await app.page.getByText('Sells are sent at once, buys as cash becomes available').waitFor();
    expect(await accessibilityFaults(app.page)).toEqual([]);
  });

  it('shows fills on the price chart while it continues, and the obstacles', { tags: ['deep'] }, async () => {
    await app.page.getByRole('button', { name: 'Yes, execute' }).click();
    await app.page.waitForURL(/\/rebalances\/rb_/);
    await app.page.getByRole('button', { name: '+1 min', exact: true }).click();
    const trouble = app.page.getByRole('status').filter({ hasText: 'Open orders are blocked' });
    await trouble.getByText(/Disconnected since 2026-03-02\s09:30:01 until 2026-03-02\s10:00:01 /).waitFor();
    await app.page.getByRole('figure', { name: /^Mid of SAP on XETR .* with [1-9]\d* fills/ }).waitFor();
    const orders = app.page.getByRole('combobox', { name: 'Order on the chart' });
    const buy = orders.locator('option', { hasText: /buy TTE on XPAR/ });
    await orders.selectOption((await buy.getAttribute('value')) ?? '');
    await app.page.getByText(/Its limit, [\d.]+, is outside the chart\.$/).waitFor();
    await app.page.waitForURL(/\?order=or_/);
  });

  it('explains why it failed: which orders, which exchange, which fault, and the webhook that was not delivered', {
    ...proves('L84'),
    tags: ['deep'],
  }, async () => {
    await app.page.getByRole('button', { name: 'Run until it is final' }).click();
    const why = app.page.getByRole('region', { name: 'Why it failed' });
    await why.getByText('XSWX lost its order book.').waitFor();
    await why.getByText(/^XSWX was disconnected from 2026-03-02\s09:30:01 to 10:0\d:\d\d UTC/).waitFor();
    await why.getByText(/^A fault caused it: Exchange down, XSWX, active/).waitFor();
    await why.getByText('XLON refuses orders.').waitFor();
    await why.getByRole('link', { name: 'sell SHEL', exact: true }).press('Enter');
    await app.page.getByRole('heading', { name: 'Execution of sell SHEL' }).waitFor();
    expect(await accessibilityFaults(app.page)).toEqual([]);
    await why.getByText(/Attempt \d: nothing listens at 127\.0\.0\.1:9/).waitFor();
    await why.getByRole('link', { name: 'rebalance.created' }).click();
    await app.page.waitForURL(/\/traffic\/webhooks\/deliveries\/dl_/);
    await app.page.goBack();
    await why.waitFor();
  });

  it('compares the result with the estimate, by order and by kind of cost', {
    ...proves('L83', 'L134'),
    tags: ['deep'],
  }, async () => {
    const result = app.page.getByRole('table', { name: 'Actual against estimate' });
    const sap = result.getByRole('row').filter({ hasText: 'SAP' });
    const [estimated = '', actual = ''] = await sap
      .getByRole('cell')
      .allTextContents()
      .then((cells) => cells.slice(4, 6));
    const slippage = (Number(estimated) / Number(actual) - 1) * 10_000;
    // A sell below the mid of the plan is cost, and so positive.
    expect(slippage).toBeGreaterThan(0);
    // Prices are shown with fewer decimals than the slippage is computed with.
    const shown = Number((await sap.getByRole('cell').nth(7).innerText()).replace('+', ''));
    expect(Math.abs(shown - slippage)).toBeLessThan(0.1);
    const bpsOf = (text = '') => Math.round(Number(text.replace('\u2212', '-').replace('+', '')) * 100);
    for (const row of await result.locator('tbody tr').all()) {
      const cells = await row.getByRole('cell').allTextContents();
      const [whole, ...parts] = cells.slice(7, 11).map(bpsOf);
      expect(parts.reduce((sum, part) => sum + part, 0)).toBe(whole);
    }
    const kinds = app.page.getByRole('table', { name: 'Costs by kind, estimated and actual' });
    await kinds.getByRole('row', { name: /^Total / }).waitFor();
    // The slippage is the paid half-spread and impact, which the cost includes, and the move of the market.
    expect(await result.getByRole('columnheader', { name: 'Market move bps' }).getAttribute('title')).toMatch(
      /Not part of any cost/,
    );
    await app.page.getByRole('region', { name: 'Reasons for this plan' }).getByText('The plan:').waitFor();
  });

  it('of an earlier plan asks first, and says that an exchange cannot be reached', {
    tags: ['deep'],
  }, async () => {
    const headers = { authorization: `Bearer ${app.ballast.apiKey}` };
    const data = {
      portfolio_id: portfolio.split('/').at(-1),
      drift_threshold: 0.01,
      band_type: 'relative',
      fx_overlay: false,
    };
    const plan = await app.page.request.post(`${app.ballast.formBUrl}/rebalance`, { headers, data });
    const { rebalance_id: id, orders } = (await plan.json()) as {
      rebalance_id: string;
      orders: { exchange: string }[];
    };
    const [{ exchange } = { exchange: '' }] = orders;
    await post('/faults', { kind: 'exchange_down', exchange, for: '1h' });
    await app.show(`/rebalances/${id}`);
    await app.page.getByRole('button', { name: /^Execute \d+ orders?…$/ }).click();
    const dialog = app.page.getByRole('dialog');
    await dialog
      .getByRole('row')
      .filter({ hasText: exchange })
      .getByText(/No order can be sent there/)
      .waitFor();
    await dialog
      .getByRole('region', { name: 'Why it was not executed' })
      .getByText(`${exchange} is not connected.`)
      .waitFor();
    expect(await dialog.getByRole('button', { name: 'Yes, execute' }).count()).toBe(0);
    await dialog.getByRole('button', { name: 'Not now' }).click();
    await app.page.getByRole('list', { name: 'State of the rebalance' }).getByText('plan ready').waitFor();
  });

  it('fits the width of a page at twice its size, the comparison too', { tags: ['deep'] }, async () => {
    await app.page.setViewportSize({ width: 640, height: 360 });
    // The entry of the dialog that was closed is gone.
    await app.page.goBack();
    await app.page.getByRole('region', { name: 'Why it failed' }).waitFor();
    await app.page
      .getByRole('figure', { name: /^Mid of/ })
      .locator('.recharts-surface')
      .waitFor();
    expect(await scrollsSideways()).toBe(false);
    await app.show(`${portfolio}/compare?goal=10`);
    await table().waitFor();
    await app.page
      .getByRole('figure', { name: /^Cost in bps/ })
      .locator('.recharts-surface')
      .waitFor();
    expect(await scrollsSideways()).toBe(false);
    expect(app.complaints).toEqual([]);
  });
});
