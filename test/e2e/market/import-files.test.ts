/**
 * Files of prices and portfolios, imported in the app: the meaning of columns and of names, and all at once.
 * @module-tag deep
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { proves } from '../../conformance/proves.ts';
import { dayNumber, workbookFile } from '../../imports/workbook-file.ts';
import { type OpenApp, openApp } from '../../support/page/open-page.ts';
import { faultsInBothThemes } from '../every-screen/accessibility-faults.ts';

let app: OpenApp;

beforeAll(async () => {
  app = await openApp();
  await app.page.setViewportSize({ width: 1280, height: 800 });
});
afterAll(() => app.close());

const dialog = (name: string) => app.page.getByRole('dialog', { name });
const fileOf = (name: string, text: string) => ({ name, mimeType: 'text/csv', buffer: Buffer.from(text) });

describe('Import prices…', () => {
  it(
    'shows the meaning of columns, asks for names that no instrument has, and loads everything at once',
    proves('P4.10'),
    async () => {
      await app.show('/market/prices/DE0007164600/XETR');
      await app.page.getByRole('button', { name: 'Import prices…' }).click();
      const form = dialog('Import prices');
      await form.waitFor();
      const send = form.getByRole('button', { name: 'Import', exact: true });
      expect(await send.isDisabled()).toBe(true);
      const levels = 'Datum;SAP;Mein Index;Umlauf\n27.02.2026;123,45;;1\n30.04.2026;124,5;90;2\n';
      await form.locator('input[type=file]').setInputFiles([fileOf('levels.csv', levels)]);
      await form.getByRole('table', { name: 'First rows of levels.csv, and what was understood' }).waitFor();
      expect(await form.getByLabel('Meaning of Datum').inputValue()).toBe('date');
      await form.getByText('2 names are unknown; map them.').waitFor();
      expect(await faultsInBothThemes(app.page)).toEqual([]);
      await form.getByLabel('Meaning of Umlauf').selectOption('ignored');
      await form.getByText('One name is unknown; map it.').waitFor();
      await form.getByLabel('Mein Index', { exact: true }).fill('msci world');
      await app.page.getByRole('option', { name: /IE00B4L5Y983/ }).click();
      await form.getByText('Imports prices of 2 instruments and currencies, all at once.').waitFor();
      await send.click();
      await form.waitFor({ state: 'hidden' });
      await app.page.getByText('Imported prices of 2 instruments and currencies.').waitFor();
      await app.page
        .getByText(/123\.45/)
        .first()
        .waitFor();
    },
  );

  it('reads the sheet of a workbook that is chosen', proves('P4.16'), async () => {
    await app.show('/market/prices?dialog=import');
    const form = dialog('Import prices');
    const day = { stored: String(dayNumber('2026-04-30')), format: 'd.m.yyyy' };
    const rows = [
      ['Date', 'SAP'],
      [day, 200.5],
    ];
    const buffer = await workbookFile([
      { name: 'Notes', rows: [['Nothing', 'here']] },
      { name: 'Levels', rows },
    ]);
    const mimeType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
    await form.locator('input[type=file]').setInputFiles([{ name: 'levels.xlsx', mimeType, buffer }]);
    await form.getByText('These files cannot be imported yet.').waitFor();
    await form.getByLabel('Sheet of levels.xlsx').selectOption('Levels');
    await form.getByText('Imports prices of 1 instrument or currency, all at once.').waitFor();
    expect(await faultsInBothThemes(app.page)).toEqual([]);
  });

  it('shows the line and column of unreadable values, and accepts the format of dates', async () => {
    await app.show('/market/prices?dialog=import');
    const form = dialog('Import prices');
    const dates = 'Date,SAP\n01/02/2026,1.5\n05/06/2026,1.6\n';
    await form.locator('input[type=file]').setInputFiles([fileOf('dates.csv', dates)]);
    await form
      .getByRole('table', { name: 'Errors' })
      .getByText(/may be day or month first/)
      .waitFor();
    await form.getByLabel('Dates', { exact: true }).selectOption('dmy');
    await form.getByText(/^Imports prices of 1 instrument/).waitFor();
    await app.page.keyboard.press('Escape');
    await form.waitFor({ state: 'hidden' });
  });
});

describe('an instrument that the world lacks', () => {
  it('is added from the files that have its prices, which are imported then', proves('P4.19'), async () => {
    await app.show('/market/prices?dialog=import');
    const form = dialog('Import prices');
    const levels = 'Date;House Index\n2026-02-27;90\n2026-04-30;95.5\n';
    await form.locator('input[type=file]').setInputFiles([fileOf('house.csv', levels)]);
    await form.getByLabel('House Index', { exact: true }).click();
    await app.page.getByRole('option', { name: 'A new instrument' }).click();
    const fresh = form.getByRole('table', { name: 'New instruments' });
    await fresh.getByText(/^House Index \(QX/).waitFor();
    expect(await faultsInBothThemes(app.page)).toEqual([]);
    await form.getByRole('button', { name: 'Add it to this world' }).click();
    await fresh.waitFor({ state: 'hidden' });
    await form.getByRole('button', { name: 'Import', exact: true }).click();
    await form.waitFor({ state: 'hidden' });
  });

  it('is added by hand, with its exchanges and costs, and is shown', proves('P4.19'), async () => {
    const { page } = app;
    await app.show('/market/prices/DE0007164600/XETR');
    await page.getByRole('button', { name: 'New instrument…' }).click();
    const form = dialog('New instrument');
    await form.getByRole('button', { name: 'Add instrument' }).click();
    await form.locator('[aria-invalid=true]').first().waitFor();
    expect(await faultsInBothThemes(page)).toEqual([]);
    await form.getByLabel('Name').fill('Acme');
    await form.getByLabel('ISIN', { exact: true }).fill('zzacme000000');
    await form.getByLabel('Price on 2 March 2026').fill('50');
    await form.getByLabel('Spread (bps)').fill('20');
    await form.getByRole('button', { name: 'Add instrument' }).click();
    await page.getByText('Acme was added to this world.').waitFor();
    await page.waitForURL(/\/market\/prices\/ZZACME000000\/XETR/);
    await page
      .getByText(/49\.9\d|50\.0\d/)
      .first()
      .waitFor();
    expect(app.complaints).toEqual([]);
  });
});

describe('Import… above the portfolios', () => {
  it('maps a name to cash, and shows the targets that are left without an ignored row', proves('P4.10'), async () => {
    await app.show('/portfolios?dialog=import');
    const form = dialog('Import portfolios');
    const rows =
      'Name,ISIN,Quantity,Weight\nSAP,DE0007164600,10,90\nGold,ZZ0000000001,1,5\nCash,,150,5\nMoney,EUR,2.5,\n';
    await form.locator('input[type=file]').setInputFiles([fileOf('cash.csv', rows)]);
    await form.getByText('2 names are unknown; map them.').waitFor();
    await form.getByLabel('Cash', { exact: true }).fill('Cash in');
    await app.page.getByRole('option', { name: 'Cash in EUR', exact: true }).click();
    await form.getByText('One name is unknown; map it.').waitFor();
    await form.getByLabel(/^ZZ0000000001/).fill('Ignore');
    await app.page.getByRole('option', { name: 'Ignore', exact: true }).click();
    const read = form.getByRole('table', { name: 'What was read' });
    await read.getByText('152.50 EUR').waitFor();
    await read.getByText(/^90\.00\s%, cash 10\.00\s%$/).waitFor();
    await app.page.keyboard.press('Escape');
    await form.waitFor({ state: 'hidden' });
  });

  it('creates portfolios with their lots', proves('P4.13'), async () => {
    await app.show('/portfolios');
    await app.page.getByRole('button', { name: 'Import…' }).click();
    const form = dialog('Import portfolios');
    const depot = 'Portfolio,ISIN,Quantity,Cost price,Date\nAnna,DE0007164600,10,180.25,2024-05-06\n';
    await form.locator('input[type=file]').setInputFiles([fileOf('depot.csv', depot)]);
    await form.getByRole('table', { name: 'What was read' }).getByText('Anna').waitFor();
    expect(await faultsInBothThemes(app.page)).toEqual([]);
    await form.getByRole('button', { name: 'Import', exact: true }).click();
    await form.waitFor({ state: 'hidden' });
    await app.page.getByRole('link', { name: 'Anna' }).waitFor();
  });
});
