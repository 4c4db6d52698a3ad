/** The clock bar: every status indicator in sight, to the next opening, and an advance that is stopped on its way. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type OpenApp, openApp } from '../../support/page/open-page.ts';
import { accessibilityFaults } from '../every-screen/accessibility-faults.ts';

let app: OpenApp;

beforeAll(async () => {
  app = await openApp();
  await app.page.goto(app.at('/portfolios'));
  await app.page.getByRole('table', { name: 'Portfolios' }).waitFor();
});
afterAll(() => app.close());

const press = (name: string) => app.page.getByRole('button', { name, exact: true }).click();

describe('the clock bar', () => {
  it.each([1440, 1366, 1280])('shows every exchange in a window of %i pixels', async (width) => {
    await app.page.setViewportSize({ width, height: 720 });
    const lamps = app.page.locator('[data-exchanges]');
    const frame = await lamps.boundingBox();
    const first = await lamps.getByRole('button').first().boundingBox();
    expect(first?.x).toBeGreaterThanOrEqual(frame?.x ?? Number.POSITIVE_INFINITY);
  });

  it('shows the name of the product and every exchange beside the badge of faults, at any width', async () => {
    const { controlUrl, adminToken } = app.ballast;
    await send(controlUrl, adminToken, '/faults', { kind: 'exchange_down', exchange: 'XSWX' });
    await send(controlUrl, adminToken, '/faults', { kind: 'api_latency', latency_ms: { fixed: 1 } });
    await app.page.locator('[data-active-faults] a').nth(1).waitFor();
    for (const width of [1920, 1440, 1366, 1280, 1024, 900]) {
      await app.page.setViewportSize({ width, height: 720 });
      const bar = app.page.getByRole('banner');
      await bar.getByText('Ballast', { exact: true }).waitFor();
      const [frame, ...boxes] = await Promise.all(
        [bar, ...(await bar.locator('[data-exchanges] button').all())].map((each) => each.boundingBox()),
      );
      for (const box of boxes) {
        expect(box?.x).toBeGreaterThanOrEqual(frame?.x ?? Number.POSITIVE_INFINITY);
        expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual((frame?.y ?? 0) + (frame?.height ?? 0));
      }
    }
    await app.page.setViewportSize({ width: 1440, height: 900 });
    await app.page.getByRole('button', { name: 'End every fault (2)' }).click();
    await app.page.locator('[data-active-faults]').waitFor({ state: 'detached' });
  });

  it('advances to the next opening of an exchange: Tuesday 08:00 UTC', async () => {
    await press('→ open');
    await app.page.locator('[data-clock]', { hasText: '2026-03-03 08:00:00' }).waitFor();
  });

  it('stops an advance on its way and says where the clock is', async () => {
    const silent = await startSilentReceiver();
    await send(app.ballast.controlUrl, app.ballast.adminToken, '/webhooks', { url: silent.url });
    await announceSomething();
    await silent.isCalled;
    // Time waits for the answer that never comes, so the advance is surely under way.
    await press('+1 d');
    await app.page.getByText('Advancing to 2026-03-04 08:00:00 UTC').waitFor();
    // The tooltip of the button just pressed hangs outside every landmark, and goes with the pointer.
    await app.page.mouse.move(640, 600);
    await app.page.getByRole('tooltip').waitFor({ state: 'detached' });
    for (const colorScheme of ['light', 'dark'] as const) {
      await app.page.emulateMedia({ colorScheme });
      expect(await accessibilityFaults(app.page)).toEqual([]);
    }
    await press('Stop');
    await app.page.getByText('Advance stopped').waitFor();
    await app.page.getByRole('button', { name: 'Stop', exact: true }).waitFor({ state: 'detached' });
    await silent.stop();
  });
});

describe('the panel about the world', () => {
  it('shows seed and holdings, and is gone for good once dismissed', async () => {
    const panel = app.page.getByRole('region', { name: 'What is this world?' });
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

/** A receiver that takes every request and answers none. */
async function startSilentReceiver() {
  let onCall = () => {};
  const isCalled = new Promise<void>((resolve) => {
    onCall = resolve;
  });
  const server = createServer(() => onCall());
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const stop = async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  };
  return { url: `http://127.0.0.1:${port}/silent`, isCalled, stop };
}

/** A new plan is announced as `rebalance.created`. */
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
  const answer = await fetch(`${base}${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
  return (await answer.json()) as Record<string, string>;
}
