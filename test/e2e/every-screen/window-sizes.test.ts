/** Every screen in a small window and at a zoom of 200 %: nothing is covered or out of reach, and no table is cut. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { goTo, openWithEveryScreen } from '../../support/page/go-to.ts';
import { type OpenApp, openApp } from '../../support/page/open-page.ts';
import { screenAddresses } from './screen-addresses.ts';
import { unreachableControls } from './unreachable-controls.ts';

let app: OpenApp;
let addresses: Readonly<Record<string, string>>;

beforeAll(async () => {
  app = await openApp();
  addresses = await screenAddresses(app);
  await openWithEveryScreen(app);
});
afterAll(() => app.close());

/** At 200 % a window of 1280 × 720 has room for half as much each way. */
describe.each([
  { words: 'a window of 1280 × 720', width: 1280, height: 720 },
  { words: 'the same at a zoom of 200 %', width: 640, height: 360 },
])('in $words', { tags: ['deep'] }, ({ width, height }) => {
  it('every control of every screen can be reached, and no screen has to be scrolled sideways', async () => {
    await app.page.setViewportSize({ width, height });
    const faults: string[] = [];
    for (const address of Object.values(addresses)) {
      await goTo(app.page, address);
      faults.push(...(await unreachableControls(app.page)).map((fault) => `${address}: ${fault}`));
    }
    expect(faults).toEqual([]);
  }, 300_000);
});

describe('tables', { tags: ['deep'] }, () => {
  it.each([1180, 1440])(
    'show their last column in a window of %i pixels',
    async (width) => {
      await app.page.setViewportSize({ width, height: 900 });
      const cut: string[] = [];
      for (const address of Object.values(addresses)) {
        await goTo(app.page, address);
        cut.push(...(await cutTables()).map((label) => `${address}: ${label}`));
      }
      expect(cut, cut.join('\n')).toEqual([]);
    },
    300_000,
  );

  it('have headers of two lines at most in a window of 1440 pixels', async () => {
    await app.page.setViewportSize({ width: 1440, height: 900 });
    const tall: string[] = [];
    for (const address of Object.values(addresses)) {
      await goTo(app.page, address);
      tall.push(...(await tallHeaders()).map((header) => `${address}: ${header}`));
    }
    expect(tall, tall.join('\n')).toEqual([]);
  }, 300_000);

  it('hide columns for as long as there is no room, whatever takes it', async () => {
    const { page } = app;
    const columns = () => page.getByRole('table', { name: 'Requests' }).getByRole('columnheader').allInnerTexts();
    await page.setViewportSize({ width: 2560, height: 1200 });
    await goTo(page, '/traffic');
    const rows = page.getByRole('table', { name: 'Requests' }).locator('tbody tr');
    await rows.first().waitFor();
    const all = await columns();
    await rows.first().click();
    await page.waitForURL(/\/traffic\/requests\/./);
    expect(await columns()).toEqual(all);
    await page.setViewportSize({ width: 1180, height: 900 });
    await expect.poll(async () => (await columns()).length).toBeLessThan(all.length);
    await page.setViewportSize({ width: 2560, height: 1200 });
    await expect.poll(columns).toEqual(all);
  });
});

/** The headers whose text has more than two lines. */
function tallHeaders(): Promise<string[]> {
  return app.page.evaluate(() =>
    [...document.querySelectorAll('main table[aria-label] th[data-column]')].flatMap((header) => {
      const text = document.createRange();
      text.selectNodeContents(header);
      const line = Number.parseFloat(getComputedStyle(header).lineHeight);
      return text.getBoundingClientRect().height > 2.5 * line ? [header.textContent] : [];
    }),
  );
}

/** The labels of tables that continue behind their edge. */
function cutTables(): Promise<string[]> {
  return app.page.evaluate(() =>
    [...document.querySelectorAll('main table[aria-label]:has(th[data-column])')].flatMap((table) => {
      const frame = table.closest('[class*="tableFrame"]');
      const isCut = frame !== null && frame.scrollWidth > frame.clientWidth + 1;
      return isCut ? [table.getAttribute('aria-label') ?? ''] : [];
    }),
  );
}
