/**
 * `/docs/api`: Swagger UI from this server alone. It shows every document, reports no errors, and tries operations out.
 * @module-tag deep
 */
import type { Page } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { DOCUMENTS } from '../../../src-server/contract/openapi/documents.ts';
import { type OpenApp, openApp } from '../../support/page/open-page.ts';
import { accessibilityFaults } from '../every-screen/accessibility-faults.ts';

let app: OpenApp;
let page: Page;
const outside: string[] = [];
const complaints: string[] = [];

beforeAll(async () => {
  app = await openApp();
  page = app.page;
  const { appOrigin: origin } = app.ballast;
  page.on('request', (request) => {
    if (!request.url().startsWith(`${origin}/`) && !request.url().startsWith('data:')) outside.push(request.url());
  });
  page.on('console', (message) => complaints.push(message.text()));
  page.on('response', (response) => {
    if (response.status() >= 400) complaints.push(`${response.status()} ${response.url()}`);
  });
});
afterAll(() => app.close());

async function show(name: string): Promise<void> {
  await page.goto(app.at(`/docs/api?document=${encodeURIComponent(name)}`));
  await page.locator('.opblock').first().waitFor();
  await page.waitForLoadState('networkidle');
}

/** Opens an operation, sends it as it is shown, and returns the status of the response. */
async function tryOut(id: string): Promise<string> {
  const operation = page.locator(`[id$="-${id}"].opblock`);
  await operation.locator('.opblock-summary-control').click();
  await operation.getByRole('button', { name: 'Execute' }).click();
  return operation.locator('.live-responses-table tbody .response-col_status').innerText();
}

test.each([
  ['Form A', 'form-a'],
  ['Form B', 'form-b'],
  ['Both forms', 'both'],
  ['Control plane', 'control'],
] as const)('shows every operation of %s', { tags: ['deep'] }, async (choice, name) => {
  await page.goto(app.at('/docs/api'));
  await page.getByRole('link', { name: choice, exact: true }).click();
  await page.getByRole('heading', { name: DOCUMENTS[name].title }).waitFor();
  const { operations, webhooks } = DOCUMENTS[name];
  await expect.poll(() => page.locator('.opblock').count()).toBe(operations.length + webhooks.length);
  expect(await page.getByRole('link', { name: choice, exact: true }).getAttribute('aria-current')).toBe('page');
});

test('tries out the service with the API key of the run, without any input', {
  tags: ['deep'],
}, async () => {
  await show('Form B');
  expect(await tryOut('getPrices')).toBe('200');
});

test('can be read in both themes, and names its fields', { tags: ['deep'] }, async () => {
  const rules = ['color-contrast', 'label', 'select-name', 'button-name', 'scrollable-region-focusable'];
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await show('Form B');
    await tryOut('createPortfolio');
    expect(await accessibilityFaults(page, [...rules, 'landmark-no-duplicate-main'])).toEqual([]);
    const copy = page.locator('.opblock-summary .copy-to-clipboard').last();
    expect((await copy.boundingBox())?.width).toBe(26);
  }
});

test('creates a portfolio from the example of Form A', async () => {
  await show('Form A');
  expect(await tryOut('createPortfolio')).toMatch(/^201/);
});

test('tries out the control plane with the session of the page', { tags: ['deep'] }, async () => {
  await show('Control plane');
  expect(await tryOut('getClock')).toBe('200');
});

test('sends requests to its own server only, and reports no errors', () => {
  expect(outside).toEqual([]);
  expect([...complaints, ...app.complaints]).toEqual([]);
});

test('serves nothing of Swagger UI that the page does not need', async () => {
  const response = await page.request.get(app.serviceAt('/docs/api/swagger/index.html'), {
    headers: { accept: 'application/json' },
  });
  expect(response.status()).toBe(404);
});

test('is a link in the status bar of the app', async () => {
  await page.goto(app.at('/portfolios'));
  const opened = page.context().waitForEvent('page');
  await page.getByRole('link', { name: 'API documentation' }).click();
  const docs = await opened;
  await docs.getByRole('heading', { name: DOCUMENTS['form-a'].title }).waitFor();
});
