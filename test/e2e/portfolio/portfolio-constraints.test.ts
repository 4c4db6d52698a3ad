/**
 * The tab Constraints of a portfolio, and the places of a plan and a comparison that name a binding one (decision O5).
 * @module-tag deep
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { proves } from '../../conformance/proves.ts';
import type { OpenApp } from '../../support/page/open-page.ts';
import { accessibilityFaults, faultsInBothThemes } from '../every-screen/accessibility-faults.ts';
import { openPortfolio, planRebalance } from './open-portfolio.ts';

let app: OpenApp;
let address = '';

beforeAll(async () => {
  ({ app, address } = await openPortfolio('constraints'));
});
afterAll(() => app.close());

const dialog = () => app.page.getByRole('dialog', { name: 'Edit the constraints' });
const settings = () => app.page.getByLabel('Active constraints');
const spaced = (text: string) => text.replaceAll(/[\u00a0\u202f]/g, ' ');

async function edit(change: () => Promise<void>): Promise<void> {
  await app.page.getByRole('button', { name: 'Edit…' }).click();
  await dialog().waitFor();
  await change();
  await dialog().getByRole('button', { name: 'Save constraints' }).click();
}

describe('the tab Constraints', () => {
  it('says that none are set, and explains them', proves('O5.1'), async () => {
    await app.page.getByText('Every plan trades to the targets').waitFor();
    expect(await settings().count()).toBe(0);
  });

  it('sets them, and shows their effect by a dry run', proves('O5.7'), async () => {
    await edit(async () => {
      await dialog().getByLabel('Turnover limit (%)').fill('2');
      await dialog().getByRole('switch', { name: 'Whole shares only' }).click();
      await dialog().getByRole('combobox', { name: 'Do not sell' }).click();
      await app.page
        .getByRole('option', { name: /^IWDA|World/ })
        .first()
        .click();
      await app.page.keyboard.press('Escape');
      expect(await accessibilityFaults(app.page)).toEqual([]);
    });
    await app.page.getByText('Constraints set.').waitFor();
    await dialog().waitFor({ state: 'hidden' });
    expect(spaced(await settings().innerText())).toContain('2.00 % of the value, for sells and for buys');
    const next = app.page.getByRole('status').filter({ hasText: 'A plan made now would have' });
    await next.waitFor();
    const planned = next.getByText(/^planned .* virtual UTC$/);
    const first = await planned.innerText();
    await app.ballast.control.advanceTo(app.ballast.control.nowMs() + 60_000);
    await expect.poll(() => planned.innerText()).not.toBe(first);
    expect(spaced(await next.innerText())).toMatch(/\d+ orders are reduced.*of portfolio drift remains instead of/);
    await next
      .getByText(/because of .*the turnover limit/)
      .first()
      .waitFor();
    expect(await faultsInBothThemes(app.page)).toEqual([]);
  });

  it(
    'accepts the only match with Enter or Tab, and reports a text that matches nothing as an issue',
    proves('O5.7'),
    async () => {
      await app.page.getByRole('button', { name: 'Edit…' }).click();
      const never = dialog().getByRole('combobox', { name: 'Do not buy' });
      const chosen = (name: string) => dialog().getByText(name).first();
      const type = async (text: string) => {
        await never.click();
        await app.page.keyboard.type(text);
        await app.page.getByRole('option', { name: text }).waitFor();
      };
      await type('TTE');
      await app.page.keyboard.press('Enter');
      await chosen('TTE · ').waitFor();
      await type('SAP');
      await app.page.keyboard.press('Tab');
      await chosen('SAP · ').waitFor();
      await never.click();
      await app.page.keyboard.type('no such share');
      await app.page.keyboard.press('Enter');
      await dialog().getByText('Nothing is chosen for “no such share”. Choose a match, or clear the text.').waitFor();
      expect(await accessibilityFaults(app.page)).toEqual([]);
      await dialog().getByRole('button', { name: 'Save constraints' }).click();
      expect(await never.inputValue()).toBe('no such share');
      expect(await never.evaluate((field) => field === document.activeElement)).toBe(true);
      await never.fill('');
      await app.page.keyboard.press('Tab');
      await dialog().getByRole('button', { name: 'Save constraints' }).click();
      await dialog().waitFor({ state: 'hidden' });
      await expect
        .poll(async () => spaced(await settings().innerText()))
        .toMatch(/Do not buy[\s\S]*SAP[\s\S]*TTE|Do not buy[\s\S]*TTE[\s\S]*SAP/);
    },
  );

  it(
    'does not save a limit beyond its bounds, and is closed by one click beside its message',
    proves('O5.2'),
    async () => {
      const limit = dialog().getByLabel('Turnover limit (%)');
      await edit(() => limit.fill('120'));
      await dialog().getByText('Enter a number from 0 to 100.').waitFor();
      await limit.fill('2');
      // The message that appears as the field loses the focus moves the button.
      await dialog()
        .getByLabel(/^Minimum order size \(bps/)
        .fill('much');
      await dialog().getByRole('button', { name: 'Close', exact: true }).click();
      await dialog().waitFor({ state: 'hidden' });
    },
  );

  it(
    'has a sentence for each order they change in the plan, and a badge in the comparison',
    proves('O5.7'),
    async () => {
      await app.show(`${address}/plan`);
      const plan = app.page.getByRole('dialog', { name: /^Plan a rebalance/ });
      const notice = plan.getByRole('status').filter({ hasText: 'The portfolio’s constraints limit this plan' });
      await notice.waitFor();
      await notice
        .getByText(/because of .*the turnover limit/)
        .first()
        .waitFor();
      // One sentence for each order.
      const named = [...(await notice.innerText()).matchAll(/\(([A-Z]{2}\w{10})\): /g)].map(([, isin]) => isin);
      expect(new Set(named).size).toBe(named.length);
      await app.show(`${address}/compare`);
      const row = app.page.getByRole('row').filter({ has: app.page.getByRole('rowheader', { name: 'Limited by' }) });
      await row.locator('[data-badge]').getByText('Turnover limit').first().waitFor();
      expect(await faultsInBothThemes(app.page)).toEqual([]);
    },
  );

  it('shows them on the page of the rebalance, with their cost in drift', proves('O5.7'), async () => {
    const id = await planRebalance({ app, address });
    await app.show(`/rebalances/${id}`);
    const notice = app.page.getByRole('status').filter({ hasText: 'The portfolio’s constraints limit this plan' });
    await notice.waitFor();
    expect(spaced(await notice.innerText())).toMatch(/\d+\.\d\d % of portfolio drift remains instead of \d+\.\d\d %/);
    await notice
      .getByText(/because of .*the turnover limit/)
      .first()
      .waitFor();
    expect(await app.page.getByText('constraint_max_turnover').count()).toBe(0);
    expect(await faultsInBothThemes(app.page)).toEqual([]);
  });

  it('says in the plan that they leave nothing to trade', proves('O5.9'), async () => {
    await app.show(`${address}/constraints`);
    await edit(async () => {
      await dialog().getByLabel('Turnover limit (%)').fill('0');
    });
    await app.page.getByText('A plan made now would have no order.').waitFor();
    await app.show(`${address}/plan`);
    await app.page.getByText('The constraints of the portfolio leave nothing to trade.').waitFor();
    await app.page.getByRole('link', { name: 'Constraints', exact: true }).last().click();
    await app.page.waitForURL(/\/constraints$/);
    expect(app.complaints).toEqual([]);
  });
});
