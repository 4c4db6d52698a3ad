/**
 * The import dialog: the first rows beside their interpretation, mappings that are remembered by layout, prices of the
 * past as a new world, and dropped files.
 * @module-tag deep
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { proves } from '../../conformance/proves.ts';
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

const SAP = 'DE0007164600';
const HEADER = 'Owner,Kind,ISIN,Zahl,Price,Currency,Date';

/** A column of numbers without a known name, and an unknown type. */
const depot = (owner: string) =>
  `${HEADER}\n${owner},Buy,${SAP},10,100,EUR,2024-01-02\n${owner},Swap,${SAP},4,120,EUR,2024-02-02\n${owner},Dividend,${SAP},1,3,EUR,2024-03-02\n`;

async function openDepot(owner: string) {
  await app.show('/portfolios?dialog=import');
  const form = dialog('Import portfolios');
  await form.locator('input[type=file]').setInputFiles([fileOf(`${owner}.csv`, depot(owner))]);
  return form;
}

describe('the first rows', () => {
  it('are beside the interpretation of each, and are read again at once when a column or a type is mapped', async () => {
    const form = await openDepot('Anna');
    const rows = form.getByRole('table', { name: 'First rows of Anna.csv, and what was understood' });
    await rows.waitFor();
    await form
      .getByText(/cannot be read/)
      .first()
      .waitFor();
    await rows.getByLabel('Meaning of Zahl').selectOption('quantity');
    await rows.getByText('Buy 10 SAP SE at 100 EUR').waitFor();
    await rows.getByText('the type “Swap” is unknown').waitFor();
    await rows.getByText(/Ignored: .*is a row of type “Dividend”/).waitFor();
    await form.getByText('One transaction type is unknown; choose its meaning.').waitFor();
    expect(await faultsInBothThemes(app.page)).toEqual([]);
    // More columns are behind the edge, which fades until the last of them is visible.
    const frame = form.getByRole('region', { name: 'First rows of Anna.csv' });
    expect(await frame.getAttribute('data-wider')).toBe('');
    await frame.evaluate((element) => element.scrollTo({ left: element.scrollWidth }));
    await form.locator('section[aria-label="First rows of Anna.csv"]:not([data-wider])').waitFor();
    await form.getByLabel('Swap').selectOption('sell');
    await rows.getByText('Sell 4 SAP SE').waitFor();
    await rows.getByLabel('Meaning of Owner').selectOption('portfolio');
    await form.getByText('Imports 1 portfolio, all at once.').waitFor();
    await form.getByRole('button', { name: 'Import', exact: true }).click();
    await form.waitFor({ state: 'hidden' });
    await app.page.getByRole('link', { name: 'Anna' }).waitFor();
  });

  it('are mapped as before in another file with the same header, until that is forgotten', async () => {
    const form = await openDepot('Ben');
    await form.getByText('The columns are mapped as last time.').waitFor();
    await form.getByText('Imports 1 portfolio, all at once.').waitFor();
    await form.getByText('Sell 4 SAP SE').waitFor();
    expect(await faultsInBothThemes(app.page)).toEqual([]);
    await form.getByRole('button', { name: 'Forget' }).click();
    await form
      .getByText(/cannot be read/)
      .first()
      .waitFor();
    expect(await form.getByText('The columns are mapped as last time.').count()).toBe(0);
    await app.page.keyboard.press('Escape');
    const again = await openDepot('Cleo');
    await again
      .getByText(/cannot be read/)
      .first()
      .waitFor();
    expect(await again.getByText('The columns are mapped as last time.').count()).toBe(0);
    await app.page.keyboard.press('Escape');
    await again.waitFor({ state: 'hidden' });
  });
});

