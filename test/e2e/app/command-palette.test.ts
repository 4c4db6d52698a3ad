/** The command palette and the shortcuts: everything is found, done and left again without a pointer. */
import type { Locator } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { COMMANDS } from '../../../src-renderer/components/commands/command-table.ts';
import { type OpenApp, openApp } from '../../support/page/open-page.ts';
import { faultsInBothThemes } from '../every-screen/accessibility-faults.ts';

let app: OpenApp;

beforeAll(async () => {
  app = await openApp();
  await app.show('/portfolios');
  await filter().waitFor();
});
afterAll(() => app.close());

const press = (keys: string) => app.page.keyboard.press(keys);
const field = () => app.page.getByRole('combobox', { name: 'Find anything' });
const list = () => app.page.getByRole('listbox', { name: 'Results' });
const options = () => list().getByRole('option');
const chosen = () => list().getByRole('option', { selected: true });
const filter = () => app.page.getByRole('textbox', { name: 'Filter portfolios' });
const clockAt = (time: string) => app.page.locator('[data-clock]', { hasText: time });
const dialog = (name: string) => app.page.getByRole('dialog', { name });
const isFocused = (place: Locator) => place.evaluate((element) => element === document.activeElement);

async function find(searchText: string): Promise<void> {
  await app.page.getByRole('button', { name: 'Find anything' }).waitFor();
  await press('Control+k');
  await field().waitFor();
  await app.page.keyboard.type(searchText);
}

/** Finds by words and opens the best match, which the test names. */
async function open(searchText: string, best: string): Promise<void> {
  await find(searchText);
  await chosen().getByText(best, { exact: true }).waitFor();
  await press('Enter');
  await field().waitFor({ state: 'detached' });
}

async function tabTo(place: Locator): Promise<void> {
  await place.waitFor();
  for (let steps = 0; steps < 80 && !(await isFocused(place)); steps += 1) await press('Tab');
  expect(await isFocused(place)).toBe(true);
}

