/**
 * Every screen by keyboard alone: everything can be reached, nothing traps the focus, and the focus is always visible.
 * @module-tag deep
 */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { goTo, openWithEveryScreen } from '../../support/page/go-to.ts';
import { type OpenApp, openApp } from '../../support/page/open-page.ts';
import { arrowFaults, chartFaults, dialogFaults } from './keyboard-patterns.ts';
import { walkFaults } from './keyboard-walk.ts';
import { screenAddresses } from './screen-addresses.ts';

let app: OpenApp;
let addresses: Readonly<Record<string, string>>;

beforeAll(async () => {
  app = await openApp();
  addresses = await screenAddresses(app);
  await app.page.setViewportSize({ width: 1280, height: 720 });
  await app.page.emulateMedia({ reducedMotion: 'reduce' });
  await openWithEveryScreen(app);
});
afterAll(() => app.close());

it('every control of every screen is reached by Tab or the arrows, shows its focus, and every dialog returns the focus', {
  tags: ['deep'],
}, async () => {
  const faults: string[] = [];
  for (const address of Object.values(addresses)) {
    await goTo(app.page, address);
    // The bars are the same on every screen, so they are walked with one of them.
    const found = await walkFaults(app.page, address === addresses.portfolios);
    const isCovered = (await app.page.locator('[role=dialog][aria-modal=true]').count()) > 0;
    if (!isCovered) {
      found.push(...(await chartFaults(app.page)), ...(await dialogFaults(app.page)));
      await goTo(app.page, address);
      found.push(...(await arrowFaults(app.page)));
    }
    faults.push(...found.map((fault) => `${address}: ${fault}`));
  }
  expect(faults).toEqual([]);
});

it('dialogs and menus of the bars take the focus by Enter, and Escape returns it', async () => {
  const { page, at } = app;
  await page.goto(at('/portfolios'));
  await page.getByRole('table', { name: 'Portfolios' }).waitFor();
  for (const name of ['Find anything', /advance to a/, 'World']) {
    const opener = page.getByRole('button', { name });
    await opener.press('Enter');
    await page.waitForFunction(() => document.activeElement?.closest('[role=dialog], [role=menu]') !== null);
    await page.keyboard.press('Escape');
    await page.locator('[role=dialog], [role=menu]').waitFor({ state: 'hidden' });
    // A dialog that closes navigates back in the history, which takes a moment.
    await expect.poll(() => opener.evaluate((element) => element === document.activeElement)).toBe(true);
  }
});

it('a status indicator shows the same under the pointer and under the focus', async () => {
  await app.page.setViewportSize({ width: 1920, height: 900 });
  const indicator = app.page.getByRole('banner').getByRole('link', { name: 'XETR' });
  await app.page.keyboard.press('Tab');
  await indicator.focus();
  await app.page.getByRole('tooltip').getByText('Xetra').waitFor();
  await app.page.setViewportSize({ width: 1280, height: 720 });
});

it('if the system forces its colours, shapes are still drawn and a choice is still visible', async () => {
  const { page, at } = app;
  await page.emulateMedia({ forcedColors: 'active' });
  await page.goto(at(addresses.portfolio ?? ''));
  const look = (of: string, what: 'backgroundColor' | 'outlineStyle') =>
    page
      .locator(of)
      .first()
      .evaluate((element, property) => getComputedStyle(element)[property], what);
  const canvas = await look('body', 'backgroundColor');
  for (const shape of ['[class*=driftCurrent]', '[class*=driftTarget]', '[class*=allocationKey] i'])
    expect(await look(shape, 'backgroundColor'), shape).not.toBe(canvas);
  expect(await look('.mantine-SegmentedControl-label[data-active]', 'outlineStyle')).toBe('solid');
  await page.emulateMedia({ forcedColors: 'none' });
});
