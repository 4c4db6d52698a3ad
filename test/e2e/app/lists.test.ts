/**
 * Features of every list: it is copied as it is shown, opened again under a name, and its rows are selected.
 * @module-tag deep
 */
import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type OpenApp, openApp } from '../../support/page/open-page.ts';
import { accessibilityFaults } from '../every-screen/accessibility-faults.ts';
import { screenAddresses } from '../every-screen/screen-addresses.ts';

let app: OpenApp;
let addresses: Readonly<Record<string, string>>;

beforeAll(async () => {
  app = await openApp();
  addresses = await screenAddresses(app);
  await app.page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
});
afterAll(() => app.close());

/** Screens with tables, by their short names. */
const WITH_TABLES = [
  ...['portfolios', 'portfolio', 'portfolio-lots', 'portfolio-gains', 'rebalances', 'rebalance'],
  ...['market', 'prices', 'watch', 'fx', 'calendars', 'requests', 'webhooks', 'wire-faults', 'sink', 'compliance'],
  ...['scenarios', 'scenario', 'scenario-timeline', 'compare-runs', 'sweep', 'recordings', 'timeline'],
  ...['accounts', 'settings-access'],
];

const clipboard = () => app.page.evaluate(() => navigator.clipboard.readText());
const item = (name: string | RegExp) => app.page.getByRole('menuitem', { name });

/** By the name of the table. */
async function copied(table: string, how = 'Copy as shown'): Promise<string[][]> {
  await app.page.evaluate(() => navigator.clipboard.writeText(''));
  await app.page.getByRole('button', { name: `Copy or download the table ${table}`, exact: true }).click();
  await item(how).click();
  await expect.poll(clipboard).not.toBe('');
  return (await clipboard()).split('\n').map((line) => line.split('\t'));
}

/**
 * The visible text of each heading and cell of a table: all of it, its lines, and it without text for screen readers
 * only.
 */
function seen(page: Page, table: string): Promise<string[][][]> {
  return page.getByRole('table', { name: table, exact: true }).evaluate((element) => {
    const textOf = (cell: Element, hidden: string) => {
      const copy = document.createElement('div');
      copy.innerHTML = cell.innerHTML;
      for (const each of copy.querySelectorAll(`[aria-hidden], [data-paper-only], svg, input, ${hidden}`))
        each.remove();
      for (const block of copy.querySelectorAll('div')) block.prepend('\n');
      return (copy.textContent ?? '').replaceAll('\u2212', '-').replace(/^\+(?=\d)/, '');
    };
    const textsOf = (cell: Element) => {
      // An id that is shortened on screen beside a copy button is copied in full.
      if (cell.matches('td') && cell.querySelector('button') !== null) return ['*'];
      const texts = [textOf(cell, 'none'), textOf(cell, '[class*=VisuallyHidden]')];
      return texts.flatMap((text) => [text, ...text.split('\n')]).map((text) => text.replaceAll(/\s/g, ''));
    };
    // The foot sums up the rows, and is not copied with them.
    const rows = [...element.querySelectorAll(':is(thead, tbody) tr')].filter(
      (row) => row.querySelector('td[colspan]') === null,
    );
    return rows.map((row) => [...row.children].map(textsOf));
  });
}

const headText = (head = '') => head.replaceAll(/[\s()]/g, '');

/** Copied cells that differ from the shown ones. */
function differences(table: string, [head = [], ...lines]: string[][], [shownHead = [], ...shown]: string[][][]) {
  const headers = shownHead.map(([text]) => headText(text));
  return shown.flatMap((cells, row) =>
    head.flatMap((name, column) => {
      const text = lines[row]?.[column] ?? 'no cell';
      const texts = cells[headers.indexOf(headText(name))] ?? ['no column'];
      const isSeen =
        text === '' ? texts.every((each) => /^[–-]?$/.test(each)) : texts.includes(text.replaceAll(/\s/g, ''));
      return isSeen || texts.includes('*') ? [] : [`${table}, ${name}, row ${row}: “${text}” for “${texts[0]}”`];
    }),
  );
}

