/**
 * Orders are executed as they were confirmed, in both forms and in a real browser: the plan that is shown is the one
 * that runs, changes are shown line by line, and nothing is ever sent without a request.
 * @module-tag deep
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { proves } from '../../conformance/proves.ts';
import { type OpenApp, openApp } from '../../support/page/open-page.ts';
import { accessibilityFaults, faultsInBothThemes } from '../every-screen/accessibility-faults.ts';
import { control, executedOrders, madePlans, openedRebalance, portfolioNamed, shownOrders } from './shown-plan.ts';

const SAP = 'DE0007164600';

let app: OpenApp;
let formA: string;
let formB: string;

beforeAll(async () => {
  app = await openApp();
  formB = await portfolioNamed(app, 'EU-Balanced-001');
  formA = await portfolioNamed(app, 'Huber Altersvorsorge');
});
afterAll(() => app.close());

const pin = (mid: number) => control(app, 'POST', '/market/pins', { isin: SAP, mid, currency: 'EUR' });
const button = (name: string) => app.page.getByRole('button', { name, exact: true });
const orders = () => app.page.getByRole('table', { name: 'Orders of the plan' });
const statusesOf = async (id: string) => (await madePlans(app, id)).map(({ status }) => status);
const settled = () => app.page.locator('[data-plan-outcome][aria-busy="false"]').waitFor();

async function planOf(portfolioId: string, search = ''): Promise<void> {
  await app.show(`/portfolios/${portfolioId}/plan${search}`);
  await orders().waitFor();
  await settled();
}

/** Expands the key, which is collapsed because few need it. */
async function openedKey() {
  await app.page.getByText('For developers').click();
  return app.page.getByRole('textbox', { name: 'Idempotency key' });
}

describe('a plan of Form B', () => {
  it('reports on the dry run what has moved since, and leaves the orders unchanged', proves('L95'), async () => {
    await pin(230);
    await planOf(formB);
    const before = await shownOrders(app.page);
    await pin(236);
    await app.page
      .getByText(/\d+ of \d+ orders (is|are) beyond the tolerance since the dry run of 09:30:00\./)
      .waitFor();
    await app.page.getByText('Changes by order').click();
    const moved = app.page.getByRole('table', { name: 'What differs: this dry run → if planned now' });
    await moved
      .getByRole('row', { name: /sell SAP/ })
      .getByText(/price \+2\.61\s%\s\(limit 0\.25\s%\)/)
      .waitFor();
    expect(await shownOrders(app.page)).toEqual(before);
    expect(await accessibilityFaults(app.page)).toEqual([]);
  });

  it('shows the very plan that is executed, with its differences from the dry run, before anything is sent', {
    ...proves('L95'),
    tags: ['deep'],
  }, async () => {
    const looked = await shownOrders(app.page);
    await button('Execute rebalance…').press('Enter');
    await app.page.getByRole('dialog', { name: 'Execute the rebalance: EU-Balanced-001' }).waitFor();
    const differs = app.page.getByRole('table', { name: 'What differs: dry run → this plan' });
    await differs.getByRole('row', { name: /sell SAP/ }).waitFor();
    await app.page.getByText('These orders will be sent, and they differ from the dry run of 09:30:00.').waitFor();
    expect(await shownOrders(app.page)).not.toEqual(looked);
    expect(await faultsInBothThemes(app.page)).toEqual([]);
  });

  it('asks again, line by line, where prices move before the press, and sends nothing', {
    ...proves('L95'),
    tags: ['deep'],
  }, async () => {
    const confirmed = await shownOrders(app.page);
    // The page does not learn of the move before the press.
    const pressed = Promise.withResolvers<void>();
    await app.page.route('**/changes', async (route) => {
      await pressed.promise;
      await route.continue();
    });
    const wanted = app.page.waitForRequest('**/changes');
    await pin(243);
    await wanted;
    await button('Yes, execute').press('Enter');
    pressed.resolve();
    const again = app.page.getByRole('region', { name: 'Why it was not executed' });
    await again.getByText('Nothing was sent.').waitFor();
    await app.page.unroute('**/changes');
    // Only those beyond the tolerance, with the limit that they break.
    await again.getByRole('row', { name: /sell SAP .*\(limit 0\.25\s%\)/ }).waitFor();
    await again.getByRole('button', { name: /^Show \d+ orders? that differs? within the tolerance$/ }).waitFor();
    expect(await accessibilityFaults(app.page)).toEqual([]);
    expect((await madePlans(app, formB)).map(({ status }) => status)).toEqual(['plan_ready']);
    await button('Make a new plan and ask again').press('Enter');
    await app.page.getByText('These orders will be sent, and they differ from the earlier plan').waitFor();
    expect(await shownOrders(app.page)).not.toEqual(confirmed);
  });

  it('is cancelled by going back, and executed exactly as it was confirmed', {
    ...proves('L95'),
    tags: ['deep'],
  }, async () => {
    await button('Back').click();
    await button('Execute rebalance…').waitFor();
    await expect.poll(() => statusesOf(formB)).toEqual(['cancelled', 'cancelled']);
    await button('Refresh the dry run').click();
    await settled();
    await button('Execute rebalance…').click();
    await app.page.getByText('They are the same as in the dry run of 09:30:00, order by order.').waitFor();
    // Within the tolerance of 0.25 %: not asked again, and the plan does not change.
    const confirmed = await shownOrders(app.page);
    await pin(243.1);
    await button('Yes, execute').click();
    expect(await executedOrders(app, await openedRebalance(app.page))).toEqual(confirmed);
  });

  it('is cancelled, too, by leaving the screen', { ...proves('L95'), tags: ['deep'] }, async () => {
    await control(app, 'POST', '/clock/advance', { by: '2h' });
    const id = await portfolioNamed(app, 'FR-PEA-Europe');
    await planOf(id, '?threshold=1&band=relative');
    await button('Execute rebalance…').click();
    await button('Yes, execute').waitFor();
    await button('Close the plan').click();
    await app.page.waitForURL(app.at(`/portfolios/${id}`));
    await expect.poll(() => statusesOf(id)).toEqual(['cancelled']);
  });
});

