/**
 * A portfolio manager's journey: from the first screen to a frontier by clicking, two policies compared in a sentence,
 * and the issues of a request at its fields.
 * @module-tag deep
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { proves } from '../../conformance/proves.ts';
import { type OpenApp, openApp } from '../../support/page/open-page.ts';
import { accessibilityFaults } from '../every-screen/accessibility-faults.ts';

const PORTFOLIO = 'EU-Balanced-001';

let app: OpenApp;

beforeAll(async () => {
  app = await openApp();
  await app.page.setViewportSize({ width: 1280, height: 720 });
});
afterAll(() => app.close());

const button = (name: string | RegExp) => app.page.getByRole('button', { name, exact: true });
const link = (name: string) => app.page.getByRole('link', { name, exact: true });
const rowOf = (policy: string) =>
  app.page.getByRole('table', { name: 'Policies by their measures' }).locator('tbody tr', { hasText: policy });
const status = (statusLabel: string) => app.page.locator('[data-page-header] [data-badge]', { hasText: statusLabel });
const query = () => new URL(app.page.url()).searchParams;

/** Few and short paths, which run in a second. */
async function makeShort(paths: string): Promise<void> {
  await app.page.getByText('1 year', { exact: true }).click();
  await app.page.getByRole('textbox', { name: 'Paths' }).fill(paths);
}

describe('from the first screen', () => {
  it('a frontier is a few clicks away', proves('P1.5', 'P2.3', 'P8.2'), async () => {
    const { page } = app;
    await page.goto(app.at('/'));
    await link('Lab').click();
    await page.getByText('No policies have been compared yet.').waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    await link('Compare policies').click();
    await makeShort('6');
    await page.getByText('8 policies × 1 portfolio × 6 paths = 48 simulations').waitFor();
    await button('Compare policies').click();
    await page.getByRole('heading', { level: 1, name: `8 policies on ${PORTFOLIO}` }).waitFor();
    const frontier = page.getByRole('figure', { name: /^Costs and gains tax against Mean portfolio drift/ });
    await frontier.getByText('Buy and hold', { exact: true }).waitFor();
    await status('complete').waitFor();
    expect(await frontier.locator('.recharts-scatter-symbol').count()).toBe(8);
    const progress = page.getByRole('region', { name: 'Progress' });
    expect(await progress.innerText()).toMatch(/Tax on gains\s+paid[\s\S]*Simulated prices have no trend/);
    expect(await accessibilityFaults(page)).toEqual([]);
  });

  it('the table marks the best figures, and explains a figure by keyboard', {
    ...proves('P2.1'),
    tags: ['deep'],
  }, async () => {
    const { page } = app;
    const buyAndHold = rowOf('Buy and hold');
    expect(await buyAndHold.innerText()).toMatch(/★\s*best:\s*0\.00/);
    await buyAndHold.focus();
    await page.keyboard.press('ArrowRight');
    await page.getByRole('tooltip').getByText('Never trades.').waitFor();
    await page.keyboard.press('ArrowRight');
    await page
      .getByRole('tooltip')
      .getByText(/Half the sum of all absolute drifts.*averaged over all checks.*on average over 6 paths/)
      .waitFor();
    await page.getByText('Trades and costs', { exact: true }).click();
    await page.getByRole('columnheader', { name: 'Orders per year' }).getByRole('button').click();
    expect(await rowOf('Buy and hold').evaluate((row) => row.nextElementSibling)).toBeNull();
  });

  it('two policies that are chosen by keyboard are compared in a sentence and drawn', {
    ...proves('P2.3'),
    tags: ['deep'],
  }, async () => {
    const { page } = app;
    await rowOf('Quarterly').focus();
    await page.keyboard.press('Enter');
    await rowOf('Yearly').focus();
    await page.keyboard.press('Enter');
    await page.getByText(/^Quarterly pays .* than Yearly .*, drifts .* on the same 6 price paths\.$/).waitFor();
    expect(query().get('policies')).toBe('2-3');
    const fans = page.getByRole('figure', { name: 'Portfolio drift over time' });
    await fans.getByText('Quarterly', { exact: true }).waitFor();
    await page.getByRole('region', { name: 'Over time' }).getByText('Value', { exact: true }).click();
    await page.getByRole('figure', { name: 'Value over time' }).waitFor();
    await page.getByRole('combobox', { name: 'Measure', exact: true }).selectOption('Worst drawdown');
    expect(await page.getByRole('table', { name: 'Extreme paths' }).locator('tbody tr').count()).toBe(12);
    await page.reload();
    await page.getByText(/^Quarterly pays .* than Yearly/).waitFor();
  });

  it('other measures define the frontier, and the address retains them', {
    ...proves('P2.3'),
    tags: ['deep'],
  }, async () => {
    await app.page.getByRole('combobox', { name: 'Upwards' }).selectOption('One-sided turnover per year');
    await app.page.getByRole('figure', { name: /^One-sided turnover per year against Mean portfolio drift/ }).waitFor();
    expect(query().get('y')).toBe('turnover_a_year');
  });

  it('results are saved as CSV, and read as a report to print', { ...proves('P1.5'), tags: ['deep'] }, async () => {
    const { page } = app;
    const saved = page.waitForEvent('download');
    await link('Download CSV').click();
    expect((await saved).suggestedFilename()).toMatch(/^lab_1\.csv$/);
    const opened = page.waitForEvent('popup');
    await link('Report to print').click();
    const report = await opened;
    await report.getByRole('heading', { level: 1, name: `8 policies on ${PORTFOLIO}` }).waitFor();
    await report.close();
  });
});