describe('300 rows of 40 columns', () => {
  const notes = Array.from({ length: 34 }, (_unused, index) => `Note ${index + 1}`);
  const rows = Array.from({ length: 300 }, (_unused, index) => {
    const type = index % 3 === 0 ? 'Dividend' : 'Buy';
    return `Main,${type},${SAP},${index + 1},100,2024-01-02,${notes.map(() => 'a note').join()}`;
  });
  const text = `Account,Type,ISIN,Shares,Price,Date,${notes.join()}\n${rows.join('\n')}\n`;

  it('leave the footer of the dialog at its end, above everything, wherever it is scrolled', async () => {
    await app.show('/portfolios?dialog=import');
    const form = dialog('Import portfolios');
    await form.locator('input[type=file]').setInputFiles([fileOf('all.csv', text)]);
    await form.getByText('99 more like it', { exact: false }).waitFor();
    for (const top of [0, 150, 100_000]) {
      const atFoot = await form.evaluate((content, scrollTop) => {
        const scrolled = content.scrollHeight > content.clientHeight ? content : content.parentElement;
        scrolled?.scrollTo({ top: scrollTop });
        const close = [...content.querySelectorAll('button')].find(({ textContent }) => textContent === 'Close');
        const box = close?.getBoundingClientRect();
        const shown = content.getBoundingClientRect();
        if (close === undefined || box === undefined) return null;
        const hit = document.elementFromPoint(box.x + box.width / 2, box.y + 3);
        return { isOnTop: close.contains(hit), isAtEnd: shown.bottom - box.bottom < 10 };
      }, top);
      expect([top, atFoot]).toEqual([top, { isOnTop: true, isAtEnd: true }]);
    }
  });

  it('are mapped with the keyboard alone', async () => {
    const { page } = app;
    const form = dialog('Import portfolios');
    const select = form.getByLabel('Meaning of Note 34');
    await form.locator('input[type=file]').focus();
    for (
      let step = 0;
      step < 60 && !(await select.evaluate((element) => element === document.activeElement));
      step += 1
    )
      await page.keyboard.press('Tab');
    const box = await select.boundingBox();
    const frame = await form.boundingBox();
    // The focused element has been scrolled into view, and is not below the fixed columns.
    expect(box !== null && frame !== null && box.x > frame.x + 348 && box.x + box.width <= frame.x + frame.width).toBe(
      true,
    );
    await page.keyboard.press('Escape');
    await form.waitFor({ state: 'hidden' });
  });
});

describe('prices of the past', () => {
  const past = Array.from({ length: 300 }, (_unused, day) => {
    const date = new Date(Date.UTC(2015, 0, 1 + day)).toISOString().slice(0, 10);
    return `${date};${(60 + day / 10).toFixed(2)}`;
  });

  it('make a new world that begins inside them, and that the app opens', proves('P4.14'), async () => {
    const { page } = app;
    await app.show('/market/prices?dialog=import');
    const form = dialog('Import prices');
    await form.locator('input[type=file]').setInputFiles([fileOf('past.csv', `Date;SAP\n${past.join('\n')}\n`)]);
    await form.getByText(/end before the current time of this world/).waitFor();
    expect(await form.getByRole('button', { name: 'Import', exact: true }).isDisabled()).toBe(true);
    expect(await faultsInBothThemes(page)).toEqual([]);
    await form.getByRole('button', { name: 'Create the new world' }).click();
    await page.waitForURL(/\/worlds\/world-[^/]+\//);
    await page.getByText('2015-01-02').first().waitFor();
    const base = new URL(page.url()).pathname.split('/').slice(0, 3).join('/');
    await page.goto(app.at(`${base}/market/prices/${SAP}/XETR`));
    await page.getByText('60.1', { exact: false }).first().waitFor();
    await page.goto(app.at('/portfolios'));
  });
});

describe('a file that is dropped on the app', () => {
  const drop = (name: string, text: string) =>
    app.page.evaluate(
      ([fileName = '', content = '']) => {
        const files = new DataTransfer();
        files.items.add(new File([content], fileName, { type: 'text/csv' }));
        const main = document.querySelector('main');
        for (const type of ['dragover', 'drop'])
          main?.dispatchEvent(new DragEvent(type, { bubbles: true, cancelable: true, dataTransfer: files }));
      },
      [name, text],
    );

  it('opens the import for its content, prices or portfolios, which can be changed', proves('P4.13'), async () => {
    await app.show('/rebalances');
    await drop('levels.csv', 'Date;SAP\n2026-02-27;123.45\n2026-04-30;124.5\n');
    const prices = dialog('Import prices');
    await prices.getByText(/^Imports prices of 1 instrument/).waitFor();
    await prices.getByRole('button', { name: 'Import them as portfolios' }).click();
    await dialog('Import portfolios')
      .getByText(/cannot be read/)
      .first()
      .waitFor();
    await app.page.keyboard.press('Escape');
    await dialog('Import portfolios').waitFor({ state: 'hidden' });
    await drop('depot.csv', `ISIN,Quantity,Cost price,Date\n${SAP},10,180.25,2024-05-06\n`);
    await dialog('Import portfolios').getByText('Imports 1 portfolio, all at once.').waitFor();
    await app.page.keyboard.press('Escape');
    expect(app.complaints).toEqual([]);
  });
});
