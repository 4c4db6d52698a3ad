/**
 * A tester's journey: an account with a small quota, a key whose secret is shown once, events that are used up, and a
 * revoked key.
 * @module-tag deep
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type OpenApp, openApp } from '../../support/page/open-page.ts';
import { accessibilityFaults } from '../every-screen/accessibility-faults.ts';

let app: OpenApp;
let secret = '';

beforeAll(async () => {
  app = await openApp();
  await app.page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await app.show('/accounts');
  await app.page.getByRole('table', { name: 'API keys' }).waitFor();
});
afterAll(() => app.close());

const press = (name: string | RegExp) => app.page.getByRole('button', { name, exact: true }).click();
const dialog = () => app.page.getByRole('dialog');
const rowOf = (table: string, text: string) =>
  app.page.getByRole('table', { name: table }).locator('tbody tr', { hasText: text });

/** Creates a portfolio and a plan as the owner of the secret; returns the status of the plan. */
async function plan(): Promise<number> {
  const headers = { Authorization: `Bearer ${secret}`, 'Content-Type': 'application/json' };
  const post = (path: string, body: unknown) =>
    fetch(`${app.ballast.formBUrl}${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
  const target = { isin: 'DE0007164600', weight: 1 };
  const created = await post('/portfolios', {
    external_id: 'of the desk',
    currency: 'EUR',
    tax_wrapper: 'Depot',
    targets: [target],
    cash: 10_000,
  });
  if (created.status !== 201) return created.status;
  const { portfolio_id: portfolioId } = (await created.json()) as { portfolio_id: string };
  return (await post('/rebalance', { portfolio_id: portfolioId })).status;
}

describe('the accounts screen', () => {
  it('shows the default account with the limits of its tier, and the key that the app uses', async () => {
    await rowOf('Accounts', 'Default account').getByText('0 of 10\u202f000').waitFor();
    await app.page.getByText('starter 100 · growth 10\u202f000 · enterprise unlimited rebalances per month').waitFor();
    await rowOf('API keys', 'Default key').getByText('default key', { exact: true }).waitFor();
    await rowOf('API keys', 'Default key').getByRole('button', { name: 'Copy the key:' }).click();
    expect(await app.page.evaluate(() => navigator.clipboard.readText())).toBe(app.ballast.apiKey);
  });

  it('refuses an invalid account with the reason at each field', async () => {
    await press('New account…');
    await dialog().getByLabel('Id').fill('Desk 7');
    await dialog().getByLabel('Monthly rebalance limit').fill('some');
    await press('Create account');
    await dialog().getByText('This is not a name of up to 40 lower-case letters').waitFor();
    await dialog().getByText('This is neither a whole number from 0').waitFor();
    expect(await accessibilityFaults(app.page)).toEqual([]);
  });

  it('creates an account', async () => {
    await dialog().getByLabel('Id').fill('desk');
    await dialog().getByLabel('Name').fill('Trading desk');
    await dialog().getByLabel('Tier').selectOption('starter');
    await dialog().getByLabel('Monthly rebalance limit').fill('2');
    await press('Create account');
    await dialog().waitFor({ state: 'detached' });
    await rowOf('Accounts', 'Trading desk').getByText('0 of 2').waitFor();
  });

  it('creates a key and shows its secret until it is closed', async () => {
    await press('New key…');
    await dialog().getByLabel('Account').selectOption('desk');
    await dialog().getByLabel('Name').fill('Nightly run');
    await press('Create key');
    await dialog().waitFor({ state: 'detached' });
    const shown = app.page.getByRole('status').getByText(/^sk_[A-Za-z0-9_-]{43}$/);
    secret = (await shown.textContent()) ?? '';
    expect(await accessibilityFaults(app.page)).toEqual([]);
    expect(await plan()).toBe(201);
    // Leaving the screen does not confirm that it was copied.
    await app.page.getByRole('link', { name: 'Portfolios', exact: true }).first().click();
    await app.page.getByRole('heading', { level: 1, name: 'Portfolios' }).waitFor();
    await app.page.goBack();
    expect(await shown.textContent()).toBe(secret);
    await press('I have copied the secret');
    await shown.waitFor({ state: 'detached' });
    await rowOf('API keys', 'Nightly run').getByText('active').waitFor();
  });

  it('shows each event as it is used, without a reload, and when none is left', async () => {
    await rowOf('Accounts', 'Trading desk').getByText('1 of 2').waitFor();
    expect([await plan(), await plan()]).toEqual([201, 402]);
    await rowOf('Accounts', 'Trading desk').getByText('■ used up').waitFor();
    expect(await accessibilityFaults(app.page)).toEqual([]);
  });

  it('removes the limit, and the next plan is accepted', async () => {
    await press('Change the account Trading desk');
    await dialog().getByLabel('Monthly rebalance limit').fill('');
    await press('Save changes');
    await rowOf('Accounts', 'Trading desk').getByText('2 of 100').waitFor();
    expect(await plan()).toBe(201);
  });

  it('says of a portfolio of another account why the app does not plan for it', async () => {
    await app.show('/portfolios');
    await app.page.getByRole('link', { name: 'of the desk' }).first().click();
    await app.page.getByText('account desk').waitFor();
    const button = app.page.getByRole('button', { name: 'Plan a rebalance' });
    expect(await button.getAttribute('aria-disabled')).toBe('true');
    expect(await accessibilityFaults(app.page)).toEqual([]);
    await button.hover();
    await app.page.getByText('Use a client with a key of desk, at the Form B address.').waitFor();
  });

  it('revokes the key after a confirmation, and it is 401', async () => {
    await app.show('/accounts');
    await press('Revoke Nightly run');
    await press('Keep it');
    await press('Revoke Nightly run');
    await press('Yes, revoke');
    await rowOf('API keys', 'Nightly run').getByText('revoked').waitFor();
    expect(await plan()).toBe(401);
    expect(app.complaints).toEqual([]);
  });
});
