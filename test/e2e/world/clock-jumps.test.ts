/**
 * Long advances of the clock in the app: refused where they can never end, bounded, and undone.
 *
 * @module-tag deep
 */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { proves } from '../../conformance/proves.ts';
import { askApp } from '../../support/page/ask-app.ts';
import { type OpenApp, openApp } from '../../support/page/open-page.ts';
import { faultsInBothThemes } from '../every-screen/accessibility-faults.ts';

let app: OpenApp;

beforeAll(async () => {
  app = await openApp();
});
afterAll(() => app.close());

async function ask<T>(base: string, token: string, method: string, path: string, body?: unknown): Promise<T> {
  const response = await fetch(`${base}${path}`, {
    method,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  return (await response.json()) as T;
}
const control = <T>(method: string, path: string, body?: unknown) =>
  ask<T>(app.ballast.controlUrl, app.ballast.adminToken, method, path, body);
const service = (path: string, body: unknown) =>
  ask<{ rebalance_id: string }>(app.ballast.formBUrl, app.ballast.apiKey, 'POST', path, body);

const clockAt = (time: string) => app.page.locator('[data-clock]', { hasText: time });
const dialog = () => app.page.getByRole('dialog');

async function sound(): Promise<void> {
  expect(await faultsInBothThemes(app.page)).toEqual([]);
}

let rebalanceId = '';
let orderedAt = '';

it('says why a rebalance never becomes final, and leaves the clock alone', proves('J11', 'J12'), async () => {
  const { portfolios } = await control<{ portfolios: { portfolio_id: string; form: string }[] }>('GET', '/portfolios');
  const portfolioId = portfolios.find(({ form }) => form === 'B')?.portfolio_id;
  ({ rebalance_id: rebalanceId } = await service('/rebalance', { portfolio_id: portfolioId }));
  await service(`/rebalance/${rebalanceId}/execute`, { confirm: true });
  const { rebalance } = await control<{ rebalance: { orders: { exchange: string }[] } }>(
    'GET',
    `/rebalances/${rebalanceId}`,
  );
  orderedAt = rebalance.orders[0]?.exchange ?? '';
  await control('POST', '/faults', { kind: 'exchange_down', exchange: orderedAt });
  await app.show(`/rebalances/${rebalanceId}`);
  await app.page.getByRole('button', { name: 'Run until it is final' }).click();
  await dialog().getByText('This rebalance will not become final by itself').waitFor();
  await dialog().getByText(`waits for ${orderedAt}, whose outage`).first().waitFor();
  await sound();
  await app.page.keyboard.press('Escape');
  await dialog().waitFor({ state: 'detached' });
  await clockAt('2026-03-02 09:30:00').waitFor();
});

it(
  'waits no longer than was chosen, reports the result, and restores the state before',
  proves('J12', 'J13'),
  async () => {
    await control('DELETE', '/faults');
    await control('POST', '/faults', { kind: 'exchange_down', exchange: orderedAt, for: '20d' });
    const bound = app.page.getByRole('button', { name: /^at most .* of virtual time/ });
    expect(await bound.innerText()).toContain('at most 1 week');
    await app.page.getByRole('button', { name: 'Run until it is final' }).click();
    await clockAt('2026-03-09 09:30:00').waitFor();
    const toast = app.page.getByText(/The advance reached its time limit\. The virtual clock is at 2026-03-09/);
    // It remains while the pointer is over it, however long the check of the page takes.
    await toast.hover();
    await sound();
    await app.page.getByRole('button', { name: 'Undo the advance' }).click();
    await clockAt('2026-03-02 09:30:00').waitFor();
    await app.page.getByText('The world is restored').waitFor();
    const choice = app.page.getByRole('button', { name: /^at most .* of virtual time/ });
    await choice.focus();
    await app.page.keyboard.press('Enter');
    await app.page.getByRole('menuitem', { name: 'At most 1 day' }).press('Enter');
    await app.page.getByRole('button', { name: /^at most 1 day/ }).waitFor();
  },
);

it('offers to go back after a jump to a date, by the undo key', proves('J13'), async () => {
  await app.show('/portfolios');
  await app.page.getByRole('table', { name: 'Portfolios' }).waitFor();
  // The stream reports the end of the advance before the response to its request.
  await app.page.route('**/sim/clock/advance', async (route) => {
    const request = route.request();
    const sent = { method: request.method(), headers: await request.allHeaders(), body: request.postData() ?? '' };
    const response = await askApp(request.url(), sent);
    await clockAt('2026-03-09 09:30:00').waitFor();
    const { status, headers } = response;
    await route.fulfill({ status, headers: Object.fromEntries(headers), body: await response.text() });
  });
  await app.page.keyboard.press('d');
  await app.page.getByRole('button', { name: /^\+1 week/ }).click();
  await clockAt('2026-03-09 09:30:00').waitFor();
  await app.page.getByRole('button', { name: 'Undo the advance' }).waitFor();
  await app.page.keyboard.press('Control+z');
  await clockAt('2026-03-02 09:30:00').waitFor();
  expect(app.complaints).toEqual([]);
});