describe('a table that is copied', () => {
  it('matches on every screen what is shown there, in the unit of its heading', { tags: ['deep'] }, async () => {
    const found: string[] = [];
    for (const name of WITH_TABLES) {
      await app.show(addresses[name] ?? name);
      await app.page.waitForLoadState('networkidle');
      const labels = await app.page
        .getByRole('button', { name: /^Copy or download the table / })
        .evaluateAll((buttons) => buttons.map((button) => button.getAttribute('aria-label') ?? ''));
      for (const label of labels) {
        const table = label.replace('Copy or download the table ', '');
        if ((await app.page.getByRole('table', { name: table, exact: true }).count()) === 0) continue;
        const faults = differences(table, await copied(table), await seen(app.page, table));
        found.push(...faults.slice(0, 3).map((fault) => `${name}: ${fault}`));
      }
    }
    expect(found, found.join('\n')).toEqual([]);
  });

  it('has the shown rows and columns in their order, or exact values where they are requested', async () => {
    await app.show('/portfolios?state=outside');
    const drift = app.page.getByRole('columnheader', { name: /^Max drift/ });
    await drift.getByRole('button').press('Enter');
    await expect.poll(() => drift.getAttribute('aria-sort')).toBe('ascending');
    const [head = [], ...shown] = await copied('Portfolios');
    expect(head).toContain('Max drift (%)');
    const at = head.indexOf('Max drift (%)');
    const percents = shown.map((cells) => Number(cells[at]));
    expect(percents).toEqual([...percents].sort((left, right) => left - right));
    const [, ...exact] = await copied('Portfolios', 'Copy with full precision');
    expect(exact.map((cells) => Math.round(Number(cells[at]) * 100) / 100)).toEqual(percents);
    await app.page.keyboard.press('Control+z');
  });

  it('is saved as a file for a spreadsheet', async () => {
    await app.show('/portfolios');
    await app.page.getByRole('button', { name: 'Copy or download the table Portfolios' }).click();
    const [file] = await Promise.all([app.page.waitForEvent('download'), item('Download CSV').click()]);
    expect(file.suggestedFilename()).toBe('portfolios.csv');
    const text = await readFile(await file.path(), 'utf8');
    expect(text).toMatch(/^\ufeffPortfolio,Form,.*Max drift \(%\)/);
    expect(text.trim().split('\r\n')).toHaveLength(6);
  });

  it('has decimal commas where the settings say so, as have files of the service', async () => {
    await app.show('/settings');
    await app.page.getByRole('radio', { name: '1234,56' }).press('Space');
    await app.show('/portfolios');
    const [head = [], ...rows] = await copied('Portfolios');
    const nav = head.indexOf('NAV (EUR)');
    expect(rows.map((cells) => cells[nav])).toEqual(rows.map(() => expect.stringMatching(/^\d+,\d\d$/)));
    await app.show(addresses['portfolio-lots'] ?? '');
    const [file] = await Promise.all([
      app.page.waitForEvent('download'),
      app.page.getByRole('link', { name: 'Download CSV' }).click(),
    ]);
    const [headers, lot] = (await readFile(await file.path(), 'utf8')).split('\r\n');
    expect(headers?.split(';').length).toBeGreaterThan(3);
    expect(lot?.split(';').length).toBe(headers?.split(';').length);
    expect(lot).toMatch(/;\d+,\d+/);
    await app.show('/settings');
    await app.page.getByRole('radio', { name: '1234.56' }).press('Space');
  });
});

const viewsButton = () => app.page.getByRole('button', { name: /^Views of the table Portfolios/ });
const portfolios = () => app.page.getByRole('table', { name: 'Portfolios' });

async function pressView(name: string | RegExp): Promise<void> {
  await viewsButton().press('Enter');
  await app.page.getByRole('menu').waitFor();
  await app.page.getByRole('menu').getByText(name).click();
}

