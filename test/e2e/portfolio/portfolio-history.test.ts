/**
 * An analyst's journey through the past of portfolios: the list's lines and filters, history, currencies, treemap,
 * lots, gains.
 *
 * @module-tag deep
 */
import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { z } from 'zod';
import { gainsReport, lotList } from '../../../src-server/contract/control/portfolios/gains.ts';
import { driftLines, portfolioHistoryWire } from '../../../src-server/contract/control/portfolios/portfolio-history.ts';
import { portfolioView } from '../../../src-server/contract/control/portfolios/portfolios.ts';
import { rebalancePlan } from '../../../src-server/contract/service/form-b.ts';
import { proves } from '../../conformance/proves.ts';
import { type OpenApp, openApp } from '../../support/page/open-page.ts';
import { accessibilityFaults } from '../every-screen/accessibility-faults.ts';

const DAY_MS = 86_400_000;
const BALANCED = 'EU-Balanced-001';
const WITHOUT_TARGETS = 'Huber Altersvorsorge';
let app: OpenApp;
let address = '';
let id = '';

beforeAll(async () => {
  app = await openApp();
  await app.page.setViewportSize({ width: 1280, height: 720 });
  await app.page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await app.show('/portfolios');
  address = (await app.page.getByRole('link', { name: BALANCED }).getAttribute('href')) ?? '';
  id = address.split('/').at(-1) ?? '';
});
afterAll(() => app.close());

const list = () => app.page.getByRole('table', { name: 'Portfolios' });
const row = (label: string) => list().getByRole('row', { name: label });
const panel = (name: string) => app.page.getByRole('region', { name });
const spaced = (text: string) => text.replaceAll(/[\u00a0\u202f]/g, ' ');
const money = (amount: number) =>
  new Intl.NumberFormat('en-GB', { minimumFractionDigits: 2, maximumFractionDigits: 2 })
    .format(Math.abs(amount))
    .replaceAll(',', ' ');

/** Reads from the control plane, as a script does. */
async function ask<S extends z.ZodType>(path: string, schema: S): Promise<z.output<S>> {
  const { controlUrl, adminToken } = app.ballast;
  const headers = { authorization: `Bearer ${adminToken}` };
  return schema.parse(await (await fetch(`${controlUrl}${path}`, { headers })).json());
}

