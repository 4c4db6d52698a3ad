/**
 * A tester's journey: endpoints are added, paused, changed and removed, secrets rotated, deliveries found, read and
 * sent again.
 * @module-tag deep
 */
import type { Locator } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { webhookList } from '../../../src-server/contract/control/webhooks/webhooks.ts';
import { makeCertificate } from '../../support/certificates.ts';
import { type OpenApp, openApp } from '../../support/page/open-page.ts';
import { callerOf } from '../../support/start-ballast.ts';
import { accessibilityFaults } from '../every-screen/accessibility-faults.ts';

let app: OpenApp;

async function trustOfLatest() {
  const { controlUrl, adminToken } = app.ballast;
  const { webhooks } = (await callerOf(controlUrl, adminToken).get('/webhooks')).as(webhookList);
  return webhooks.at(-1)?.tls;
}

beforeAll(async () => {
  app = await openApp();
  await app.show('/traffic/webhooks');
});
afterAll(() => app.close());

describe('the webhooks screen', () => {
  it('adds an endpoint of the built-in sink', async () => {
    await addEndpoint('/sim/sink/first');
    await endpointRow('/sim/sink/first').getByText('enabled').waitFor();
  });

  it('sends a test event: an example that can be changed, its result in place, marked as a test', {
    tags: ['deep'],
  }, async () => {
    await endpointRow('/sim/sink/first')
      .getByRole('button', { name: /^Send a test event/ })
      .click();
    const dialog = app.page.getByRole('dialog', { name: 'Send a test event' });
    await dialog.getByLabel('Webhook event type', { exact: true }).selectOption('order.filled');
    const data = dialog.getByRole('textbox', { name: 'Data of the payload' });
    await data.getByText('"filled_quantity"').waitFor();
    expect(await accessibilityFaults(app.page)).toEqual([]);
    await data.fill('{"note": ');
    await dialog.getByText(/^This is not valid JSON/).waitFor();
    expect(await dialog.getByRole('button', { name: 'Send', exact: true }).isDisabled()).toBe(true);
    await data.fill('{"note": "a try"}');
    await dialog.getByRole('button', { name: 'Send', exact: true }).click();
    const result = dialog.getByRole('region', { name: 'Result' });
    await result.getByText('succeeded').waitFor();
    await result.getByText('Signature valid.').waitFor();
    await result.getByText(/^\d+ ms of real time$/).waitFor();
    await result.getByRole('region', { name: 'Response body' }).getByText('"received"').waitFor();
    expect(await accessibilityFaults(app.page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Use the latest real webhook event' }).click();
    await app.page.getByText('No order.filled has been delivered yet, so the example is kept.').waitFor();
    await result.getByRole('link', { name: 'Open it in the list of deliveries' }).click();
    const inspector = app.page.getByRole('complementary', { name: 'Delivery' });
    await inspector.getByText('test', { exact: true }).waitFor();
    await inspector.getByRole('region', { name: 'Payload' }).getByText('"a try"').waitFor();
    await deliveryRow('/sim/sink/first').getByText('test', { exact: true }).waitFor();
    await inspector.getByRole('button', { name: 'Close the inspector' }).click();
  });

  it('refuses an address outside this machine at the field, with the service’s own words', async () => {
    await app.page.getByLabel('URL of a new endpoint').fill('http://example.com/hook');
    await app.page.getByRole('button', { name: 'Add endpoint' }).click();
    const refused = app.page.getByRole('form', { name: 'Add an endpoint' }).locator('.mantine-InputWrapper-error');
    await refused.waitFor();
    expect(await refused.textContent()).toMatch(/this computer/);
  });

  it('shows a delivery without a reload, with its payload, its checks and a valid signature', async () => {
    await makeAnEvent();
    const created = planDeliveries().first();
    await created.getByText('succeeded').waitFor();
    await created.click();
    await app.page.waitForURL(/\/traffic\/webhooks\/deliveries\//);
    await app.page.getByText('Signature valid.').waitFor();
    await app.page
      .getByRole('list', { name: 'Checks of the signature' })
      .getByText('Timestamp', { exact: true })
      .waitFor();
    const payload = app.page.getByRole('region', { name: 'Payload' });
    await payload.getByText('"portfolio_id"').waitFor();
    await payload.getByText('"quantity"').waitFor();
    await payload.getByRole('button', { name: 'Fold all of payload', exact: true }).click();
    await payload.getByText('"quantity"').waitFor({ state: 'detached' });
    await payload.getByRole('button', { name: 'Unfold all of payload' }).click();
    await payload.getByText('"quantity"').waitFor();
    await payload.getByRole('button', { name: 'Find in payload' }).click();
    await payload.getByRole('textbox', { name: 'Find' }).pressSequentially('quantity');
    await payload.locator('.cm-searchMatch').first().waitFor();
    await app.page.keyboard.press('Escape');
    await app.page
      .getByRole('region', { name: 'Attempts' })
      .getByText(/webhook-signature: v1,/)
      .waitFor();
    expect(await accessibilityFaults(app.page)).toEqual([]);
  });

  it('sends it again as one more attempt', async () => {
    await app.page.getByRole('button', { name: 'Send again', exact: true }).click();
    await app.page.getByRole('heading', { name: '2 attempts' }).waitFor();
  });

  it('leads from an attempt to the page that explains its signature, and from a delivery to its trace', async () => {
    await app.page.getByRole('link', { name: 'Explain the signature of #2' }).click();
    await app.page.getByRole('region', { name: 'Signature check' }).getByText('Signature valid.').waitFor();
    await app.page.goBack();
    await app.page.getByRole('link', { name: 'Trace' }).click();
    await app.page.waitForURL(/\/traffic\/trace\//);
    await app.page.goBack();
  });

  it('closes the inspector with Escape', async () => {
    await app.page.getByRole('button', { name: 'Send again', exact: true }).focus();
    await app.page.keyboard.press('Escape');
    await app.page.waitForURL(app.at('/traffic/webhooks'));
  });

  it('rotates a secret: the dialog says how long both sign, and the receiver gets both signatures', {
    tags: ['deep'],
  }, async () => {
    await endpointRow('/sim/sink/first')
      .getByRole('button', { name: /rotate the secret/ })
      .click();
    await app.page.getByText('For 24 h of virtual time, every webhook is signed with both secrets.').waitFor();
    expect(await accessibilityFaults(app.page)).toEqual([]);
    await app.page.getByRole('button', { name: 'Rotate secret' }).click();
    await endpointRow('/sim/sink/first').getByText('1 replaced secret signs as well').waitFor();
    await endpointRow('/sim/sink/first')
      .getByRole('button', { name: /rotate the secret/ })
      .click();
    await app.page.getByText(/^until .* virtual UTC$/).waitFor();
    await app.page.getByRole('button', { name: 'Close', exact: true }).click();
    await makeAnEvent();
    await planDeliveries().nth(1).waitFor();
    await planDeliveries().first().click();
    const headers = app.page.getByRole('region', { name: 'Attempts' }).getByText(/webhook-signature: v1,\S+ v1,/);
    await headers.waitFor();
  });

  it('pauses an endpoint, so that deliveries wait, and sends them on resuming', { tags: ['deep'] }, async () => {
    await app.show('/traffic/webhooks');
    await endpointRow('/sim/sink/first')
      .getByRole('button', { name: /^Pause/ })
      .click();
    await endpointRow('/sim/sink/first').getByText('deliveries wait').waitFor();
    await makeAnEvent();
    await deliveryRow('/sim/sink/first').getByText('pending').waitFor();
    await endpointRow('/sim/sink/first')
      .getByRole('button', { name: /^Resume/ })
      .click();
    await deliveryRow('/sim/sink/first').getByText('succeeded').waitFor();
  });

  it('changes the event types of an endpoint', { tags: ['deep'] }, async () => {
    await endpointRow('/sim/sink/first')
      .getByRole('button', { name: /^Edit the endpoint/ })
      .click();
    const form = app.page.getByRole('form', { name: 'Edit the endpoint' });
    await form.getByLabel('Response timeout (ms, real time)').fill('50');
    await form.getByRole('button', { name: 'Save changes' }).click();
    await form.getByText(/100/).last().waitFor();
    await form.getByLabel('Response timeout (ms, real time)').fill('2000');
    await form.getByLabel('In order').uncheck();
    await form.getByRole('button', { name: 'Save changes' }).click();
    await endpointRow('/sim/sink/first').getByText('16 at once').waitFor();
  });

  it('shows whose certificates are trusted for a receiver at an https address', { tags: ['deep'] }, async () => {
    await addEndpoint('https://127.0.0.1:8/hook');
    await endpointRow('https://127.0.0.1:8/hook')
      .getByRole('button', { name: /^Edit the endpoint/ })
      .click();
    const form = app.page.getByRole('form', { name: 'Edit the endpoint' });
    await form.getByLabel('Trust its certificate').selectOption('ca');
    await form.getByLabel('Certificates of the CA (PEM)').fill('no certificate');
    await form.getByRole('button', { name: 'Save changes' }).click();
    await form.getByText(/^Contains no certificate in PEM/).waitFor();
    expect(await accessibilityFaults(app.page)).toEqual([]);
    const { cert } = makeCertificate();
    await form.getByLabel('Certificates of the CA (PEM)').fill(cert);
    await form.getByRole('button', { name: 'Save changes' }).click();
    await form.waitFor({ state: 'detached' });
    expect(await trustOfLatest()).toEqual({ ca: cert });
    await endpointRow('https://127.0.0.1:8/hook')
      .getByRole('button', { name: /^Edit the endpoint/ })
      .click();
    expect(await form.getByLabel('Trust its certificate').inputValue()).toBe('ca');
    await form.getByLabel('Trust its certificate').selectOption('insecure');
    await form.getByRole('button', { name: 'Save changes' }).click();
    await form.waitFor({ state: 'detached' });
    expect(await trustOfLatest()).toEqual({ insecure: true });
  });

  it('finds deliveries by endpoint and status, and the address retains the choice', { tags: ['deep'] }, async () => {
    const waiting = app.page.getByLabel('Only deliveries that are');
    await waiting.selectOption('failed');
    await app.page.getByText('No delivery matches the filters.').waitFor();
    await app.page.reload();
    await app.page.getByText('No delivery matches the filters.').waitFor();
    await waiting.selectOption('succeeded');
    await app.page.getByLabel('Only deliveries to').selectOption({ label: '/sim/sink/first' });
    await deliveryRow('/sim/sink/first').waitFor();
    await deliveryRow('/sim/sink/demo').waitFor({ state: 'detached' });
  });

  it('shows the subject of each, and finds those of a portfolio by its name', { tags: ['deep'] }, async () => {
    await app.show('/traffic/webhooks');
    const row = deliveryRow('rebalance.created');
    await row.getByRole('link', { name: /^rb_…/ }).waitFor();
    const label = await row.locator('a[href^="/portfolios/"]').innerText();
    const search = app.page.getByLabel('Search words in payload, ids and portfolios');
    await search.fill(label.toUpperCase());
    await expect.poll(() => new URL(app.page.url()).searchParams.get('q')).toBe(label.toUpperCase());
    await row.waitFor();
    await search.fill('no such thing');
    await app.page.getByText('No delivery matches the filters.').waitFor();
    await search.press('Escape');
    await row.waitFor();
  });

  it('retains both of two choices, if the second is made before the first is drawn', { tags: ['deep'] }, async () => {
    await app.show('/traffic/webhooks');
    await app.page.getByLabel('Only deliveries that are').waitFor();
    await app.page.evaluate(() => {
      for (const [label, value] of Object.entries({
        'Only deliveries that are': 'succeeded',
        'Only webhook events of the type': 'rebalance.created',
      })) {
        const choice = document.querySelector<HTMLSelectElement>(`select[aria-label="${label}"]`);
        if (choice === null) throw new Error(`there is no choice ${label}`);
        choice.value = value;
        choice.dispatchEvent(new Event('change', { bubbles: true }));
      }
    });
    await app.page.waitForURL(/\?status=succeeded&type=rebalance\.created$/);
    await expect.poll(() => app.page.getByLabel('Only deliveries that are').inputValue()).toBe('succeeded');
  });

  it('hides a column of the deliveries, and shows them under the name of their endpoint above', {
    tags: ['deep'],
  }, async () => {
    await app.show('/traffic/webhooks');
    const deliveries = app.page.getByRole('table', { name: 'Deliveries' });
    await deliveries.getByText('/sim/sink/first', { exact: true }).first().waitFor();
    await app.page.getByRole('button', { name: 'Columns of the table Deliveries' }).click();
    await app.page.getByRole('menuitemcheckbox', { name: 'Attempts' }).click();
    await deliveries.getByRole('columnheader', { name: 'Attempts' }).waitFor({ state: 'detached' });
    await app.page.keyboard.press('Escape');
    await app.page.keyboard.press('Control+z');
    await deliveries.getByRole('columnheader', { name: 'Attempts' }).waitFor();
  });

  it('says that the retry of a failed delivery waits for the clock, and helps', { tags: ['deep'] }, async () => {
    await app.show('/traffic/webhooks');
    // Nobody listens on the discard port, so every attempt is refused.
    await addEndpoint('http://127.0.0.1:9/nobody');
    await makeAnEvent();
    await deliveryRow('127.0.0.1:9').getByText('pending').waitFor();
    await app.page.getByRole('button', { name: 'Advance 1 min' }).click();
    await deliveryRow('127.0.0.1:9').click();
    await app.page.getByRole('heading', { name: '2 attempts' }).waitFor();
    await app.page.getByText(/^for its retry at/).waitFor();
  });

  it('removes an endpoint after saying what happens to waiting deliveries, and sends failed ones of another again', {
    tags: ['deep'],
  }, async () => {
    await app.show('/traffic/webhooks');
    await endpointRow('127.0.0.1:9')
      .getByRole('button', { name: /^Send failed deliveries again/ })
      .click();
    await app.page
      .getByRole('form', { name: 'Send failed deliveries again' })
      .getByRole('button', { name: 'Send again' })
      .click();
    await app.page.getByText('There were no deliveries to send again.').waitFor();
    await endpointRow('127.0.0.1:9')
      .getByRole('button', { name: /^Remove the endpoint/ })
      .click();
    await app.page.getByText('1 delivery that waits for it will fail.').waitFor();
    await app.page.getByRole('button', { name: 'Remove endpoint' }).click();
    await endpointRow('127.0.0.1:9').waitFor({ state: 'detached' });
    await deliveryRow('127.0.0.1:9').getByText('failed').waitFor();
    expect(await accessibilityFaults(app.page)).toEqual([]);
    expect(app.complaints).toEqual([]);
  });
});

async function addEndpoint(url: string): Promise<void> {
  await app.page.getByLabel('URL of a new endpoint').fill(url);
  await app.page.getByRole('button', { name: 'Add endpoint' }).click();
  await endpointRow(url.replace('http://', '')).waitFor();
}

function endpointRow(url: string): Locator {
  return app.page.getByRole('table', { name: 'Webhook endpoints' }).locator('tbody tr', { hasText: url });
}

/** The latest delivery to an endpoint. */
function deliveryRow(url: string): Locator {
  return app.page.getByRole('table', { name: 'Deliveries' }).locator('tbody tr', { hasText: url }).first();
}

/** Requests of `makeAnEvent` at the built-in sink, latest first; without the test event. */
function planDeliveries(): Locator {
  const rows = app.page.getByRole('table', { name: 'Deliveries' }).locator('tbody tr', { hasText: '/sim/sink/first' });
  return rows.filter({ hasText: 'rebalance.created' });
}

/** Creates a plan, announced as `rebalance.created`, the quickest event. */
async function makeAnEvent(): Promise<void> {
  const { formBUrl, apiKey } = app.ballast;
  const headers = { Authorization: `Bearer ${apiKey}`, 'Content-Type': 'application/json' };
  const target = { isin: 'DE0007164600', weight: 1 };
  const body = { external_id: 'e2e', currency: 'EUR', tax_wrapper: 'Depot', targets: [target], cash: 10_000 };
  const created = await fetch(`${formBUrl}/portfolios`, { method: 'POST', headers, body: JSON.stringify(body) });
  const { portfolio_id } = (await created.json()) as { portfolio_id: string };
  await fetch(`${formBUrl}/rebalance`, { method: 'POST', headers, body: JSON.stringify({ portfolio_id }) });
}
