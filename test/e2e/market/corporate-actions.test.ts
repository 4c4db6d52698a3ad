/**
 * The market's calendar of corporate actions and dividends: future and past ones, scheduled and cancelled there.
 * @module-tag deep
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { proves } from '../../conformance/proves.ts';
import { type OpenApp, openApp } from '../../support/page/open-page.ts';
import { accessibilityFaults, faultsInBothThemes } from '../every-screen/accessibility-faults.ts';

let app: OpenApp;

beforeAll(async () => {
  app = await openApp();
  await app.page.setViewportSize({ width: 1280, height: 800 });
  await app.show('/market/corporate-actions');
});
afterAll(() => app.close());

const SAP = 'DE0007164600';
const DAY_MS = 86_400_000;
const dialog = () => app.page.getByRole('dialog', { name: 'Schedule a corporate action' });
const rowsOf = (table: string, hasText: string) =>
  app.page.getByRole('table', { name: table }).locator('tbody tr', { hasText });
const coming = (text: string) => rowsOf('Upcoming corporate actions and dividends', text);
const past = (text: string) => rowsOf('Past corporate actions and dividends', text);
const show = (period: 'Upcoming' | 'Past') =>
  app.page.getByRole('radiogroup', { name: 'Period shown' }).getByText(period, { exact: true }).click();
const spaced = (text: string) => text.replaceAll(/[\u00a0\u202f]/g, ' ');

async function schedule(kind: string, fill: () => Promise<unknown>): Promise<void> {
  await app.page.getByRole('button', { name: 'Schedule a corporate action…' }).click();
  await dialog().waitFor();
  await dialog().getByRole('radiogroup', { name: 'What happens' }).getByText(kind, { exact: true }).click();
  await dialog().getByLabel('Instrument').selectOption(SAP);
  await fill();
  await dialog().getByRole('button', { name: 'Schedule', exact: true }).click();
}

describe('the calendar of the market', () => {
  it('has the coming dividends, with their amounts once they are fixed', proves('O2.10'), async () => {
    await coming('NOVO').first().waitFor();
    expect(spaced(await coming('NOVO').first().innerText())).toMatch(/DKK a share, before tax\s*announced|announced/);
    expect(await coming('SAP').first().innerText()).toContain('Amount fixed on 2026-');
    expect(await faultsInBothThemes(app.page)).toEqual([]);
  });

  it('shows refusals of the service at its fields', proves('O3.2'), async () => {
    await schedule('Split', async () => {
      await dialog().getByLabel('New shares').fill('1');
      await dialog().getByLabel('Ex-date').fill('2026-03-01 08:00');
    });
    await dialog()
      .getByText(/^Has as many new shares as old ones/)
      .waitFor();
    expect(await accessibilityFaults(app.page)).toEqual([]);
    await dialog().getByLabel('New shares').fill('3');
    await dialog().getByRole('button', { name: 'Schedule', exact: true }).click();
    await dialog()
      .getByText(/^This is in the past\./)
      .waitFor();
    expect(await dialog().getByLabel('Ex-date').getAttribute('aria-invalid')).toBe('true');
    await app.page.keyboard.press('Escape');
    await dialog().waitFor({ state: 'hidden' });
  });

  it('schedules a dividend, a split, an ISIN and a delisting', proves('O3.1', 'O3.11'), async () => {
    await schedule('Cash dividend', () => dialog().getByLabel('Amount per share').fill('2.5'));
    await coming('2.50 EUR a share').getByText('scheduled').waitFor();
    await schedule('Split', () => dialog().getByLabel('Ex-date').fill('2026-03-04 06:00'));
    await coming('2 for 1').waitFor();
    await schedule('ISIN change', async () => {
      await dialog().getByLabel('Ex-date').fill('2026-03-05 06:00');
      await dialog().getByLabel('New ISIN').fill('DE000SAPNEW5');
    });
    await dialog()
      .getByText(/^Is not a valid ISIN/)
      .waitFor();
    await dialog().getByLabel('New ISIN').fill('de000sapnew2');
    await dialog().getByRole('button', { name: 'Schedule', exact: true }).click();
    await coming('becomes DE000SAPNEW2').waitFor();
    await schedule('Delisting', async () => {
      await dialog().getByLabel('Ex-date').fill('2026-03-06 06:00');
      await dialog().getByLabel('Cash per share').fill('100');
      await dialog().getByLabel('Currency').selectOption('USD');
    });
    await coming('100.00 USD a share in cash').waitFor();
  });

  it('cancels one before its ex-date, and undo schedules it again', proves('O3.1'), async () => {
    await app.page.getByRole('button', { name: 'Cancel: Delisting of SAP' }).click();
    await coming('Delisting').waitFor({ state: 'hidden' });
    await app.page.keyboard.press('Control+z');
    await coming('Delisting').waitFor();
    await app.page.getByRole('button', { name: 'Cancel: Delisting of SAP' }).click();
    await coming('Delisting').waitFor({ state: 'hidden' });
  });

  it('moves applied actions to the past, under the present ISIN', proves('O2.10', 'O3.1', 'O3.11'), async () => {
    await app.ballast.control.advanceTo(app.ballast.control.nowMs() + 10 * DAY_MS);
    await show('Past');
    await past('2 for 1').getByText('applied').waitFor();
    await past('2 for 1').getByText('SAP', { exact: true }).waitFor();
    await past('becomes DE000SAPNEW2').waitFor();
    await past('2.50 EUR a share').getByText('paid').waitFor();
    await past('Delisting').first().getByText('cancelled').waitFor();
    expect(new URL(app.page.url()).searchParams.get('when')).toBe('past');
    await past('DKK a share').getByText('paid').waitFor();
    expect(await faultsInBothThemes(app.page)).toEqual([]);
  });

  it('says where a world has no dividends of its own', proves('O2.1'), async () => {
    expect(await app.page.getByText('no simulated dividends').count()).toBe(0);
    expect(app.complaints).toEqual([]);
    await app.close();
    app = await openApp({ dividends: 'off' });
    await app.show('/market/corporate-actions?dialog=schedule');
    await dialog().waitFor();
    await app.page.keyboard.press('Escape');
    await app.page.getByText('This world has no simulated dividends.').waitFor();
    await app.page.getByText('No corporate actions are scheduled.').waitFor();
    await show('Past');
    await app.page.getByText('Nothing has happened yet.').waitFor();
    expect(app.complaints).toEqual([]);
  });
});