async function nameView(dialog: string | RegExp, name: string, submit: string): Promise<void> {
  const form = app.page.getByRole('dialog', { name: dialog });
  await form.getByRole('textbox', { name: 'Name' }).fill(name);
  await form.getByRole('button', { name: submit }).click();
  await form.waitFor({ state: 'detached' });
}

describe('a view of a list', () => {
  it('stores its filters, order and columns under a name', async () => {
    await app.show('/portfolios?state=outside');
    await portfolios().waitFor();
    const all = await app.page.getByText(/ of 5 · /).textContent();
    await app.page.getByRole('button', { name: 'NAV EUR' }).click();
    await app.page.getByRole('button', { name: /^Columns of the table Portfolios/ }).press('Enter');
    await app.page.getByRole('menuitemcheckbox', { name: 'Wrapper' }).press('Enter');
    const cash = app.page.getByRole('menuitemcheckbox', { name: 'Cash' });
    await cash.focus();
    await app.page.keyboard.press('Alt+ArrowUp');
    await app.page.keyboard.press('Alt+ArrowUp');
    await app.page.keyboard.press('Escape');
    const headers = () => portfolios().getByRole('columnheader').allTextContents();
    await expect.poll(async () => (await headers()).join()).toMatch(/Portfolio,Form,Base,Cash EUR,NAV EUR/);
    await pressView('Save as a new view…');
    await nameView('Save the view', 'Too far', 'Save view');
    await viewsButton().getByText('Too far').waitFor();
    await pressView('Default view');
    await app.page.waitForURL(app.at('/portfolios'));
    await app.page.getByText(/^5 in all/).waitFor();
    expect((await headers()).join()).toMatch(/Portfolio,Form,Wrapper,Base,NAV EUR/);
    await app.page.reload();
    await pressView('Too far');
    await app.page.waitForURL(app.at('/portfolios?state=outside'));
    await app.page.getByText(all ?? '').waitFor();
    await expect.poll(async () => (await headers()).join()).toMatch(/Portfolio,Form,Base,Cash EUR,NAV EUR/);
    expect(await app.page.getByRole('columnheader', { name: 'NAV EUR' }).getAttribute('aria-sort')).toBe('descending');
  });

  it('is found by the palette, says that it was changed, and stores the change', async () => {
    await pressView('Default view');
    await app.page.waitForURL(app.at('/portfolios'));
    await app.show('/market/exchanges');
    await app.page.getByRole('table', { name: 'Exchanges' }).waitFor();
    await app.page.keyboard.press('Control+k');
    await app.page.getByRole('combobox', { name: 'Find anything' }).fill('too far');
    await app.page.getByRole('option', { name: /Too far/ }).waitFor();
    await app.page.keyboard.press('Enter');
    await app.page.waitForURL(app.at('/portfolios?state=outside'));
    await app.page.getByRole('combobox', { name: 'Form' }).selectOption('B');
    await viewsButton().getByText('Too far, changed').waitFor();
    await pressView('Save the changes to “Too far”');
    await viewsButton().getByText('Too far', { exact: true }).waitFor();
  });

  it('is renamed, deleted, and restored', async () => {
    await pressView('Rename “Too far”…');
    await nameView('Rename “Too far”', 'Outside the band', 'Rename view');
    await viewsButton().getByText('Outside the band').waitFor();
    await pressView('Delete “Outside the band”');
    await app.page.getByText('The view “Outside the band” is deleted.').waitFor();
    await viewsButton().press('Enter');
    await app.page.getByRole('menuitemradio', { name: 'Default view' }).waitFor();
    expect(await app.page.getByRole('menuitemradio').count()).toBe(1);
    await app.page.getByRole('menuitemradio', { name: 'Default view' }).press('Escape');
    await app.page.getByRole('button', { name: 'Undo' }).click();
    await viewsButton().getByText('Outside the band').waitFor();
    await app.page.reload();
    await viewsButton().getByText('Outside the band').waitFor();
    expect(app.complaints).toEqual([]);
  });
});

const bar = (table: string) => app.page.getByRole('toolbar', { name: `Selected rows of the table ${table}` });

