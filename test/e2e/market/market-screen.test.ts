/**
 * A tester's journey through the market: break something and repair it, disconnect and connect an exchange, move and
 * pin a price.
 * @module-tag deep
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { exchangeView } from '../../../src-server/contract/control/market/exchange-control.ts';
import { faultList } from '../../../src-server/contract/control/market/faults.ts';
import { proves } from '../../conformance/proves.ts';
import { type OpenApp, openApp } from '../../support/page/open-page.ts';
import { accessibilityFaults, faultsInBothThemes } from '../every-screen/accessibility-faults.ts';

let app: OpenApp;

beforeAll(async () => {
  app = await openApp();
  await app.show('/market/exchanges');
  await app.page.getByRole('table', { name: 'Exchanges' }).waitFor();
});
afterAll(() => app.close());

const SAP = 'DE0007164600';
const press = (name: string | RegExp) => app.page.getByRole('button', { name }).click();
const dialog = () => app.page.getByRole('dialog');
const badge = () => app.page.getByRole('banner').getByRole('link', { name: /faults? (?:is|are) active$/ });
const rowOf = (table: string, text: string) =>
  app.page.getByRole('table', { name: table }).locator('tbody tr', { hasText: text });

describe('a fault', () => {
  it('that the service refuses remains in the form, with the reason at its field', async () => {
    await press('Set a market fault…');
    await dialog()
      .getByRole('radio', { name: /^Late fills/ })
      .check();
    await dialog().getByLabel('Duration').fill('soon');
    await press('Set the fault');
    await dialog().getByText('Is not a duration', { exact: false }).waitFor();
    expect(await dialog().getByLabel('Duration').getAttribute('aria-invalid')).toBe('true');
    await dialog().getByLabel('Delay (ms)').fill('0');
    await press('Set the fault');
    await dialog()
      .getByText(/^Enter a number from 1 to 604.800.000\.$/)
      .waitFor();
    expect(await faultsOfService()).toEqual([]);
  });

  it('shows every reason of the service: at the field that has it, and at the top where no field does', {
    tags: ['deep'],
  }, async () => {
    const details = [
      { path: '/cancel_orders', issue: 'is of no use here' },
      { path: '/comet', issue: 'is not a known field' },
    ];
    const error = { code: 'invalid_request', message: 'The request is not valid.', request_id: 'rq_1', details };
    await app.page.route('**/sim/faults', (route) => route.fulfill({ status: 400, json: { error } }));
    await dialog()
      .getByRole('radio', { name: /^Exchange down/ })
      .check();
    await press('Set the fault');
    await dialog().getByText('/comet is not a known field.').waitFor();
    await dialog().getByText('Is of no use here.').waitFor();
    const losesOrders = dialog().getByRole('switch', { name: 'The exchange loses its open orders' });
    expect(await losesOrders.getAttribute('aria-invalid')).toBe('true');
    expect(await losesOrders.evaluate((field) => field === document.activeElement)).toBe(true);
    // With another kind no refused field is sent any more.
    await dialog()
      .getByRole('radio', { name: /^Late fills/ })
      .check();
    await dialog().getByText('/comet is not a known field.').waitFor({ state: 'hidden' });
    expect(await dialog().getByText('of no use here').count()).toBe(0);
    await app.page.unroute('**/sim/faults');
  });

  it('is set from the form, counted in the top bar and active in the service', async () => {
    await dialog().getByLabel('Delay (ms)').fill('60000');
    await dialog().getByLabel('Duration').fill('2h');
    await dialog().getByRole('combobox', { name: 'Exchange' }).selectOption('XPAR');
    await press('Set the fault');
    await dialog().waitFor({ state: 'detached' });
    await badge().getByText('1', { exact: true }).waitFor();
    await rowOf('Faults', 'Late fills').getByText('active').waitFor();
    expect(await faultsOfService()).toMatchObject([
      { kind: 'late_fills', exchange: 'XPAR', delay_ms: 60_000, until: '2026-03-02T11:30:00.000Z', status: 'active' },
    ]);
  });

  it('leads from the badge of any screen to the list, where it is ended', async () => {
    await app.show('/webhooks');
    await badge().click();
    await app.page.waitForURL(app.at('/market/exchanges'));
    await press('End the fault Late fills');
    await badge().waitFor({ state: 'detached' });
    await rowOf('Faults', 'Late fills').getByText('ended early').waitFor();
    expect(await faultsOfService()).toMatchObject([{ status: 'over' }]);
  });

  it('that is one of several is ended with all of them, and can be set from the keyboard alone', async () => {
    for (const key of ['ArrowDown', 'ArrowUp']) {
      await app.page.getByRole('button', { name: 'Set a market fault…' }).focus();
      await app.page.keyboard.press('Enter');
      await dialog()
        .getByRole('radio', { name: /^Exchange down/ })
        .waitFor();
      await app.page.locator('input[name=fault-kind]:focus').waitFor();
      await app.page.keyboard.press(key);
      await app.page.keyboard.press('Enter');
      await dialog().waitFor({ state: 'detached' });
    }
    await badge().getByText('2', { exact: true }).waitFor();
    await press('End all 2');
    await badge().waitFor({ state: 'detached' });
  });
});

