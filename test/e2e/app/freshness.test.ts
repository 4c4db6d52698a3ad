/**
 * How often the app reads again: once for each change, however it was notified of it, and seldom for counters.
 * @module-tag deep
 */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type OpenApp, openApp } from '../../support/page/open-page.ts';

let app: OpenApp;
let reads: string[] = [];

beforeAll(async () => {
  app = await openApp();
  app.page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (request.method() === 'GET' && pathname.startsWith('/sim/')) reads.push(pathname);
  });
  await app.show('/market');
  await app.page.getByRole('heading', { name: 'Market' }).waitFor();
});
afterAll(() => app.close());

const LOAD_MS = 2_000;

/**
 * Sends requests of a client, one after the other, for two seconds; returns their number, and the time that they took.
 */
async function load(): Promise<{ sent: number; seconds: number }> {
  const { baseUrl, apiKey } = app.ballast;
  const startedMs = performance.now();
  const until = startedMs + LOAD_MS;
  let sent = 0;
  for (; performance.now() < until; sent += 1) {
    await fetch(`${baseUrl}/prices/DE0007164600`, { headers: { authorization: `Bearer ${apiKey}` } });
  }
  return { sent, seconds: (performance.now() - startedMs) / 1_000 };
}

const readsOf = (path: string) => reads.filter((each) => each === path).length;

it('reads no faults under load where there are none', async () => {
  await app.show('/portfolios');
  reads = [];
  expect((await load()).sent).toBeGreaterThan(0);
  expect(readsOf('/sim/faults')).toBe(0);
});

it('reads faults once a second under load, and finally shows how often they hit', async () => {
  const { controlUrl, adminToken } = app.ballast;
  const headers = { authorization: `Bearer ${adminToken}`, 'content-type': 'application/json' };
  const body = JSON.stringify({ kind: 'api_latency', latency_ms: { fixed: 1 } });
  expect((await fetch(`${controlUrl}/faults`, { method: 'POST', headers, body })).status).toBe(201);
  await app.show('/traffic/faults');
  await app.page.locator('[data-active-faults]').waitFor();
  reads = [];
  const { sent, seconds } = await load();
  expect(readsOf('/sim/faults')).toBeGreaterThan(0);
  expect(readsOf('/sim/faults')).toBeLessThanOrEqual(Math.ceil(seconds) + 2);
  // A fast machine sends more than a thousand, which are shown with their thousands apart.
  const shown = String(sent).replaceAll(/\B(?=(?:\d{3})+$)/g, '\\s');
  const faults = app.page.getByRole('table', { name: 'HTTP and webhook faults' });
  await faults.getByRole('row', { name: new RegExp(`\\b${shown}\\b`) }).waitFor();
});

it('reads the rest once after a change of its own', async () => {
  await app.show('/market/exchanges');
  await app.page.getByRole('table', { name: 'Exchanges' }).waitFor();
  reads = [];
  await app.page.getByRole('button', { name: 'End all faults (1)' }).click();
  await app.page.locator('[data-active-faults]').waitFor({ state: 'detached' });
  // Data that no fault affects is not read at all.
  expect(readsOf('/sim/accounts') + readsOf('/sim/rebalances') + readsOf('/sim/recordings')).toBe(0);
  // Once for the page's own change, and at most once for each of the two events that it caused.
  expect(readsOf('/sim/exchanges')).toBeLessThanOrEqual(3);
  expect(app.complaints).toEqual([]);
});
