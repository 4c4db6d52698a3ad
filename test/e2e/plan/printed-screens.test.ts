/**
 * Rebalances, bulk rebalances, the views of a portfolio and selected records on paper: as wide as A4, with a title,
 * their date and that they are simulated, a rebalance without its fills unless they are requested, and without
 * controls.
 * @module-tag deep
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bulkRebalanceView } from '../../../src-server/contract/control/portfolios/bulk-rebalances.ts';
import { type OpenApp, openApp } from '../../support/page/open-page.ts';
import { showOnPaper, showOnScreen } from '../../support/page/paper.ts';

/** A4 less the margins of the page, at 96 pixels an inch. */
const PAPER_WIDTH = Math.floor(((210 - 24) / 25.4) * 96);

let app: OpenApp;
let bulkPath = '';
let rebalancePath = '';
let portfolioPath = '';

beforeAll(async () => {
  app = await openApp();
  const made = await ask('POST', '/bulk-rebalances', { filter: 'outside_band', execute: true, wait: true });
  const { bulk_id: id } = bulkRebalanceView.omit({ rows: true, next: true }).parse(made);
  await app.ballast.control.advanceTo(app.ballast.control.nowMs() + 2 * 86_400_000);
  const { rows } = bulkRebalanceView.parse(await ask('GET', `/bulk-rebalances/${id}`));
  const eu = rows.find(({ portfolio_label: label }) => label === 'EU-Balanced-001');
  bulkPath = `/rebalances/bulk/${id}`;
  rebalancePath = `/rebalances/${eu?.rebalance_id}`;
  portfolioPath = `/portfolios/${eu?.portfolio_id}`;
});
afterAll(() => app.close());