describe('the palette', () => {
  it('opens a view, and the next Tab goes into it', async () => {
    await open('sinks', 'Traffic: sinks');
    await app.page.waitForURL(app.at('/traffic/sinks'));
    expect(await isFocused(app.page.locator('main'))).toBe(true);
  });

  it('has every link of the sidebar and of the traffic', { tags: ['deep'] }, async () => {
    await app.page.getByRole('navigation', { name: 'Views of the traffic' }).waitFor();
    const links = app.page.getByRole('navigation').getByRole('link');
    const addresses = await links.evaluateAll((found) => found.map((link) => link.getAttribute('href')));
    const known = COMMANDS.map(({ run }) => run);
    // The links of the traffic and of the market lead to their views, each of which the palette has.
    const leadOn = ['/traffic', '/market'];
    const missing = addresses.filter((address) => !leadOn.includes(address ?? '') && !known.includes(address ?? ''));
    expect(addresses.length).toBeGreaterThan(5);
    expect(missing).toEqual([]);
  });

  it('finds a portfolio by words in any order', async () => {
    await open('growth isa', 'UK-ISA-Growth');
    await app.page.getByRole('heading', { level: 1, name: 'UK-ISA-Growth' }).waitFor();
  });

  it('finds an instrument by its ISIN, and opens its prices', { tags: ['deep'] }, async () => {
    await find('nl0010273215');
    await chosen()
      .getByText(/^ASML · /)
      .waitFor();
    await press('Enter');
    await app.page.waitForURL(/\/market\/prices\/NL0010273215\/[A-Z]{4}/);
  });

  it('opens the trace of a request whose id was pasted as it was copied', { tags: ['deep'] }, async () => {
    const { formBUrl, apiKey } = app.ballast;
    const response = await fetch(`${formBUrl}/portfolios`, { headers: { Authorization: `Bearer ${apiKey}` } });
    const requestId = response.headers.get('x-request-id') ?? '';
    await open(`"request_id": "${requestId}",`, 'Trace of the request');
    await app.page.waitForURL(app.at(`/traffic/trace/${requestId}`));
    await app.page.getByRole('tree', { name: 'Steps of the trace' }).waitFor();
  });

  it('moves through its rows in a cycle and by pages, and names the row to assistive technology', {
    tags: ['deep'],
  }, async () => {
    await find('traffic');
    await chosen().getByText('Traffic: sinks', { exact: true }).waitFor();
    const rows = await options().count();
    expect(rows).toBeGreaterThan(4);
    await press('ArrowUp');
    expect(await options().last().getAttribute('aria-selected')).toBe('true');
    await press('ArrowDown');
    expect(await options().first().getAttribute('aria-selected')).toBe('true');
    await press('PageDown');
    await press('PageDown');
    expect(await options().last().getAttribute('aria-selected')).toBe('true');
    expect(await field().getAttribute('aria-activedescendant')).toBe(await options().last().getAttribute('id'));
    await press('Escape');
    await field().waitFor({ state: 'detached' });
  });

  it('begins with the latest choices, after a reload too', { tags: ['deep'] }, async () => {
    await app.page.reload();
    await find('');
    const recent = app.page.getByRole('group', { name: 'Recent' }).getByRole('option');
    await recent.first().getByText('Trace of the request').waitFor();
    // Its name is known once the portfolios have been read.
    await recent.filter({ hasText: /^UK-ISA-Growth/ }).waitFor();
    await press('Control+k');
    await field().waitFor({ state: 'detached' });
  });

  it('says what can be found where there is no match', { tags: ['deep'] }, async () => {
    await find('zzz qqq');
    await app.page.getByText('Nothing matches “zzz qqq”.').waitFor();
    await press('Enter');
    expect(await isFocused(field())).toBe(true);
    await press('Escape');
  });

  it('returns the focus to where it was', { tags: ['deep'] }, async () => {
    await app.show('/portfolios');
    await filter().focus();
    await find('theme');
    await press('Escape');
    await field().waitFor({ state: 'detached' });
    await expect.poll(() => isFocused(filter())).toBe(true);
    const button = app.page.getByRole('button', { name: 'Find anything' });
    await button.press('Enter');
    await field().waitFor();
    await press('Escape');
    await expect.poll(() => isFocused(button)).toBe(true);
  });

  it('opens a dialog of the world, which returns the focus to the same place', { tags: ['deep'] }, async () => {
    await filter().focus();
    await open('save snapshot', 'Save a snapshot…');
    await dialog('Save a snapshot').waitFor();
    await press('Escape');
    await dialog('Save a snapshot').waitFor({ state: 'detached' });
    await expect.poll(() => isFocused(filter())).toBe(true);
  });

  it.each([
    ['set fault http', 'Set an HTTP or webhook fault…', '/traffic/faults?dialog=set-fault'],
    ['break something', 'Set a market fault…', '/market/exchanges?dialog=break'],
    ['new account', 'New account…', '/accounts?dialog=new-account'],
    ['new key', 'New API key…', '/accounts?dialog=new-key'],
  ])(
    'opens by “%s” a form that has its own address and leaves it',
    { tags: ['deep'] },
    async (searchText, title, address) => {
      await open(searchText, title);
      await app.page.waitForURL(app.at(address));
      await app.page.getByRole('dialog').waitFor();
      await app.page.reload();
      await app.page.getByRole('dialog').waitFor();
      await press('Escape');
      await app.page.waitForURL(app.at(address.slice(0, address.indexOf('?'))));
      await app.page.getByRole('dialog').waitFor({ state: 'detached' });
    },
  );

  it('moves into the form of a webhook endpoint', { tags: ['deep'] }, async () => {
    await open('add webhook endpoint', 'Add a webhook endpoint');
    await expect.poll(() => isFocused(app.page.getByRole('textbox', { name: 'URL of a new endpoint' }))).toBe(true);
  });

  it('switches the theme and back', { tags: ['deep'] }, async () => {
    await open('dark theme', 'Dark theme');
    await app.page.locator('html[data-mantine-color-scheme="dark"]').waitFor();
    await open('light theme', 'Light theme');
    await app.page.locator('html[data-mantine-color-scheme="light"]').waitFor();
    await open('theme system', 'Theme: same as the system');
  });

  it('says that portfolios could not be read, and finds the rest', { tags: ['deep'] }, async () => {
    await app.page.route('**/sim/portfolios?*', (route) => route.abort());
    // Loaded again, because data that was read once is known.
    await app.page.goto(app.at('/accounts'));
    await find('webhooks');
    await app.page.getByText('Some entries could not be loaded. The Ballast service does not respond.').waitFor();
    await press('Enter');
    await app.page.waitForURL(app.at('/traffic/webhooks'));
    await app.page.unroute('**/sim/portfolios?*');
  });
});

