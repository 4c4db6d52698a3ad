/**
 * Settling in: the tour by keyboard, settings, the user's own layout, undo, and an unfinished draft.
 *
 * @module-tag deep
 */
import type { Locator } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { tierList } from '../../../src-server/contract/control/accounts/accounts.ts';
import { faultList } from '../../../src-server/contract/control/market/faults.ts';
import { pinList } from '../../../src-server/contract/control/market/market-control.ts';
import { rateTable } from '../../../src-server/contract/control/market/market-rates.ts';
import { storage } from '../../../src-server/contract/control/world/storage.ts';
import { proves } from '../../conformance/proves.ts';
import { type OpenApp, openApp } from '../../support/page/open-page.ts';
import { accessibilityFaults } from '../every-screen/accessibility-faults.ts';

let app: OpenApp;

beforeAll(async () => {
  app = await openApp({ rateLimitPerMinute: 60 });
  await app.page.emulateMedia({ reducedMotion: 'reduce' });
});
afterAll(() => app.close());

const SAP = 'DE0007164600';
const button = (name: string | RegExp) => app.page.getByRole('button', { name, exact: true });
const press = (name: string | RegExp) => button(name).click();
const table = (name: string) => app.page.getByRole('table', { name, exact: true });
const headOf = (name: string) => table(name).locator('thead');
const hasFocus = (element: Locator) => element.evaluate((node) => node === document.activeElement);

async function sim(method: string, path: string, data?: unknown): Promise<unknown> {
  const { controlUrl, adminToken } = app.ballast;
  const headers = { authorization: `Bearer ${adminToken}` };
  const response = await app.page.request.fetch(`${controlUrl}${path}`, { method, headers, data });
  return response.json();
}

describe('the tour', () => {
  const card = () => app.page.getByRole('dialog', { name: /What do you do|a dry run|exchange down|Advance a month/ });

  it('does three things for real, by keyboard alone, and restores the world', proves('L79'), async () => {
    await app.show('/portfolios');
    await table('Portfolios').waitFor();
    expect(await card().count()).toBe(0);
    await button('Take the tour').focus();
    await app.page.keyboard.press('Enter');
    await onward(/What do you do/, 'I test software');
    await onward(/Review a dry run/, 'Make a dry run');
    await app.page.getByRole('dialog', { name: /^Plan a rebalance: / }).waitFor();
    await onward(/Review a dry run/, 'Next');
    const before = await headOfLog();
    await onward(/Take an exchange down/, 'Rebalance and take it down');
    await app.page.waitForURL(/\/rebalances\/rb_/);
    expect(faultList.parse(await sim('GET', '/faults')).faults).toMatchObject([
      { kind: 'exchange_down', status: 'active' },
    ]);
    await onward(/Take an exchange down/, 'Next');
    await onward(/Advance a month/, 'Advance 30 days');
    await app.page.waitForURL(/\/portfolios\/pf_/);
    await app.page.getByRole('figure', { name: 'Drift over time' }).waitFor();
    await onward(/Advance a month/, 'Restore the world');
    await card().waitFor({ state: 'detached' });
    await app.page.getByText('The world is back to its state before the tour.').waitFor();
    await app.page.waitForURL(app.at('/portfolios'));
    expect(await headOfLog()).toBe(before);
    expect(JSON.stringify(await sim('GET', '/snapshots'))).not.toContain('before-the-tour');
  });

  it('is left with Escape at any step, fits into a window of 640 by 360, and can be taken again', async () => {
    await app.show('/settings/general');
    await app.page.getByText('You have seen it.').waitFor();
    await app.page.setViewportSize({ width: 640, height: 360 });
    await press('Take the tour');
    await press('I test software');
    await card().getByRole('button', { name: 'Skip' }).click();
    await card()
      .getByRole('heading', { name: /Take an exchange/ })
      .waitFor();
    const box = await card().boundingBox();
    expect(box?.x).toBeGreaterThanOrEqual(0);
    expect(box?.y).toBeGreaterThanOrEqual(0);
    expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(640);
    expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(360);
    await app.page.keyboard.press('Escape');
    await card().waitFor({ state: 'detached' });
    await app.page.setViewportSize({ width: 1280, height: 720 });
    const before = await headOfLog();
    await app.page.keyboard.press('Control+k');
    await app.page.getByRole('dialog').getByRole('combobox').fill('take the tour');
    await app.page.keyboard.press('Enter');
    await press('I test software');
    await card().getByRole('button', { name: 'Skip' }).click();
    await onward(/Take an exchange down/, 'Rebalance and take it down');
    await app.page.waitForURL(/\/rebalances\/rb_/);
    await card().getByText('When you leave the tour, the world is restored to its earlier state.').waitFor();
    await app.page.keyboard.press('Escape');
    await card().waitFor({ state: 'detached' });
    expect(await headOfLog()).toBe(before);
  });

  it('continues after a reload, and a later one offers to restore the world if its page was closed', async () => {
    await app.show('/settings/general');
    const before = await headOfLog();
    await press('Take the tour');
    await press('I test software');
    await card().getByRole('button', { name: 'Skip' }).click();
    await onward(/Take an exchange down/, 'Rebalance and take it down');
    await app.page.waitForURL(/\/rebalances\/rb_/);
    await card().getByRole('button', { name: 'Next' }).waitFor();
    await app.page.reload();
    await card().getByText('When you leave the tour, the world is restored to its earlier state.').waitFor();
    await card().getByRole('button', { name: 'Next' }).waitFor();
    // The page was closed.
    await app.page.evaluate(() => sessionStorage.clear());
    await app.page.goto(app.at('/settings/general'));
    await press('Take the tour');
    const offer = app.page.getByRole('dialog', { name: 'Restore the world first?' });
    await offer.waitFor();
    expect(await accessibilityFaults(app.page, [], '[role=dialog]')).toEqual([]);
    await offer.getByRole('button', { name: 'Restore the world' }).click();
    await press('Leave');
    await card().waitFor({ state: 'detached' });
    expect(await headOfLog()).toBe(before);
    expect(JSON.stringify(await sim('GET', '/snapshots'))).not.toContain('before-the-tour');
  });

  const headOfLog = async () => ((await sim('GET', '/fingerprint')) as { readonly head: string }).head;

  /** Presses a button of a step by keyboard, from the card, which has the focus. */
  async function onward(title: RegExp, name: string): Promise<void> {
    await card().getByRole('heading', { name: title }).waitFor();
    const next = card().getByRole('button', { name, exact: true });
    await next.waitFor();
    await expect.poll(() => hasFocus(card())).toBe(true);
    expect(await accessibilityFaults(app.page, [], '[role=dialog]')).toEqual([]);
    while (!(await hasFocus(next))) await app.page.keyboard.press('Tab');
    await app.page.keyboard.press('Enter');
  }
});

