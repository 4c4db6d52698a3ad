/** A tester's way: an endpoint is added, a delivery looked into, sent again, and the endpoint removed. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type OpenApp, openApp } from '../support/open-page.ts';

let app: OpenApp;

beforeAll(async () => {
  app = await openApp();
  await app.page.goto(app.at('/webhooks'));
});
afterAll(() => app.close());

describe('the webhooks screen', () => {
  it('adds an endpoint of the built-in sink', async () => {
    await app.page.getByLabel('URL of a new endpoint').fill('/sim/sink/first');
    await app.page.getByRole('button', { name: 'Add endpoint' }).click();
    await app.page.getByRole('table', { name: 'Webhook endpoints' }).getByText('/sim/sink/first').waitFor();
  });

  it('refuses an address outside this machine with the service’s own words', async () => {
    await app.page.getByLabel('URL of a new endpoint').fill('http://example.com/hook');
    await app.page.getByRole('button', { name: 'Add endpoint' }).click();
    await app.page.getByText('Adding the endpoint failed (invalid_request)').waitFor();
  });

  it('shows a delivery without a reload, with its payload and a signature that holds', async () => {
    await makeAnEvent();
    const row = app.page.getByRole('table', { name: 'Deliveries' }).locator('tbody tr', { hasText: '/sim/sink/first' });
    await row.first().getByText('succeeded').waitFor();
    await row.first().click();
    await app.page.waitForURL(/\/webhooks\/deliveries\//);
    await app.page.getByText('Signature valid.').waitFor();
    await app.page.getByRole('region', { name: 'Payload' }).getByText('"portfolio_id"').waitFor();
  });

  it('sends it again as one more attempt', async () => {
    await app.page.getByRole('button', { name: 'Send again' }).click();
    await app.page.getByRole('heading', { name: '2 attempts' }).waitFor();
  });

  it('closes the inspector with Escape and removes the endpoint', async () => {
    await app.page.getByRole('button', { name: 'Send again' }).focus();
    await app.page.keyboard.press('Escape');
    await app.page.waitForURL(app.at('/webhooks'));
    const row = app.page
      .getByRole('table', { name: 'Webhook endpoints' })
      .locator('tbody tr', { hasText: '/sim/sink/first' });
    await row.getByRole('button', { name: /Remove the endpoint/ }).click();
    await row.waitFor({ state: 'detached' });
  });

  it('says that the retry of a failed delivery waits for the clock, and helps', async () => {
    // Nobody listens on the discard port, so every attempt is refused.
    await app.page.getByLabel('URL of a new endpoint').fill('http://127.0.0.1:9/nobody');
    await app.page.getByRole('button', { name: 'Add endpoint' }).click();
    await app.page.getByRole('table', { name: 'Webhook endpoints' }).getByText('http://127.0.0.1:9/nobody').waitFor();
    await makeAnEvent();
    const row = app.page.getByRole('table', { name: 'Deliveries' }).locator('tbody tr', { hasText: '127.0.0.1:9' });
    await row.first().getByText('pending').waitFor();
    await app.page.getByRole('button', { name: 'Advance 1 m' }).click();
    await row.first().click();
    await app.page.getByRole('heading', { name: '2 attempts' }).waitFor();
    expect(app.complaints).toEqual([]);
  });
});

/** A new plan is announced as `rebalance.created`, the quickest event to be had. */
async function makeAnEvent(): Promise<void> {
  const { formBUrl, apiKey } = app.ballast;
  const headers = { Authorization: `Bearer ${apiKey}`, 'Content-Type': 'application/json' };
  const target = { isin: 'DE0007164600', weight: 1 };
  const body = { external_id: 'e2e', currency: 'EUR', tax_wrapper: 'Depot', targets: [target], cash: 10_000 };
  const created = await fetch(`${formBUrl}/portfolios`, { method: 'POST', headers, body: JSON.stringify(body) });
  const { portfolio_id } = (await created.json()) as { portfolio_id: string };
  await fetch(`${formBUrl}/rebalance`, { method: 'POST', headers, body: JSON.stringify({ portfolio_id }) });
}
