/**
 * Costs and dates of purchase of holdings, entered in the form of a portfolio; and the missing fields of each form of
 * the interface.
 * @module-tag deep
 */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { gainsReport, lotList } from '../../../src-server/contract/control/portfolios/gains.ts';
import { type OpenApp, openApp } from '../../support/page/open-page.ts';
import { faultsInBothThemes } from '../every-screen/accessibility-faults.ts';

let app: OpenApp;

/** A response that has not come by then does not come. */
const PATIENCE_MS = 20_000;

beforeAll(async () => {
  app = await openApp();
  app.page.setDefaultTimeout(PATIENCE_MS);
});
afterAll(() => app.close());

const press = (name: string) => app.page.getByRole('button', { name }).click();

async function partOfShown(part: 'lots' | 'gains'): Promise<unknown> {
  const [, id] = /portfolios\/(pf_\w+)/.exec(app.page.url()) ?? [];
  const headers = { authorization: `Bearer ${app.ballast.adminToken}` };
  return (await fetch(`${app.ballast.controlUrl}/portfolios/${id}/${part}`, { headers })).json();
}

const lotsOfShown = async () => lotList.parse(await partOfShown('lots')).lots;
const removedOfShown = async () => gainsReport.parse(await partOfShown('gains')).set_by_hand;

async function showPortfolio(name: string): Promise<void> {
  await app.show('/portfolios');
  await app.page
    .getByRole('table', { name: 'Portfolios' })
    .getByRole('link', { name: new RegExp(name) })
    .first()
    .click();
  await app.page.getByRole('heading', { level: 1, name }).waitFor();
}

async function add(label: 'Add a holding' | 'Add a target'): Promise<void> {
  await app.page.getByRole('combobox', { name: label }).fill('sap');
  await app.page.locator('[role=option][data-combobox-selected]', { hasText: 'sap' }).waitFor();
  await app.page.keyboard.press('Enter');
}

async function begin(form: 'A' | 'B'): Promise<void> {
  await app.show(`/portfolios/new?form=${form}`);
  await app.page.getByLabel(form === 'A' ? 'Name' : 'Name (client or portfolio)').fill(`Costs ${form}`);
  await add('Add a holding');
  await app.page.getByLabel('Quantity of SAP').fill('12');
  // Form B accepts no portfolio without targets.
  if (form === 'A') return;
  await add('Add a target');
  await app.page.getByLabel('Target weight of SAP in per cent').fill('100');
}

it.each(['A', 'B'] as const)('of Form %s become its tax lots', async (form) => {
  await begin(form);
  await app.page.getByLabel('Cost per share of SAP').fill('98.4');
  await app.page.getByLabel('Date on which SAP was acquired').fill('15.3.2021');
  await app.page.keyboard.press('Tab');
  expect(await app.page.getByLabel('Date on which SAP was acquired').inputValue()).toBe('2021-03-15 00:00');
  expect(await faultsInBothThemes(app.page)).toEqual([]);
  await press('Create the portfolio');
  await app.page.getByRole('heading', { level: 1, name: `Costs ${form}` }).waitFor();
  const lot = { quantity: 12, unit_cost: 98.4, acquired_at: '2021-03-15T00:00:00.000Z', order_id: null };
  expect(await lotsOfShown()).toEqual([expect.objectContaining(lot)]);
  // They were never held at another cost, so nothing was removed.
  expect(await removedOfShown()).toEqual([]);
});

it('without a date were bought now, and an entry that cannot be sent creates nothing', async () => {
  await begin('A');
  await app.page.getByLabel('Name').fill('Bought now');
  await app.page.getByLabel('Quantity of SAP').fill('-12');
  await app.page.getByLabel('Date on which SAP was acquired').fill('15.3.2021');
  await app.page.getByText(/^Enter a number from 0 to 1.000.000.000\.$/).waitFor();
  await app.page.getByLabel('Quantity of SAP').fill('12');
  await press('Create the portfolio');
  await app.page.getByText('Enter the cost of a share, or clear the date.').waitFor();
  expect(await app.page.getByText('The portfolio was created').count()).toBe(0);
  await app.page.getByLabel('Date on which SAP was acquired').fill('');
  await app.page.getByLabel('Cost per share of SAP').fill('98.4');
  await press('Create the portfolio');
  await app.page.getByRole('heading', { level: 1, name: 'Bought now' }).waitFor();
  const now = new Date(app.ballast.control.nowMs()).toISOString();
  expect(await lotsOfShown()).toEqual([expect.objectContaining({ unit_cost: 98.4, acquired_at: now })]);
});

it('of Form A say how a rebalance treats targets that leave cash', async () => {
  await begin('A');
  await add('Add a target');
  await app.page.getByLabel('Target weight of SAP in per cent').fill('95.5');
  await app.page.getByText(/^A one-step rebalance keeps no cash\. .* SAP from 95\.5\s% to 100\s%\./).waitFor();
  expect(await faultsInBothThemes(app.page)).toEqual([]);
  await press('Create the portfolio');
  await app.page.getByRole('heading', { level: 1, name: 'Costs A' }).waitFor();
  await press('Plan a rebalance');
  await app.page.getByText(/are first scaled to 100 %: SAP from 95\.5\s% to 100\s%/).waitFor();
});

it('are changed later, and missing values are reported at their field', async () => {
  await showPortfolio('Costs B');
  await app.page.getByRole('link', { name: 'Edit' }).click();
  await press('Change cost and date of SAP');
  await app.page.getByLabel('Cost per share of SAP').fill('');
  await press('Save');
  await app.page.getByText('Enter the cost of a share, or clear the date.').waitFor();
  await app.page.getByLabel('Cost per share of SAP').fill('100');
  await app.page.getByLabel('Date on which SAP was acquired').fill('2020-01-02');
  await press('Save');
  await app.page.waitForURL(/\/portfolios\/pf_[^/]+$/);
  expect(await lotsOfShown()).toEqual([
    expect.objectContaining({ unit_cost: 100, acquired_at: '2020-01-02T00:00:00.000Z' }),
  ]);
});

it.each([
  ['Form A', 'Costs A', 'A one-step rebalance has no cost budget.'],
  ['Form B', 'EU-Balanced-001', 'This wrapper allows no other method.'],
])('a plan of %s names the parameter that this form does not have', async (_form, portfolio, message) => {
  await showPortfolio(portfolio);
  await press('Plan a rebalance');
  await app.page.getByText(message).waitFor();
  expect(app.complaints).toEqual([]);
});