describe('the settings', () => {
  it('are reached from the sidebar and by keys, with a tab for each in the address', async () => {
    await app.show('/portfolios');
    await app.page.getByRole('navigation', { name: 'Screens' }).getByRole('link', { name: 'Settings' }).click();
    await app.page.waitForURL(app.at('/settings/general'));
    await app.show('/portfolios');
    await table('Portfolios').waitFor();
    await app.page.keyboard.press('g');
    await app.page.keyboard.press(',');
    await app.page.waitForURL(app.at('/settings/general'));
    await app.page.getByRole('link', { name: 'Accounts & keys' }).click();
    await app.page.waitForURL(app.at('/settings/access'));
    await table('Used this month').getByText('of 10').waitFor();
  });

  it('change the theme', async () => {
    await app.show('/settings/general');
    await app.page.getByText('Dark', { exact: true }).click();
    await app.page.locator('html[data-mantine-color-scheme=dark]').waitFor();
    await app.page.getByText('Same as the system', { exact: true }).click();
  });

  it('show how many requests of a key count at present', proves('L76'), async () => {
    const { baseUrl, apiKey } = app.ballast;
    const headers = { authorization: `Bearer ${apiKey}` };
    for (let sent = 0; sent < 3; sent += 1) await app.page.request.get(`${baseUrl}/prices/${SAP}`, { headers });
    await app.show('/settings/limits');
    const row = table('Requests of each key').locator('tbody tr', { hasText: 'Default key' });
    await row.getByRole('cell', { name: '3', exact: true }).waitFor();
    await row.getByRole('cell', { name: '60', exact: true }).waitFor();
  });

  it('change the limits of a tier, which the toast undoes', proves('L77'), async () => {
    const limitOf = async () =>
      tierList.parse(await sim('GET', '/tiers')).tiers.find(({ tier }) => tier === 'growth')?.monthly_limit;
    await press('Change the tier growth');
    await app.page.getByRole('textbox', { name: 'Rebalances per month' }).fill('many');
    await press('Save changes');
    await app.page.locator('.mantine-InputWrapper-error').waitFor();
    await app.page.getByRole('textbox', { name: 'Rebalances per month' }).fill('25');
    await press('Save changes');
    await app.page.getByText('The tier growth allows 25 rebalances per month.').waitFor();
    expect(await limitOf()).toBe(25);
    await press('Undo');
    await app.page.getByText(/rebalances per month again\.$/).waitFor();
    expect(await limitOf()).toBe(10_000);
  });

  it('show secrets masked, and rotate them', async () => {
    await app.show('/settings/webhooks');
    const row = table('Endpoints and their secrets').locator('tbody tr').first();
    expect(await row.textContent()).toMatch(/whsec_••••/);
    await row.getByRole('button', { name: /^Rotate the secret of/ }).click();
    await press('Rotate secret');
    await row.getByRole('cell', { name: '1', exact: true }).waitFor();
  });

  it('say where the world is stored and how large it is, and lead to its snapshots', proves('L75'), async () => {
    await app.show('/settings/data');
    const storagePanel = app.page.getByRole('region', { name: 'Stored data' });
    await storagePanel.getByText('in memory').waitFor();
    const { journal } = storage.parse(await sim('GET', '/storage'));
    expect(journal.entries).toBeGreaterThanOrEqual(3);
    await storagePanel.getByText(`${journal.entries} requests`).waitFor();
    await press('Snapshots…');
    await app.page.getByRole('dialog', { name: 'Snapshots of the world' }).waitFor();
    await app.page.keyboard.press('Escape');
  });
});