async function post(path: string, body: unknown): Promise<unknown> {
  const { formBUrl, apiKey } = app.ballast;
  const headers = { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' };
  return (await fetch(`${formBUrl}${path}`, { method: 'POST', headers, body: JSON.stringify(body) })).json();
}

const advance = (byMs: number) => app.ballast.control.advanceTo(app.ballast.control.nowMs() + byMs);

interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

function isOver(one: Box, other: Box): boolean {
  const width = Math.min(one.x + one.width, other.x + other.width) - Math.max(one.x, other.x);
  const height = Math.min(one.y + one.height, other.y + other.height) - Math.max(one.y, other.y);
  return width > 0 && height > 0;
}

/** The page is as wide as its window, so that nothing is hidden at its side. */
const overhang = () => app.page.locator('main').evaluate((main) => main.scrollWidth - main.clientWidth);

describe('the list', () => {
  it('shows the state of each portfolio, and follows a rebalance without a reload', proves('L68'), async () => {
    await row(BALANCED).getByText('outside').waitFor();
    await row(WITHOUT_TARGETS).getByText('no targets').waitFor();
    const { rebalance_id: rebalanceId } = rebalancePlan.parse(await post('/rebalance', { portfolio_id: id }));
    await post(`/rebalance/${rebalanceId}/execute`, { confirm: true });
    await row(BALANCED).getByRole('link', { name: 'rebalancing' }).waitFor();
    await advance(DAY_MS);
    await row(BALANCED).getByText('inside the band').waitFor();
  });

  it('draws the drift of the last week of every row from one request', proves('L66'), async () => {
    await advance(8 * DAY_MS);
    // Pending reads of the page after the clock moved end with it.
    await app.page.goto('about:blank');
    const requests: string[] = [];
    app.page.on('request', (request) => requests.push(new URL(request.url()).pathname));
    await app.page.goto(app.at('/portfolios'));
    await row(BALANCED).getByRole('img').waitFor();
    expect(requests.filter((path) => path === '/sim/portfolio-drift')).toHaveLength(1);
    const { portfolios, from, to, at } = await ask(`/portfolio-drift?portfolio_id=${id}`, driftLines);
    const line = portfolios[0]?.max_drift ?? [];
    const drifts = line.flatMap((drift) => drift ?? []);
    // The line is as wide as its part of the week, and ends at the right.
    const width = (68 * (Date.parse(to) - Date.parse(at[line.length - drifts.length] ?? from))) / (7 * DAY_MS);
    const points = (await row(BALANCED).locator('polyline').getAttribute('points')) ?? '';
    const across = points.split(' ').map((point) => Number(point.split(',')[0]));
    expect(across.at(-1)).toBeCloseTo(70, 0);
    expect(across[0]).toBeCloseTo(70 - width, 0);
    const percent = (drift: number | undefined) => ((drift ?? 0) * 100).toFixed(2);
    expect(spaced((await row(BALANCED).getByRole('img').getAttribute('aria-label')) ?? '')).toBe(
      `From ${percent(drifts[0])} % to ${percent(drifts.at(-1))} %; the highest was ${percent(Math.max(...drifts))} %`,
    );
    expect(await row(WITHOUT_TARGETS).getByRole('img').count()).toBe(0);
  });

  it('is narrowed by state, form, wrapper and currency, which the address retains', proves('L68'), async () => {
    const filters = app.page.getByRole('search', { name: 'Filters of the portfolios' });
    await filters.getByRole('combobox', { name: 'State' }).selectOption('outside');
    await row(BALANCED).waitFor({ state: 'detached' });
    await filters.getByRole('combobox', { name: 'Base currency' }).selectOption('EUR');
    await app.page.waitForURL(app.at('/portfolios?currency=EUR&state=outside'));
    await app.page.reload();
    await row('FR-PEA-Europe').waitFor();
    expect(await list().locator('tbody tr').count()).toBe(1);
    await app.page.getByText(/^1 of 5 · 1 outside/).waitFor();
    await app.page.getByRole('button', { name: 'Copy or download the table Portfolios' }).press('Enter');
    await app.page.getByRole('menuitem', { name: 'Copy as shown' }).press('Enter');
    await app.page.getByRole('button', { name: 'Copied' }).waitFor();
    const [head, ...copied] = (await app.page.evaluate(() => navigator.clipboard.readText())).split('\n');
    expect(head).toMatch(/^Portfolio\t/);
    expect(copied.map((line) => line.split('\t')[0])).toEqual(['FR-PEA-Europe']);
    await filters.getByRole('combobox', { name: 'Form' }).selectOption('A');
    await app.page.getByText('No portfolio matches the filters.').waitFor();
    expect(await accessibilityFaults(app.page)).toEqual([]);
    await app.page.getByRole('button', { name: 'Clear filters' }).click();
    await row(BALANCED).waitFor();
    expect(new URL(app.page.url()).search).toBe('');
  });
});

describe('the history of a portfolio', () => {
  it('shows the data of the chart in numbers, and leads to the rebalance on it', proves('L65.2'), async () => {
    await app.show(address);
    const { points, rebalances } = await ask(`/portfolios/${id}/history`, portfolioHistoryWire);
    const highest = Math.max(...points.map(({ max_drift: drift }) => drift ?? 0));
    await panel('History').locator('svg path.recharts-line-curve').first().waitFor();
    const panelText = spaced(await panel('History').innerText());
    expect(panelText).toContain(`Highest\n${(highest * 100).toFixed(2)} %`);
    expect(panelText).toContain('Since\n2026-03-02 09:30 UTC');
    await panel('History').getByRole('link', { name: 'complete' }).click();
    await app.page.waitForURL(app.at(`/rebalances/${rebalances[0]?.rebalance_id}`));
    await app.page.goBack();
  });

  it('is chosen by keyboard, NAV and span, and the address retains the choice', proves('L65.1'), async () => {
    await panel('History').getByRole('radio', { name: 'Drift' }).focus();
    await app.page.keyboard.press('ArrowRight');
    await app.page.waitForURL(app.at(`${address}?history=nav`));
    await panel('History').getByRole('radio', { name: 'all' }).focus();
    for (const span of ['3m', '1m', '1w']) {
      await app.page.keyboard.press('ArrowLeft');
      await app.page.waitForURL(app.at(`${address}?history=nav&span=${span}`));
    }
    await app.page.reload();
    const { points } = await ask(`/portfolios/${id}/history?span=1w`, portfolioHistoryWire);
    await panel('History')
      .getByText(`${money(points.at(-1)?.nav ?? 0).replaceAll(' ', '\u202f')} EUR`)
      .waitFor();
    await panel('History').getByRole('application').waitFor();
    await panel('History').getByRole('application').focus();
    await app.page.keyboard.press('ArrowRight');
    await panel('History').locator('.recharts-tooltip-wrapper').getByText('NAV').waitFor();
    expect(await accessibilityFaults(app.page)).toEqual([]);
  });

  it('is zoomed by drag, wheel and keys, and saved as a picture and as the visible rows', async () => {
    await app.show(`${address}?history=nav`);
    const figure = panel('History').getByRole('figure', { name: 'NAV over time' });
    await figure.locator('path.recharts-line-curve').waitFor();
    const reset = figure.getByRole('button', { name: 'Reset zoom (0)' });
    const line = figure.locator('path.recharts-line-curve');
    const ends = () => figure.getByRole('application').textContent();
    // The figure, because its lines are drawn anew as data arrive.
    await figure.evaluate((element) => element.scrollIntoView());
    const whole = await ends();
    const box = await line.boundingBox();
    if (box === null) throw new Error('the line is not drawn');
    const place = (share: number) => [box.x + box.width * share, box.y + box.height / 2] as const;
    await app.page.mouse.move(...place(0.25));
    await app.page.mouse.down();
    await app.page.mouse.move(...place(0.5), { steps: 3 });
    await app.page.mouse.up();
    await reset.waitFor();
    const zoomed = await ends();
    expect(zoomed).not.toBe(whole);
    const { points } = await ask(`/portfolios/${id}/history`, portfolioHistoryWire);
    const lines = await savedCsv();
    expect(lines[0]).toBe('\ufeffTime (virtual UTC),NAV (EUR)');
    expect(lines.length - 1).toBeGreaterThan(0);
    expect(lines.length - 1).toBeLessThan(points.length / 2);
    expect(points.map(({ at, nav }) => `${at},${nav}`)).toEqual(expect.arrayContaining(lines.slice(1)));
    await reset.press('Enter');
    await reset.waitFor({ state: 'detached' });
    expect(await savedCsv()).toHaveLength(points.length + 1);
    const [picture] = await Promise.all([
      app.page.waitForEvent('download'),
      figure.getByRole('button', { name: 'Download PNG' }).press('Enter'),
    ]);
    expect(picture.suggestedFilename()).toBe('nav-over-time.png');
    const bytes = await readFile(await picture.path());
    expect(bytes.subarray(0, 8)).toEqual(Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]));
    // The width of a PNG is its third word of four bytes after the signature; a picture has two pixels for each of the
    // page.
    expect(bytes.readUInt32BE(16)).toBe(2 * Math.round((await figure.boundingBox())?.width ?? 0));
    await figure.getByRole('application').focus();
    await app.page.keyboard.press('+');
    await reset.waitFor();
    await app.page.keyboard.press('0');
    await reset.waitFor({ state: 'detached' });
    await app.page.mouse.move(...place(0.5));
    await app.page.mouse.wheel(0, -100);
    await reset.waitFor();
    await app.page.mouse.dblclick(...place(0.5));
    await reset.waitFor({ state: 'detached' });
    expect(await accessibilityFaults(app.page)).toEqual([]);
    expect(app.complaints).toEqual([]);

    async function savedCsv(): Promise<string[]> {
      const [download] = await Promise.all([
        app.page.waitForEvent('download'),
        figure.getByRole('button', { name: 'Download CSV' }).press('Enter'),
      ]);
      return (await readFile(await download.path(), 'utf8')).trimEnd().split('\r\n');
    }
  });

  it('of a portfolio without targets is its value alone', proves('L65.2'), async () => {
    await app.show('/portfolios');
    await app.page.getByRole('link', { name: WITHOUT_TARGETS }).click();
    await panel('History').getByText('NAV now').waitFor();
    expect(await panel('History').getByRole('radio', { name: 'Drift' }).count()).toBe(0);
    await app.page.goBack();
  });
});

