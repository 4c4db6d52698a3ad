/**
 * An analyst's journey, with portfolios of both forms and from the first screen on: the dry run, the plan that is
 * confirmed, the same plan executed to its end, and the portfolio deleted. By clicks and keys alone, in a real browser.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { proves } from '../../conformance/proves.ts';
import { type OpenApp, openApp } from '../../support/page/open-page.ts';
import { accessibilityFaults } from '../every-screen/accessibility-faults.ts';
import { control, executedOrders, madePlans, openedRebalance, portfolioNamed, shownOrders } from './shown-plan.ts';

let app: OpenApp;

beforeAll(async () => {
  app = await openApp();
});
afterAll(() => app.close());

/** Form B takes the same way as the journeys of `app`. */
const FORMS = [
  { form: 'B', label: 'EU-Balanced-001', tags: ['deep'] },
  { form: 'A', label: 'Nordisk Pension 7', tags: [] },
];

for (const { form, label, tags } of FORMS)
  describe(`a portfolio of Form ${form}`, { tags }, () => {
    let portfolioId: string;
    let confirmed: string[];
    let executed: string;

    it('is found on the first screen, and planned', async () => {
      portfolioId = await portfolioNamed(app, label);
      await app.show('/');
      await app.page.getByRole('table', { name: 'Portfolios' }).getByRole('link', { name: label, exact: true }).click();
      await app.page.getByRole('button', { name: 'Plan a rebalance' }).click();
      await app.page.getByRole('table', { name: 'Orders of the plan' }).waitFor();
      expect(await accessibilityFaults(app.page)).toEqual([]);
    });

    it('shows the plan that is executed before it is', async () => {
      await app.page.locator('[data-plan-outcome][aria-busy="false"]').waitFor();
      await app.page.getByRole('button', { name: 'Execute rebalance…' }).click();
      await app.page.getByRole('group', { name: 'Confirm the execution' }).waitFor();
      await app.page.getByText('They are the same as in the dry run of', { exact: false }).waitFor();
      confirmed = await shownOrders(app.page);
      expect(confirmed.length).toBeGreaterThan(0);
    });

    it('is executed with exactly the orders that were confirmed', proves('L95', 'L96'), async () => {
      await app.page.getByRole('button', { name: 'Yes, execute' }).click();
      executed = await openedRebalance(app.page);
      expect(await executedOrders(app, executed)).toEqual(confirmed);
      expect((await madePlans(app, portfolioId)).map(({ rebalance_id: id }) => id)).toEqual([executed]);
      await app.page.getByRole('button', { name: 'Run until it is final' }).click();
      await app.page
        .getByRole('list', { name: 'State of the rebalance' })
        .locator('[aria-current="step"]', { hasText: 'complete' })
        .waitFor();
      expect(await executedOrders(app, executed)).toEqual(confirmed);
    });

    it('is deleted, and its executed rebalance remains readable', async () => {
      await app.page.getByRole('heading', { level: 1 }).getByRole('link', { name: label }).click();
      await app.page.getByRole('button', { name: 'More actions for this portfolio' }).click();
      await app.page.getByRole('menuitem', { name: 'Delete…' }).click();
      await app.page.getByRole('dialog').getByText(`Delete “${label}”?`).waitFor();
      await app.page.getByRole('button', { name: 'Yes, delete it' }).click();
      await app.page.waitForURL(app.at('/portfolios'));
      expect(await portfolioNamed(app, label)).toBe('');
      const { rebalance } = await control<{ rebalance: { status: string } }>(app, 'GET', `/rebalances/${executed}`);
      expect(rebalance.status).toBe('complete');
      expect(app.complaints).toEqual([]);
    });
  });
