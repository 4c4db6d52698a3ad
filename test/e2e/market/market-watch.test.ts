/**
 * An analyst's journey through the market: watch listings, read a chart from seconds to years, go to a date, end all
 * faults.
 *
 * @module-tag deep
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { faultList } from '../../../src-server/contract/control/market/faults.ts';
import { mifidRecordList } from '../../../src-server/contract/control/portfolios/mifid-list.ts';
import { clock } from '../../../src-server/contract/control/world/clock.ts';
import { proves } from '../../conformance/proves.ts';
import { type OpenApp, openApp } from '../../support/page/open-page.ts';
import { faultsInBothThemes } from '../every-screen/accessibility-faults.ts';

let app: OpenApp;

beforeAll(async () => {
  app = await openApp();
  await app.page.emulateMedia({ reducedMotion: 'reduce' });
});
afterAll(() => app.close());

const SAP = 'DE0007164600';
const press = (name: string | RegExp) => app.page.getByRole('button', { name, exact: true }).click();
const dialog = () => app.page.getByRole('dialog');
const rows = () => app.page.getByRole('table', { name: 'Watch list' }).locator('tbody tr');
const chart = () => app.page.getByRole('figure').locator('svg').first();
const parameter = (name: string) => new URL(app.page.url()).searchParams.get(name);

describe('the watch list', () => {
  it('shows what portfolios hold, and follows the clock', async () => {
    await app.show('/market/watch');
    await rows().first().waitFor();
    const sap = rows().filter({ hasText: 'SAP SE' });
    const before = await sap.textContent();
    await press('+1 h');
    await app.page.getByText('as of 2026-03-02 10:30:00 virtual UTC').waitFor();
    expect(await sap.textContent()).not.toBe(before);
    await app.page.getByRole('textbox', { name: 'Filter the watch list' }).fill('xswx');
    await expect.poll(() => rows().count()).toBe(2);
    await app.page.keyboard.press('Escape');
    await expect.poll(() => rows().count()).toBeGreaterThan(2);
  });

  it('watches what is chosen, still after a reload, and all holdings again', async () => {
    const watched = await rows().count();
    await press('Choose listings…');
    await press('Clear all');
    await dialog().getByLabel('Search').fill('sap');
    await dialog().getByRole('checkbox', { name: 'SAP on XPAR' }).check();
    await press('Save watch list');
    await expect.poll(() => rows().count()).toBe(1);
    await app.page.reload();
    await rows().getByText('XPAR').waitFor();
    expect(await rows().count()).toBe(1);
    await press('Choose listings…');
    await press('Watch all holdings');
    await expect.poll(() => rows().count()).toBe(watched);
  });

  it('opens the chart of a row from the keyboard', async () => {
    await rows().filter({ hasText: 'SAP SE' }).focus();
    await app.page.keyboard.press('Enter');
    await app.page.waitForURL(app.at(`/market/prices/${SAP}/XETR`));
    await chart().waitFor();
  });
});

describe('the price chart', () => {
  it('goes from seconds to years, and moves, widens and returns by keys alone', proves('L71'), async () => {
    await app.show(`/market/prices/${SAP}/XETR`);
    await app.page.getByRole('radio', { name: '1 s', exact: true }).press('Space');
    await expect.poll(() => parameter('interval')).toBe('1s');
    await press('5 Y');
    await expect.poll(() => parameter('bars')).toBe('261');
    expect(parameter('interval')).toBe('1w');
    // The week under way began on Monday at midnight: the bars of a second are gone.
    await app.page.getByLabel('Latest prices').getByText('2026-03-02 00:00:00').waitFor();
    await chart().focus();
    await app.page.keyboard.press('PageUp');
    await expect.poll(() => parameter('to')).toBe('2021-03-08T00:00:00.000Z');
    await app.page.getByText('Last bar shown (EUR)').waitFor();
    await app.page.keyboard.press('+');
    await expect.poll(() => parameter('bars')).toBe('209');
    await app.page.keyboard.press('Shift+ArrowRight');
    await expect.poll(() => Date.parse(parameter('to') ?? '')).toBeGreaterThan(Date.parse('2021-03-08'));
    await app.page.keyboard.press('End');
    await expect.poll(() => parameter('to')).toBe(null);
    await app.page.getByText('Last (EUR)').waitFor();
  });

  it('is zoomed by drag and wheel and panned with Shift, as every chart is, and reset', proves('L71'), async () => {
    await app.show(`/market/prices/${SAP}/XETR?interval=1d`);
    await chart().waitFor();
    const box = await app.page.locator('[data-chart-frame]').boundingBox();
    const [x, y] = [(box?.x ?? 0) + 100, (box?.y ?? 0) + 150];
    const dragTo = async (endX: number) => {
      await app.page.mouse.move(x, y);
      await app.page.mouse.down();
      await app.page.mouse.move(endX, y, { steps: 5 });
      await app.page.mouse.up();
    };
    const lastBar = async () => {
      const text = await app.page.getByLabel('Latest prices').innerText();
      return `${/(\d{4}-\d\d-\d\d)\D+[\d:]{5,8}\s*$/.exec(text)?.[1]}T00:00:00Z`;
    };
    await app.page.keyboard.down('Shift');
    await dragTo(x + 300);
    await app.page.keyboard.up('Shift');
    await expect.poll(() => Date.parse(parameter('to') ?? '')).toBeLessThan(Date.parse('2026-02-01'));
    expect(parameter('bars')).toBe(null);
    const panned = parameter('to') ?? '';
    // The dragged range is shown: the bars of the new window.
    await app.page.getByLabel('Latest prices').getByText('Last bar begins').waitFor();
    await expect.poll(async () => Date.parse(await lastBar())).toBeLessThanOrEqual(Date.parse(panned));
    await dragTo(x + 300);
    await expect.poll(() => Number(parameter('bars') ?? 120)).toBeLessThan(90);
    expect(Date.parse(parameter('to') ?? '')).toBeLessThan(Date.parse(panned));
    await app.page.mouse.dblclick(x, y);
    await expect.poll(() => [parameter('bars'), parameter('to')]).toEqual([null, null]);
    // The chart has been drawn again: the wheel zooms from what it shows.
    await expect.poll(async () => Date.parse(await lastBar())).toBeGreaterThan(Date.parse(panned));
    await app.page.mouse.wheel(0, -100);
    await expect.poll(() => parameter('bars')).toBe('96');
    await app.page.keyboard.press('0');
    await expect.poll(() => parameter('bars')).toBe(null);
    await app.page.getByText('Drag or Ctrl + wheel zooms, Shift + drag moves.').waitFor();
  });

  it('shows the price at the pointer only while that is over it', async () => {
    const line = app.page.locator('[data-at-pointer]');
    await chart().hover({ position: { x: 200, y: 100 } });
    await line.waitFor();
    await app.page.getByRole('button', { name: 'Download PNG' }).hover();
    await line.waitFor({ state: 'hidden' });
  });

  it('compares another exchange, and retains that in the address', proves('L71'), async () => {
    await app.show(`/market/prices/${SAP}/XETR`);
    await app.page.getByRole('checkbox', { name: 'XPAR' }).press('Space');
    const figure = app.page.getByRole('figure', { name: 'SAP on XETR, XPAR in per cent since the first bar' });
    await figure.waitFor();
    await app.page.reload();
    await figure.getByText('each in its own currency', { exact: false }).waitFor();
    await app.page.getByRole('checkbox', { name: 'XPAR' }).press('Space');
    await app.page.getByRole('figure', { name: 'Price of SAP on XETR in EUR' }).waitFor();
  });

  it('marks the fills of all portfolios, which lead to their rebalance', proves('L71'), async () => {
    await app.show('/portfolios');
    await app.page.getByRole('button', { name: 'Plan a rebalance' }).first().click();
    await press('Execute rebalance…');
    await press('Yes, execute');
    await app.page.waitForURL(/\/rebalances\/rb_/);
    const address = app.page.url();
    await press('+5 min');
    await expect.poll(async () => (await recordsOf()).length).toBeGreaterThan(0);
    const [record] = await recordsOf();
    await app.show(`/market/prices/${record?.isin}/${record?.venue}?interval=1m`);
    await app.page.locator('[data-fill]').first().waitFor();
    const table = app.page.getByRole('table', { name: 'Fills shown in the chart' });
    await table.locator('tbody tr').first().focus();
    await app.page.keyboard.press('Enter');
    await app.page.waitForURL(address);
  });
});

describe('rates and calendars', () => {
  it('show a pair over the chosen span, which the address retains', async () => {
    await app.show('/market/fx');
    await app.page.getByRole('table', { name: 'Rates against the euro' }).getByText('EUR/SEK').click();
    await app.page.getByRole('radio', { name: '5 Y' }).press('Space');
    await app.page.waitForURL(/currency=SEK&span=5y/);
    await app.page.reload();
    await app.page.getByText(/^SEK for one euro, mid: .* in five years\.$/).waitFor();
    expect(await app.page.getByRole('table', { name: 'Cross rates' }).locator('tbody tr').count()).toBe(7);
  });

  it('show why an exchange is closed on a chosen day of the month, in its own time, too', async () => {
    await app.show('/market/calendars?month=2026-04');
    await app.page.getByRole('button', { name: 'Next month' }).click();
    await app.page.getByRole('button', { name: /^XCSE/ }).first().waitFor();
    await app.page.getByRole('table', { name: 'Sessions in 2026-05' }).getByRole('button', { name: /^XCSE/ }).click();
    const days = app.page.getByRole('table', { name: 'Days of XCSE' });
    await days.locator('tr', { hasText: '2026-05-15' }).getByText('Day after Ascension').waitFor();
    const hours = days.locator('tr', { hasText: '2026-05-18' });
    expect(await hours.locator('td').allTextContents()).toEqual(expect.arrayContaining(['07:00–14:55', '09:00–16:55']));
    expect(new URL(app.page.url()).search).toBe('?month=2026-05&exchange=XCSE');
  });
});

describe('the clock bar', () => {
  it('refuses the past with a sentence, and advances to a later date', proves('L72'), async () => {
    await app.show('/market/exchanges');
    await app.page.getByRole('table', { name: 'Exchanges' }).waitFor();
    await app.page.keyboard.press('d');
    const field = dialog().getByLabel('Advance to (virtual UTC)');
    await field.fill('next Monday');
    await app.page.keyboard.press('Enter');
    await dialog().getByText('Enter a date and a time, such as 2026-03-02 09:30.').waitFor();
    await field.fill('2026-02-30 12:00');
    await app.page.keyboard.press('Tab');
    await dialog().getByText('2026-02-30 is not a valid date.').waitFor();
    await field.fill('2026-03-01 12:00');
    // Once the field is left, before anything is sent.
    await app.page.keyboard.press('Tab');
    await dialog()
      .getByText(/This is in the past. It is already 2026-03-02.*To go back, choose a point under Rewind\./)
      .waitFor();
    expect(await field.getAttribute('aria-invalid')).toBe('true');
    await field.fill('2026-03-03 12:15:30');
    await app.page.keyboard.press('Enter');
    await app.page.locator('[data-clock]', { hasText: '2026-03-03 12:15:30' }).waitFor();
    await dialog().waitFor({ state: 'detached' });
  });

  it('advances to the next close by one button, and closes its form by Escape', proves('L72'), async () => {
    await press(/^virtual/);
    await app.page.keyboard.press('Escape');
    await dialog().waitFor({ state: 'detached' });
    await press(/^virtual/);
    await dialog()
      .getByRole('button', { name: /^Next close/ })
      .click();
    await app.page.locator('[data-clock]', { hasText: '2026-03-03 15:20:00' }).waitFor();
    const now = clock.parse(await readService('/clock')).now;
    expect(now).toBe('2026-03-03T15:20:00.000Z');
  });

  it('ends every fault of the market and of the wire by one press', proves('L72'), async () => {
    await send('/faults', { kind: 'exchange_down', exchange: 'XSWX' });
    await send('/faults', { kind: 'api_empty_answer' });
    await press('End all faults (2)');
    await app.page.getByRole('button', { name: 'End all faults (2)' }).waitFor({ state: 'detached' });
    const { faults } = faultList.parse(await readService('/faults'));
    expect(faults.map(({ status }) => status)).toEqual(['over', 'over']);
  });

  it.each([1440, 1280])('shows every status indicator beside faults of both kinds at %i pixels', async (width) => {
    await app.page.setViewportSize({ width, height: 720 });
    await send('/faults', { kind: 'exchange_down', exchange: 'XSWX' });
    await send('/faults', { kind: 'api_empty_answer' });
    await app.page.getByRole('button', { name: 'End all faults (2)' }).waitFor();
    const frame = await app.page.locator('[data-exchanges]').boundingBox();
    const first = await app.page.locator('[data-exchanges]').getByRole('button').first().boundingBox();
    expect(first?.x).toBeGreaterThanOrEqual(frame?.x ?? Number.POSITIVE_INFINITY);
    await press('End all faults (2)');
    await app.page.getByRole('button', { name: 'End all faults (2)' }).waitFor({ state: 'detached' });
  });

  it('has every control within the window at 200 % zoom', async () => {
    await app.page.setViewportSize({ width: 640, height: 360 });
    for (const name of ['+1 min', '→ open', 'Start the virtual clock']) {
      const box = await app.page.getByRole('button', { name, exact: true }).boundingBox();
      expect((box?.x ?? 0) + (box?.width ?? Number.POSITIVE_INFINITY)).toBeLessThanOrEqual(640);
    }
    await app.page.setViewportSize({ width: 1280, height: 720 });
  });
});

it('choice of listings, chart with fills and form of the clock have no accessibility fault', async () => {
  await app.show('/market/watch?dialog=choose-listings');
  await dialog().getByRole('checkbox').first().waitFor();
  expect(await faultsInBothThemes(app.page)).toEqual([]);
  await app.page.keyboard.press('Escape');
  await dialog().waitFor({ state: 'detached' });
  const [record] = await recordsOf();
  await app.show(`/market/prices/${record?.isin}/${record?.venue}?interval=1d`);
  await app.page.locator('[data-fill]').first().waitFor();
  expect(await faultsInBothThemes(app.page)).toEqual([]);
  await app.show(`/market/prices/${SAP}/XETR?beside=XPAR`);
  await chart().waitFor();
  await press(/^virtual/);
  await dialog().getByLabel('Advance to (virtual UTC)').fill('2026-03-01 12:00');
  await app.page.keyboard.press('Enter');
  await dialog().getByText('This is in the past', { exact: false }).waitFor();
  expect(await faultsInBothThemes(app.page)).toEqual([]);
  expect(app.complaints).toEqual([]);
});

async function recordsOf() {
  return mifidRecordList.parse(await readService('/mifid-records?limit=10')).records;
}

const authorization = () => ({ Authorization: `Bearer ${app.ballast.adminToken}` });

async function readService(path: string): Promise<unknown> {
  return (await fetch(`${app.ballast.controlUrl}${path}`, { headers: authorization() })).json();
}

async function send(path: string, body: unknown): Promise<void> {
  const headers = { ...authorization(), 'Content-Type': 'application/json' };
  await fetch(`${app.ballast.controlUrl}${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
}