describe('the exposure of a portfolio', () => {
  it('is shown by currency, all of it, with rates and targets', proves('L69'), async () => {
    await app.show(address);
    const exposure = app.page.getByRole('table', { name: 'FX exposure' });
    await exposure.getByRole('row', { name: /^GBP/ }).waitFor();
    const cells = await exposure
      .locator('tbody tr')
      .evaluateAll((rows) => rows.map((each) => [...each.querySelectorAll('td')].map(({ innerText }) => innerText)));
    const sum = (column: number) => cells.reduce((total, texts) => total + Number(texts[column]), 0);
    expect(sum(2)).toBeCloseTo(100, 1);
    expect(sum(3)).toBeCloseTo(100, 1);
    const view = await ask(`/portfolios/${id}`, portfolioView);
    const pounds = view.holdings.filter((held) => held.listing_currency === 'GBP');
    const value = pounds.reduce((total, held) => total + held.value, 0);
    expect(spaced(cells.find(([currency]) => currency === 'GBP')?.[1] ?? '')).toBe(money(value));
    expect(cells.find(([currency]) => currency === 'EUR')?.[4]).toBe('1');
  });

  it('gives the space of a collapsed panel to its neighbour', async () => {
    const widthOf = async (name: string) =>
      (await app.page.getByRole('region', { name, exact: true }).boundingBox())?.width ?? 0;
    const before = await widthOf('Drift');
    await panel('Allocation').getByRole('button', { name: 'Allocation', exact: true }).press('Enter');
    await expect.poll(() => widthOf('Drift')).toBeGreaterThan(before + 300);
    expect(await overhang()).toBe(0);
    await panel('Allocation').getByRole('button', { name: 'Allocation', exact: true }).press('Enter');
    await expect.poll(() => widthOf('Drift')).toBe(before);
  });

  it('is a treemap on demand, and the same numbers as a table by keyboard', proves('L69'), async () => {
    await panel('Allocation').getByRole('radio', { name: 'Rings' }).focus();
    await app.page.keyboard.press('ArrowRight');
    await app.page.waitForURL(app.at(`${address}?allocation=treemap`));
    const view = await ask(`/portfolios/${id}`, portfolioView);
    const tiles = panel('Allocation').locator('svg g:has(> title) > rect');
    await tiles.first().waitFor();
    const places = await tiles.evaluateAll((rects) =>
      rects.map((each) => {
        const { x, y, width, height } = each.getBoundingClientRect();
        return { x, y, width, height };
      }),
    );
    // One for each instrument, at however many exchanges it is held, and one for cash.
    expect(places).toHaveLength(new Set(view.holdings.map(({ isin }) => isin)).size + 1);
    // As large as its weight, except for the gaps, and without overlap.
    const weights = [view.cash_row.weight, ...view.allocation.map((row) => row.current_weight)];
    const room = places.reduce((sum, { width, height }) => sum + width * height, 0);
    const largestArea = Math.max(...places.map(({ width, height }) => width * height));
    expect(largestArea / room).toBeCloseTo(Math.max(...weights), 1);
    const overlaps = places.flatMap((one, index) => places.slice(index + 1).filter((other) => isOver(one, other)));
    expect(overlaps).toEqual([]);
    await panel('Allocation').getByText('As a table').focus();
    await app.page.keyboard.press('Enter');
    const largest = [...view.allocation].sort((one, other) => other.current_weight - one.current_weight)[0];
    const table = panel('Allocation').getByRole('table', { name: 'Allocation' });
    await table
      .getByRole('row', { name: `${largest?.symbol} ${money((largest?.current_weight ?? 0) * 100)}` })
      .waitFor();
    expect(await accessibilityFaults(app.page)).toEqual([]);
  });
});