describe('the shortcuts', () => {
  it.each(COMMANDS.flatMap(({ run, keys }) => (typeof run === 'string' && keys !== undefined ? [[keys, run]] : [])))(
    '%s goes to %s',
    { tags: ['deep'] },
    async (keys, address) => {
      for (const key of keys.split(' ')) await press(key);
      await app.page.waitForURL((url) => url.pathname.startsWith(address));
      await app.page.getByRole('heading', { level: 1 }).waitFor();
    },
  );

  it('move into the filter of the view, where they are letters like any others', { tags: ['deep'] }, async () => {
    await app.show('/portfolios');
    await app.page.getByRole('table', { name: 'Portfolios' }).waitFor();
    await press('/');
    expect(await isFocused(filter())).toBe(true);
    await app.page.keyboard.type('gr n?.o ');
    expect(await filter().inputValue()).toBe('gr n?.o ');
    expect(new URL(app.page.url()).pathname).toBe('/portfolios');
    await clockAt('2026-03-02 09:30:00').waitFor();
    await press('Escape');
  });

  it('do nothing while a dialog is open', { tags: ['deep'] }, async () => {
    await app.show('/accounts?dialog=new-account');
    await app.page.getByRole('dialog').waitFor();
    await app.page.getByRole('dialog').getByRole('button').first().focus();
    for (const key of ['g', 'p', 'o', 'Control+k']) await press(key);
    await press('Escape');
    await app.page.getByRole('dialog').waitFor({ state: 'detached' });
    expect(new URL(app.page.url()).pathname).toBe('/accounts');
    await clockAt('2026-03-02 09:30:00').waitFor();
  });

  it('advance the clock to the next opening, let it run and pause it', async () => {
    await press('o');
    await clockAt('2026-03-03 08:00:00').waitFor();
    await press('Space');
    await app.page.getByRole('button', { name: 'Pause the virtual clock' }).waitFor();
    await press('Space');
    await app.page.getByRole('button', { name: 'Start the virtual clock' }).waitFor();
  });

  it('leave the space bar to the button that has the focus', { tags: ['deep'] }, async () => {
    await app.page.getByRole('button', { name: 'New account…' }).focus();
    await press('Space');
    await app.page.getByRole('dialog').waitFor();
    await press('Escape');
    await app.page.getByRole('dialog').waitFor({ state: 'detached' });
    await app.page.getByRole('button', { name: 'Start the virtual clock' }).waitFor();
  });

  it('are all on the sheet that ? opens', { tags: ['deep'] }, async () => {
    await press('?');
    const sheet = dialog('Keyboard shortcuts');
    await sheet.waitFor();
    for (const { keys, title } of COMMANDS) {
      if (keys !== undefined) await sheet.getByRole('term').getByText(title, { exact: true }).waitFor();
    }
    await press('Escape');
    await sheet.waitFor({ state: 'detached' });
  });
});

it('palette and sheet have no accessibility fault, in a small window too', { tags: ['deep'] }, async () => {
  await app.page.setViewportSize({ width: 1280, height: 720 });
  await app.show('/portfolios');
  await filter().waitFor();
  for (const searchText of ['', 'eu', 'zzz']) {
    await find(searchText);
    await app.page.locator('[role=option], [data-nothing]').first().waitFor();
    expect(await faultsInBothThemes(app.page)).toEqual([]);
    await press('Escape');
    await field().waitFor({ state: 'detached' });
  }
  await press('?');
  await dialog('Keyboard shortcuts').waitFor();
  expect(await faultsInBothThemes(app.page)).toEqual([]);
  await press('Escape');
  await dialog('Keyboard shortcuts').waitFor({ state: 'detached' });
});

describe('the first rebalance by keyboard alone', () => {
  it('is planned, executed and run until it is complete', { tags: ['deep'] }, async () => {
    await app.show('/portfolios');
    await filter().waitFor();
    await open('plan eu-balanced', 'Plan a rebalance of EU-Balanced-001');
    await app.page.getByRole('table', { name: 'Orders of the plan' }).waitFor();
    await tabTo(app.page.getByRole('button', { name: 'Execute rebalance…' }));
    await press('Enter');
    await tabTo(app.page.getByRole('button', { name: 'Yes, execute' }));
    await press('Enter');
    await app.page.waitForURL(/\/rebalances\/rb_/);
    const path = app.page.getByRole('list', { name: 'State of the rebalance' });
    await path.waitFor();
    await open('until final', 'Run until the rebalance of EU-Balanced-001 is final');
    await path.locator('[aria-current="step"]', { hasText: 'complete' }).waitFor();
    expect(app.complaints).toEqual([]);
  });
});
