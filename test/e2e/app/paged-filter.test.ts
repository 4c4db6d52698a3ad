/**
 * The filter of a list that is read page by page covers all of its rows, and its matches can be opened by their
 * address.
 *
 * @module-tag deep
 */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { proves } from '../../conformance/proves.ts';
import { type OpenApp, openApp } from '../../support/page/open-page.ts';

/** One more than the first page has. */
const LATER_REQUESTS = 500;

let app: OpenApp;

beforeAll(async () => {
  app = await openApp({ demo: false });
  const send = (body: string) => fetch(app.serviceAt('/sim/sink/long'), { method: 'POST', body });
  await send('the very first');
  for (let number = 1; number <= LATER_REQUESTS; number += 1) await send(`later ${number}`);
});
afterAll(() => app.close());

it('finds the oldest request of a sink, beyond those that are read at first', proves('L139'), async () => {
  const { page } = app;
  await app.show('/traffic/sinks/long');
  const table = page.getByRole('table', { name: 'Requests of the sink' });
  await table.waitFor();
  expect(await table.getAttribute('aria-rowcount')).toBe(String(LATER_REQUESTS + 1));
  await page.getByRole('textbox', { name: 'Filter requests of the sink' }).fill('very first');
  const found = table.locator('tbody tr', { hasText: 'the very first' });
  await found.waitFor();
  expect(await table.locator('tbody tr').count()).toBe(1);
  await found.focus();
  await page.keyboard.press('Enter');
  const inspector = page.getByRole('complementary', { name: 'Sink request' });
  await inspector.getByText('the very first').waitFor();
  await page.reload();
  await inspector.getByText('the very first').waitFor();
});

it(
  'shows the oldest request first, beyond those that are read at first, where the list is ordered by time',
  proves('L139'),
  async () => {
    const { page } = app;
    const { controlUrl, adminToken, baseUrl, apiKey } = app.ballast;
    const headers = { authorization: `Bearer ${apiKey}` };
    await fetch(`${baseUrl}/portfolios/pf_oldest`, { headers });
    for (let number = 1; number <= 300; number += 1) await fetch(`${baseUrl}/portfolios/pf_${number}`, { headers });
    const list = await fetch(`${controlUrl}/journal?limit=1`, { headers: { authorization: `Bearer ${adminToken}` } });
    const { total } = (await list.json()) as { total: number };
    expect(total).toBe(301);
    await app.show('/traffic/requests');
    await page.getByRole('heading', { name: '301 requests' }).waitFor();
    await page.getByRole('columnheader', { name: 'No.' }).getByRole('button').click();
    const first = page.getByRole('table', { name: 'Requests', exact: true }).locator('tbody tr').first();
    await first.getByText('/portfolios/pf_oldest').waitFor();
    await page.getByText('Updates paused while sorted like this').waitFor();
  },
);