describe('a plan of Form A', () => {
  it(
    'accepts weights, tax method, threshold and key, retains them in the address, and says what is missing',
    proves('L96'),
    async () => {
      await planOf(formA);
      const weight = app.page.getByRole('textbox', { name: 'Target weight of DTE in per cent' });
      await weight.fill('30');
      await app.page
        .getByText(/The target weights sum to 119\.60 %/)
        .first()
        .waitFor();
      expect(await button('Execute rebalance…').isDisabled()).toBe(true);
      expect(await accessibilityFaults(app.page)).toEqual([]);
      await button('Scale to 100 %').click();
      await app.page.getByRole('combobox', { name: 'Tax method' }).selectOption('HIFO');
      await app.page.waitForURL(/method=HIFO&weights=/);
      await settled();
      await orders().getByText('DTE').waitFor();
      await app.page.reload();
      await orders().waitFor();
      expect(await weight.inputValue()).toBe('25.08');
      const key = await openedKey();
      await key.fill('');
      await app.page.getByText('Enter an idempotency key').waitFor();
      expect(await button('Execute rebalance…').isDisabled()).toBe(true);
      await key.fill('journey-of-form-a');
    },
  );

  it('is compared with the other lot methods, and opened from there', proves('L97'), async () => {
    await app.page.getByRole('dialog').getByRole('link', { name: 'Compare plans', exact: true }).click();
    const table = app.page.getByRole('table', { name: 'Plans side by side' });
    await table.getByText('tax lots: HIFO').waitFor();
    await app.page.getByText(/All variants use the same target weights: .*DTE 25\.08/).waitFor();
    await app.page.locator('[data-compared][aria-busy="false"]').waitFor();
    // HIFO and specific_id sell the same lots, without a gain; the others have taxable gains.
    await table.getByRole('columnheader', { name: /^A = D / }).waitFor();
    expect(await table.locator('thead th').allTextContents()).toHaveLength(5);
    expect(await accessibilityFaults(app.page)).toEqual([]);
    await table.getByRole('button', { name: 'Same plan (show separately)' }).click();
    await table.getByText('same plan as A').first().waitFor();
    expect(await table.locator('thead th').allTextContents()).toHaveLength(6);
    await table.getByRole('link', { name: 'Use this plan: variant A' }).click();
    await app.page.waitForURL(/\/plan\?method=HIFO&weights=/);
    await orders().waitFor();
    await settled();
    const differs = app.page.getByText('This differs from variant A as compared at ');
    expect(await differs.count()).toBe(0);
    await control(app, 'POST', '/market/pins', { isin: 'DE0005557508', mid: 30, currency: 'EUR' });
    await button('Refresh the dry run').click();
    await differs.waitFor();
    expect(await accessibilityFaults(app.page)).toEqual([]);
  });

  it('is executed as it was confirmed although it moved, if the user wants that', {
    ...proves('L95', 'L96'),
    tags: ['deep'],
  }, async () => {
    await (await openedKey()).fill('journey-of-form-a');
    await button('Execute rebalance…').click();
    await app.page.getByText('These orders will be sent').waitFor();
    const confirmed = await shownOrders(app.page);
    await control(app, 'POST', '/market/pins', { isin: 'DE0005557508', mid: 40, currency: 'EUR' });
    // The sheet itself says so, before anything is pressed.
    await app.page.getByText('This plan is out of date.').waitFor();
    expect(await button('Yes, execute').count()).toBe(0);
    await button('Execute the confirmed orders anyway').click();
    const id = await openedRebalance(app.page);
    expect(await executedOrders(app, id)).toEqual(confirmed);
    // By the service itself, as any client would.
    const { entries } = await control<{ entries: { path: string; status: number }[] }>(
      app,
      'GET',
      '/journal?form=A&limit=1',
    );
    expect(entries[0]).toMatchObject({ path: `/form-a/v1/portfolios/${formA}/rebalance`, status: 202 });
  });

  it('under a key with a response is reported as a replay, and executes nothing', {
    ...proves('L96'),
    tags: ['deep'],
  }, async () => {
    await control(app, 'POST', '/clock/advance', { by: '2h' });
    const weights = 'IE00B4L5Y983:0.2,DE0005557508:0.8';
    await planOf(formA, `?weights=${encodeURIComponent(weights)}`);
    await (await openedKey()).fill('journey-of-form-a');
    await button('Execute rebalance…').click();
    await app.page.getByText('This key was used before.').waitFor();
    expect(await accessibilityFaults(app.page)).toEqual([]);
    await button('Resend, to get the first response again').click();
    await app.page.getByText(/Nothing was executed: the service repeated the response of rb_\w+\./).waitFor();
    const first = await openedRebalance(app.page);
    expect((await madePlans(app, formA)).map(({ rebalance_id: id }) => id)).toEqual([first]);
    expect(app.complaints).toEqual([]);
  });
});

