/**
 * The built site at `/docs` in a real Chromium that reaches no other host: pages, search, both colour schemes, two widths.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { proves } from '../../conformance/proves.ts';
import { type OpenApp, openApp } from '../../support/page/open-page.ts';
import { faultsInBothThemes } from '../every-screen/accessibility-faults.ts';

const MAIN_PAGES = [
  '/docs/',
  '/docs/recipes/',
  '/docs/recipes/lost-answer.html',
  '/docs/testing.html',
  '/docs/scenarios.html',
  '/docs/agents.html',
  '/docs/reference/commands.html',
  '/docs/reference/control/faults.html',
  '/docs/reference/form-b/',
  '/docs/reference/scenario-files.html',
];

let app: OpenApp;
const outside: string[] = [];
const lost: string[] = [];

beforeAll(async () => {
  app = await openApp();
  const { appOrigin: origin } = app.ballast;
  await app.page.context().route(
    (url) => url.origin !== origin && url.protocol !== 'data:',
    (route) => {
      outside.push(route.request().url());
      return route.abort();
    },
  );
  app.page.on('response', (response) => {
    if (response.status() >= 400) lost.push(`${response.status()} ${response.url()}`);
  });
});
afterAll(() => app.close());

test('is searched offline: a word leads to a page that has it', proves('L30'), async () => {
  const { page } = app;
  await page.goto(app.at('/docs'));
  expect(new URL(page.url()).pathname).toBe('/docs/');
  await page.getByRole('button', { name: 'Search' }).first().click();
  await page.getByRole('searchbox').fill('idempotency');
  const results = page.getByRole('listbox').getByRole('option');
  await results.first().waitFor();
  expect(await results.count()).toBeGreaterThan(3);
  await results.first().getByRole('link').click();
  await page.waitForURL((url) => url.pathname !== '/docs/');
  await expect.poll(() => page.locator('main').innerText()).toMatch(/idempotency/i);
});

test('leads to a decision by its label, in the list of all and on its page', async () => {
  const { page } = app;
  const isVisible = () => page.locator('#k40').evaluate((node) => Math.abs(node.getBoundingClientRect().top) < 400);
  await page.goto(app.at('/docs/interface-decisions.html#k40'));
  await expect.poll(isVisible).toBe(true);
  await page
    .locator('tr', { has: page.locator('#k40') })
    .getByRole('link')
    .click();
  await page.waitForURL(/interface-decisions\/replay\.html#k40$/);
  await expect.poll(isVisible).toBe(true);
});

test('leads to the API, which is tried out there', { tags: ['deep'] }, async () => {
  const { page } = app;
  await page.goto(app.at('/docs/'));
  await page.getByRole('link', { name: 'Try the API' }).first().click();
  await page.locator('.opblock').first().waitFor();
  expect(new URL(page.url()).pathname).toBe('/docs/api');
});

describe.each([1280, 390])('%s pixels wide', { tags: ['deep'] }, (width) => {
  test('no main page is wider than the window or has an accessibility fault, in either theme', async () => {
    const { page } = app;
    await page.setViewportSize({ width, height: 900 });
    const faults: string[] = [];
    for (const path of MAIN_PAGES) {
      await page.goto(app.at(path));
      await page.locator('main h1').waitFor();
      // The script of the page names its switch; before that it is not the page that users see.
      await page.locator('.VPNavBarAppearance [role=switch][title]').waitFor({ state: 'attached' });
      const beyond = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      if (beyond > 0) faults.push(`${path}: ${beyond} pixels too wide`);
      faults.push(...(await faultsInBothThemes(page)).map((fault) => `${path}: ${fault}`));
    }
    expect(faults).toEqual([]);
  });
});

test('sends requests to its own server only, finds all files, and follows the content security policy', () => {
  expect(outside).toEqual([]);
  expect(lost).toEqual([]);
  expect(app.complaints).toEqual([]);
});
