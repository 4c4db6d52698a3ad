/**
 * A tester's journey through the journal: live requests, word for word, found again, verified, replayed, cleared.
 * @module-tag deep
 */
import { readFileSync } from 'node:fs';
import type { Request } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { proves } from '../../conformance/proves.ts';
import { type OpenApp, openApp } from '../../support/page/open-page.ts';
import { accessibilityFaults } from '../every-screen/accessibility-faults.ts';

let app: OpenApp;

beforeAll(async () => {
  app = await openApp();
  await app.show('/traffic');
});
afterAll(() => app.close());

const rows = () => app.page.getByRole('table', { name: 'Requests', exact: true }).locator('tbody tr');
const inspector = () => app.page.getByRole('complementary', { name: 'Request' });
const filters = () => app.page.getByRole('search', { name: 'Filters of the requests' });

/** A request of a client, whose response does not matter here; it may be a reset connection. */
async function ask(method: string, path: string, body?: unknown): Promise<string> {
  const { formBUrl, apiKey } = app.ballast;
  const headers = { Authorization: `Bearer ${apiKey}`, 'Content-Type': 'application/json' };
  const init = body === undefined ? { method, headers } : { method, headers, body: JSON.stringify(body) };
  const response = await fetch(`${formBUrl}${path}`, init).catch(() => null);
  return response === null ? '' : response.text();
}

async function control(method: string, path: string, body?: Record<string, unknown>): Promise<void> {
  const headers = { Authorization: `Bearer ${app.ballast.adminToken}`, 'Content-Type': 'application/json' };
  const init = body === undefined ? { method, headers } : { method, headers, body: JSON.stringify(body) };
  expect((await fetch(`${app.ballast.controlUrl}${path}`, init)).ok).toBe(true);
}

const breakInterface = (fault: Record<string, unknown>) => control('POST', '/faults', fault);

describe('the journal of requests', () => {
  it('is the first view of the traffic and says what would fill it', async () => {
    await app.page.waitForURL(app.at('/traffic/requests'));
    await app.page.getByText('No requests yet.').waitFor();
    expect(await accessibilityFaults(app.page)).toEqual([]);
  });

  it('shows requests without a reload, newest first, with form, status and time', async () => {
    await ask('GET', '/prices/DE0007164600');
    await rows().first().getByText('/prices/DE0007164600').waitFor();
    await ask('POST', '/portfolios', { external_id: '' });
    await rows().first().getByText('/portfolios').waitFor();
    const text = await rows().allInnerTexts();
    expect(text[0]).toMatch(/POST.*B.*\/portfolios.*400.*createPortfolio/s);
    expect(text[1]).toMatch(/GET.*B.*\/prices\/DE0007164600.*200.*getPrices/s);
  });

  it('takes each request from the stream, and does not read the list again', async () => {
    const reads: string[] = [];
    const note = (request: Request) => {
      if (new URL(request.url()).pathname === '/sim/journal') reads.push(request.url());
    };
    app.page.on('request', note);
    for (const id of ['rb_first', 'rb_second', 'rb_third']) {
      await ask('GET', `/rebalance/${id}`);
      await rows().first().getByText(`/rebalance/${id}`).waitFor();
    }
    app.page.off('request', note);
    expect(reads).toEqual([]);
    const numbers = await rows().locator('td:nth-child(2)').allInnerTexts();
    expect(numbers).toEqual(numbers.map((_, index) => String(numbers.length - index)));
  });

  it('names the fault that hit a request, and shows a request without a response', async () => {
    await breakInterface({ kind: 'api_connection_reset', count: 1 });
    await ask('GET', '/prices/DE0007164600');
    await rows().first().getByText('no response').waitFor();
    await rows().first().getByText('connection reset').waitFor();
  });

  it('does not change while it is paused and then shows what came meanwhile', async () => {
    await app.page.getByRole('button', { name: 'Pause', exact: true }).click();
    await app.page.getByText('Paused: new requests are not shown').waitFor();
    await ask('GET', '/portfolios/pf_while-paused');
    // Requests after the pause are shown elsewhere: the filtered list is another one, and it is read.
    await filters().getByLabel('Search words').fill('pf_while');
    await rows().first().getByText('/portfolios/pf_while-paused').waitFor();
    await app.page.getByRole('button', { name: 'Clear filters' }).click();
    await rows().first().getByText('no response').waitFor();
    await app.page.getByRole('button', { name: 'Follow', exact: true }).click();
    await rows().first().getByText('/portfolios/pf_while-paused').waitFor();
  });
});

