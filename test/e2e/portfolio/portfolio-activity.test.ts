/**
 * The tab Activity of a portfolio: live events, and cash flows that are booked, scheduled and ended.
 * @module-tag deep
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { proves } from '../../conformance/proves.ts';
import type { OpenApp } from '../../support/page/open-page.ts';
import { accessibilityFaults, faultsInBothThemes } from '../every-screen/accessibility-faults.ts';
import { executeRebalance, openPortfolio } from './open-portfolio.ts';

const HOUR_MS = 3_600_000;
let app: OpenApp;
let address = '';

beforeAll(async () => {
  ({ app, address } = await openPortfolio('activity'));
});
afterAll(() => app.close());

const table = (name: string) => app.page.getByRole('table', { name, exact: true });
const dialog = () => app.page.getByRole('dialog', { name: 'Book a cash flow' });
const spaced = (text: string) => text.replaceAll(/[\u00a0\u202f]/g, ' ');
const advance = (byMs: number) => app.ballast.control.advanceTo(app.ballast.control.nowMs() + byMs);
const rows = () => table('Activity').locator('tbody tr');
const firstRow = async () => spaced(await rows().first().innerText());

async function openDialog(): Promise<void> {
  await app.page.getByRole('button', { name: 'Book a cash flow…' }).click();
  await dialog().waitFor();
}

describe('the tab Activity', () => {
  it('begins with the creation of the portfolio', proves('O10.2'), async () => {
    await rows().first().waitFor();
    expect(await firstRow()).toContain('Positions set');
    expect(await rows().last().innerText()).toContain('Portfolio created');
    expect(await table('Scheduled cash flows').count()).toBe(0);
  });

  it('books a deposit at once, and shows it without a reload', proves('O1.1', 'O10.3'), async () => {
    await openDialog();
    await dialog().getByLabel('Amount (EUR)').fill('250.25');
    expect(await accessibilityFaults(app.page)).toEqual([]);
    await dialog().getByRole('button', { name: 'Book cash flow' }).click();
    await app.page.getByText('Deposit of 250.25 EUR booked.').waitFor();
    await rows().filter({ hasText: 'Deposit' }).waitFor();
    expect(await firstRow()).toContain('+250.25');
  });

  it('says at the field why money cannot be withdrawn', proves('O1.6', 'O10.3'), async () => {
    await openDialog();
    await dialog().getByText('Withdrawal', { exact: true }).click();
    await dialog().getByLabel('Amount (EUR)').fill('99999999');
    await dialog()
      .getByText(/Lower a target weight, which raises the cash target, rebalance, and then/)
      .waitFor();
    expect(await dialog().getByRole('link', { name: 'Edit the targets' }).getAttribute('href')).toMatch(/\/edit$/);
    await dialog().getByRole('button', { name: 'Book cash flow' }).click();
    await dialog()
      .getByText(/^Is more than the [\d.\s]+EUR available/)
      .waitFor();
    await dialog().getByText('later', { exact: true }).click();
    await dialog().getByLabel('At (virtual UTC)').fill('2020-01-01 10:00');
    await dialog().getByRole('button', { name: 'Schedule cash flow' }).click();
    await dialog()
      .getByText(/^This is in the past\./)
      .waitFor();
    await app.page.keyboard.press('Escape');
    await dialog().waitFor({ state: 'hidden' });
  });

  it('removes that message once the amount or the kind is another', proves('O10.3'), async () => {
    const refusal = dialog().getByText(/^Is more than the [\d.\s]+EUR available/);
    const send = () => dialog().getByRole('button', { name: 'Book cash flow' }).click();
    await openDialog();
    await dialog().getByText('Withdrawal', { exact: true }).click();
    await dialog().getByLabel('Amount (EUR)').fill('99999999');
    await send();
    await refusal.waitFor();
    await dialog().getByText('Deposit', { exact: true }).click();
    await refusal.waitFor({ state: 'hidden' });
    await dialog().getByText('Withdrawal', { exact: true }).click();
    await send();
    await refusal.waitFor();
    await dialog().getByLabel('Amount (EUR)').fill('5');
    await refusal.waitFor({ state: 'hidden' });
    await app.page.keyboard.press('Escape');
    await dialog().waitFor({ state: 'hidden' });
  });

  it('schedules a fee, books it as time passes, and ends it', proves('O1.2', 'O1.5', 'O10.3'), async () => {
    await openDialog();
    await dialog().getByText('Fee', { exact: true }).click();
    await dialog().getByLabel('Amount (EUR)').fill('1.5');
    await dialog().getByText('regularly', { exact: true }).click();
    await dialog().getByLabel('Every').selectOption('week');
    await dialog().getByRole('button', { name: 'Schedule cash flow' }).click();
    await table('Scheduled cash flows').waitFor();
    await advance(8 * 24 * HOUR_MS);
    await table('Scheduled cash flows').getByRole('row').filter({ hasText: '2' }).waitFor();
    await rows().filter({ hasText: 'Fee' }).nth(1).waitFor();
    expect(await faultsInBothThemes(app.page)).toEqual([]);
    await app.page.getByRole('button', { name: /^End the fee of 1.50/ }).click();
    await table('Scheduled cash flows').waitFor({ state: 'hidden' });
  });

  it('shows trades as they are filled, and only those on request', proves('O10.1', 'O10.4'), async () => {
    const rebalance = await executeRebalance({ app, address });
    await advance(24 * HOUR_MS);
    // Buys come after the sells that pay for them, and so are above them; rows out of view are not drawn.
    await rows().filter({ hasText: 'buy' }).first().waitFor();
    await app.page.getByRole('combobox', { name: 'Kind of activity' }).selectOption('Trades');
    await rows().filter({ hasText: 'Fee' }).first().waitFor({ state: 'hidden' });
    expect(new URL(app.page.url()).searchParams.get('kind')).toBe('trade');
    const opened = rows()
      .filter({ has: app.page.getByRole('button', { name: /^Fills of the order/ }) })
      .first();
    const [order = ''] = [await opened.getAttribute('data-key')];
    expect(order).toMatch(/^or_/);
    const headers = await app.page.getByRole('table', { name: 'Activity' }).getByRole('columnheader').allInnerTexts();
    const fillsAt = headers.findIndex((header) => header.trim().startsWith('Fills'));
    const count = Number(spaced(await opened.locator('td').nth(fillsAt).innerText()));
    await opened.getByRole('button', { name: /^Fills of the order/ }).click();
    const fills = app.page.getByRole('table', { name: /^Fills of the order/ });
    await fills.waitFor();
    expect(count).toBeGreaterThan(1);
    // The head, and each fill.
    expect(await fills.getByRole('row').count()).toBe(count + 1);
    expect(await faultsInBothThemes(app.page)).toEqual([]);
    await opened.getByRole('button', { name: /^Fills of the order/ }).click();
    await rows().first().getByRole('link', { name: 'Rebalance' }).click();
    await app.page.waitForURL(new RegExp(`/rebalances/${rebalance}\\?order=or_`));
    await app.page.goBack();
    await rows().first().waitFor();
    expect(app.complaints).toEqual([]);
  });
});