describe('a path', () => {
  it('of an extreme result is replayed on a timeline, in full', proves('P3.4'), async () => {
    const { page } = app;
    await page.goto(app.at('/lab/new'));
    await makeShort('3');
    await button('Compare policies').click();
    await status('complete').waitFor();
    const outlying = page.getByRole('table', { name: 'Extreme paths' });
    await outlying.scrollIntoViewIfNeeded();
    await outlying
      .getByRole('button', { name: /^Replay path \d under/ })
      .first()
      .click();
    await page.getByRole('heading', { level: 1, name: /^Timeline of EU-Balanced-001 under .*, path \d$/ }).waitFor();
    expect(app.complaints).toEqual([]);
  });

  it('is that of uploaded prices, from files that were previewed first', {
    ...proves('P4.15'),
    tags: ['deep'],
  }, async () => {
    const { page } = app;
    await page.goto(app.at('/lab/new'));
    await page.getByText('own history', { exact: true }).click();
    await page.getByText('Choose the files of your prices first.').waitFor();
    await button('Choose files…').click();
    const dialog = page.getByRole('dialog', { name: 'Own price history' });
    const months = Array.from({ length: 40 }, (_, index) =>
      new Date(Date.UTC(2015, index, 5)).toISOString().slice(0, 10),
    );
    const text = ['Date,SAP', ...months.map((day, index) => `${day},${100 + index}`)].join('\n');
    const file = { name: 'SAP.csv', mimeType: 'text/csv', buffer: Buffer.from(text) };
    await dialog.locator('input[type=file]').setInputFiles([file]);
    await dialog.getByText('Uses prices of 1 instrument or currency, all at once.').waitFor();
    await dialog.getByRole('button', { name: 'Use these prices', exact: true }).click();
    await page.getByText('1 series, all with prices from 2015-01-05 to 2018-04-05.').waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    await button('Compare policies').click();
    await status('complete').waitFor();
    await page.getByText('2015-01-05').first().waitFor();
  });
});