describe('the layout', () => {
  it('folds the sidebar by a key, undoes and redoes it, and retains it over a reload', proves('L78'), async () => {
    const sidebar = app.page.getByRole('navigation', { name: 'Screens' });
    const isCollapsed = () => sidebar.evaluate((nav) => nav.hasAttribute('data-collapsed'));
    await app.show('/portfolios');
    await table('Portfolios').waitFor();
    await app.page.keyboard.press('[');
    await expect.poll(isCollapsed).toBe(true);
    // Its names are still there for users who do not see icons.
    await sidebar.getByRole('link', { name: 'Market' }).waitFor();
    await app.page.reload();
    await table('Portfolios').waitFor();
    expect(await isCollapsed()).toBe(true);
    await app.page.keyboard.press('Control+z');
    await expect.poll(isCollapsed).toBe(false);
    await app.page.keyboard.press('Control+Shift+z');
    await expect.poll(isCollapsed).toBe(true);
    await app.page.keyboard.press('Control+z');
  });

  it('hides columns and orders rows, each of which is undone by a step, and folds panels', proves('L78'), async () => {
    await button(/^Columns of the table Portfolios/).focus();
    await app.page.keyboard.press('Enter');
    const wrapper = app.page.getByRole('menuitemcheckbox', { name: 'Wrapper' });
    await wrapper.focus();
    await app.page.keyboard.press('Enter');
    await headOf('Portfolios').getByText('Wrapper').waitFor({ state: 'detached' });
    await app.page.keyboard.press('Escape');
    await wrapper.waitFor({ state: 'detached' });
    await headOf('Portfolios').getByRole('button', { name: /^NAV/ }).click();
    const nav = headOf('Portfolios').getByRole('columnheader', { name: /^NAV/ });
    expect(await nav.getAttribute('aria-sort')).toBe('descending');
    await app.page.keyboard.press('Control+z');
    await expect.poll(() => nav.getAttribute('aria-sort')).toBeNull();
    await app.page.keyboard.press('Control+z');
    await headOf('Portfolios').getByText('Wrapper').waitFor();
    await app.show('/market/exchanges');
    await press('Exchanges');
    await table('Exchanges').waitFor({ state: 'detached' });
    await app.page.keyboard.press('Control+z');
    await table('Exchanges').waitFor();
  });

  it('leaves a field its own undo', async () => {
    await app.show('/portfolios');
    await table('Portfolios').waitFor();
    await app.page.keyboard.press('[');
    await app.page.getByLabel('Filter portfolios').focus();
    await app.page.keyboard.type('eu');
    await app.page.keyboard.press('Control+z');
    expect(await app.page.getByRole('navigation', { name: 'Screens' }).getAttribute('data-collapsed')).toBe('');
    await app.page.getByLabel('Filter portfolios').fill('');
    await app.show('/settings/general');
    await press('Reset the layout');
    await expect.poll(() => app.page.locator('nav[data-collapsed]').count()).toBe(0);
  });
});

