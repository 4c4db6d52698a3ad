/**
 * Takes the pictures of every screen, in both themes, from the demo world: `npm run screenshots`. The world is the same on
 * every machine, so a picture changes only when the app does.
 */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright';
import { packageRoot } from '../src-server/system/package-root.ts';
import { screenAddresses } from '../test/e2e/every-screen/screen-addresses.ts';
import { openApp } from '../test/support/page/open-page.ts';

const THEMES = ['dark', 'light'] as const;
/** Text stays sharp, at a quarter of the size of a PNG. */
const QUALITY = 0.75;

/** What is done on a screen before its picture is taken, where its address alone does not show it at its best. */
const POSES: Readonly<Record<string, (page: Page) => Promise<void>>> = {
  palette: async (page) => {
    await page.keyboard.press('Control+k');
    await page.getByRole('dialog').getByRole('combobox').fill('advance');
  },
  shortcuts: async (page) => {
    await page.keyboard.press('?');
    await page.getByRole('dialog').waitFor();
  },
  'advance-to': async (page) => {
    await page.keyboard.press('d');
    await page.getByRole('dialog').waitFor();
  },
  'save-snapshot': async (page) => {
    await page.keyboard.press('Control+k');
    await page.getByRole('dialog').getByRole('combobox').fill('save a snapshot');
    await page.keyboard.press('Enter');
    await page.getByRole('form').waitFor();
  },
  'scenario-run': async (page) => {
    await page.getByRole('button', { name: /^Run( again)?$/ }).click();
    await page.getByText('Passed').first().waitFor();
    await page.locator('.recharts-surface').first().waitFor();
  },
};

const folder = join(packageRoot(), 'docs/images');
rmSync(folder, { recursive: true, force: true });
const app = await openApp();
const { page, at, close } = app;
const browser = page.context().browser();
if (browser === null) throw new Error('the page belongs to no browser');
await page.setViewportSize({ width: 1440, height: 900 });
const addresses = await screenAddresses(app);
const pictured: Readonly<Record<string, string>> = {
  ...addresses,
  palette: '/portfolios',
  shortcuts: '/portfolios',
  'advance-to': '/portfolios',
  'save-snapshot': '/portfolios',
  'scenario-run': '/scenarios/exchanges/partial-fills.yaml',
};
for (const theme of THEMES) {
  mkdirSync(join(folder, theme), { recursive: true });
  await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' });
  for (const [name, address] of Object.entries(pictured)) {
    await page.goto(at(address));
    await page.locator('main h1').first().waitFor({ state: 'attached' });
    await page.waitForLoadState('networkidle');
    await POSES[name]?.(page);
    writeFileSync(join(folder, theme, `${name}.webp`), await smaller(browser, await page.screenshot()));
  }
}
await close();
// The tests share a browser, which ends with their process.
await browser.close();

/** The same picture as WebP, which Chromium can write and Playwright cannot. */
async function smaller(browser: Browser, png: Buffer): Promise<Buffer> {
  const drawing = await browser.newPage();
  const text = await drawing.evaluate(
    async ({ source, quality }) => {
      const bytes = Uint8Array.from(atob(source), (character) => character.charCodeAt(0));
      const bitmap = await createImageBitmap(new Blob([bytes], { type: 'image/png' }));
      const canvas = document.createElement('canvas');
      [canvas.width, canvas.height] = [bitmap.width, bitmap.height];
      canvas.getContext('2d')?.drawImage(bitmap, 0, 0);
      return canvas.toDataURL('image/webp', quality);
    },
    { source: png.toString('base64'), quality: QUALITY },
  );
  await drawing.close();
  return Buffer.from(text.slice(text.indexOf(',') + 1), 'base64');
}
