/**
 * The world as a whole: saved under a name, restored, reset; and objects on screen that the world then no longer has.
 * @module-tag deep
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type OpenApp, openApp } from '../../support/page/open-page.ts';
import { accessibilityFaults } from '../every-screen/accessibility-faults.ts';

let app: OpenApp;

beforeAll(async () => {
  app = await openApp();
  await app.show('/portfolios');
  await app.page.getByRole('table', { name: 'Portfolios' }).waitFor();
});
afterAll(() => app.close());

async function choose(item: string): Promise<void> {
  await app.page.getByRole('button', { name: 'World', exact: true }).click();
  await app.page.getByRole('menuitem', { name: item }).click();
}

async function save(name: string): Promise<void> {
  await choose('Save a snapshot…');
  await app.page.getByRole('textbox', { name: 'Name' }).fill(name);
  await app.page.getByRole('button', { name: 'Save snapshot' }).click();
}

/** Creates a portfolio that the world did not begin with; returns its identifier. */
async function makePortfolio(name: string): Promise<string> {
  const { formBUrl, apiKey } = app.ballast;
  const headers = { Authorization: `Bearer ${apiKey}`, 'Content-Type': 'application/json' };
  const targets = [{ isin: 'DE0007164600', weight: 1 }];
  const body = { external_id: name, currency: 'EUR', tax_wrapper: 'Depot', targets, cash: 10_000 };
  const response = await fetch(`${formBUrl}/portfolios`, { method: 'POST', headers, body: JSON.stringify(body) });
  return ((await response.json()) as { portfolio_id: string }).portfolio_id;
}

const names = () => app.page.getByRole('table', { name: 'Portfolios' }).getByRole('link');
const snapshots = () => app.page.getByRole('table', { name: 'Snapshots' });

describe('the world menu', () => {
  it('explains an empty list of snapshots', async () => {
    await choose('Snapshots…');
    await app.page.getByText('There are no snapshots.').waitFor();
    await app.page.keyboard.press('Escape');
  });

  it('saves the world under a name, and refuses an invalid one in the service’s words', async () => {
    await save('before/after');
    await app.page.getByText(/^Is not a name of/).waitFor();
    expect(await accessibilityFaults(app.page)).toEqual([]);
    await app.page.getByRole('textbox', { name: 'Name' }).fill('before');
    await app.page.getByRole('button', { name: 'Save snapshot' }).click();
    await app.page.getByText('“before” is saved').waitFor();
  });

  it('replaces a snapshot only after a confirmation', async () => {
    await save('before');
    const field = app.page.getByRole('textbox', { name: 'Name' });
    await app.page.locator('[role=dialog] .mantine-InputWrapper-error').waitFor();
    expect(await field.getAttribute('aria-invalid')).toBe('true');
    await app.page.getByRole('switch', { name: 'Replace an existing snapshot of this name' }).press('Space');
    await app.page.getByRole('button', { name: 'Save snapshot' }).click();
    await field.waitFor({ state: 'detached' });
  });

  it('restores a snapshot, and later changes are no longer in the world', { tags: ['deep'] }, async () => {
    const portfolioId = await makePortfolio('after the snapshot');
    await names().getByText('after the snapshot').waitFor();
    await app.show(`/portfolios/${portfolioId}`);
    await app.page.getByRole('heading', { level: 1, name: 'after the snapshot' }).waitFor();
    await choose('Snapshots…');
    await snapshots().getByText('before').waitFor();
    expect(await accessibilityFaults(app.page)).toEqual([]);
    await snapshots().getByRole('button', { name: 'Restore before' }).click();
    await app.page.getByRole('button', { name: 'Yes, restore it' }).click();
    await app.page.getByText('The portfolio is gone.').waitFor();
    await app.page.getByRole('link', { name: 'Open the portfolios' }).click();
    await app.page.waitForURL(app.at('/portfolios'));
    await names().first().waitFor();
    // A list that was read before is shown until it is read again.
    await names().getByText('after the snapshot').waitFor({ state: 'detached' });
  });

  it('resets the world after a confirmation of the loss, and every view follows without a reload', async () => {
    await makePortfolio('before the reset');
    await names().getByText('before the reset').waitFor();
    await choose('Reset the world…');
    await app.page.getByText('The world returns to its initial state, from seed 42.').waitFor();
    await app.page.getByRole('button', { name: 'Keep it', exact: true }).last().click();
    await names().getByText('before the reset').waitFor();
    await choose('Reset the world…');
    await app.page.getByRole('switch', { name: 'Save a snapshot first' }).press('Space');
    await app.page.getByRole('button', { name: 'Reset without a snapshot' }).click();
    await names().getByText('before the reset').waitFor({ state: 'detached' });
    await app.page.getByText('The world is reset').waitFor();
    await app.show('/traffic');
    await app.page.getByText('No requests yet.').waitFor();
  });

  it('saves a snapshot and resets in one step, after counting the loss', { tags: ['deep'] }, async () => {
    await app.show('/portfolios');
    const portfolioId = await makePortfolio('kept by the snapshot');
    await names().getByText('kept by the snapshot').waitFor();
    await app.page.keyboard.press('Control+k');
    await app.page.getByRole('dialog').getByRole('combobox').fill('reset the world');
    await app.page.keyboard.press('Enter');
    await app.page.getByText('portfolios added since').waitFor();
    await app.page.getByText('The virtual time that has passed', { exact: false }).waitFor();
    expect(await accessibilityFaults(app.page)).toEqual([]);
    await app.page.getByRole('textbox', { name: 'Name of the snapshot' }).fill('before');
    await app.page.getByRole('button', { name: 'Save and reset' }).click();
    await app.page.locator('[role=dialog] .mantine-InputWrapper-error').waitFor();
    expect(await names().getByText('kept by the snapshot').count(), 'nothing was reset').toBe(1);
    await app.page.getByRole('textbox', { name: 'Name of the snapshot' }).fill('');
    await app.page.getByRole('button', { name: 'Save and reset' }).click();
    await names().getByText('kept by the snapshot').waitFor({ state: 'detached' });
    await app.page.getByText('“before-reset” has the earlier state.').waitFor();
    await choose('Snapshots…');
    await snapshots().getByRole('button', { name: 'Restore before-reset' }).click();
    await app.page.getByRole('button', { name: 'Yes, restore it' }).click();
    await app.show(`/portfolios/${portfolioId}`);
    await app.page.getByRole('heading', { level: 1, name: 'kept by the snapshot' }).waitFor();
    await choose('Snapshots…');
    await snapshots().getByRole('button', { name: 'Delete before-reset' }).click();
    await app.page.getByRole('button', { name: 'Yes, delete it' }).click();
    await app.page.getByText('“before-reset” is deleted.').waitFor();
    await app.page.keyboard.press('Escape');
    await app.page.getByRole('dialog').waitFor({ state: 'detached' });
  });

  it('deletes a snapshot after a confirmation', async () => {
    await choose('Snapshots…');
    await snapshots().getByRole('button', { name: 'Delete before' }).click();
    await app.page.getByRole('button', { name: 'Yes, delete it' }).click();
    await app.page.getByText('There are no snapshots.').waitFor();
    expect(app.complaints).toEqual([]);
  });
});