describe('rows that are selected', () => {
  it('by keyboard are counted, copied in the order shown, and deselected by Escape', async () => {
    await app.show('/portfolios');
    await portfolios().locator('tbody tr').first().focus();
    await app.page.keyboard.press('x');
    await app.page.keyboard.press('Shift+ArrowDown');
    await app.page.keyboard.press('Shift+ArrowDown');
    await bar('Portfolios').getByText('3 selected').waitFor();
    await bar('Portfolios').getByRole('button', { name: 'Copy rows' }).click();
    await bar('Portfolios').getByRole('button', { name: 'Copied' }).waitFor();
    const names = (await clipboard()).split('\n').map((line) => line.split('\t')[0]);
    const shown = await portfolios().locator('tbody tr').getByRole('link').allTextContents();
    expect(names).toEqual(['Portfolio', ...names.slice(1).filter((name) => shown.includes(name ?? ''))]);
    expect(names).toHaveLength(4);
    await app.page.keyboard.press('Escape');
    await bar('Portfolios').waitFor({ state: 'detached' });
    expect(await portfolios().locator('tr:focus').count()).toBe(1);
    await app.page.keyboard.press('Control+a');
    await bar('Portfolios').getByText('5 selected').waitFor();
    await app.page.keyboard.press('Escape');
    await app.page.keyboard.press('Enter');
    await app.page.waitForURL(/\/portfolios\/pf_/);
  });

  it('by clicks with Shift and Ctrl are dry-run together, and passed to a bulk rebalance', {
    tags: ['deep'],
  }, async () => {
    await app.show('/portfolios?form=B');
    const row = portfolios().locator('tbody tr');
    await row.first().click({ modifiers: ['ControlOrMeta'] });
    await row.last().click({ modifiers: ['Shift'] });
    const count = await row.count();
    await bar('Portfolios').getByText(`${count} selected`).waitFor();
    await bar('Portfolios')
      .getByRole('button', { name: /^Dry run of/ })
      .click();
    await app.page.getByText(/dry runs? (is|are) planned/).waitFor();
    expect(await accessibilityFaults(app.page)).toEqual([]);
    await bar('Portfolios')
      .getByRole('link', { name: /^Rebalance \d…/ })
      .click();
    await app.page.getByRole('heading', { level: 2, name: /^\d selected portfolios$/ }).waitFor();
    await app.page.reload();
    await app.page.getByRole('heading', { level: 2, name: /^\d selected portfolios$/ }).waitFor();
    await app.page.goto(app.at('/rebalances/bulk?selected=2'));
    await app.page.getByText('The address no longer says which portfolios were selected.').waitFor();
    await app.page.getByRole('link', { name: 'All outside the band instead' }).click();
    await app.page.getByRole('button', { name: 'Plan all outside the band' }).waitFor();
  });

  it('have a menu on the right mouse button, whose deletion has a red confirmation', { tags: ['deep'] }, async () => {
    await app.show('/portfolios');
    const link = portfolios().getByRole('link', { name: 'UK-ISA-Growth' });
    await link.click({ button: 'right' });
    const menu = app.page.getByRole('menu', { name: 'Actions for UK-ISA-Growth' });
    await menu.getByRole('menuitem', { name: 'Plan a rebalance' }).waitFor();
    await menu.getByRole('menuitem', { name: 'Plan a rebalance' }).press('Escape');
    await menu.waitFor({ state: 'detached' });
    await link.click({ button: 'right' });
    await menu.getByRole('menuitem', { name: 'Delete…' }).click();
    const dialog = app.page.getByRole('dialog', { name: 'Delete “UK-ISA-Growth”?' });
    const colour = (name: string) =>
      dialog
        .getByRole('button', { name })
        .last()
        .evaluate((button) => getComputedStyle(button).backgroundColor);
    expect(await colour('Yes, delete it')).toBe('rgb(181, 18, 60)');
    expect(await accessibilityFaults(app.page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Keep it' }).last().click();
  });

  it('of the traffic are sent again and copied as commands', { tags: ['deep'] }, async () => {
    await app.show('/traffic/requests?operation=createPlan');
    const requests = app.page.getByRole('table', { name: 'Requests' });
    await requests.getByRole('checkbox').nth(1).click();
    await bar('Requests').getByRole('button', { name: 'Copy as curl' }).click();
    await expect.poll(clipboard).toMatch(/^curl .*\/form-b\/v1\/rebalance/s);
    await bar('Requests').getByRole('button', { name: 'Send again' }).click();
    await app.page.getByText(/^1 request is sent again/).waitFor();
  });

  it('of the watch list are no longer watched, until that is undone', { tags: ['deep'] }, async () => {
    await app.show('/market/watch');
    const watched = app.page.getByRole('table', { name: 'Watch list' });
    await watched.getByRole('checkbox').nth(1).click();
    const before = await watched.getByRole('row').count();
    await bar('Watch list').getByRole('button', { name: 'Stop watching' }).click();
    await app.page.getByText('1 listing is no longer watched.').waitFor();
    await app.page.getByRole('button', { name: 'Undo' }).click();
    await app.page.getByText('The watch list is restored.').waitFor();
    await watched
      .getByRole('row')
      .nth(before - 1)
      .waitFor();
    expect(app.complaints).toEqual([]);
  });
});

describe('the text of a filter', () => {
  it('is in the address beside the other filters, for a link, a reload and the way back', async () => {
    await app.show('/portfolios?state=outside');
    const box = app.page.getByRole('textbox', { name: 'Filter portfolios' });
    await box.fill('isa');
    await app.page.waitForURL(app.at('/portfolios?state=outside&filter-portfolios=isa'));
    await app.page.getByRole('combobox', { name: 'Form' }).selectOption('B');
    await app.page.waitForURL((url) => url.searchParams.get('form') === 'B');
    expect(new URL(app.page.url()).searchParams.get('filter-portfolios')).toBe('isa');
    await app.page.reload();
    expect(await box.inputValue()).toBe('isa');
    await app.page.keyboard.press('/');
    await app.page.keyboard.press('Escape');
    await app.page.waitForURL((url) => !url.searchParams.has('filter-portfolios'));
  });

  it('of one of several tables has its own name, and is combined with what the screen writes', async () => {
    await app.show('/rebalances?dry_runs=shown&filter-rebalances=zzz');
    expect(await app.page.getByRole('textbox', { name: 'Filter rebalances' }).inputValue()).toBe('zzz');
    await app.page.getByRole('button', { name: 'Clear the filter' }).click();
    await app.page.waitForURL(app.at('/rebalances?dry_runs=shown'));
  });
});

describe('a dialog', () => {
  it.each([
    ['/portfolios', 'save-snapshot', 'Save a snapshot'],
    ['/portfolios', 'snapshots', 'Snapshots of the world'],
    ['/market/prices', 'reset', 'Reset the world?'],
    ['/market/prices', 'pin', /^Pin /],
    ['/market/prices', 'move', /^Move /],
    ['/traffic/requests', 'verify', /^Verify/],
    ['/traffic/requests', 'clear', 'Clear the journal?'],
    ['/portfolios/new', 'paste', /Paste/],
  ])('at %s opens by ?dialog=%s, and closing it restores the address', async (path, name, title) => {
    await app.show(`${path}?dialog=${name}`);
    await app.page.getByRole('dialog', { name: title }).waitFor();
    await app.page.keyboard.press('Escape');
    await app.page.waitForURL((url) => !url.searchParams.has('dialog'));
    await app.page.getByRole('dialog', { name: title }).waitFor({ state: 'detached' });
  });

  it('of a row names the row', async () => {
    await app.show('/market/exchanges');
    await app.page.getByRole('table', { name: 'Exchanges' }).waitFor();
    await app.page.getByRole('button', { name: /^Settings of XETR/ }).click();
    await app.page.waitForURL(app.at('/market/exchanges?dialog=settings&of=XETR'));
    await app.page.getByRole('dialog').waitFor();
    await app.page.keyboard.press('Escape');
    await app.page.waitForURL(app.at('/market/exchanges'));
  });
});
