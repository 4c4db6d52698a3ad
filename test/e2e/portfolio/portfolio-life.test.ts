/**
 * Portfolios renamed and deleted in the app: by the menu of their page, by the palette and by the keyboard alone.
 *
 * @module-tag deep
 */
import type { Locator } from 'playwright';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type OpenApp, openApp } from '../../support/page/open-page.ts';
import { accessibilityFaults, faultsInBothThemes } from '../every-screen/accessibility-faults.ts';

let app: OpenApp;

beforeAll(async () => {
  app = await openApp();
});
afterAll(() => app.close());

type Summary = { readonly portfolio_id: string; readonly form: string; readonly label: string };

async function control<T>(method: string, path: string, body?: unknown): Promise<T> {
  const { controlUrl, adminToken } = app.ballast;
  const response = await fetch(`${controlUrl}${path}`, {
    method,
    headers: { authorization: `Bearer ${adminToken}`, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  return (await response.json()) as T;
}

async function portfolios(form: 'A' | 'B'): Promise<Summary[]> {
  const { portfolios: all } = await control<{ portfolios: Summary[] }>('GET', '/portfolios');
  return all.filter((each) => each.form === form);
}

const first = async (form: 'A' | 'B') => (await portfolios(form))[0] as Summary;
const dialog = () => app.page.getByRole('dialog');
const heading = (name: string) => app.page.getByRole('heading', { level: 1, name, exact: true });

async function open({ portfolio_id: id, label }: Summary): Promise<void> {
  await app.show(`/portfolios/${id}`);
  await heading(label).waitFor();
}

async function choose(item: string): Promise<void> {
  await app.page.getByRole('button', { name: 'More actions for this portfolio' }).click();
  await app.page.getByRole('menuitem', { name: item }).click();
}

/** By the palette, with the keyboard alone. */
async function command(searchText: string, best: string): Promise<void> {
  await app.page.getByRole('button', { name: 'Find anything' }).waitFor();
  await app.page.keyboard.press('Control+k');
  await app.page.getByRole('combobox', { name: 'Find anything' }).waitFor();
  await app.page.keyboard.type(searchText);
  await app.page.getByRole('option', { selected: true }).getByText(best, { exact: true }).waitFor();
  await app.page.keyboard.press('Enter');
}

it('renames a portfolio from the menu of its page, and takes that back', { tags: ['deep'] }, async () => {
  const portfolio = await first('B');
  await open(portfolio);
  await choose('Rename…');
  const field = app.page.getByRole('textbox', { name: 'Name' });
  expect(await field.inputValue()).toBe(portfolio.label);
  expect(await faultsInBothThemes(app.page)).toEqual([]);
  await field.fill('x'.repeat(201));
  await app.page.keyboard.press('Enter');
  await app.page.locator('input[aria-invalid=true]').waitFor();
  await field.fill('savings of the family');
  await app.page.keyboard.press('Enter');
  await heading('savings of the family').waitFor();
  await app.page.getByRole('button', { name: 'Undo' }).click();
  await heading(portfolio.label).waitFor();
  expect((await first('B')).label).toBe(portfolio.label);
});

it('asks before it deletes, says what remains, and the list follows', async () => {
  const portfolio = await first('B');
  await open(portfolio);
  await choose('Delete…');
  await dialog()
    .getByText(/for seven years of virtual time/)
    .waitFor();
  expect(await app.page.getByRole('button', { name: 'Keep it', exact: true }).last().isVisible()).toBe(true);
  expect(await faultsInBothThemes(app.page)).toEqual([]);
  await app.page.keyboard.press('Escape');
  await dialog().waitFor({ state: 'detached' });
  expect((await first('B')).portfolio_id).toBe(portfolio.portfolio_id);
  await choose('Delete…');
  await app.page.getByRole('button', { name: 'Yes, delete it' }).click();
  await app.page.waitForURL(app.at('/portfolios'));
  await app.page.getByText(`“${portfolio.label}” is deleted.`).waitFor();
  const names = app.page
    .getByRole('table', { name: 'Portfolios' })
    .getByRole('link', { name: portfolio.label, exact: true });
  await names.waitFor({ state: 'detached' });
  expect((await portfolios('B')).some(({ portfolio_id: id }) => id === portfolio.portfolio_id)).toBe(false);
  // By the service itself, as any client of the account would.
  const { entries } = await control<{ entries: { path: string }[] }>('GET', '/journal?operation=deletePortfolio');
  expect(entries[0]?.path).toContain(portfolio.portfolio_id);
});

it('deletes a portfolio of Form A by the palette and the keyboard alone', { tags: ['deep'] }, async () => {
  const portfolio = await first('A');
  await open(portfolio);
  await command('delete portfolio', 'Delete portfolio…');
  await dialog().getByText(`Delete “${portfolio.label}”?`).waitFor();
  await app.page.keyboard.press('Tab');
  await app.page.keyboard.press('Enter');
  await app.page.waitForURL(app.at('/portfolios'));
  expect((await portfolios('A')).some(({ portfolio_id: id }) => id === portfolio.portfolio_id)).toBe(false);
});

it('says where no portfolio is shown that one has to be opened first', { tags: ['deep'] }, async () => {
  await app.show('/market/exchanges');
  await app.page.getByRole('heading', { level: 1 }).waitFor();
  await command('rename portfolio', 'Rename portfolio…');
  await app.page.getByText('Open a portfolio first; then you can rename it.').waitFor();
  await app.page.waitForURL(app.at('/portfolios'));
});

it('offers no deletion while a rebalance is under way, and says so wherever one can be planned', {
  tags: ['deep'],
}, async () => {
  const portfolio = (await portfolios('B'))[0] as Summary;
  const { formBUrl, apiKey } = app.ballast;
  const headers = { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' };
  const ask = async (path: string, body: unknown) =>
    (await (await fetch(`${formBUrl}${path}`, { method: 'POST', headers, body: JSON.stringify(body) })).json()) as {
      rebalance_id: string;
    };
  const { rebalance_id: id } = await ask('/rebalance', { portfolio_id: portfolio.portfolio_id, drift_threshold: 0.01 });
  await ask(`/rebalance/${id}/execute`, { confirm: true });
  await open(portfolio);
  await choose('Delete…');
  await dialog()
    .getByText(/You cannot delete a portfolio while it is being rebalanced/)
    .waitFor();
  expect(await app.page.getByRole('button', { name: 'Yes, delete it' }).count()).toBe(0);
  await dialog().getByRole('link', { name: 'Watch the rebalance' }).click();
  await app.page.waitForURL(app.at(`/rebalances/${id}`));
  const address = app.at(`/portfolios/${portfolio.portfolio_id}`);
  const says = (place: Locator) => place.getByRole('status').filter({ hasText: 'A rebalance is under way.' });
  for (const path of ['', '/compare']) {
    await app.page.goto(`${address}${path}`);
    await says(app.page.getByRole('main')).waitFor();
    expect(await accessibilityFaults(app.page)).toEqual([]);
  }
  await app.page.goto(`${address}/plan`);
  expect(await dialog().getByRole('button', { name: 'Execute rebalance…' }).isDisabled()).toBe(true);
  await says(dialog()).getByRole('link', { name: 'Watch its orders' }).click();
  await app.page.waitForURL(app.at(`/rebalances/${id}`));
  expect(app.complaints).toEqual([]);
});
