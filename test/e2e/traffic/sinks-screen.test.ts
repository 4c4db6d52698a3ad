/**
 * A tester's journey: a sink is opened by its name, receives, responds by a script, and becomes a webhook endpoint.
 * @module-tag deep
 */
import type { APIResponse } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type OpenApp, openApp } from '../../support/page/open-page.ts';
import { accessibilityFaults } from '../every-screen/accessibility-faults.ts';

let app: OpenApp;

beforeAll(async () => {
  app = await openApp();
  await app.show('/traffic/sinks');
});
afterAll(() => app.close());

describe('the sinks', () => {
  it('are opened by a name, and an invalid name is refused at once', async () => {
    const name = app.page.getByLabel('Name of a sink');
    await name.fill('a/b');
    await app.page.getByText('1 to 64 letters, digits, dots, hyphens, _ or ~.').waitFor();
    await name.fill('orders');
    await app.page.getByRole('button', { name: 'Open', exact: true }).click();
    await app.page.waitForURL(app.at('/traffic/sinks/orders'));
    await app.page.getByText('The sink responds with 200 to every request.').waitFor();
    await app.page.getByText('No requests yet.').waitFor();
    expect(await accessibilityFaults(app.page)).toEqual([]);
  });

  it('are in the list at once: the one that is open, and one that an endpoint points at', async () => {
    await sinkRow('orders').waitFor();
    const headers = { Authorization: `Bearer ${app.ballast.adminToken}`, 'Content-Type': 'application/json' };
    const body = JSON.stringify({ url: '/sim/sink/quiet' });
    await fetch(`${app.ballast.controlUrl}/webhooks`, { method: 'POST', headers, body });
    await sinkRow('quiet').getByText('registered').waitFor();
    expect(await sinkRow('quiet').innerText()).toMatch(/\b0\b/);
  });

  it('respond by a script, whose issues are shown at their fields', async () => {
    await app.page.getByRole('button', { name: 'Write a script…' }).click();
    const form = app.page.getByRole('form', { name: 'Script of the sink orders' });
    const first = form.getByRole('group', { name: 'Response 1' });
    await first.getByLabel('Status').fill('99');
    await first.getByLabel('Headers').fill('Retry-After: 30');
    await form.getByRole('button', { name: 'Save the script' }).click();
    await first.getByText(/200/).waitFor();
    expect(await accessibilityFaults(app.page)).toEqual([]);
    await first.getByLabel('Status').fill('503');
    await form.getByRole('button', { name: 'Add a response' }).click();
    await form.getByRole('group', { name: 'Response 2' }).getByLabel('Status').fill('418');
    await form.getByRole('button', { name: 'Save the script' }).click();
    await app.page
      .getByText('The sink responds with 503 once, then 418 once; afterwards 200 to every request.')
      .waitFor();
    const responses = [await send('one'), await send('two'), await send('three')];
    expect(responses.map((response) => response.status())).toEqual([503, 418, 200]);
    expect(responses[0]?.headers()['retry-after']).toBe('30');
  });

  it('show new requests without a reload, and a complete request in the inspector, at its own address', async () => {
    await requestRow('three').waitFor();
    await requestRow('two').getByText('418').waitFor();
    await requestRow('two').click();
    const inspector = app.page.getByRole('complementary', { name: 'Sink request' });
    await inspector.getByText(/content-type: text\/plain/).waitFor();
    await app.page.reload();
    await inspector.getByText('two').waitFor();
    expect(await accessibilityFaults(app.page)).toEqual([]);
    await inspector.getByRole('button', { name: 'Close the inspector' }).click();
    await app.page.waitForURL(app.at('/traffic/sinks/orders'));
  });

  it('become webhook endpoints by one button, and check the signatures of later requests', {
    tags: ['deep'],
  }, async () => {
    await app.page.getByRole('button', { name: 'Use as endpoint' }).click();
    await app.page.getByText('✓ is a webhook endpoint').waitFor();
    await sinkRow('orders').getByText('registered').waitFor();
    await makeAnEvent();
    await requestRow('rebalance.created')
      .getByText(/✓\s*valid/)
      .waitFor();
    await requestRow('rebalance.created').click();
    await app.page.getByText('Signature valid.').waitFor();
    await app.page.getByRole('link', { name: 'Explain the signature' }).click();
    await app.page.waitForURL(/\/traffic\/signature\?sink=orders/);
    await app.page.getByRole('region', { name: 'Signature check' }).getByText('Signature valid.').waitFor();
    await app.page.goBack();
  });

  it('show the beginning of a body of almost a megabyte at once, and all of it on request', {
    tags: ['deep'],
  }, async () => {
    await app.show('/traffic/sinks/orders');
    const rows = Array.from({ length: 12_000 }, (_, index) => ({
      row: index,
      text: 'a line of a large body'.repeat(2),
    }));
    await send(JSON.stringify(rows));
    await requestRow('a line of a large body').click();
    const inspector = app.page.getByRole('complementary', { name: 'Sink request' });
    await inspector.getByText(/^The first 100.000 of [\d\s]+ characters\.$/).waitFor();
    await inspector.getByText('"row": 1,').waitFor();
    await inspector.getByRole('button', { name: 'Show all' }).click();
    await inspector.getByText(/^The first 100.000/).waitFor({ state: 'detached' });
    await inspector.getByRole('button', { name: 'Fold all of payload', exact: true }).click();
    await inspector.getByRole('button', { name: 'Unfold these lines' }).first().waitFor();
  });

  it('delete their requests on request, and remove their script separately', {
    tags: ['deep'],
  }, async () => {
    await app.show('/traffic/sinks/orders');
    await app.page.getByRole('button', { name: 'Clear…' }).click();
    await app.page.getByRole('button', { name: 'Delete the requests' }).click();
    await app.page.getByText('No requests yet.').waitFor();
    await app.page.getByText(/The sink responds with 503 once/).waitFor();
    await app.page.getByRole('button', { name: 'Remove the script' }).click();
    await app.page.getByText('The sink responds with 200 to every request.').waitFor();
    expect(app.complaints).toEqual([]);
  });
});

function sinkRow(name: string) {
  return app.page.getByRole('table', { name: 'Sinks' }).locator('tbody tr', { hasText: name });
}

function requestRow(text: string) {
  return app.page.getByRole('table', { name: 'Requests of the sink' }).locator('tbody tr', { hasText: text }).first();
}

/** By the browser, because responses of a script are in no document. */
function send(body: string): Promise<APIResponse> {
  return app.page.request.post(app.serviceAt('/sim/sink/orders'), {
    headers: { 'Content-Type': 'text/plain' },
    data: body,
  });
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