describe('from a portfolio', () => {
  it('its policy is among those that are compared, and each can be changed, added and removed', {
    ...proves('P1.1'),
    tags: ['deep'],
  }, async () => {
    const { page } = app;
    const { portfolios } = (await ask('GET', '/portfolios')) as {
      portfolios: { portfolio_id: string; label: string }[];
    };
    const id = portfolios.find(({ label }) => label === PORTFOLIO)?.portfolio_id;
    const monthly = [{ calendar: { every: 'month', day: 10 } }];
    await ask('PUT', `/portfolios/${id}/policy`, { when: monthly, execute: true });
    await page.goto(app.at(`/portfolios/${id}`));
    await link('Test policies').click();
    await page
      .getByText(
        /^On the 10th of every month or the next day on which all exchanges of the portfolio are open, if a position deviates from its target by more than 5\s% of the portfolio, all positions are traded back/,
      )
      .waitFor();
    for (const name of [
      '5/25 band, back to the targets',
      '5/25 band, back to the edge',
      '20 % relative',
      '5 % absolute',
      'Yearly',
    ])
      await button(`Remove ${name}`).click();
    await button(/^Quarterly/).press('Enter');
    await page.getByRole('textbox', { name: 'Name' }).first().fill('Every quarter');
    await button('Add a policy').press('Enter');
    await page.getByRole('menuitem', { name: 'Yearly' }).press('Enter');
    const names = await page.getByRole('list', { name: 'Policies to compare' }).locator('strong').allInnerTexts();
    expect(names).toEqual([`Own policy of ${PORTFOLIO}`, 'Buy and hold', 'Monthly', 'Every quarter', 'Yearly']);
    expect(await accessibilityFaults(page)).toEqual([]);
  });

  it('a cash flow that is scheduled for it is named as not counted, and can be counted', {
    tags: ['deep'],
  }, async () => {
    const { page } = app;
    const { portfolios } = (await ask('GET', '/portfolios')) as {
      portfolios: { portfolio_id: string; label: string }[];
    };
    const id = portfolios.find(({ label }) => label === PORTFOLIO)?.portfolio_id;
    await ask('POST', `/portfolios/${id}/cash-flows`, { kind: 'withdrawal', amount: 500, every: 'month' });
    await page.goto(app.at(`/lab/new?portfolio=${id}`));
    const note = page.getByText(/has a scheduled withdrawal of 500\.00\sEUR every month\./);
    await note.getByText('The lab ignores it.').waitFor();
    await button('Include it').click();
    await note.getByText('The recurring cash flow above includes it.').waitFor();
    expect(await page.getByRole('textbox', { name: 'Amount' }).inputValue()).toMatch(/^[-−]500$/);
    await makeShort('2');
    await button('Compare policies').click();
    await page.getByText(/^500\.00\sEUR is paid out every month; no other cash flow/).waitFor();
    await status('complete').waitFor();
  });

  it('refusals of the service are at their field, which is expanded for that', proves('P1.7'), async () => {
    const { page } = app;
    await page.goto(app.at('/lab/new'));
    await button(/^Monthly/).click();
    await page.getByRole('textbox', { name: 'Minimum drift' }).fill('50');
    await button(/^Monthly/).click();
    await button('Compare policies').click();
    const field = page.getByRole('textbox', { name: 'Minimum drift' });
    await field.waitFor();
    expect(await field.getAttribute('aria-invalid')).toBe('true');
    await page.getByRole('textbox', { name: 'Minimum drift' }).fill('2');
    await page.getByRole('textbox', { name: 'Paths' }).fill('50000');
    await button('Compare policies').click();
    await page.getByText(/^Makes \d+ simulations; at most 100000 are allowed/).waitFor();
  });
});

describe('a long run', () => {
  it('shows its progress, is drawn before its end, and is stopped by a button', {
    ...proves('P1.5'),
    tags: ['deep'],
  }, async () => {
    const { page } = app;
    await page.goto(app.at('/lab/new'));
    await page.getByText('10 years', { exact: true }).click();
    await page.getByRole('textbox', { name: 'Paths' }).fill('400');
    await button('Compare policies').click();
    await page.getByRole('progressbar', { name: 'Progress of the lab run' }).waitFor();
    await page.getByRole('figure', { name: /^Costs and gains tax against Mean portfolio drift/ }).waitFor();
    await status('running').waitFor();
    await button('Stop').click();
    await status('stopped').waitFor();
    await link('Lab').first().click();
    await page.getByRole('table', { name: 'Lab runs' }).getByText('stopped').waitFor();
  });

  it('is reported calmly where it no longer exists', { ...proves('P1.5'), tags: ['deep'] }, async () => {
    await app.page.goto(app.at('/lab/lab_99'));
    await app.page.getByText('This lab run no longer exists.').waitFor();
    expect(app.complaints).toEqual([]);
  });
});

async function ask(method: string, path: string, body?: unknown): Promise<unknown> {
  const { controlUrl, adminToken } = app.ballast;
  const response = await fetch(`${controlUrl}${path}`, {
    method,
    headers: { authorization: `Bearer ${adminToken}`, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  return response.json();
}
