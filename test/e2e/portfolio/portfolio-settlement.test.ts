/**
 * Settlement in the app, where the world simulates it: settled cash and shares, and the trades on their way (decision O4).
 *
 * @module-tag deep
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { portfolioB } from '../../../src-server/contract/service/form-b.ts';
import { samplePortfolio } from '../../api/service/sample-portfolio.ts';
import { proves } from '../../conformance/proves.ts';
import type { OpenApp } from '../../support/page/open-page.ts';
import { faultsInBothThemes } from '../every-screen/accessibility-faults.ts';
import { askFormB, executeRebalance, openPortfolio } from './open-portfolio.ts';

const DAY_MS = 86_400_000;
let app: OpenApp;
let address = '';

beforeAll(async () => {
  ({ app, address } = await openPortfolio('', { settlement: 'simulated' }));
});
afterAll(() => app.close());

const spaced = (text: string) => text.replaceAll(/[\u00a0\u202f]/g, ' ');
const advance = (byMs: number) => app.ballast.control.advanceTo(app.ballast.control.nowMs() + byMs);
const cash = () => app.page.locator('dl > div', { has: app.page.getByText('Cash', { exact: true }) });
const trades = (state: string) =>
  app.page
    .getByRole('table', { name: /^(Trades not settled yet|Settled trades)$/ })
    .locator('tbody tr', { hasText: state });
const show = (kind: string) => app.page.getByRole('combobox', { name: 'Kind of activity' }).selectOption(kind);
const cells = async (row: ReturnType<typeof trades>) => (await row.locator('td').allInnerTexts()).map(spaced);

/** Sends requests to the control plane, as a script does. */
async function sim(method: string, path: string, body?: unknown): Promise<unknown> {
  const { controlUrl, adminToken } = app.ballast;
  const headers = { authorization: `Bearer ${adminToken}`, 'content-type': 'application/json' };
  const sent = body === undefined ? {} : { body: JSON.stringify(body) };
  return (await fetch(`${controlUrl}${path}`, { method, headers, ...sent })).json();
}

describe('a portfolio whose trades settle days later', () => {
  it('has settled cash only before its first trade', proves('O4.3'), async () => {
    await cash()
      .getByText(/settled$/)
      .waitFor();
    await app.show(`${address}/activity`);
    await show('Settled trades');
    await app.page.getByText('No trade has settled yet.').waitFor();
    await show('Trades not settled yet');
    await app.page.getByText('Every trade has settled.').waitFor();
    expect(new URL(app.page.url()).searchParams.get('kind')).toBe('unsettled');
  });

  it('lists its trades as they are filled, with trade date and due date', proves('O4.4'), async () => {
    await sim('POST', '/faults', { kind: 'settlement_fail', days_late: 2, count: 1 });
    await executeRebalance({ app, address });
    await advance(6 * 3_600_000);
    await trades('pending').first().waitFor();
    const [, date, due] = await cells(trades('pending').first());
    // Monday, and two business days later at 18:00 in Frankfurt.
    expect([date, due]).toEqual(['2026-03-02', '2026-03-04 17:00:00']);
    expect(await faultsInBothThemes(app.page)).toEqual([]);
  });

  it('shows on its page the cash and shares to be received and delivered', proves('O4.3'), async () => {
    await app.show(address);
    const holdings = app.page.getByRole('table', { name: 'Holdings', exact: true });
    await holdings.getByRole('columnheader', { name: 'Unsettled' }).waitFor();
    expect(await faultsInBothThemes(app.page)).toEqual([]);
    await cash()
      .getByRole('link', { name: /to be received|to be paid/ })
      .click();
    await trades('pending').first().waitFor();
  });

  it('distinguishes a late trade from those that settled', proves('O4.7'), async () => {
    await advance(3 * DAY_MS);
    await trades('late').waitFor();
    const [, , due, settles] = await cells(trades('late'));
    expect([due, settles]).toEqual(['2026-03-04 17:00:00', '2026-03-06 17:00:00']);
    expect(await trades('').count()).toBe(1);
    await show('Settled trades');
    await trades('settled').first().waitFor();
    expect(await trades('pending').count()).toBe(0);
    await trades('settled').first().getByRole('link', { name: 'Rebalance' }).click();
    await app.page.waitForURL(/\/rebalances\/rb_/);
    expect(app.complaints).toEqual([]);
  });

  it('names a sold position that is still to be delivered', proves('O4.3'), async () => {
    const created = portfolioB.parse(await askFormB(app, '/portfolios', samplePortfolio()));
    const sold = `/portfolios/${created.portfolio_id}`;
    await executeRebalance({ app, address: sold });
    await advance(4 * 3_600_000);
    await app.show(sold);
    await app.page.getByText('20 ALV (XETR)').waitFor();
    expect(await faultsInBothThemes(app.page)).toEqual([]);
  });

  it('shows in a withdrawal how much cash is available at once', proves('O4.6'), async () => {
    await app.show(`${address}/activity?dialog=cash-flow`);
    await app.page.getByRole('dialog').getByText('Withdrawal', { exact: true }).click();
    await app.page.getByText(/^At most .* can be withdrawn now/).waitFor();
    await app.page.keyboard.press('Escape');
  });
});

/** Friday 28 August 2026; Monday is a holiday in London alone, so a sale there settles after a buy in Frankfurt. */
const BEFORE_BANK_HOLIDAY = Date.UTC(2026, 7, 28, 9, 30);
const SELLS_IN_LONDON = {
  cash: 0,
  holdings: [{ isin: 'GB0007980591', exchange: 'XLON', quantity: 2000 }],
  targets: [{ isin: 'DE0008404005', weight: 0.95 }],
};

describe('a buy that would settle before the proceeds that pay for it', () => {
  it('is named on the page of its rebalance, with the time of its next try', proves('O4.5'), async () => {
    await app.close();
    ({ app, address } = await openPortfolio('', { settlement: 'simulated', startAt: BEFORE_BANK_HOLIDAY }));
    const created = portfolioB.parse(await askFormB(app, '/portfolios', samplePortfolio(SELLS_IN_LONDON)));
    const id = await executeRebalance({ app, address: `/portfolios/${created.portfolio_id}` });
    await advance(6 * 3_600_000);
    await app.show(`/rebalances/${id}`);
    await app.page.getByText('1 buy waits for settlement.').waitFor();
    expect(await faultsInBothThemes(app.page)).toEqual([]);
    await app.page.getByRole('button', { name: 'Advance to the next attempt' }).click();
    await app.page.getByText('1 buy waits for settlement.').waitFor({ state: 'hidden' });
    expect(app.ballast.control.nowMs()).toBe(Date.UTC(2026, 7, 28, 16));
    expect(app.complaints).toEqual([]);
  });
});

describe('a portfolio whose trades settle at once', () => {
  it('shows nothing about settlement', proves('O4.1'), async () => {
    await app.close();
    ({ app, address } = await openPortfolio('activity'));
    await executeRebalance({ app, address });
    await app.page.getByRole('table', { name: 'Activity' }).waitFor();
    expect(await app.page.getByRole('option', { name: 'Settled trades' }).count()).toBe(0);
    await app.show(address);
    await app.page.getByRole('table', { name: 'Holdings', exact: true }).waitFor();
    expect(
      await cash()
        .getByText(/settled/)
        .count(),
    ).toBe(0);
    expect(await app.page.getByRole('columnheader', { name: 'Unsettled' }).count()).toBe(0);
    expect(app.complaints).toEqual([]);
  });
});