describe('an exchange', () => {
  it('is disconnected at once, says so in the table and in its status indicator, and is connected again', async () => {
    // Messages are queued: earlier ones would delay the next ones for seconds.
    await app.show('/market/exchanges');
    await press('Disconnect XETR');
    await rowOf('Exchanges', 'XETR').getByText('disconnected by you since 09:30:00').waitFor();
    await app.page.getByRole('banner').getByRole('link', { name: 'XETR not connected' }).waitFor();
    expect((await exchangeOfService('XETR')).connected).toBe(false);
    const toast = app.page.getByRole('alert').filter({ hasText: 'XETR is disconnected until you reconnect it' });
    await toast.getByRole('button', { name: 'Undo' }).click();
    await app.page.getByText('XETR is connected again.').waitFor();
    expect((await exchangeOfService('XETR')).connected).toBe(true);
    await press('Disconnect XETR');
    await press('Connect XETR');
    await app.page.getByRole('button', { name: 'Disconnect XETR' }).waitFor();
    expect((await exchangeOfService('XETR')).connected).toBe(true);
  });

  it('says when its connection returns after an outage that a user ended, in the message and in its row', async () => {
    await app.show('/market/exchanges');
    await press('Set a market fault…');
    await press('Set the fault');
    await dialog().waitFor({ state: 'detached' });
    await press('End the fault Exchange down');
    const toast = app.page.getByRole('alert').filter({ hasText: /reconnects at \d\d:\d\d:\d\d \(virtual UTC\)/ });
    const [, mic = '', at = ''] = /(X\w{3}) reconnects at ([\d:]{8})/.exec((await toast.textContent()) ?? '') ?? [];
    await rowOf('Exchanges', mic).getByText(`reconnects at ${at}, down since 09:30:00`).waitFor();
    await press(`Connect ${mic}`);
    await app.page.getByRole('button', { name: `Disconnect ${mic}` }).waitFor();
  });

  it('changes only the edited settings, and shows a refusal at its field', async () => {
    const before = (await exchangeOfService('XPAR')).settings;
    await press('Settings of XPAR');
    expect(await app.page.getByRole('button', { name: 'Save changes' }).isDisabled()).toBe(true);
    await dialog().getByLabel('Maximum (EUR per order)').fill('0');
    await press('Save changes');
    await dialog().getByText('Is above cap.').waitFor();
    await dialog().getByLabel('Maximum (EUR per order)').fill('50');
    await press('Save changes');
    await dialog().waitFor({ state: 'detached' });
    await rowOf('Exchanges', 'XPAR').getByText('2–50').waitFor();
    const commission = { ...before.commission, cap: 50 };
    expect((await exchangeOfService('XPAR')).settings).toEqual({ ...before, commission });
  });
});

