/**
 * A tester's journey: a fault of the wire is set, it hits a client, the page shows the client's reaction; the fault is
 * ended.
 * @module-tag deep
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { proves } from '../../conformance/proves.ts';
import { type OpenApp, openApp } from '../../support/page/open-page.ts';
import { accessibilityFaults } from '../every-screen/accessibility-faults.ts';

let app: OpenApp;

beforeAll(async () => {
  app = await openApp();
  await app.show('/traffic/faults');
});
afterAll(() => app.close());

describe('the faults of the wire', () => {
  it('begin with nothing broken and no kind met', async () => {
    await app.page.getByText('No HTTP or webhook fault is set.').waitFor();
    await app.page.getByText('0 of 18 kinds with hits').waitFor();
    await app.page.getByText('No request or webhook has been hit by a fault yet.').waitFor();
    expect(await accessibilityFaults(app.page)).toEqual([]);
  });

  it('are set in a form that reports issues at their field', async () => {
    await app.page.getByRole('button', { name: 'Set a fault…' }).click();
    const form = app.page.getByRole('form', { name: 'Set an HTTP or webhook fault' });
    await form.getByLabel('Error', { exact: true }).first().waitFor();
    await form.getByLabel('Error', { exact: true }).last().selectOption('rate_limit');
    await form.getByLabel('Operation').selectOption('getPrices');
    await form.getByRole('button', { name: 'A header' }).click();
    await form.getByLabel('Name of the header').fill('not a name');
    await form.getByRole('button', { name: 'Set the fault' }).click();
    await form.getByText('Is not the name of a header.').waitFor();
    await form.getByLabel('Share affected (%)').fill('0');
    await form.getByRole('button', { name: 'Set the fault' }).click();
    await form.getByText('Enter a number above 0, at most 100.').waitFor();
    const tops = ['Share affected (%)', 'Skip first', 'Hits'].map(async (label) =>
      form.getByLabel(label).evaluate((input) => input.getBoundingClientRect().top),
    );
    expect(new Set(await Promise.all(tops)).size).toBe(1);
    expect(await accessibilityFaults(app.page)).toEqual([]);
    await form.getByLabel('Share affected (%)').fill('100');
    await form.getByLabel('Name of the header').fill('user-agent');
    await form.getByLabel('How the header is compared').selectOption('present');
    await form.getByText('It ends after one hit.').waitFor();
    await form.getByRole('button', { name: 'Set the fault' }).click();
    await form.waitFor({ state: 'detached' });
    await faultRow('Error').getByText('getPrices, header user-agent is present').waitFor();
    await faultRow('Error').getByText('active').waitFor();
  });

  it('are counted in the top bar, which leads to them', async () => {
    const badge = app.page.getByRole('banner').getByRole('link', { name: /fault is active$/ });
    await badge.getByText('1', { exact: true }).waitFor();
    await app.show('/portfolios');
    await badge.click();
    await app.page.waitForURL(app.at('/traffic/faults'));
  });

  it('show how a client reacted to them, and lead to the request', async () => {
    expect((await askForPrices()).status).toBe(429);
    expect((await askForPrices()).status).toBe(200);
    const cells = app.page.getByRole('list', { name: 'Coverage of faults: Requests' });
    await cells.locator('[data-tone="fail"]', { hasText: 'Error' }).waitFor();
    await app.page.getByText('1 of 18 kinds with hits').waitFor();
    const row = app.page.getByRole('table', { name: 'Fault hits' }).locator('tbody tr', { hasText: 'getPrices' });
    await row.getByRole('link', { name: 'Open' }).waitFor();
    await faultRow('Error').getByText('1 of 1').waitFor();
    await row.getByRole('link', { name: 'getPrices' }).click();
    await app.page.waitForURL(/\/traffic\/requests\/\w+$/);
    await app.page.goBack();
  });

  it('may be a stub, whose response is typed', proves('R1.1'), async () => {
    await app.page.getByRole('button', { name: 'Set a fault…' }).click();
    const form = app.page.getByRole('form', { name: 'Set an HTTP or webhook fault' });
    await form.getByText('Stub', { exact: true }).click();
    await form.getByLabel('Status', { exact: true }).fill('700');
    await form.getByLabel('Operation').selectOption('getPrices');
    await form.getByLabel('Body', { exact: true }).fill('no upstream');
    await form.getByRole('button', { name: 'Set the fault' }).click();
    await form.locator('[aria-invalid=true]').waitFor();
    expect(await accessibilityFaults(app.page)).toEqual([]);
    await form.getByLabel('Status', { exact: true }).fill('503');
    await form.getByRole('button', { name: 'Set the fault' }).click();
    await form.waitFor({ state: 'detached' });
    await faultRow('Stub')
      .getByText(/The status is 503; the request is not processed/)
      .waitFor();
    const response = await askForPrices();
    expect([response.status, await response.text()]).toEqual([503, 'no upstream']);
  });

  it('that nothing has met are listed with what came closest', { ...proves('K118.1'), tags: ['deep'] }, async () => {
    await app.page.getByRole('button', { name: 'Set a fault…' }).click();
    const form = app.page.getByRole('form', { name: 'Set an HTTP or webhook fault' });
    await form.getByText('Stub', { exact: true }).click();
    await form.getByLabel('Priority').fill('7');
    await form.getByLabel('Operation').selectOption('createPlan');
    await form.getByRole('button', { name: 'A body value' }).click();
    await form.getByLabel('Name of the body value').fill('/cash');
    await form.getByLabel('How the body value is compared').selectOption('approx');
    await form.getByLabel('Value of the body value').fill('100');
    await form.getByLabel('How far the body value may be from it').fill('0.5');
    expect(await accessibilityFaults(app.page)).toEqual([]);
    await form.getByRole('button', { name: 'Set the fault' }).click();
    await form.waitFor({ state: 'detached' });
    await faultRow('createPlan').getByText('createPlan, body /cash is 100 ± 0.5').waitFor();
    await app.page.getByLabel('Only faults without hits').click();
    await app.page.waitForURL(app.at('/traffic/faults?unmet=true'));
    await faultRow('createPlan')
      .getByText(/had no hits.*getPrices/)
      .waitFor();
    expect(await faultRow('').count()).toBe(1);
    expect(await accessibilityFaults(app.page)).toEqual([]);
    await app.page.getByRole('button', { name: 'End the fault Stub' }).click();
    await app.page.getByLabel('Only faults without hits').click();
    await faultRow('Error').waitFor();
  });

  it('show one fault with its encounters alone, at its own address', { tags: ['deep'] }, async () => {
    await faultRow('Error').click();
    await app.page.waitForURL(/\/traffic\/faults\/ft_/);
    await app.page.getByText('of the selected fault').waitFor();
    expect(await accessibilityFaults(app.page)).toEqual([]);
    await app.page.getByRole('link', { name: 'Show all' }).click();
    await app.page.waitForURL(app.at('/traffic/faults'));
  });

  it('of webhooks are set with the fields of webhooks, and ended one by one or all at once', {
    tags: ['deep'],
  }, async () => {
    await setWebhookFault('Duplicate');
    await setWebhookFault('Stale timestamp');
    await faultRow('Duplicate').getByRole('button', { name: 'End the fault Duplicate' }).click();
    await faultRow('Duplicate').getByText('over').waitFor();
    await faultRow('Duplicate').getByRole('button', { name: 'Set again: the fault Duplicate' }).click();
    await faultRow('Duplicate').getByRole('button', { name: 'End the fault Duplicate' }).click();
    await faultRow('Duplicate').getByRole('button', { name: 'End the fault Duplicate' }).waitFor({ state: 'detached' });
    await setWebhookFault('Dropped');
    await app.page.getByRole('button', { name: 'End all 2' }).click();
    await faultRow('Dropped').getByText('over').waitFor();
    await faultRow('Stale timestamp').getByText('over').waitFor();
    await app.page.getByRole('button', { name: /^End all/ }).waitFor({ state: 'detached' });
  });

  it('lead to those of the market', { tags: ['deep'] }, async () => {
    await app.page.getByRole('main').getByRole('link', { name: 'Market' }).click();
    await app.page.waitForURL(app.at('/market/exchanges'));
    expect(app.complaints).toEqual([]);
  });
});

function faultRow(label: string) {
  return app.page.getByRole('table', { name: 'HTTP and webhook faults' }).locator('tbody tr', { hasText: label });
}

async function setWebhookFault(label: string): Promise<void> {
  await app.page.getByRole('button', { name: 'Set a fault…' }).click();
  const form = app.page.getByRole('form', { name: 'Set an HTTP or webhook fault' });
  await form.getByRole('radio', { name: new RegExp(`^${label}`) }).check();
  await form.getByLabel('To the endpoint').waitFor();
  await form.getByRole('button', { name: 'Set the fault' }).click();
  await form.waitFor({ state: 'detached' });
  await faultRow(label).getByText('active').waitFor();
}

function askForPrices(): Promise<Response> {
  const { formBUrl, apiKey } = app.ballast;
  return fetch(`${formBUrl}/prices/DE0007164600`, { headers: { Authorization: `Bearer ${apiKey}` } });
}