describe('the filters', () => {
  it('are in the address, so that a filtered list can be shared', async () => {
    await filters().getByLabel('Response status').selectOption('4xx');
    await filters().getByLabel('Method').selectOption('POST');
    await app.page.getByRole('heading', { name: '1 request matches' }).waitFor();
    await app.page.waitForURL(app.at('/traffic/requests?method=POST&status=4xx'));
    await app.page.reload();
    await app.page.getByRole('heading', { name: '1 request matches' }).waitFor();
    await rows().first().getByText('createPortfolio').waitFor();
  });

  it('find requests that repeat an idempotency key', { ...proves('L131'), tags: ['deep'] }, async () => {
    await app.show('/traffic/requests');
    await filters().getByLabel('Reused idempotency key').selectOption('differs');
    await app.page.waitForURL(app.at('/traffic/requests?idempotency=differs'));
    await app.page.getByText('No request matches the filters.').waitFor();
    await app.page.getByRole('button', { name: 'Clear filters' }).click();
  });

  it('show values that no list offers, and the service’s own words for invalid ones', {
    tags: ['deep'],
  }, async () => {
    await app.show('/traffic/requests?status=200');
    await rows().first().getByText('getPrices').waitFor();
    expect(await filters().getByLabel('Response status').inputValue()).toBe('200');
    await app.show('/traffic/requests?status=lots');
    await app.page.getByText('Loading the journal failed').waitFor();
    await app.page.getByText('/status', { exact: true }).waitFor();
    await app.page.getByRole('button', { name: 'Clear filters' }).click();
    await rows().first().waitFor();
  });
});