describe('a price', () => {
  it('jumps on command: the last price of the chart is eight per cent lower', async () => {
    await app.show(`/market/prices/${SAP}/XETR`);
    const before = await lastPrice();
    await press('Move a price…');
    await dialog().getByLabel('Change of the price (%)').fill('-8');
    await press('Add the market event');
    await dialog().waitFor({ state: 'detached' });
    await rowOf('Market events', 'SAP').getByText('−8.00').waitFor();
    await app.page.waitForFunction(
      ([label, old]) => document.querySelector(`[aria-label="${label}"] dd`)?.textContent !== old,
      ['Latest prices', before] as const,
    );
    expect(Number(await lastPrice()) / Number(before)).toBeCloseTo(0.92, 4);
  });

  it('that jumped is reverted from the list, jumps again by undo, and is reverted by the toast of a jump', {
    tags: ['deep'],
  }, async () => {
    const [jumped, taken] = [rowOf('Market events', '−8.00'), rowOf('Market events', 'reversed')];
    const fallen = Number(await lastPrice());
    await press('Reverse the market event Jump');
    await taken.waitFor();
    await expect.poll(async () => fallen / Number(await lastPrice())).toBeCloseTo(0.92, 4);
    const before = Number(await lastPrice());
    await app.page.keyboard.press('Control+z');
    await expect.poll(async () => Number(await lastPrice()) / before).toBeCloseTo(0.92, 4);
    await press('Reverse the market event Jump');
    await expect.poll(() => taken.count()).toBe(2);
    await press('Move a price…');
    await press('Add the market event');
    await expect.poll(() => jumped.count()).toBe(3);
    await dialog().waitFor({ state: 'detached' });
    await app.page.keyboard.press('Control+z');
    await expect.poll(() => taken.count()).toBe(3);
    await expect.poll(async () => Number(await lastPrice())).toBe(before);
  });

  it('is fixed by a pin, which proposes the present mid and is changed or ended where it is named', async () => {
    await press('Pin a price…');
    const mid = dialog().getByLabel('Mid');
    await expect.poll(async () => Number(await mid.inputValue())).toBeCloseTo(Number(await lastPrice()), 1);
    await mid.fill('');
    await press('Pin price');
    await dialog().getByText('Enter a number.').waitFor();
    await mid.fill('123.45');
    await press('Pin price');
    await dialog().waitFor({ state: 'detached' });
    await app.page.getByRole('table', { name: 'Depth of SAP on XETR' }).getByText('123.45', { exact: true }).waitFor();
    await app.page.getByText('SAP is pinned at 123.45 EUR since 2026-03-02 09:30:00').waitFor();
    await press('Change…');
    await dialog().getByRole('heading', { name: 'Change a pin' }).waitFor();
    await dialog().getByText('SAP is pinned at 123.45 EUR').waitFor();
    await mid.fill('120');
    await press('Save changes');
    await dialog().waitFor({ state: 'detached' });
    await app.page.getByText('SAP is pinned at 120.00').waitFor();
  });

  it('that is pinned does not jump: the form says so before, and ends the pin', { tags: ['deep'] }, async () => {
    await press('Move a price…');
    await dialog().getByText('A pinned price does not move', { exact: false }).waitFor();
    await press('Add the market event');
    await dialog()
      .getByText(/^Cannot move: a pin holds it at 120 EUR/)
      .waitFor();
    expect(await accessibilityFaults(app.page)).toEqual([]);
    await dialog().getByRole('button', { name: 'Remove the pin of SAP' }).click();
    await dialog().getByText('A pinned price does not move', { exact: false }).waitFor({ state: 'detached' });
    await app.page.keyboard.press('Escape');
    await app.page.getByText('No price is pinned.').waitFor();
  });

  it('retains listing and interval in the address', { tags: ['deep'] }, async () => {
    const exchange = app.page.getByRole('combobox', { name: 'Exchange' });
    await exchange.focus();
    await exchange.selectOption('XPAR');
    await app.page.getByRole('heading', { name: 'SAP on XPAR' }).waitFor();
    expect(await exchange.evaluate((field) => field === document.activeElement), 'the field keeps the focus').toBe(
      true,
    );
    await app.page.getByRole('radio', { name: '1 d' }).press('Space');
    await app.page.waitForURL(app.at(`/market/prices/${SAP}/XPAR?interval=1d`));
    await app.page.reload();
    await app.page.getByRole('heading', { name: 'SAP on XPAR' }).waitFor();
    await app.page.getByRole('figure', { name: 'Price of SAP on XPAR in EUR' }).waitFor();
  });
});

