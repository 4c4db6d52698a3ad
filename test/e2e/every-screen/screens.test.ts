/**
 * Every screen: reachable by its address, free of accessibility faults in both themes, usable from the keyboard.
 *
 * @module-tag deep
 */
import type { Request } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listScreens } from '../../../src-server/contract/screens.ts';
import { openWithEveryScreen } from '../../support/page/go-to.ts';
import { type OpenApp, openApp } from '../../support/page/open-page.ts';
import { faultsInBothThemes } from './accessibility-faults.ts';
import { screenAddresses } from './screen-addresses.ts';

let app: OpenApp;
let addresses: Readonly<Record<string, string>>;

beforeAll(async () => {
  app = await openApp();
  addresses = await screenAddresses(app);
  await openWithEveryScreen(app);
});
afterAll(() => app.close());

/** A portfolio that has to be rebalanced. */
const addressOfPortfolio = () => (addresses.plan ?? '').replace(/\/plan$/, '');

it('each is drawn under a heading, from data alone, without an error of the browser', async () => {
  const main = app.page.locator('main');
  for (const address of Object.values(addresses)) {
    await app.show(address);
    expect((await main.getByRole('heading', { level: 1 }).first().innerText()).trim(), address).not.toBe('');
    expect(await main.innerText(), address).not.toMatch(/undefined|NaN|\[object/);
    expect(app.complaints, address).toEqual([]);
  }
});

it('of the list has a route', async () => {
  for (const { path } of listScreens()) {
    await app.show(path);
    expect(await app.page.getByRole('heading', { name: 'There is no page at this address.' }).count(), path).toBe(0);
    expect(new URL(app.page.url()).pathname.startsWith(path), path).toBe(true);
  }
});

/** Missing objects, filters, and addresses with a further part. */
const FURTHER_ADDRESSES = [
  '/portfolios?state=outside&form=B',
  '/portfolios/new',
  '/portfolios/pf_0',
  '/portfolios/pf_0/lots',
  '/portfolios/pf_0/gains',
  '/portfolios/pf_0/edit',
  '/portfolios/pf_0/compare',
  '/market/prices',
  '/compliance/mr_0',
  '/scenarios/rebalancing/first-rebalance.yaml',
  '/scenarios/rebalancing/first-rebalance.yaml/timeline',
  '/scenarios/rebalancing/first-rebalance.yaml/sweep',
  '/scenarios/compare',
  '/timeline',
];

describe('in both themes', () => {
  it('no screen has an accessibility fault', async () => {
    const faults: string[] = [];
    for (const address of [...Object.values(addresses), ...FURTHER_ADDRESSES]) {
      await app.show(address);
      faults.push(...(await faultsInBothThemes(app.page)).map((fault) => `${address}: ${fault}`));
    }
    expect(faults).toEqual([]);
  });

  it('nor has expanded content: a plan that was found, and the exchanges that an order did not go to', async () => {
    await app.show('/portfolios');
    await app.page.getByRole('link', { name: 'FR-PEA-Europe', exact: true }).click();
    await app.page.waitForURL(/\/portfolios\/pf_/);
    const address = new URL(app.page.url()).pathname;
    await app.show(`${address}/compare?goal=10`);
    await app.page.getByRole('link', { name: 'Use this plan: the plan found' }).waitFor();
    await app.page
      .getByRole('figure', { name: /^Cost in bps/ })
      .locator('.recharts-surface')
      .waitFor();
    await app.page.locator('[data-compared][aria-busy="false"]').waitFor();
    expect(await faultsInBothThemes(app.page)).toEqual([]);
    await app.show(`${address}/plan`);
    await app.page.getByRole('table', { name: 'Orders of the plan' }).waitFor();
    // Half-drawn opacity would count as poor contrast, so the dry run must have settled.
    await app.page.locator('[data-plan-outcome][aria-busy="false"]').waitFor();
    await unfoldOrder('Orders of the plan');
    expect(await faultsInBothThemes(app.page)).toEqual([]);
    await app.show('/rebalances');
    await app.page.getByRole('switch', { name: 'Show dry runs' }).press('Space');
    const dryRun = app.page
      .getByRole('table', { name: 'Rebalances' })
      .locator('tbody tr', { hasText: 'FR-PEA-Europe' });
    await dryRun.first().getByRole('link').first().click();
    await unfoldOrder('Orders');
    expect(await faultsInBothThemes(app.page)).toEqual([]);
  });
});

async function unfoldOrder(table: string): Promise<void> {
  await app.page.getByRole('table', { name: table, exact: true }).locator('tr[data-opens]', { hasText: 'SIE' }).click();
  await app.page.getByRole('table', { name: /^Instead of/ }).waitFor();
}

describe('the keyboard', () => {
  it('moves between rows with the arrows, opens with Enter and comes back with the browser', async () => {
    await app.show('/portfolios');
    const rows = app.page.getByRole('table', { name: 'Portfolios' }).locator('tbody tr');
    const second = await rows.nth(1).getByRole('link').first().textContent();
    await rows.first().focus();
    await app.page.keyboard.press('ArrowDown');
    await app.page.keyboard.press('Enter');
    await app.page.getByRole('heading', { level: 1, name: second ?? '' }).waitFor();
    await app.page.goBack();
    await rows.first().waitFor();
  });

  it('closes the plan with Escape and returns to the portfolio', async () => {
    const address = addressOfPortfolio();
    await app.show(`${address}/plan`);
    await app.page.getByRole('dialog').waitFor();
    await app.page.keyboard.press('Escape');
    await app.page.waitForURL(app.at(address));
  });
});

describe('the screens', () => {
  const SCREENS = [
    ['Settings', 'Settings'],
    ['Scenarios', 'Scenarios'],
    ['Market', 'Market'],
    ['Rebalances', 'Rebalances'],
  ] as const;

  it('are loaded while the browser is idle, so that none waits for its script when it is opened', async () => {
    const lastOnes = ['accounts-page', 'shortcut-sheet'].map((name) =>
      app.page.waitForResponse((response) => response.url().includes(name)),
    );
    await app.page.goto(app.at('/portfolios'));
    await Promise.all(lastOnes);
    const scripts: string[] = [];
    const onRequest = (request: Request) => {
      if (request.resourceType() === 'script') scripts.push(request.url());
    };
    app.page.on('request', onRequest);
    for (const [screen, heading] of SCREENS) {
      await app.page
        .getByRole('navigation', { name: 'Screens' })
        .getByRole('link', { name: screen, exact: true })
        .click();
      await app.page.getByRole('heading', { level: 1, name: heading }).waitFor();
    }
    app.page.off('request', onRequest);
    expect(scripts).toEqual([]);
  });
});

describe('an error', () => {
  it('at an address that does not exist is reported with the service’s own code', async () => {
    await app.show('/portfolios/pf_00000000000000000000000000');
    await app.page.getByRole('alert').getByText('not_found').waitFor();
  });

  it('because a plan is not needed is reported calmly, with the numbers', async () => {
    const address = addressOfPortfolio();
    await app.show(`${address}/plan`);
    const threshold = app.page.getByRole('slider', { name: 'Drift threshold in per cent' });
    await threshold.focus();
    await threshold.press('End');
    await app.page.getByText('No rebalance needed.').waitFor();
    await app.page
      .getByText(
        /Of the positions, \S+ is furthest from its target, by \d+\.\d\d\s% of the portfolio.*; the band is ±2\d\.\d\d\s% of the portfolio\./,
      )
      .waitFor();
    await app.page
      .getByText(/band ±2\d\.\d\d\s% of the portfolio/)
      .last()
      .waitFor();
    const bars = app.page.getByRole('dialog').getByRole('table', { name: 'Drift by position' });
    expect(await bars.locator('tr[data-outside]').count()).toBe(0);
    // The portfolio as a whole has no band for each position, so none is marked.
    await app.page.getByRole('dialog').getByText('Portfolio', { exact: true }).click();
    await app.page
      .getByText(/The portfolio drift is \d+\.\d\d\s%.*; more than 2\d\.\d\d\s% starts a rebalance\./)
      .waitFor();
    expect(await bars.getByText(/▲|▼/).count()).toBe(0);
    expect(app.complaints).toEqual([]);
  });
});
