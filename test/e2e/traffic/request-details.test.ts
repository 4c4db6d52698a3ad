/**
 * The details of a request and of a delivery: a key of another request (L131), and whose certificates an attempt
 * trusted (I22).
 * @module-tag deep
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeCertificate } from '../../support/certificates.ts';
import { type OpenApp, openApp } from '../../support/page/open-page.ts';
import { startReceiver, stopReceivers } from '../../webhooks/receiver.ts';
import { accessibilityFaults } from '../every-screen/accessibility-faults.ts';

let app: OpenApp;

beforeAll(async () => {
  app = await openApp();
});
afterAll(async () => {
  await app.close();
  stopReceivers();
});

async function post(
  url: string,
  token: string,
  body: object,
): Promise<{ headers: Headers; body: Record<string, string> }> {
  const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' };
  const response = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) });
  expect(response.ok).toBe(true);
  return { headers: response.headers, body: (await response.json()) as Record<string, string> };
}

describe('the details', () => {
  it('of a request show that it has the idempotency key of another one, and where it differs', async () => {
    const { formAUrl, apiKey } = app.ballast;
    const start = (portfolioId: string | undefined, weight: number) =>
      post(`${formAUrl}/portfolios/${portfolioId}/rebalance`, apiKey, {
        target_weights: { DE0007164600: weight },
        idempotency_key: 'monthly',
      });
    const portfolio = { name: 'Pension', currency: 'EUR', tax_jurisdiction: 'DE' };
    const { body } = await post(`${formAUrl}/portfolios`, apiKey, portfolio);
    await start(body.portfolio_id, 1);
    const again = await start(body.portfolio_id, 0.9995);
    await app.show(`/traffic/requests/${again.headers.get('x-request-id')}`);
    const inspector = app.page.getByRole('complementary', { name: 'Request' });
    await inspector.getByText('key already used').waitFor();
    await inspector.getByText('/target_weights/DE0007164600 was 1, now 0.9995').waitFor();
    await app.page.getByRole('table', { name: 'Requests' }).getByText('key already used').waitFor();
    expect(await accessibilityFaults(app.page)).toEqual([]);
  });

  it('of a request lead to the events that it wrote, and show that it was undone by a restore', async () => {
    const { formAUrl, apiKey, controlUrl, adminToken } = app.ballast;
    await post(`${controlUrl}/snapshots`, adminToken, { name: 'before' });
    const portfolio = { name: 'Undone', currency: 'EUR', tax_jurisdiction: 'DE' };
    const { headers } = await post(`${formAUrl}/portfolios`, apiKey, portfolio);
    const path = `/traffic/requests/${headers.get('x-request-id')}`;
    await app.show(path);
    const inspector = app.page.getByRole('complementary', { name: 'Request' });
    await inspector.getByRole('link', { name: /^Entr(?:y|ies) \d/ }).click();
    await app.page.waitForURL(/\/timeline\?event=\d+$/);
    await post(`${controlUrl}/snapshots/before/restore`, adminToken, {});
    await app.show(path);
    await inspector.getByText('The world was rewound to before this request').waitFor();
    await app.page.getByRole('table', { name: 'Requests' }).getByText('undone').first().waitFor();
    expect(await inspector.getByRole('link', { name: /^Entr(?:y|ies) \d/ }).count()).toBe(0);
    expect(await accessibilityFaults(app.page)).toEqual([]);
  });

  it('of a delivery show whose certificates each attempt trusted', async () => {
    const { controlUrl, adminToken } = app.ballast;
    const { url } = await startReceiver(undefined, makeCertificate());
    const { body } = await post(`${controlUrl}/webhooks`, adminToken, { url, tls: { insecure: true } });
    const test = { type: 'rebalance.created' };
    const { body: delivery } = await post(`${controlUrl}/webhooks/${body.webhook_id}/test`, adminToken, test);
    await app.show(`/traffic/webhooks/deliveries/${delivery.delivery_id}`);
    const inspector = app.page.getByRole('complementary', { name: 'Delivery' });
    await inspector.getByText('Its certificate was not checked.').waitFor();
    expect(await accessibilityFaults(app.page)).toEqual([]);
  });
});