describe('the market', () => {
  it('opens on prices, and an old address of a fault leads to the faults', proves('L137'), async () => {
    await app.show('/portfolios');
    await app.page.getByRole('navigation').getByRole('link', { name: 'Market', exact: true }).click();
    await app.page.waitForURL(/\/market\/prices/);
    await app.page.getByRole('figure', { name: /^Price of / }).waitFor();
    const tabs = app.page.getByRole('navigation', { name: 'Views of the market' }).getByRole('link');
    expect(await tabs.allInnerTexts()).toEqual([
      ...['Prices', 'Watch list', 'Exchanges and faults', 'FX', 'Corporate actions', 'Calendars'],
    ]);
    await app.page.goto(app.at('/market?fault=ft_1'));
    await app.page.waitForURL(app.at('/market/exchanges?fault=ft_1'));
    await app.page.getByRole('table', { name: 'Exchanges' }).waitFor();
  });
});

describe('a rebalance under way', () => {
  it('has its open orders cancelled after a confirmation that says what remains', { tags: ['deep'] }, async () => {
    await app.show('/portfolios');
    await press('Plan a rebalance');
    await press('Execute rebalance…');
    await press('Yes, execute');
    await app.page.waitForURL(/\/rebalances\/rb_/);
    await press('Cancel open orders…');
    await dialog().getByText('Fills so far are final', { exact: false }).waitFor();
    expect(await accessibilityFaults(app.page)).toEqual([]);
    await press(/^Yes, cancel/);
    await press('Advance 5 min');
    await app.page
      .getByRole('list', { name: 'State of the rebalance' })
      .locator('[aria-current=step]', { hasText: 'failed' })
      .waitFor();
    expect(await app.page.getByRole('button', { name: 'Cancel open orders…' }).count()).toBe(0);
  });
});

it('has no accessibility fault where something is broken, or refused in a form', { tags: ['deep'] }, async () => {
  await app.show('/market/exchanges');
  await press('Disconnect XSWX');
  await app.page.getByRole('button', { name: 'Connect XSWX' }).waitFor();
  expect(await faultsInBothThemes(app.page)).toEqual([]);
  await press('Set a market fault…');
  await dialog().getByLabel('Duration').fill('soon');
  await press('Set the fault');
  await dialog().getByText('Is not a duration', { exact: false }).waitFor();
  expect(await faultsInBothThemes(app.page)).toEqual([]);
  await dialog().getByLabel('Duration').fill('30m');
  await press('Set the fault');
  await badge().waitFor();
  await press('Settings of XSTO');
  await dialog().getByLabel('Lot size').waitFor();
  expect(await faultsInBothThemes(app.page)).toEqual([]);
  await app.page.keyboard.press('Escape');
  await press('End all 1');
  await press('Connect XSWX');
  await app.show('/market/prices');
  await app.page.getByRole('figure').locator('svg').first().waitFor();
  await press('Move a price…');
  await dialog().waitFor();
  expect(await faultsInBothThemes(app.page)).toEqual([]);
  await app.page.keyboard.press('Escape');
  await dialog().waitFor({ state: 'detached' });
});

it('says in the list of exchanges which of them is down', { tags: ['deep'] }, async () => {
  await app.page.setViewportSize({ width: 1280, height: 720 });
  await app.show('/market/exchanges');
  await press('Set a market fault…');
  await press('Set the fault');
  await badge().waitFor();
  await app.page.getByRole('button', { name: /^Exchanges: .*1 down/ }).click();
  await app.page.getByRole('dialog', { name: 'Exchanges' }).getByText('disconnected, reconnecting').waitFor();
  expect(app.complaints).toEqual([]);
});

async function lastPrice(): Promise<string> {
  return (await app.page.getByLabel('Latest prices').locator('dd').first().textContent()) ?? '';
}

async function readService(path: string): Promise<unknown> {
  const headers = { Authorization: `Bearer ${app.ballast.adminToken}` };
  return (await fetch(`${app.ballast.controlUrl}${path}`, { headers })).json();
}

async function faultsOfService() {
  return faultList.parse(await readService('/faults')).faults;
}

async function exchangeOfService(mic: string) {
  return exchangeView.parse(await readService(`/exchanges/${mic}`));
}
