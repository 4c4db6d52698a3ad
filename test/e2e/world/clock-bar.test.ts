/**
 * The clock bar: every status indicator visible, to the next opening, and an advance that is stopped on its way.
 * @module-tag deep
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { proves } from '../../conformance/proves.ts';
import { type OpenApp, openApp } from '../../support/page/open-page.ts';
import { startSilentReceiver } from '../../support/silent-receiver.ts';
import { accessibilityFaults, faultsInBothThemes } from '../every-screen/accessibility-faults.ts';

let app: OpenApp;

beforeAll(async () => {
  app = await openApp();
  await app.show('/portfolios');
  await app.page.getByRole('table', { name: 'Portfolios' }).waitFor();
});
afterAll(() => app.close());

const press = (name: string) => app.page.getByRole('button', { name, exact: true }).click();

describe('the clock bar', () => {
  it('shows every exchange separately if there is room, and else their number, with a list of them', async () => {
    const bar = app.page.getByRole('banner');
    await app.page.setViewportSize({ width: 1920, height: 720 });
    expect(await bar.getByRole('link', { name: /^X... open$/ }).count()).toBe(9);
    await app.page.setViewportSize({ width: 1280, height: 720 });
    await bar.getByRole('button', { name: 'Exchanges: 9 open' }).click();
    const list = app.page.getByRole('dialog', { name: 'Exchanges' });
    await list.getByRole('row', { name: 'XSWX open SIX Swiss Exchange open closes 16:20' }).waitFor();
    expect(await list.getByRole('row').count()).toBe(9);
    expect(await accessibilityFaults(app.page)).toEqual([]);
    await app.page.keyboard.press('Escape');
    await list.waitFor({ state: 'detached' });
  });

  it('remains on one line with the name of the product beside the badge of faults', async () => {
    const { controlUrl, adminToken } = app.ballast;
    await send(controlUrl, adminToken, '/faults', { kind: 'exchange_down', exchange: 'XSWX' });
    await send(controlUrl, adminToken, '/faults', { kind: 'api_latency', latency_ms: { fixed: 1 } });
    await app.page.locator('[data-active-faults] a').nth(1).waitFor();
    for (const width of [1920, 1440, 1366, 1280]) {
      await app.page.setViewportSize({ width, height: 720 });
      const bar = app.page.getByRole('banner');
      await bar.getByText('Ballast', { exact: true }).waitFor();
      expect((await bar.boundingBox())?.height).toBe(44);
      expect(await bar.evaluate(({ scrollWidth, clientWidth }) => scrollWidth <= clientWidth)).toBe(true);
    }
    await app.page.setViewportSize({ width: 1440, height: 900 });
    await app.page.getByRole('button', { name: 'End all faults (2)' }).click();
    await app.page.locator('[data-active-faults]').waitFor({ state: 'detached' });
  });

  it('advances to the next exchange opening: Tuesday 08:00 UTC', async () => {
    await press('→ open');
    await app.page.locator('[data-clock]', { hasText: '2026-03-03 08:00:00' }).waitFor();
  });

  it('shows the progress of a long advance, and stops it on its way', {
    ...proves('J16'),
    tags: ['deep'],
  }, async () => {
    const silent = await startSilentReceiver();
    await send(app.ballast.controlUrl, app.ballast.adminToken, '/webhooks', { url: silent.url });
    await announceSomething();
    await silent.isCalled;
    // Time waits for the response that never comes, so the advance is surely under way.
    await press('+1 d');
    const bar = app.page.getByRole('status').filter({ hasText: 'Advancing to 2026-03-04 08:00:00 UTC' });
    await bar.waitFor();
    expect(await bar.innerText()).toMatch(/08:00:00, \d+ log entr(y|ies)$/);
    // The tooltip of the button just pressed is outside every landmark, and disappears with the pointer.
    await app.page.mouse.move(640, 600);
    await app.page.getByRole('tooltip').waitFor({ state: 'detached' });
    expect(await faultsInBothThemes(app.page)).toEqual([]);
    await press('Stop');
    await app.page.getByText('Advance stopped').waitFor();
    await app.page.getByRole('button', { name: 'Stop', exact: true }).waitFor({ state: 'detached' });
    await silent.stop();
  });
});

describe('the panel about the world', () => {
  it('says what can be done, shows holdings and seed, and never returns once dismissed', async () => {
    const panel = app.page.getByRole('region', { name: 'What is this world?' });
    await panel.getByRole('link', { name: 'test them over years' }).waitFor();
    await panel.getByText('For developers').click();
    await panel.getByText('npx ballast serve --seed 42').waitFor();
    await panel.getByText('portfolios in EUR, GBP and SEK', { exact: false }).waitFor();
    await panel.getByRole('button', { name: 'Dismiss this panel' }).click();
    await panel.waitFor({ state: 'detached' });
    await app.page.reload();
    await app.page.getByRole('table', { name: 'Portfolios' }).waitFor();
    expect(await panel.count()).toBe(0);
    expect(app.complaints).toEqual([]);
  });
});

/** Creates a plan, announced as `rebalance.created`. */
async function announceSomething(): Promise<void> {
  const { formBUrl, apiKey } = app.ballast;
  const body = {
    external_id: 'e2e',
    currency: 'EUR',
    tax_wrapper: 'Depot',
    targets: [{ isin: 'DE0007164600', weight: 1 }],
    cash: 10_000,
  };
  const { portfolio_id } = await send(formBUrl, apiKey, '/portfolios', body);
  await send(formBUrl, apiKey, '/rebalance', { portfolio_id });
}

async function send(base: string, token: string, path: string, body: unknown): Promise<Record<string, string>> {
  const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' };
  const response = await fetch(`${base}${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
  return (await response.json()) as Record<string, string>;
}