describe('a plan under a cost budget', () => {
  const outside =
    /^ESE stays outside its band: \+\d+\.\d\d\s% of the portfolio after the plan(?: \([^)]*\))?\. The cost budget is too small to change that\.$/;
  const search = 'threshold=4&budget=0.69';

  it('that leaves a position outside its band says so, and is counted among the warnings where it is compared', async () => {
    const id = await portfolioNamed(app, 'FR-PEA-Europe');
    await planOf(id, `?${search}`);
    await app.page.getByText(outside).waitFor();
    await app.show(`/portfolios/${id}/compare?variant=&variant=${encodeURIComponent(search)}`);
    const warnings = app.page.getByRole('row', { name: /^Warnings/ });
    await warnings.getByText('! 1 stays outside').waitFor();
    expect(await accessibilityFaults(app.page)).toEqual([]);
    await planOf(id, `?${search}`);
  });

  it('is marked as out of date while another budget is typed, until the plan under it is there', async () => {
    const budget = app.page.getByLabel(/^Cost budget/);
    await budget.fill('5');
    await app.page.locator('[data-plan-outcome][aria-busy="true"]').waitFor();
    await app.page.getByText('This plan is out of date: press Enter to plan with the new value.').waitFor();
    expect(await button('Execute rebalance…').isDisabled()).toBe(true);
    await budget.press('Enter');
    await settled();
    await budget.fill('0.69');
    await budget.press('Enter');
    await app.page.getByText(outside).waitFor();
    await settled();
  });

  it('shows its differences from the dry run within the tolerance, order by order', proves('L95'), async () => {
    await control(app, 'POST', '/clock/advance', { by: '20s' });
    await button('Execute rebalance…').click();
    await app.page
      .getByText(
        /Prices have moved a little since the dry run of [\d:]+(?:: .*)?\. \d of \d orders differ, within the tolerance/,
      )
      .waitFor();
    await app.page.getByText(outside).waitFor();
    await app.page.getByRole('table', { name: 'What differs: dry run → this plan' }).waitFor();
    await app.page.getByRole('button', { name: /^Show \d+ orders? that differs? within the tolerance$/ }).click();
    expect(await accessibilityFaults(app.page)).toEqual([]);
  });

  it('has the budget beside the paid cost once it is executed', async () => {
    await button('Yes, execute').click();
    await openedRebalance(app.page);
    await app.page
      .getByLabel('The plan', { exact: true })
      .getByText(/bps of 0\.69 allowed/)
      .waitFor();
    await control(app, 'POST', '/clock/advance', { by: '30m' });
    const paid = app.page.getByLabel('Result compared with the plan').locator('div', { hasText: 'Actual cost EUR' });
    await paid.getByText(/^(?:within the budget of 0\.69.bps|budget of 0\.69.bps, exceeded by .*)$/).waitFor();
    expect(app.complaints).toEqual([]);
  });
});
