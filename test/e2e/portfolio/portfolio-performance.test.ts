/**
 * The tab Performance of a portfolio: no claims without history, then figures, a chart, and its days, with flows
 * separate.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { portfolioPerformance } from '../../../src-server/contract/control/portfolios/performance.ts';
import { proves } from '../../conformance/proves.ts';
import type { OpenApp } from '../../support/page/open-page.ts';
import { faultsInBothThemes } from '../every-screen/accessibility-faults.ts';
import { openPortfolio } from './open-portfolio.ts';

const DAY_MS = 86_400_000;
let app: OpenApp;
let address = '';

beforeAll(async () => {
  ({ app, address } = await openPortfolio('performance'));
});
afterAll(() => app.close());

const spaced = (text: string) => text.replaceAll(/[\u00a0\u202f]/g, ' ').replaceAll('\u2212', '-');
const advance = (byMs: number) => app.ballast.control.advanceTo(app.ballast.control.nowMs() + byMs);
const days = () => app.page.getByRole('table', { name: 'Performance day by day' });
const fact = (label: string) => app.page.locator('dl > div', { has: app.page.getByText(label, { exact: true }) });
const figure = (name: string) => app.page.getByRole('figure', { name });

/** Sends requests to the control plane, as a script does. */
async function sim(method: string, path: string, body?: unknown): Promise<unknown> {
  const { controlUrl, adminToken } = app.ballast;
  const headers = { authorization: `Bearer ${adminToken}`, 'content-type': 'application/json' };
  const sent = body === undefined ? {} : { body: JSON.stringify(body) };
  return (await fetch(`${controlUrl}${path}`, { method, headers, ...sent })).json();
}

const percent = (share: number) => `${share > 0 ? '+' : ''}${(share * 100).toFixed(2)} %`;

describe('the tab Performance', () => {
  it('says of a young portfolio that nothing has happened', { ...proves('O9.1'), tags: ['deep'] }, async () => {
    await app.page.getByText('No time has passed yet.').waitFor();
    expect(await days().count()).toBe(0);
    expect(await faultsInBothThemes(app.page)).toEqual([]);
  });

  it('shows the gain, with external flows separate', { ...proves('O9.2'), tags: ['deep'] }, async () => {
    await advance(5 * DAY_MS);
    await sim('POST', `${address}/cash-flows`, { kind: 'deposit', amount: 50_000 });
    await advance(5 * DAY_MS);
    await fact('Gain').getByText('Paid in: 50').waitFor();
    const reported = portfolioPerformance.parse(await sim('GET', `${address}/performance`));
    // Data that was read while the clock still moved is read once more when it is paused.
    const shownOf = async (label: string) => spaced(await fact(label).innerText());
    const [own, mix] = [reported.portfolio, reported.target_mix].map((each) =>
      percent(each?.time_weighted_return.period ?? 0),
    );
    await expect.poll(() => shownOf('Return, time-weighted')).toContain(own);
    await expect.poll(() => shownOf('Target mix')).toContain(mix);
    expect(await days().locator('tbody tr').count()).toBe(reported.points.length);
    await days().getByText('+50').first().waitFor();
    await fact('Return, money-weighted').getByRole('button').hover();
    await app.page.getByText(/^The return on the money that was actually invested/).waitFor();
    await app.page.mouse.move(0, 0);
  });

  it('draws the return, the value and the drawdown beside the target mix', {
    ...proves('O9.9'),
    tags: ['deep'],
  }, async () => {
    for (const [choice, name] of [
      ['Return', 'Return over time'],
      ['Value', 'Value over time'],
      ['Drawdown', 'Drawdown over time'],
    ] as const) {
      await app.page.getByRole('radiogroup', { name: 'Series shown' }).getByText(choice).click();
      await figure(name).locator('.recharts-line-curve').nth(1).waitFor({ state: 'attached' });
      expect(spaced(await figure(name).innerText())).toContain('deposit or withdrawal');
    }
    expect(await faultsInBothThemes(app.page)).toEqual([]);
    expect(new URL(app.page.url()).searchParams.get('measure')).toBe('drawdown');
  });

  it('shows a shorter period', { ...proves('O9.1'), tags: ['deep'] }, async () => {
    const before = await days().locator('tbody tr').count();
    const released = Promise.withResolvers<void>();
    await app.page.route(/performance\?from=/, async (route) => {
      await released.promise;
      await route.continue();
    });
    await app.page.getByText('1 W', { exact: true }).click();
    // Until they are read, the figures are still of the longer period.
    await app.page.locator('[aria-busy="true"]', { has: days() }).waitFor();
    released.resolve();
    await expect.poll(() => days().locator('tbody tr').count()).toBeLessThan(before);
    expect(app.complaints).toEqual([]);
  });
});