describe('a change of the world', () => {
  const active = async () =>
    faultList.parse(await sim('GET', '/faults')).faults.filter(({ status }) => status === 'active');

  it('is undone by the toast: a fault, for its remaining duration', proves('L77'), async () => {
    await sim('POST', '/faults', { kind: 'late_fills', delay_ms: 60_000, count: 9, for: '2h' });
    await app.show('/market/exchanges');
    await press('End the fault Late fills');
    await expect.poll(async () => (await active()).length).toBe(0);
    await press('Undo');
    await app.page.getByText('The fault is active again').waitFor();
    expect(await active()).toMatchObject([{ kind: 'late_fills', count: 9, until: '2026-03-02T11:30:00.000Z' }]);
  });

  it('is undone by a key: every fault at once, and a price that was pinned', proves('L77'), async () => {
    await sim('POST', '/faults', { kind: 'api_latency', latency_ms: { fixed: 5 } });
    await app.show('/market/exchanges');
    await button('End the fault Late fills').waitFor();
    await app.page.keyboard.press('Control+k');
    await app.page.getByRole('dialog').getByRole('combobox').fill('End all faults');
    await app.page.getByRole('option', { name: /^End all faults/, selected: true }).waitFor();
    await app.page.keyboard.press('Enter');
    await app.page.getByText('2 faults ended.').waitFor();
    await app.page.keyboard.press('Control+z');
    await app.page.getByText('2 faults are set again').waitFor();
    expect((await active()).map(({ kind }) => kind)).toEqual(['late_fills', 'api_latency']);
    await sim('DELETE', '/faults');
    await sim('POST', '/market/pins', { isin: SAP, mid: 170.25, currency: 'EUR' });
    await app.show('/market/prices');
    await button('Remove the pin of SAP').first().click();
    await app.page.getByText('SAP follows the market again.').waitFor();
    await app.page.keyboard.press('Control+z');
    await app.page.getByText('SAP is pinned again').waitFor();
    expect(pinList.parse(await sim('GET', '/market/pins')).pins).toMatchObject([{ isin: SAP, mid: 170.25 }]);
  });

  it('is undone after targets were changed, and after the clock was', proves('L77'), async () => {
    await app.show('/portfolios');
    await table('Portfolios').getByRole('link', { name: 'EU-Balanced-001' }).click();
    await app.page.getByRole('link', { name: 'Edit', exact: true }).click();
    await app.page.getByLabel('Target weight of SAP in per cent').fill('5');
    await press('Save');
    await app.page.getByText('EU-Balanced-001 is changed.').waitFor();
    await press('Undo');
    await app.page.getByText('EU-Balanced-001 has its previous targets again.').waitFor();
    const bars = table('Drift by position');
    await bars.locator('tbody tr', { hasText: 'SAP' }).getByText('6.00', { exact: true }).waitFor();
    await app.page.getByLabel('Mode and rate of the virtual clock').selectOption('instant');
    await app.page.getByText('The clock is set to instant.').waitFor();
    await press('Undo');
    await app.page.getByText('The clock is set to manual again.').waitFor();
    expect(await sim('GET', '/clock')).toMatchObject({ mode: 'manual' });
  });

  it('is undone by a key after its message has gone, unless something else has changed the world', async () => {
    const targetOfSap = async (percent: string) => {
      await app.show('/portfolios');
      await table('Portfolios').getByRole('link', { name: 'EU-Balanced-001' }).click();
      await app.page.getByRole('link', { name: 'Edit', exact: true }).click();
      await app.page.getByLabel('Target weight of SAP in per cent').fill(percent);
      await press('Save');
      await app.page.getByText('EU-Balanced-001 is changed.').waitFor();
      await app.page.keyboard.press('q');
      await app.page.getByText('EU-Balanced-001 is changed.').waitFor({ state: 'detached' });
    };
    await targetOfSap('5');
    await app.page.keyboard.press('Control+k');
    await app.page.getByRole('dialog').getByRole('combobox').fill('undo');
    await app.page.getByRole('option', { name: /^Undo: EU-Balanced-001 is changed\./ }).waitFor();
    await app.page.keyboard.press('Escape');
    await app.page.getByRole('dialog').waitFor({ state: 'detached' });
    await app.page.keyboard.press('Control+z');
    await app.page.getByText('EU-Balanced-001 has its previous targets again.').waitFor();
    await targetOfSap('5');
    const reported = app.page.getByRole('button', { name: 'End the fault Late fills' });
    await sim('POST', '/faults', { kind: 'late_fills', delay_ms: 60_000 });
    await app.page.getByRole('navigation', { name: 'Screens' }).getByRole('link', { name: 'Market' }).click();
    await app.page.getByRole('link', { name: 'Exchanges and faults' }).click();
    await reported.waitFor();
    await app.page.keyboard.press('Control+z');
    await app.page
      .getByText('“EU-Balanced-001 is changed.” can no longer be undone, because the world has changed since.')
      .waitFor();
    await sim('DELETE', '/faults');
  });

  it('can no longer be undone once the world was reset', proves('L77'), async () => {
    await sim('POST', '/faults', { kind: 'late_fills', delay_ms: 60_000 });
    await app.show('/market/exchanges');
    await press('End the fault Late fills');
    await button('Undo').waitFor();
    await sim('POST', '/reset');
    await button('Undo').waitFor({ state: 'detached' });
    expect(faultList.parse(await sim('GET', '/faults')).faults).toEqual([]);
  });
});

