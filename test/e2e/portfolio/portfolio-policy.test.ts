/**
 * The tab Policy of a portfolio: set from a preset, its next effect, its history, changed and removed (O6).
 * @module-tag deep
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { proves } from '../../conformance/proves.ts';
import type { OpenApp } from '../../support/page/open-page.ts';
import { accessibilityFaults, faultsInBothThemes } from '../every-screen/accessibility-faults.ts';
import { openPortfolio } from './open-portfolio.ts';

const DAY_MS = 86_400_000;
let app: OpenApp;

beforeAll(async () => {
  ({ app } = await openPortfolio('policy'));
});
afterAll(() => app.close());

const dialog = (name: string) => app.page.getByRole('dialog', { name });
const history = () => app.page.getByRole('table', { name: 'Policy activity', exact: true });
const advance = (byMs: number) => app.ballast.control.advanceTo(app.ballast.control.nowMs() + byMs);

describe('the tab Policy', () => {
  it(
    'says that there is none, and sets a preset, which executes only once that is switched on',
    proves('O6.1'),
    async () => {
      await app.page.getByText('This portfolio is rebalanced only by you').waitFor();
      await app.page.getByRole('button', { name: 'Set a policy…' }).click();
      const form = dialog('Set a policy');
      const execute = form.getByRole('switch', { name: 'Execute without asking me' });
      expect(await execute.isChecked()).toBe(false);
      await form.getByRole('button', { name: 'Quarterly' }).click();
      await form.getByText('It makes plans, which wait for you to execute them.').waitFor();
      await execute.check();
      // A preset also replaces a text that is no number, even by the number before it.
      const beyond = form.getByLabel('Minimum drift');
      await beyond.fill('much');
      await form.getByRole('button', { name: 'Quarterly' }).click();
      await expect.poll(() => beyond.inputValue()).toBe('1');
      expect(await execute.isChecked()).toBe(true);
      expect(await accessibilityFaults(app.page)).toEqual([]);
      await form.getByRole('button', { name: 'Set the policy' }).click();
      await form.waitFor({ state: 'hidden' });
      await app.page
        .getByText(
          /^On 1 April 2026 at \d\d:\d\d UTC, if a position deviates from its target by more than 1\.00 % of the portfolio/,
        )
        .first()
        .waitFor();
      await app.page.getByText('It executes its plans without asking you.', { exact: true }).waitFor();
      await app.page.getByText('policy executes automatically').waitFor();
      expect(await app.page.getByText('you approve plans').count()).toBe(0);
      await history().getByText('Policy set').waitFor();
    },
  );

  it('shows its actions as time passes', proves('O6.10', 'O6.3'), async () => {
    await advance(35 * DAY_MS);
    await history().getByText('Rebalanced on a date').waitFor();
    await app.page
      .getByText(/On 1 July 2026/)
      .first()
      .waitFor();
    await history().getByRole('link', { name: 'Rebalance' }).first().waitFor();
    expect(await faultsInBothThemes(app.page)).toEqual([]);
  });

  it(
    'is changed to the 5/25 band, and contradictions are reported at their field',
    proves('O6.9', 'O6.11'),
    async () => {
      await app.page.getByRole('button', { name: 'Change the policy…' }).click();
      const form = dialog('Change the policy');
      await form.getByLabel('Reason').selectOption('at a drift');
      await form.getByLabel('Drift of').selectOption('portfolio');
      await form.getByText('the edge of the band', { exact: true }).click();
      await form.getByRole('button', { name: 'Set the policy' }).click();
      await form.getByText(/^Cannot be combined with a band of the whole portfolio/).waitFor();
      await form.getByRole('button', { name: '5/25' }).click();
      await form.getByRole('button', { name: 'Set the policy' }).click();
      await form.waitFor({ state: 'hidden' });
      await app.page
        .getByText(/^When a position deviates from its target by more than 5 % of the portfolio or 25 % of the target/)
        .first()
        .waitFor();
    },
  );

  it('has several conditions, each added, changed and removed by keyboard alone', proves('O6.1'), async () => {
    const { keyboard } = app.page;
    await app.page.getByRole('button', { name: 'Change the policy…' }).click();
    const form = dialog('Change the policy');
    await form.getByRole('switch', { name: '5/25 band' }).uncheck();
    const add = form.getByRole('button', { name: 'Add a condition' });
    await add.focus();
    await keyboard.press('Enter');
    await keyboard.press('Enter');
    const third = form.getByRole('group', { name: 'Condition 3' });
    await third.waitFor();
    await form.getByRole('button', { name: 'Set the policy' }).click();
    await third.getByText('Repeats an earlier condition.').waitFor();
    await third.getByLabel('Reason').selectOption('after a cash flow');
    await third.getByText('at once, or at the next opening').waitFor();
    await form.getByRole('group', { name: 'Condition 2' }).getByLabel('How often').selectOption('every year');
    expect(await accessibilityFaults(app.page)).toEqual([]);
    await form.getByRole('button', { name: 'Set the policy' }).click();
    await form.waitFor({ state: 'hidden' });
    await app.page
      .getByText(/^On the first day of every year on which|cash flow/)
      .first()
      .waitFor();
    await app.page.getByRole('button', { name: 'Change the policy…' }).click();
    await form.getByRole('button', { name: 'Remove condition 2' }).focus();
    await keyboard.press('Enter');
    await third.waitFor({ state: 'detached' });
    expect(await form.getByRole('group', { name: 'Condition 2' }).getByLabel('Reason').inputValue()).toBe('cash_flow');
    expect(await add.evaluate((element) => element === document.activeElement)).toBe(true);
    await keyboard.press('Escape');
    await form.waitFor({ state: 'hidden' });
  });

  it('is removed, and its history remains', proves('O6.1'), async () => {
    await app.page.getByRole('button', { name: 'Remove policy' }).click();
    await app.page.getByText('This portfolio is rebalanced only by you').waitFor();
    await history().getByText('Policy removed').waitFor();
    expect(app.complaints).toEqual([]);
  });
});