describe('lots and realised gains', () => {
  it('shows every lot with the gain of selling it, together too, and as a file', proves('L67'), async () => {
    await app.show(address);
    await app.page.getByRole('link', { name: 'Lots' }).press('Enter');
    await app.page.waitForURL(app.at(`${address}/lots`));
    const { lots } = await ask(`/portfolios/${id}/lots`, lotList);
    await panel(`${lots.length} lots`).waitFor();
    const cost = lots.reduce((sum, lot) => sum + lot.cost, 0);
    expect(spaced(await app.page.locator('main dl').innerText())).toContain(`Cost\n${money(cost)} EUR`);
    const together = app.page.getByRole('table', { name: 'Lots by instrument' });
    await together.waitFor();
    const instruments = Map.groupBy(lots, ({ isin }) => isin);
    expect(await together.locator('tbody tr').count()).toBe(instruments.size);
    const several = lots.filter(({ isin }) => (instruments.get(isin) ?? []).length > 1);
    const [opened] = several;
    const parts = several.filter(({ isin }) => isin === opened?.isin);
    const row = together.locator('tbody tr', { hasText: opened?.isin ?? 'no instrument of several lots' });
    await row.focus();
    await app.page.keyboard.press('Enter');
    await row.getByRole('button', { name: /^Lots of /, expanded: true }).waitFor();
    const days = new Set(parts.map(({ acquired_at: at }) => at.slice(0, 10))).size;
    const below = days > 1 ? days : parts.length;
    expect(await together.locator('tbody tr').count()).toBe(instruments.size + below);
    const total = parts.reduce((sum, lot) => sum + lot.cost, 0);
    expect(spaced(await row.innerText())).toContain(money(total));
    expect(await accessibilityFaults(app.page)).toEqual([]);
    await app.page.getByRole('radio', { name: 'By instrument' }).focus();
    await app.page.keyboard.press('ArrowRight');
    await app.page.waitForURL(app.at(`${address}/lots?by=order`));
    const each = app.page.getByRole('table', { name: 'Lots by order', exact: true });
    await each.locator('tbody tr').first().waitFor();
    const [download] = await Promise.all([
      app.page.waitForEvent('download'),
      app.page.getByRole('link', { name: 'Download CSV' }).click(),
    ]);
    const lines = (await readFile(await download.path(), 'utf8')).trimEnd().split('\r\n');
    expect(lines).toHaveLength(lots.length + 1);
    expect(await accessibilityFaults(app.page)).toEqual([]);
  });

  it('shows disposals of a tax year with the lots they used, and totals of every year', proves('L69'), async () => {
    await app.page.getByRole('link', { name: 'Realised gains' }).click();
    const report = await ask(`/portfolios/${id}/gains`, gainsReport);
    await panel(`${report.rows.length} disposals in 2026`).waitFor();
    const year = app.page.getByRole('table', { name: 'Gains by tax year' }).getByRole('row', { name: /^2026/ });
    expect(spaced(await year.innerText())).toContain(money(report.totals.proceeds));
    const together = app.page.getByRole('table', { name: 'Disposals by instrument' });
    const instruments = Map.groupBy(report.rows, ({ isin }) => isin);
    await together.locator('tbody tr').first().waitFor();
    expect(await together.locator('tbody tr').count()).toBe(instruments.size);
    const several = [...instruments.values()].find((rows) => rows.length > 1) ?? [];
    const row = together.locator('tbody tr', { hasText: several[0]?.isin ?? 'no instrument of several disposals' });
    expect(spaced(await row.innerText())).toContain(money(several.reduce((sum, { proceeds }) => sum + proceeds, 0)));
    await row.focus();
    await app.page.keyboard.press('Enter');
    await row.getByRole('button', { name: /^Disposals of /, expanded: true }).waitFor();
    expect(await together.locator('tbody tr').count()).toBeGreaterThan(instruments.size);
    expect(await accessibilityFaults(app.page)).toEqual([]);
    await app.page.getByRole('radio', { name: 'By instrument' }).focus();
    await app.page.keyboard.press('ArrowRight');
    await app.page.waitForURL(app.at(`${address}/gains?by=disposal`));
    const disposals = app.page.getByRole('table', { name: 'Disposals', exact: true });
    await disposals.locator('tr[data-opens]').first().focus();
    await app.page.keyboard.press('Enter');
    const used = disposals.getByRole('table', { name: `Lots used on ${report.rows[0]?.date}` });
    await used.getByText(report.rows[0]?.lots[0]?.lot_id ?? 'no lot').waitFor();
    expect(await accessibilityFaults(app.page)).toEqual([]);
    await app.page
      .getByRole('button', { name: /^Copy or download the table/ })
      .last()
      .click();
    await app.page.getByRole('menuitem', { name: 'Copy as shown' }).click();
    await app.page.getByRole('button', { name: 'Copied' }).waitFor();
    const copied = await app.page.evaluate(() => navigator.clipboard.readText());
    expect(copied.split('\n')).toHaveLength(report.rows.length + 1);
  });

  it('says so where nothing was sold, and reports an invalid year', proves('L69'), async () => {
    await app.show(`${address}/gains?tax_year=2031`);
    await app.page.getByText('Nothing was sold in 2031.').waitFor();
    // The link leads to the existing year.
    await app.page.getByRole('table', { name: 'Gains by tax year' }).locator('tbody tr').first().press('Enter');
    await app.page.waitForURL(app.at(`${address}/gains?tax_year=2026`));
    await app.show(`${address}/gains?tax_year=soon`);
    await app.page.getByRole('alert').getByText('is not a tax year like 2026').waitFor();
    await app.page.getByRole('button', { name: 'Show the latest year' }).click();
    await app.page.getByRole('table', { name: 'Disposals by instrument' }).waitFor();
  });
});

describe('every view', () => {
  it('fits its window at 200 % zoom', async () => {
    await app.page.setViewportSize({ width: 640, height: 360 });
    const paths = ['/portfolios?state=outside', address, `${address}?allocation=treemap`, `${address}/lots`];
    for (const path of [...paths, `${address}/gains`]) {
      await app.show(path);
      await app.page.getByRole('table').first().waitFor();
      expect(await overhang(), path).toBe(0);
    }
    await app.show('/portfolios/pf_00000000000000000000000000/lots');
    await app.page.getByRole('alert').getByText('not_found').waitFor();
    expect(app.complaints).toEqual([]);
  });
});