describe('an unfinished portfolio', () => {
  it('is restored after leaving and reloading, until its draft is discarded', proves('L79'), async () => {
    const mine = app.page.getByText(/^This is your draft from \d\d:\d\d \(real time\)\.$/);
    await app.show('/portfolios/new?form=B');
    await app.page.getByLabel('Name (client or portfolio)').fill('Half done');
    await app.page.getByLabel('Cash (EUR)').fill('4321');
    expect(await mine.count()).toBe(0);
    await app.page.getByRole('navigation', { name: 'Screens' }).getByRole('link', { name: 'Market' }).click();
    await app.page.goto(app.at('/portfolios/new'));
    await app.page
      .getByText(/^You have not created the draft “You approve each plan” from \d\d:\d\d \(real time\) yet\.$/)
      .waitFor();
    expect(await accessibilityFaults(app.page)).toEqual([]);
    await app.page.getByRole('link', { name: 'Continue' }).click();
    await mine.waitFor();
    expect(await app.page.getByLabel('Name (client or portfolio)').inputValue()).toBe('Half done');
    await press('Discard the draft');
    await expect.poll(() => app.page.getByLabel('Name (client or portfolio)').inputValue()).toBe('');
    await app.page.reload();
    await app.page.getByLabel('Name (client or portfolio)').waitFor();
    expect(await mine.count()).toBe(0);
    expect(app.complaints).toEqual([]);
  });
});

describe('the reporting currency', () => {
  const columnTexts = async (header: string) => {
    const columnHeaders = await headOf('Portfolios').locator('th').allInnerTexts();
    const place = columnHeaders.findIndex((text) => text.replaceAll(/\s+/g, ' ').trim().startsWith(header));
    expect(place).toBeGreaterThan(-1);
    return table('Portfolios')
      .locator(`tbody tr > :nth-child(${place + 1})`)
      .allInnerTexts();
  };
  const numbers = (texts: readonly string[]) => texts.map((text) => Number(text.replaceAll(/[^\d.]/g, '')));

  it('is chosen in the settings; the list shows, sums and sorts by it, with the portfolio’s own NAV beside it', async () => {
    await app.show('/settings/general');
    await app.page.getByRole('combobox', { name: 'Reporting currency' }).selectOption('SEK');
    await app.show('/portfolios');
    await headOf('Portfolios').getByRole('button', { name: /^NAV/ }).click();
    const navs = numbers(await columnTexts('NAV'));
    const own = numbers(await columnTexts('In base currency'));
    const order = await headOf('Portfolios').getByRole('columnheader', { name: /^NAV/ }).getAttribute('aria-sort');
    const sorted = [...navs].sort((one, other) => one - other);
    expect(navs).toEqual(order === 'descending' ? sorted.toReversed() : sorted);
    const { currencies } = rateTable.parse(await sim('GET', '/market/fx/table'));
    const perEur = (currency: string) => currencies.find((row) => row.currency === currency)?.per_eur ?? 0;
    const bases = await columnTexts('Base');
    expect(new Set(bases).size).toBeGreaterThan(1);
    for (const [index, base] of bases.entries()) {
      expect(navs[index]).toBeCloseTo(((own[index] ?? 0) * perEur('SEK')) / perEur(base), 0);
    }
    const total = button(/^NAV [\d\s.]+ SEK$/);
    expect(numbers([await total.innerText()])[0]).toBeCloseTo(
      navs.reduce((sum, nav) => sum + nav, 0),
      0,
    );
    await total.hover();
    await app.page.getByText(/1 EUR = [\d.]+ SEK.*: mid at \d{4}-/).waitFor();
    await app.show('/settings/general');
    await app.page.getByRole('combobox', { name: 'Reporting currency' }).selectOption('');
    await app.show('/portfolios');
    await table('Portfolios').waitFor();
    expect(await headOf('Portfolios').getByText('In base currency').count()).toBe(0);
    expect(numbers(await columnTexts('NAV')).sort()).toEqual([...own].sort());
  });
});
