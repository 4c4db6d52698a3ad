/** The six main journeys, each whole: the goals of an analyst, a tester, an author and a compliance officer. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { proves } from '../../conformance/proves.ts';
import { drawn } from '../../support/page/go-to.ts';
import { type OpenApp, openApp } from '../../support/page/open-page.ts';
import { newFolder, stopAll } from '../../support/start-ballast.ts';
import { accessibilityFaults } from '../every-screen/accessibility-faults.ts';

let app: OpenApp;

beforeAll(async () => {
  app = await openApp({ scenarios: newFolder() });
  await app.page.setViewportSize({ width: 1280, height: 720 });
  await app.page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
});
afterAll(async () => {
  await app.close();
  await stopAll();
});

const press = (name: string | RegExp) => app.page.getByRole('button', { name, exact: true }).click();
const screen = (name: string) =>
  app.page.getByRole('navigation', { name: 'Screens' }).getByRole('link', { name }).click();
const traffic = (name: string) =>
  app.page.getByRole('navigation', { name: 'Views of the traffic' }).getByRole('link', { name }).click();
const statePath = (text: string) =>
  app.page.getByRole('list', { name: 'State of the rebalance' }).locator('[aria-current="step"]', { hasText: text });

describe('a newcomer with a demo portfolio', () => {
  it('is led from the list over a dry run to an execution', async () => {
    await app.show('/');
    await press('Plan a rebalance');
    await app.page.getByRole('table', { name: 'Orders of the plan' }).waitFor();
    await press('Execute rebalance…');
    await app.page.getByLabel('Orders to execute').getByText('Est. cost EUR').waitFor();
    await app.page.getByLabel('Orders to execute').getByText('Est. gains tax EUR').waitFor();
    await press('Yes, execute');
    await statePath('Executing').waitFor();
  });

  it('sees it survive an outage, and its result compared with the estimate', proves('L90', 'L92'), async () => {
    await press('Set a market fault…');
    await app.page.getByRole('dialog').getByText('Off: orders wait, and are filled after the outage.').waitFor();
    await press('Set the fault');
    const trouble = app.page.getByRole('status').filter({ hasText: 'Open orders are blocked' });
    await trouble.getByText(/Disconnected since \d{4}-\d\d-\d\d\s[\d:]+ until \d{4}-\d\d-\d\d\s[\d:]+ /).waitFor();
    await trouble.getByRole('link', { name: 'See the fault' }).click();
    await app.page.locator('tr[data-selected]').getByText('Exchange down').waitFor();
    await app.page.goBack();
    await press('Run until it is final');
    await statePath('Complete').waitFor();
    const outage = app.page.getByRole('status').filter({ hasText: 'There was an outage' });
    await outage
      .getByText(/^XETR was disconnected from .* UTC \(30 m\)\. The outage ended at .* and the connection returned at /)
      .waitFor();
    const result = app.page.getByRole('table', { name: 'Actual against estimate' });
    await result.getByRole('row').filter({ hasText: 'SAP' }).waitFor();
    const kinds = app.page.getByRole('table', { name: 'Costs by kind, estimated and actual' });
    await kinds.getByRole('row', { name: /^Total / }).waitFor();
    expect(await accessibilityFaults(app.page)).toEqual([]);
    await app.page.getByRole('heading', { level: 1 }).getByRole('link').click();
    await app.page.getByText('inside the band').waitFor();
  });
});

describe('an analyst who knows nothing of the app', () => {
  it('builds a portfolio and finds a plan that costs at most 10 bps', async () => {
    await app.show('/');
    await app.page.getByRole('link', { name: 'New portfolio' }).click();
    await app.page.getByText('You approve each plan').click();
    await app.page.getByLabel('Name (client or portfolio)').fill('Mandate-017');
    await app.page.getByLabel('Cash (EUR)').fill('20000');
    for (const [symbol, shares] of Object.entries({ SAP: '3000', ASML: '400', SHEL: '5000' })) {
      await app.page.getByRole('combobox', { name: 'Add a holding' }).fill(symbol);
      await app.page.locator('[role=option][data-combobox-selected]', { hasText: symbol }).waitFor();
      await app.page.keyboard.press('Enter');
      await app.page.getByLabel(`Quantity of ${symbol}`).fill(shares);
    }
    await press('Use the current weights');
    await press('Equal weights');
    await press('Create the portfolio');
    await app.page.getByRole('heading', { level: 1, name: 'Mandate-017' }).waitFor();
    await app.page.getByRole('link', { name: 'Compare plans' }).click();
    await app.page.getByRole('textbox', { name: 'Maximum cost (bps of the portfolio value)' }).fill('10');
    await press('Find the plan with the least drift');
    await app.page
      .getByRole('status')
      .filter({ hasText: /^Found under .+: (\d\.\d\d?|10\.00?) bps \(/ })
      .waitFor();
    await app.page.getByRole('link', { name: 'Use this plan: the plan found' }).click();
    await app.page.getByRole('table', { name: 'Orders of the plan' }).waitFor();
    expect(await app.page.getByLabel('Cost budget (bps of the portfolio value)').inputValue()).toBe('10');
  });

  it('lets the receiver of its webhooks fail, from the webhooks screen', { tags: ['deep'] }, async () => {
    await press('Close');
    await screen('Traffic');
    await traffic('Webhooks');
    await app.page.getByRole('link', { name: 'Sink demo: its requests and responses' }).click();
    await press('Write a script…');
    await app.page.getByRole('group', { name: 'Response 1' }).getByLabel('Times').fill('500');
    await press('Save the script');
    await app.page.getByText(/^The sink responds with 503 500 times/).waitFor();
  });

  it('reads in a plan that it avoids an exchange that is down, and what to do about an outage', {
    ...proves('L91'),
    tags: ['deep'],
  }, async () => {
    await app.show('/market/exchanges');
    await press('Set a market fault…');
    const form = app.page.getByRole('dialog');
    await form.getByText('Off: orders wait, and are filled after the outage.').waitFor();
    await form.getByLabel('Exchange', { exact: true }).selectOption('XAMS');
    await press('Set the fault');
    await form.waitFor({ state: 'detached' });
    await planWithin10Bps();
    await app.page.getByText('XAMS cannot be reached, so this plan sends no orders there.').waitFor();
    expect(await accessibilityFaults(app.page)).toEqual([]);
    await app.show('/market/exchanges');
    await press('End the fault Exchange down');
    await press('Connect XAMS');
    await app.page.getByRole('button', { name: 'Disconnect XAMS' }).waitFor();
  });

  it('executes it, breaks the exchange under its orders, and learns why it failed', {
    ...proves('L90'),
    tags: ['deep'],
  }, async () => {
    await planWithin10Bps();
    await press('Execute rebalance…');
    await press('Yes, execute');
    await statePath('Executing').waitFor();
    await partlyFilled();
    await press('Set a market fault…');
    const form = app.page.getByRole('dialog');
    expect(await form.getByLabel('Exchange', { exact: true }).inputValue()).toBe('XETR');
    await form.getByRole('switch', { name: 'The exchange loses its open orders' }).check();
    await form.getByText('and their rebalance fails.').waitFor();
    expect(await accessibilityFaults(app.page)).toEqual([]);
    await press('Set the fault');
    await app.page.getByText('The exchange loses its orders').waitFor();
    await press('Run until it is final');
    const why = app.page.getByRole('region', { name: 'Why it failed' });
    await why.getByText('XETR lost its order book.').waitFor();
    await why
      .getByText(/^A fault caused it: Exchange down, XETR/)
      .first()
      .waitFor();
  });

  it('reaches the failed webhook from there in one click', { tags: ['deep'] }, async () => {
    const why = app.page.getByRole('region', { name: 'Why it failed' });
    await why.getByText(/Attempt \d: responded with 503/).waitFor();
    await why.getByRole('link', { name: 'rebalance.created' }).click();
    await app.page.waitForURL(/\/traffic\/webhooks\/deliveries\/dl_/);
    await app.page.getByRole('region', { name: 'Attempts' }).getByText('503').first().waitFor();
    expect(await accessibilityFaults(app.page)).toEqual([]);
  });
});

describe('an integration tester', () => {
  it('breaks the interface, and finds the request that the fault hit', async () => {
    await app.show('/traffic/faults');
    await press('Set a fault…');
    const form = app.page.getByRole('form', { name: 'Set an HTTP or webhook fault' });
    await form.getByLabel('Error', { exact: true }).last().selectOption('rate_limit');
    await form.getByLabel('Operation').selectOption('createPlan');
    await form.getByRole('button', { name: 'Set the fault' }).click();
    await form.waitFor({ state: 'detached' });
    expect(await planOfAClient()).toBe(429);
    const met = app.page.getByRole('table', { name: 'Fault hits' }).locator('tbody tr', { hasText: 'createPlan' });
    await met.getByRole('link', { name: 'createPlan' }).click();
    await app.page.waitForURL(/\/traffic\/requests\/rq_/);
  });

  it('copies it as a command, sends the next one, and verifies what came', async () => {
    const request = app.page.getByRole('complementary', { name: 'Request' });
    await request.getByRole('button', { name: 'Copy as' }).click();
    await app.page.getByRole('menuitem', { name: /^curl/ }).click();
    await request.getByRole('button', { name: 'Copied' }).waitFor();
    expect(await app.page.evaluate(() => navigator.clipboard.readText())).toMatch(/^curl .*\/form-b\/v1\/rebalance/s);
    expect(await planOfAClient()).toBe(201);
    await traffic('Requests');
    await press('Verify…');
    const dialog = app.page.getByRole('dialog', { name: 'Verify requests' });
    await dialog.getByLabel('Operation').selectOption('createPlan');
    await dialog.getByLabel('Status', { exact: true }).fill('429');
    await dialog.getByLabel('Expect', { exact: true }).selectOption('count');
    await dialog.getByRole('button', { name: 'Verify', exact: true }).click();
    await dialog.getByText('The expectation is met.').waitFor();
    await app.page.keyboard.press('Escape');
  });

  it('follows the effects of the accepted one, down to the webhook', async () => {
    const requests = app.page.getByRole('table', { name: 'Requests', exact: true }).locator('tbody tr');
    await requests.filter({ hasText: 'createPlan' }).filter({ hasText: '201' }).first().click();
    await app.page.getByRole('complementary', { name: 'Request' }).getByRole('link', { name: 'Trace' }).click();
    const steps = app.page.getByRole('tree', { name: 'Steps of the trace' }).getByRole('treeitem');
    await steps.filter({ hasText: '/rebalance responded with 201' }).waitFor();
    await steps.filter({ hasText: 'Webhook rebalance.created' }).first().waitFor();
  });
});

describe('a receiver of webhooks', () => {
  it('makes a sink an endpoint that fails once', async () => {
    await traffic('Sinks');
    await app.page.getByLabel('Name of a sink').fill('desk');
    await press('Open');
    await press('Use as endpoint');
    await app.page.getByText('✓ is a webhook endpoint').waitFor();
    await press('Write a script…');
    await press('Save the script');
    await app.page.getByText('The sink responds with 503 once; afterwards 200 to every request.').waitFor();
  });

  it('sees the delivery wait and succeed at its retry, and sends it again', async () => {
    expect(await planOfAClient()).toBe(201);
    await app.page.getByRole('link', { name: 'Deliveries', exact: true }).click();
    await app.page.getByLabel('Only deliveries to').selectOption({ label: '/sim/sink/desk' });
    // Events that happen meanwhile are announced as well.
    const deliveries = app.page.getByRole('table', { name: 'Deliveries' }).locator('tbody tr');
    const delivery = deliveries.filter({ hasText: 'rebalance.created' }).first();
    await delivery.getByText('pending').waitFor();
    await press('Advance 1 min');
    await delivery.getByText('succeeded').waitFor();
    await delivery.getByText('rebalance.created').click();
    await app.page.getByRole('heading', { name: '2 attempts' }).waitFor();
    await press('Send again');
    await app.page.getByRole('heading', { name: '3 attempts' }).waitFor();
  });

  it('reads why its signature is valid', async () => {
    await app.page.getByRole('link', { name: 'Explain the signature of #3' }).click();
    await app.page.getByRole('region', { name: 'Signature check' }).getByText('Signature valid.').waitFor();
  });
});

describe('the author of a scenario', { tags: ['deep'] }, () => {
  it('records actions in the app, and stops', proves('K86'), async () => {
    await app.show('/scenarios');
    await app.page.getByRole('link', { name: 'Recordings' }).click();
    await press('Start recording…');
    await app.page.getByRole('textbox', { name: 'Name' }).fill('An outage');
    await app.page.keyboard.press('Enter');
    await app.page.getByRole('region', { name: 'Recording An outage' }).waitFor();
    await screen('Market');
    await app.page.getByRole('link', { name: 'Exchanges and faults' }).click();
    await press('Set a market fault…');
    await press('Set the fault');
    await app.page.locator('header a[href^="/scenarios/record"]').filter({ hasText: '1' }).waitFor();
    await press('+1 h');
    await app.page.getByRole('table', { name: 'Faults' }).locator('tbody tr').first().getByText('over').waitFor();
    await screen('Scenarios');
    await app.page.getByRole('link', { name: 'Recordings' }).click();
    await press('Stop recording');
    await app.page.getByText('name: An outage').waitFor();
  });

  it('saves it, runs it, and returns along its timeline', async () => {
    await press('Save in the library…');
    await app.page.getByRole('textbox', { name: 'File' }).fill('outage.ballast.yaml');
    await press('Save and run');
    await app.page.locator('[data-page-header] [data-badge]', { hasText: 'passed' }).waitFor();
    await app.page.getByRole('main').getByRole('link', { name: 'Timeline' }).click();
    await app.page.getByRole('heading', { level: 1, name: 'Timeline of An outage' }).waitFor();
    await app.page.getByRole('slider', { name: 'Log entry' }).press('Home');
    // An address that is written during the navigation back would prevent it.
    await app.page.waitForURL(/[?&]event=1(?:&|$)/);
    await app.page.goBack();
  });

  it('runs it again, and finds both runs the same', async () => {
    const before = new URL(app.page.url()).search;
    await press('Run again');
    await app.page.waitForURL((url) => url.search !== before && url.searchParams.has('run'));
    await app.page.locator('[data-page-header] [data-badge]', { hasText: 'passed' }).waitFor();
    await app.page.getByRole('link', { name: 'Compare with another run' }).click();
    await app.page.getByText(/^Both logs are identical: \d+ entries\.$/).waitFor();
  });
});

describe('a compliance officer', () => {
  it('gets from the fills of a rebalance to their records, and saves them as a table', async () => {
    await screen('Rebalances');
    const complete = app.page.getByRole('table', { name: 'Rebalances' }).locator('tbody tr', { hasText: 'complete' });
    await complete.first().getByRole('link').first().click();
    await app.page.getByRole('link', { name: 'Records', exact: true }).click();
    await app.page.waitForURL(/\/compliance\?rebalance=rb_/);
    const download = app.page.waitForEvent('download');
    await app.page.getByRole('link', { name: 'Download CSV' }).click();
    expect((await download).suggestedFilename()).toBe('mifid-records.csv');
  });

  it('opens one by the keyboard, prints it, and reads how long it is retained', async () => {
    const records = app.page.getByRole('table', { name: 'MiFID II records' }).locator('tbody tr');
    await records.first().focus();
    await app.page.keyboard.press('Enter');
    await app.page.getByRole('article', { name: 'MiFID II record of an order execution' }).waitFor();
    await app.page.getByText('five years after the fill').waitFor();
    const pending = app.page.evaluate(
      () => new Promise<string>((resolve) => window.addEventListener('beforeprint', (event) => resolve(event.type))),
    );
    await press('Print');
    expect(await pending).toBe('beforeprint');
    expect(app.complaints).toEqual([]);
  });
});

/** Requests a plan as a client of the service: the quickest way to a request and to an event; returns the status. */
async function planOfAClient(): Promise<number> {
  const { formBUrl, apiKey } = app.ballast;
  const ask = (path: string, body: object) =>
    fetch(`${formBUrl}${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
  const targets = [{ isin: 'DE0007164600', weight: 1 }];
  const account = { external_id: 'client', currency: 'EUR', tax_wrapper: 'Depot', targets, cash: 10_000 };
  const { portfolio_id } = (await (await ask('/portfolios', account)).json()) as { portfolio_id: string };
  return (await ask('/rebalance', { portfolio_id })).status;
}

/** Opens the plan that was found: by the portfolio and its budget. */
async function planWithin10Bps(): Promise<void> {
  await app.show('/portfolios');
  await app.page.getByRole('table', { name: 'Portfolios' }).getByRole('link', { name: 'Mandate-017' }).click();
  await app.page.getByRole('button', { name: 'Plan a rebalance' }).click();
  await app.page.getByLabel('Cost budget (bps of the portfolio value)').fill('10');
  await app.page.getByLabel('Cost budget (bps of the portfolio value)').press('Enter');
  await app.page.getByText(/of 10\.00? allowed/).waitFor();
  await app.page.locator('[data-plan-outcome][aria-busy="false"]').waitFor();
}

async function partlyFilled(): Promise<void> {
  const sell = app.page.getByRole('table', { name: 'Orders' }).locator('tbody tr', { hasText: 'SAP' });
  await app.page.getByText('The virtual clock is not moving.').waitFor();
  while ((await sell.getByText('partially filled').count()) === 0) {
    await press('→ next');
    await drawn(app.page);
  }
}
