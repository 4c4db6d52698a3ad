/**
 * One order by hand on the page of its rebalance (decision O7): from the menu of its row and from its details.
 * @module-tag deep
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { rebalancePlan } from '../../../src-server/contract/service/form-b.ts';
import { proves } from '../../conformance/proves.ts';
import { type OpenApp, openApp } from '../../support/page/open-page.ts';
import { accessibilityFaults, faultsInBothThemes } from '../every-screen/accessibility-faults.ts';

const BALANCED = 'EU-Balanced-001';
let app: OpenApp;

beforeAll(async () => {
  app = await openApp();
  await app.page.setViewportSize({ width: 1280, height: 900 });
  await app.show('/portfolios');
  const address = (await app.page.getByRole('link', { name: BALANCED }).getAttribute('href')) ?? '';
  const plan = rebalancePlan.parse(await post('/rebalance', { portfolio_id: address.split('/').at(-1) }));
  await post(`/rebalance/${plan.rebalance_id}/execute`, { confirm: true });
  await app.show(`/rebalances/${plan.rebalance_id}`);
});
afterAll(() => app.close());

async function post(path: string, body: unknown): Promise<unknown> {
  const { formBUrl, apiKey } = app.ballast;
  const headers = { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' };
  return (await fetch(`${formBUrl}${path}`, { method: 'POST', headers, body: JSON.stringify(body) })).json();
}

const advance = (byMs: number) => app.ballast.control.advanceTo(app.ballast.control.nowMs() + byMs);
const row = () => app.page.getByRole('table', { name: 'Orders', exact: true }).locator('tbody tr[data-key]').first();
const item = (name: string | RegExp) => app.page.getByRole('menuitem', { name });
const dialog = () => app.page.getByRole('dialog');

async function openMenu(): Promise<void> {
  await row()
    .getByRole('button', { name: /^Actions on sell/ })
    .click();
  await app.page.getByRole('menu').waitFor();
}

describe('an order on the page of its rebalance', () => {
  it('has not arrived yet: its menu says so, and offers nothing', proves('O7.4'), async () => {
    await openMenu();
    await app.page.getByText(/^It is .*: its latest message has not reached/).waitFor();
    expect(await app.page.getByRole('menuitem', { disabled: false }).count()).toBe(0);
    expect(await app.page.getByRole('menuitem', { disabled: true }).count()).toBe(7);
    await app.page.keyboard.press('Escape');
  });

  it('is held and released without a question; an impossible action has a reason', proves('O7.3', 'O7.4'), async () => {
    await advance(500);
    await openMenu();
    await item('Hold').click();
    await app.page.getByText(/^Hold: sell .* The order is not traded until you release it/).waitFor();
    await openMenu();
    await item(/^Hold.*It is already held/).waitFor();
    expect(await item(/^Hold/).isDisabled()).toBe(true);
    expect(await item('Release').isDisabled()).toBe(false);
    // In the menu itself axe finds the faults of all of Mantine's menus.
    expect(await accessibilityFaults(app.page, ['color-contrast'])).toEqual([]);
    await app.page.keyboard.press('Escape');
    await app.page.getByRole('menu').waitFor({ state: 'hidden' });
  });

  it('is partly filled from its details, with errors at the fields', proves('O7.1', 'O7.2'), async () => {
    await row().click();
    const buttons = app.page.getByRole('group', { name: /^Exchange actions for sell/ });
    await buttons.getByRole('button', { name: 'Partly fill…' }).click();
    await dialog().getByLabel('Quantity').fill('99999999');
    await dialog().getByRole('button', { name: 'Partly fill' }).click();
    await dialog()
      .getByText(/^Is not less than the open quantity/)
      .waitFor();
    expect(await faultsInBothThemes(app.page)).toEqual([]);
    await dialog().getByLabel('Quantity').fill('1');
    await dialog().getByLabel('Price (EUR)').fill('123');
    await dialog().getByRole('button', { name: 'Partly fill' }).click();
    await dialog().waitFor({ state: 'hidden' });
    await advance(500);
    await app.page.getByRole('table', { name: 'Fills' }).getByText('123.00').first().waitFor();
    expect(await buttons.getByRole('button', { name: 'Reject…' }).getAttribute('aria-disabled')).toBe('true');
    await buttons.getByRole('button', { name: 'Reject…' }).hover();
    await app.page.getByText(/an exchange can reject an order only before it trades/).waitFor();
  });

  it('is cancelled with a reason, which it then shows', proves('O7.1', 'O7.2'), async () => {
    await openMenu();
    await item('Cancel…').click();
    await dialog().getByLabel('Reason').fill('The desk called.');
    await dialog().getByRole('button', { name: 'Cancel', exact: true }).click();
    await dialog().waitFor({ state: 'hidden' });
    await advance(500);
    await row().getByText('cancelled').waitFor();
    expect(app.complaints).toEqual([]);
  });
});
