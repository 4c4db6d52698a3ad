/** Every screen: reachable by its address, free of accessibility faults in both themes, usable from the keyboard. */
import type { Request } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { drawn, goTo, openWithEveryScreen } from '../../support/page/go-to.ts';
import { type OpenApp, openApp } from '../../support/page/open-page.ts';
import { accessibilityFaults } from './accessibility-faults.ts';

let app: OpenApp;

beforeAll(async () => {
  app = await openApp();
  await openWithEveryScreen(app);
});
afterAll(() => app.close());

async function addressOfFirstPortfolio(): Promise<string> {
  await app.page.goto(app.at('/portfolios'));
  const link = app.page
    .getByRole('table', { name: 'Portfolios' })
    .locator('tbody tr')
    .first()
    .getByRole('link')
    .first();
  return (await link.getAttribute('href')) ?? '';
}

/** What differs from theme to theme. */
const OF_COLORS = ['color-contrast', 'link-in-text-block'];
const THEMES = [
  { colorScheme: 'light', rules: [], show: (path: string) => app.page.goto(app.at(path)) },
  { colorScheme: 'dark', rules: OF_COLORS, show: (path: string) => goTo(app.page, path) },
] as const;

for (const { colorScheme, rules, show } of THEMES)
  describe(`in the ${colorScheme} theme`, { tags: colorScheme === 'dark' ? ['deep'] : [] }, () => {
    it.each([
      '/portfolios',
      '/portfolios?state=outside&form=B',
      '/portfolios/pf_0/lots',
      '/portfolios/pf_0/gains',
      '/rebalances',
      '/market',
      '/market/prices',
      '/market/watch',
      '/market/fx',
      '/market/calendars',
      '/traffic/requests',
      '/traffic/webhooks',
      '/traffic/faults',
      '/traffic/sinks',
      '/traffic/signature',
      '/compliance',
      '/compliance/mr_0',
      '/scenarios',
      '/scenarios/rebalancing/first-rebalance.yaml',
      '/scenarios/rebalancing/first-rebalance.yaml/timeline',
      '/scenarios/compare',
      '/timeline',
      '/scenarios/record',
      '/scenarios/rebalancing/first-rebalance.yaml/sweep',
      '/accounts',
      '/settings/general',
      '/settings/access',
      '/settings/limits',
      '/settings/webhooks',
      '/settings/data',
      '/portfolios/new',
      '/portfolios/new?form=A',
      '/portfolios/new?form=B',
      '/portfolios/pf_0/edit',
      '/portfolios/pf_0/compare',
      '/no/such/page',
      '/portfolios/pf_0',
    ])('%s has no accessibility fault', async (path) => {
      await app.page.emulateMedia({ colorScheme });
      await show(path);
      await drawn(app.page);
      expect(await accessibilityFaults(app.page, rules)).toEqual([]);
    });

    it('a portfolio, its plan and the page of the dry run have no accessibility fault', {
      tags: ['deep'],
    }, async () => {
      await app.page.emulateMedia({ colorScheme });
      const address = await addressOfFirstPortfolio();
      await app.page.goto(app.at(address));
      await app.page.getByRole('table', { name: 'Drift by position' }).waitFor();
      expect(await accessibilityFaults(app.page, rules)).toEqual([]);
      await app.page.goto(app.at(`${address}/edit`));
      await app.page.getByRole('table', { name: 'Targets' }).waitFor();
      expect(await accessibilityFaults(app.page, rules)).toEqual([]);
      await app.page.goto(app.at(`${address}/compare?goal=10`));
      await app.page.getByRole('link', { name: 'Use this one: the plan that was found' }).waitFor();
      await app.page
        .getByRole('figure', { name: /^Cost in bps/ })
        .locator('.recharts-surface')
        .waitFor();
      await app.page.locator('[data-compared][aria-busy="false"]').waitFor();
      expect(await accessibilityFaults(app.page, rules)).toEqual([]);
      await app.page.goto(app.at(`${address}/plan`));
      await app.page.getByRole('table', { name: 'Orders of the plan' }).waitFor();
      // Half-drawn opacity would count as poor contrast, so the dry run must have settled.
      await app.page.locator('[data-plan-outcome][aria-busy="false"]').waitFor();
      await app.page.locator('tr[data-opens]', { hasText: 'EUNH' }).click();
      await app.page.getByRole('table', { name: /^Instead of/ }).waitFor();
      expect(await accessibilityFaults(app.page, rules)).toEqual([]);
      await app.page.goto(app.at('/rebalances'));
      await app.page.getByRole('switch', { name: 'Show dry runs' }).press('Space');
      await app.page.getByRole('table', { name: 'Rebalances' }).getByRole('link').first().click();
      await app.page.getByRole('table', { name: 'Orders' }).locator('tr[data-opens]', { hasText: 'EUNH' }).click();
      await app.page.getByRole('table', { name: /^Instead of/ }).waitFor();
      expect(await accessibilityFaults(app.page, rules)).toEqual([]);
    });
  });

describe('the keyboard', () => {
  it('moves between rows with the arrows, opens with Enter and comes back with the browser', async () => {
    await app.page.goto(app.at('/portfolios'));
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
    const address = await addressOfFirstPortfolio();
    await app.page.goto(app.at(`${address}/plan`));
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
    const hear = (request: Request) => {
      if (request.resourceType() === 'script') scripts.push(request.url());
    };
    app.page.on('request', hear);
    for (const [screen, heading] of SCREENS) {
      await app.page
        .getByRole('navigation', { name: 'Screens' })
        .getByRole('link', { name: screen, exact: true })
        .click();
      await app.page.getByRole('heading', { level: 1, name: heading }).waitFor();
    }
    app.page.off('request', hear);
    expect(scripts).toEqual([]);
  });
});

describe('what goes wrong', () => {
  it('on an address of nothing is reported with the service’s own code', async () => {
    await app.page.goto(app.at('/portfolios/pf_00000000000000000000000000'));
    await app.page.getByRole('alert').getByText('not_found').waitFor();
  });

  it('with a plan that is not needed is reported calmly, with the numbers', async () => {
    const address = await addressOfFirstPortfolio();
    await app.page.goto(app.at(`${address}/plan`));
    const threshold = app.page.getByRole('slider', { name: 'Drift threshold in basis points' });
    await threshold.focus();
    await threshold.press('End');
    await app.page.getByText('No rebalance needed.').waitFor();
    await app.page
      .getByText(
        /is furthest from its target, by \d+\sbps of the portfolio.*; the band is ±2\s\d+\sbps of the portfolio\./,
      )
      .waitFor();
    await app.page
      .getByText(/band ±2\s\d+\sbps of the portfolio/)
      .last()
      .waitFor();
    const bars = app.page.getByRole('dialog').getByRole('table', { name: 'Drift by position' });
    expect(await bars.locator('tr[data-outside]').count()).toBe(0);
    // The portfolio as a whole has no band for each position, so none is marked.
    await app.page.getByRole('dialog').getByText('Portfolio', { exact: true }).click();
    await app.page
      .getByText(/The portfolio drift is [\d\s]+bps.*; more than 2\s\d+\sbps starts a rebalance\./)
      .waitFor();
    expect(await bars.getByText(/▲|▼/).count()).toBe(0);
    expect(app.complaints).toEqual([]);
  });
});
