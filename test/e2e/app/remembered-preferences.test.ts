/**
 * The app's preferences outlive the origin at which they were made (decision L133): after a restart the app has another
 * name, and the first frame is drawn with them, in a new browser, too.
 * @module-tag deep
 */
import type { Browser, BrowserContext, Page } from 'playwright';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type BallastServer, createBallast } from '../../../src-server/app.ts';
import { preferenceList } from '../../../src-server/contract/control/world/preferences.ts';
import { proves } from '../../conformance/proves.ts';
import { applyOptions } from '../../support/ballast-defaults.ts';
import { launchChromium, PAGE_PATIENCE_MS } from '../../support/page/chromium.ts';
import { callerOf, newFolder } from '../../support/start-ballast.ts';

declare global {
  interface Window {
    drawnSchemes: string[];
    drawnSidebars: string[];
  }
}

let browser: Browser;
beforeAll(async () => {
  browser = await launchChromium();
});
afterAll(() => browser.close());

const dataDir = newFolder();
const start = () => createBallast(applyOptions({ seed: 42, demo: true, dataDir }));

/**
 * Opens a browser that records in its pages every colour scheme, and every state of the sidebar, that was ever drawn.
 */
async function newBrowser(): Promise<BrowserContext> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, colorScheme: 'light' });
  context.setDefaultTimeout(PAGE_PATIENCE_MS);
  await context.addInitScript(() => {
    window.drawnSchemes = [];
    window.drawnSidebars = [];
    const noteNew = (list: string[], value: string | null | undefined) => {
      if (value && list.at(-1) !== value) list.push(value);
    };
    new MutationObserver(() => {
      noteNew(window.drawnSchemes, document.documentElement.getAttribute('data-mantine-color-scheme'));
      noteNew(
        window.drawnSidebars,
        document.querySelector('button[aria-label$="the sidebar"]')?.getAttribute('aria-label'),
      );
    }).observe(document, { subtree: true, childList: true, attributes: true });
  });
  return context;
}

async function open(page: Page, ballast: BallastServer): Promise<void> {
  await page.goto(ballast.newAddress());
  await page.getByRole('table', { name: 'Portfolios' }).waitFor();
}

const drawn = (page: Page) => page.evaluate(() => [window.drawnSchemes, window.drawnSidebars]);

async function stored({ controlUrl, adminToken }: BallastServer) {
  return (await callerOf(controlUrl, adminToken).get('/preferences')).as(preferenceList).preferences;
}

it('theme, layout and a draft are restored after a restart, from the first frame on', {
  ...proves('L133'),
  tags: ['deep'],
}, async () => {
  const first = await start();
  const context = await newBrowser();
  const page = await context.newPage();
  await open(page, first);
  expect(await drawn(page)).toEqual([['light'], ['Collapse the sidebar']]);
  await page.getByRole('button', { name: 'Collapse the sidebar' }).click();
  await page.goto(`${first.appOrigin}/settings/general`);
  await page.getByText('Dark', { exact: true }).click();
  await page.locator('html[data-mantine-color-scheme=dark]').waitFor();
  await page.goto(`${first.appOrigin}/portfolios/new?form=B`);
  await page.getByLabel('Name (client or portfolio)', { exact: true }).fill('half-done');
  await expect
    .poll(async () => Object.keys(await stored(first)).sort())
    .toEqual(expect.arrayContaining(['drafts', 'layout', 'theme']));
  await expect.poll(async () => JSON.stringify((await stored(first)).drafts)).toContain('half-done');
  await first.stop();

  const again = await start();
  expect(again.appOrigin).not.toBe(first.appOrigin);
  for (const where of [context, await newBrowser()]) {
    const next = await where.newPage();
    await open(next, again);
    expect(await drawn(next)).toEqual([['dark'], ['Expand the sidebar']]);
    await next.goto(`${again.appOrigin}/portfolios/new?form=B`);
    await expect
      .poll(() => next.getByLabel('Name (client or portfolio)', { exact: true }).inputValue())
      .toBe('half-done');
    await where.close();
  }
  await again.stop();
});

it('a browser’s own changes remain in it, whatever another one stores', {
  ...proves('L133'),
  tags: ['deep'],
}, async () => {
  const ballast = await start();
  const [one, other] = [await newBrowser(), await newBrowser()];
  const [page, second] = [await one.newPage(), await other.newPage()];
  await open(page, ballast);
  await open(second, ballast);
  await page.getByRole('button', { name: 'Expand the sidebar' }).click();
  await expect.poll(async () => JSON.stringify((await stored(ballast)).layout)).toContain('"isSidebarCollapsed":false');
  await second.reload();
  await second.getByRole('button', { name: 'Expand the sidebar' }).waitFor();
  await page.reload();
  await page.getByRole('button', { name: 'Collapse the sidebar' }).waitFor();
  await Promise.all([one.close(), other.close()]);
  await ballast.stop();
});

it('preferences that the server did not store are reported once, and stored with the next change, whatever its length', {
  ...proves('L133'),
  tags: ['deep'],
}, async () => {
  const ballast = await createBallast(applyOptions({ seed: 42, demo: true }));
  const context = await newBrowser();
  const page = await context.newPage();
  await open(page, ballast);
  const long = 'ü'.repeat(40_000);
  await page.route('**/sim/preferences/**', (route) =>
    route.fulfill({
      status: 507,
      json: { error: { code: 'storage_full', message: 'The disk is full.', details: [] } },
    }),
  );
  await page.goto(`${ballast.appOrigin}/portfolios/new?form=B`);
  const failed = page.getByText('Storing settings on the server failed', { exact: false });
  await page.getByLabel('Name (client or portfolio)', { exact: true }).fill('first');
  await failed.waitFor();
  await page.getByLabel('Name (client or portfolio)', { exact: true }).fill('second');
  await page.waitForRequest('**/sim/preferences/drafts');
  expect(await failed.count()).toBe(1);
  await page.unroute('**/sim/preferences/**');
  await page.getByLabel('Name (client or portfolio)', { exact: true }).fill(long);
  await expect.poll(async () => JSON.stringify((await stored(ballast)).drafts)).toContain(long);
  await context.close();
  await ballast.stop();
});

it('a browser that cannot read the stored ones says so', { ...proves('L133'), tags: ['deep'] }, async () => {
  const ballast = await createBallast(applyOptions({ seed: 42, demo: true }));
  const context = await newBrowser();
  const page = await context.newPage();
  await page.route('**/sim/preferences', (route) => route.abort());
  await open(page, ballast);
  await page.getByText('Loading the stored settings failed', { exact: false }).waitFor();
  await context.close();
  await ballast.stop();
});