async function ask(method: string, path: string, body?: unknown): Promise<unknown> {
  const { controlUrl, adminToken } = app.ballast;
  const response = await fetch(`${controlUrl}${path}`, {
    method,
    headers: { authorization: `Bearer ${adminToken}`, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  return response.json();
}

async function onPaper<T>(look: () => Promise<T>): Promise<T> {
  await app.page.setViewportSize({ width: PAPER_WIDTH, height: 1000 });
  await showOnPaper(app.page);
  const seen = await look();
  await showOnScreen(app.page);
  await app.page.setViewportSize({ width: 1440, height: 900 });
  return seen;
}

const widthOnPaper = () => app.page.evaluate(() => document.documentElement.scrollWidth);
const pressable = () =>
  app.page.locator('main :is(.mantine-Button-root, input, select)').filter({ visible: true }).count();
const asOf = () =>
  app.page.getByText(
    /^As of 2026-03-04.09:30:00 \(virtual UTC\)\. (?:Tax rules: Germany, gains taxed at .*\. )?Simulation by Ballast: no real orders\.$/,
  );
const shown = (text: string | RegExp) => app.page.getByText(text).filter({ visible: true });

describe('on paper', () => {
  it('a rebalance has its date, names, orders and costs, and its fills only where it is printed in full', async () => {
    await app.show(rebalancePath);
    await app.page.getByRole('button', { name: 'Print', exact: true }).waitFor();
    await app.page.getByRole('table', { name: 'Fills' }).waitFor();
    await onPaper(async () => {
      await asOf().waitFor();
      await expect.poll(widthOnPaper).toBeLessThanOrEqual(PAPER_WIDTH);
      expect(await pressable()).toBe(0);
      const panels = await app.page.locator('main h2').filter({ visible: true }).allInnerTexts();
      const place = (title: string) => panels.findIndex((each) => each.startsWith(title));
      expect(place('Orders')).toBeGreaterThanOrEqual(0);
      expect(place('Orders')).toBeLessThan(place('Costs'));
      expect(place('Fills')).toBe(-1);
      expect(panels.some((title) => title.startsWith('Execution of'))).toBe(false);
      await app.page.getByRole('table', { name: 'Orders' }).getByText('Allianz SE').waitFor();
      expect(await shown('Beyond expected').count()).toBe(0);
    });
    await app.page.getByRole('switch', { name: 'Print in full' }).click();
    await app.page.getByRole('switch', { name: 'Print in full', checked: true }).waitFor();
    await onPaper(async () => {
      await expect.poll(widthOnPaper).toBeLessThanOrEqual(PAPER_WIDTH);
      const placesOf = async () => {
        const panels = await app.page.locator('main h2').filter({ visible: true }).allInnerTexts();
        return ['Costs', 'Fills'].map((title) => panels.findIndex((each) => each.startsWith(title)));
      };
      // The page follows the medium a moment later.
      await expect
        .poll(async () => {
          const [costs = -1, fills = -1] = await placesOf();
          return costs >= 0 && costs < fills;
        })
        .toBe(true);
      await shown('Beyond expected').first().waitFor();
    });
  });

  it('a bulk rebalance names its plans and its trades', async () => {
    await app.show(bulkPath);
    await app.page.getByRole('button', { name: 'Print', exact: true }).waitFor();
    const portfolios = app.page.getByRole('table', { name: 'Portfolios of the bulk rebalance' });
    await portfolios.waitFor();
    await onPaper(async () => {
      await asOf().waitFor();
      await expect.poll(widthOnPaper).toBeLessThanOrEqual(PAPER_WIDTH);
      expect(await pressable()).toBe(0);
      const columnHeaders = (await portfolios.locator('thead th').allInnerTexts()).map((text) =>
        text.replaceAll('\n', ' '),
      );
      expect(columnHeaders).toContain('Planned trades');
      expect(columnHeaders).toContain('Traded');
      expect(columnHeaders).not.toContain('Rebalance');
    });
  });

  it('a comparison of plans has the name of its portfolio, its date, and its parameters as text, in the size of its figures', async () => {
    await app.show(`${portfolioPath}/compare`);
    const table = app.page.getByRole('table', { name: 'Plans side by side' });
    await table.waitFor();
    await app.page.getByRole('button', { name: 'Print', exact: true }).waitFor();
    await onPaper(async () => {
      await asOf().waitFor();
      await shown('Comparison of plans').waitFor();
      await app.page.getByRole('heading', { name: 'EU-Balanced-001' }).waitFor();
      expect(await shown('Portfolios').count()).toBe(0);
      await expect.poll(widthOnPaper).toBeLessThanOrEqual(PAPER_WIDTH);
      expect(await pressable()).toBe(0);
      const row = table.locator('tr', { has: app.page.getByRole('rowheader', { name: 'Band type' }) });
      expect(await row.innerText()).toMatch(/Band type\s+Absolute/);
      const sizes = await row
        .locator('th, td')
        .evaluateAll((cells) => cells.map((cell) => getComputedStyle(cell).fontSize));
      expect(new Set(sizes).size).toBe(1);
      expect(await app.page.getByRole('rowheader', { name: 'Choose' }).filter({ visible: true }).count()).toBe(0);
    });
  });

  it.each([
    ['gains', 'Realised gains', 'Disposals by instrument'],
    ['lots', 'Tax lots', 'Lots by instrument'],
    ['activity', 'Activity', 'Activity'],
    ['performance', 'Performance', 'Performance day by day'],
  ])('the view %s has a title, room for its last column, and no remains of the screen', async (view, title, table) => {
    await app.show(`${portfolioPath}/${view}`);
    await app.page.getByRole('table', { name: table }).waitFor();
    await onPaper(async () => {
      await asOf().waitFor();
      await shown(title).first().waitFor();
      await expect.poll(widthOnPaper).toBeLessThanOrEqual(PAPER_WIDTH);
      expect(await pressable()).toBe(0);
      const remains = /^(?:Range|Drag or Ctrl|Open the tax lots|Actions$|Belongs to|you approve plans$)/;
      expect(await shown(remains).allInnerTexts()).toEqual([]);
      // Its source is one line, the last.
      expect(await shown(/^World “default”, seed 42, pf_\w+$/).count()).toBe(1);
    });
  });

  it('lots say how long each was held', async () => {
    await app.show(`${portfolioPath}/lots`);
    const lots = app.page.getByRole('table', { name: 'Lots by instrument' });
    await lots.waitFor();
    await onPaper(async () => expect(await lots.getByRole('columnheader').allInnerTexts()).toContain('Days held'));
  });

  it('selected records are a page each', async () => {
    await app.show('/compliance');
    const rows = app.page.getByRole('table', { name: 'MiFID II records' }).locator('tbody tr');
    await rows.first().focus();
    await app.page.keyboard.press('x');
    await app.page.keyboard.press('Shift+ArrowDown');
    await app.page.getByRole('button', { name: /^Select all [\d\s]+ loaded$/ }).waitFor();
    await app.page.getByRole('link', { name: 'Print…' }).click();
    await app.page.waitForURL(/\/compliance\/print\?records=/);
    const sheets = app.page.getByRole('article', { name: 'MiFID II record of an order execution' });
    await expect.poll(() => sheets.count()).toBe(2);
    await app.page.getByRole('button', { name: 'Print', exact: true }).waitFor();
    await showOnPaper(app.page);
    const pdf = (await app.page.pdf({ preferCSSPageSize: true })).toString('latin1');
    expect(pdf.match(/\/Type\s*\/Page\b/g)).toHaveLength(2);
    await showOnScreen(app.page);
    expect(app.complaints).toEqual([]);
  });
});