describe('the inspector', () => {
  it('shows a request word for word, without the key', async () => {
    await rows().filter({ hasText: 'createPortfolio' }).click();
    await app.page.waitForURL(/\/traffic\/requests\/rq_/);
    await inspector().getByRole('region', { name: 'Request' }).getByText('"external_id": ""').waitFor();
    await inspector().getByRole('region', { name: 'Response' }).getByText('"invalid_request"').waitFor();
    await inspector()
      .getByText(/\d+ headers?/)
      .first()
      .click();
    await inspector().getByText('Bearer [redacted]').waitFor();
    expect(await inspector().innerText()).not.toContain(app.ballast.apiKey);
  });

  it('copies it as a command for a shell, as a call in JavaScript, and as an HTTP archive, without the key', {
    tags: ['deep'],
  }, async () => {
    await app.page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    const copyAs = async (kind: RegExp) => {
      await inspector().getByRole('button', { name: 'Copy as' }).click();
      await app.page.getByRole('menuitem', { name: kind }).click();
      await inspector().getByRole('button', { name: 'Copied' }).waitFor();
      const copied = await app.page.evaluate(() => navigator.clipboard.readText());
      expect(copied).not.toContain(app.ballast.apiKey);
      await inspector().getByRole('button', { name: 'Copy as' }).waitFor();
      return copied;
    };
    const curl = await copyAs(/^curl/);
    expect(curl).toMatch(/^curl .*\/form-b\/v1\/portfolios/s);
    expect(curl).toContain('$BALLAST_API_KEY');
    expect(await copyAs(/^fetch/)).toMatch(/^await fetch\(".*\/form-b\/v1\/portfolios", \{\n {2}method: "POST",/);
    const { log } = JSON.parse(await copyAs(/^HAR/)) as { log: { entries: { response: { status: number } }[] } };
    expect(log.entries.map(({ response }) => response.status)).toEqual([400]);
  });

  it('leads to the fault that hit the request', { tags: ['deep'] }, async () => {
    await rows().filter({ hasText: 'no response' }).click();
    await inspector().getByText('No response was sent, because of a fault.').waitFor();
    expect(await inspector().getByRole('link', { name: /^ft_/ }).getAttribute('href')).toMatch(
      /^\/traffic\/faults\/ft_/,
    );
  });

  it('opens by the keyboard and closes with Escape, back to the list as it was filtered', async () => {
    await app.show('/traffic/requests?form=B');
    await rows().first().focus();
    await app.page.keyboard.press('ArrowDown');
    await app.page.keyboard.press('Enter');
    await app.page.waitForURL(/\/traffic\/requests\/rq_.*\?form=B$/);
    await inspector().getByRole('button', { name: 'Copy as' }).waitFor();
    // The row still has the focus.
    await app.page.keyboard.press('Escape');
    await app.page.waitForURL(app.at('/traffic/requests?form=B'));
    await app.page.keyboard.press('Enter');
    await app.page.waitForURL(/\/traffic\/requests\/rq_.*\?form=B$/);
    await inspector().getByRole('button', { name: 'Copy as' }).focus();
    await app.page.keyboard.press('Escape');
    await app.page.waitForURL(app.at('/traffic/requests?form=B'));
  });

  it('says so when the journal does not contain a request', { tags: ['deep'] }, async () => {
    await app.show('/traffic/requests/rq_00000000000000000000000000');
    await inspector().getByText('There is no such request.').waitFor();
    await rows().first().waitFor();
  });
});

describe('“Verify…”', () => {
  it('confirms that the expected request came', async () => {
    await app.show('/traffic/requests');
    await app.page.getByRole('button', { name: 'Verify…' }).click();
    const dialog = app.page.getByRole('dialog', { name: 'Verify requests' });
    await dialog.getByLabel('Operation').selectOption('createPortfolio');
    await dialog.getByLabel('Location in the body').fill('/external_id');
    await dialog.getByLabel('Expect', { exact: true }).selectOption('count');
    await dialog.getByRole('button', { name: 'Verify', exact: true }).click();
    await dialog.getByText('The expectation is met.').waitFor();
  });

  it('shows the closest request where it did not come, and leads there', async () => {
    const dialog = app.page.getByRole('dialog', { name: 'Verify requests' });
    await dialog.getByLabel('Status', { exact: true }).fill('201');
    await dialog.getByRole('button', { name: 'Verify', exact: true }).click();
    await dialog.getByText('The expectation is not met.').waitFor();
    const closest = dialog.getByRole('region', { name: 'Outcome' }).locator('ol > li').first();
    await closest.getByText(/status/).waitFor();
    expect(await accessibilityFaults(app.page)).toEqual([]);
    await closest.getByRole('link').click();
    await app.page.waitForURL(/\/traffic\/requests\/rq_/);
    await inspector().getByText('createPortfolio').waitFor();
  });

  it('offers the headers that clients send, and says where nothing comes close', async () => {
    await app.page.getByRole('button', { name: 'Verify…' }).click();
    const dialog = app.page.getByRole('dialog', { name: 'Verify requests' });
    await dialog.locator('datalist option[value="user-agent"]').waitFor({ state: 'attached' });
    await dialog.locator('datalist option[value="accept-encoding"]').waitFor({ state: 'attached' });
    await dialog.getByLabel('Header', { exact: true }).fill('X-Not-Sent');
    await dialog.getByRole('button', { name: 'Verify', exact: true }).click();
    await dialog.getByText('No other request comes close.').waitFor();
    expect(await dialog.getByRole('heading', { name: 'Closest requests' }).count()).toBe(0);
    await app.page.keyboard.press('Escape');
  });

  it('shows issues of the expectation at their field', async () => {
    await app.page.getByRole('button', { name: 'Verify…' }).click();
    const dialog = app.page.getByRole('dialog', { name: 'Verify requests' });
    await dialog.getByLabel('Location in the body').fill('external_id');
    await dialog.getByRole('button', { name: 'Verify', exact: true }).click();
    await dialog.getByText(/not a JSON pointer/i).waitFor();
    await app.page.keyboard.press('Escape');
  });
});

describe('“Edit and send…”', () => {
  const dialog = () => app.page.getByRole('dialog', { name: 'Edit and send a request' });
  const open = () => inspector().getByRole('button', { name: 'Edit and send…' }).click();

  it('sends an edited request, and shows the new response beside the recorded one', {
    tags: ['deep'],
  }, async () => {
    await app.show('/traffic/requests?operation=createPortfolio');
    await rows().first().click();
    await open();
    await app.page.waitForURL(/dialog=send/);
    await dialog()
      .getByText(/^From POST .* which got the response 400\.$/)
      .waitFor();
    await dialog().getByRole('region', { name: 'Recorded response' }).getByText('"invalid_request"').waitFor();
    expect(await accessibilityFaults(app.page)).toEqual([]);
    await dialog().getByLabel('Path').fill('/elsewhere');
    await dialog().getByText('The path must start with /v1, /form-a/v1 or /form-b/v1').waitFor();
    await dialog().getByLabel('Path').fill('/form-b/v1/portfolios');
    const body = { external_id: 'edited', currency: 'EUR', tax_wrapper: 'Depot', cash: 1000 };
    const targets = [{ isin: 'DE0007164600', weight: 1 }];
    await dialog()
      .getByRole('textbox', { name: 'Body' })
      .fill(JSON.stringify({ ...body, targets }));
    await dialog().getByRole('button', { name: 'Send', exact: true }).click();
    const response = dialog().getByRole('region', { name: 'Responses', exact: true });
    await response.getByText('Now: 201').waitFor();
    await dialog().getByLabel('Query').fill('a=1');
    await response.getByText('Before your edit: 201').waitFor();
    await dialog().getByLabel('Query').fill('');
    await response.getByText('Now: 201').waitFor();
    await response.getByRole('region', { name: 'Response body' }).getByText('"portfolio_id"').waitFor();
    expect(await accessibilityFaults(app.page)).toEqual([]);
    await response.getByText('Recorded: 400').click();
    await response.getByText('"invalid_request"').waitFor();
    await response.getByText('Now: 201').click();
    await response.getByRole('link', { name: 'Open in the journal' }).click();
    await inspector().getByText('Form B createPortfolio').waitFor();
    await inspector().getByText('Edited from').waitFor();
  });

  it('sends without a key, and shows that it was refused', { tags: ['deep'] }, async () => {
    await open();
    await dialog().getByLabel('API key').selectOption('no key');
    await dialog().getByRole('button', { name: 'Send', exact: true }).click();
    await dialog().getByText('Now: 401').waitFor();
    await app.page.keyboard.press('Escape');
    await dialog().waitFor({ state: 'detached' });
  });

  it('uses a new idempotency key or the same, and explains the difference', { tags: ['deep'] }, async () => {
    const { formAUrl, apiKey } = app.ballast;
    const headers = { Authorization: `Bearer ${apiKey}`, 'Content-Type': 'application/json' };
    const post = async (path: string, body: unknown) => {
      const response = await fetch(`${formAUrl}${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
      return (await response.json()) as { portfolio_id: string };
    };
    const account = { name: 'Resent', currency: 'EUR', tax_jurisdiction: 'DE' };
    const { portfolio_id: id } = await post('/portfolios', account);
    const target_weights = { DE0007164600: 1 };
    await post(`/portfolios/${id}/rebalance`, { target_weights, tax_method: 'FIFO', idempotency_key: 'once' });
    await app.show('/traffic/requests?operation=startRebalance');
    await rows().first().click();
    await open();
    await dialog().getByText('The service treats it as a new request and executes it.').waitFor();
    await dialog().getByText('Same key').click();
    await dialog()
      .getByText(/the service repeats its first response/)
      .waitFor();
    await dialog().getByRole('textbox', { name: 'Body' }).getByText('"once"').waitFor();
    await dialog().getByRole('button', { name: 'Send', exact: true }).click();
    await dialog().getByText('yes: the first response to this key').waitFor();
    await app.page.keyboard.press('Escape');
    await dialog().waitFor({ state: 'detached' });
  });
});

describe('the journal as a whole', () => {
  let archive = '';

  it('is saved as an HTTP archive of the matching requests', { tags: ['deep'] }, async () => {
    await app.show('/traffic/requests?operation=getPrices&fault=none');
    await rows().first().waitFor();
    const download = app.page.waitForEvent('download');
    await app.page.getByRole('link', { name: 'Download HAR' }).click();
    archive = await (await download).path();
    const { log } = JSON.parse(readFileSync(archive, 'utf8')) as { log: { entries: { request: { url: string } }[] } };
    expect(log.entries.map(({ request }) => new URL(request.url).pathname)).toEqual(['/form-b/v1/prices/DE0007164600']);
  });

  it('is sent again from an archive, with recorded and new responses side by side', { tags: ['deep'] }, async () => {
    await app.page.getByRole('button', { name: 'Replay a HAR…' }).click();
    const dialog = app.page.getByRole('dialog', { name: 'Replay an HTTP archive' });
    await dialog.getByLabel('HTTP archive (.har)').setInputFiles(archive);
    await dialog.getByText('Sends 1 request, with the default key.').waitFor();
    await dialog.getByRole('button', { name: 'Send into a new world' }).click();
    await dialog.getByText('1 request sent again, 0 ignored.').waitFor();
    await dialog.getByRole('link', { name: /^Open the world / }).waitFor();
    expect(await accessibilityFaults(app.page)).toEqual([]);
    await dialog.getByText('This world', { exact: true }).click();
    await dialog.getByText('use the quota and the rate limit').waitFor();
    await dialog.getByRole('button', { name: 'Send into this world' }).click();
    await dialog.getByText('1 request sent again, 0 ignored.').waitFor();
    await dialog.getByText('Every response matches the recording, apart from prices and times.').waitFor();
    expect(await accessibilityFaults(app.page)).toEqual([]);
    await dialog.getByRole('link', { name: 'Open the request' }).click();
    await inspector().getByText('getPrices').waitFor();
  });

  it('refuses a file that is not an archive, and says why', { tags: ['deep'] }, async () => {
    await app.page.getByRole('button', { name: 'Replay a HAR…' }).click();
    const dialog = app.page.getByRole('dialog', { name: 'Replay an HTTP archive' });
    const file = { name: 'notes.har', mimeType: 'text/plain', buffer: Buffer.from('not an archive') };
    await dialog.getByLabel('HTTP archive (.har)').setInputFiles(file);
    await dialog.getByText('This file is not an HTTP archive, because it is not JSON').waitFor();
    expect(await dialog.getByRole('button', { name: 'Send into a new world' }).isDisabled()).toBe(true);
    await app.page.keyboard.press('Escape');
  });

  it('reads older requests on scrolling, draws the visible ones and does not move meanwhile', {
    tags: ['deep'],
  }, async () => {
    for (let count = 0; count < 210; count += 1) await ask('GET', `/portfolios/pf_${count}`);
    await app.show('/traffic/requests?q=portfolios&method=GET');
    await app.page.getByRole('heading', { name: '211 requests match' }).waitFor();
    const list = app.page.getByRole('table', { name: 'Requests', exact: true });
    expect(await list.getAttribute('aria-rowcount')).toBe('201');
    await rows().first().focus();
    await app.page.keyboard.press('End');
    await app.page.locator('table[aria-rowcount="212"]').waitFor();
    await app.page.getByText('Updates paused while you scroll').waitFor();
    await app.page.locator('tr[aria-rowindex="201"]:focus').waitFor();
    await app.page.keyboard.press('End');
    await app.page.locator('tr[aria-rowindex="212"]:focus').getByText('/portfolios/pf_while-paused').waitFor();
    expect(await rows().count()).toBeLessThan(100);
    await ask('GET', '/portfolios/pf_meanwhile');
    await app.page.keyboard.press('Home');
    await app.page.getByText('Live, newest first').waitFor();
    await rows().first().getByText('/portfolios/pf_meanwhile').waitFor();
  });

  it('requests older ones once where that fails, and again when the user wants it', {
    tags: ['deep'],
  }, async () => {
    const older = /\/sim\/journal\?.*cursor=/;
    let requests = 0;
    await app.page.route(older, (route) => {
      requests += 1;
      return route.abort();
    });
    await app.show('/traffic/requests?q=portfolios&method=GET');
    await rows().first().focus();
    await app.page.keyboard.press('End');
    await app.page.getByText('Loading older requests failed').waitFor();
    await app.page.keyboard.press('PageUp');
    await app.page.keyboard.press('End');
    await app.page.locator('tr[aria-rowindex="201"]:focus').waitFor();
    expect(requests).toBe(1);
    await app.page.unroute(older);
    await app.page.getByRole('button', { name: 'Load older requests' }).click();
    await app.page.locator('table[aria-rowcount="213"]').waitFor();
  });

  it('is beside the webhooks, which old addresses still lead to', { tags: ['deep'] }, async () => {
    await app.show('/webhooks');
    await app.page.waitForURL(app.at('/traffic/webhooks'));
    await app.show('/webhooks/deliveries/dl_00000000000000000000000000');
    await app.page.waitForURL(app.at('/traffic/webhooks/deliveries/dl_00000000000000000000000000'));
    await app.page.getByText('There is no such delivery.').waitFor();
    await app.page.getByRole('navigation', { name: 'Views of the traffic' }).getByText('Requests').click();
    await rows().first().waitFor();
  });

  it('begins anew when a client empties the journal', { tags: ['deep'] }, async () => {
    await control('DELETE', '/journal');
    await app.page.getByText('No requests yet.').waitFor();
    await ask('GET', '/prices/DE0007164600');
    await rows().first().getByText('/prices/DE0007164600').waitFor();
    expect(await rows().count()).toBe(1);
  });

  it('is emptied after a confirmation', { tags: ['deep'] }, async () => {
    await app.page.getByRole('button', { name: 'Clear…' }).click();
    await app.page.getByRole('button', { name: 'Yes, clear it' }).click();
    await app.page.getByText('No requests yet.').waitFor();
    expect(app.complaints).toEqual([]);
  });
});
