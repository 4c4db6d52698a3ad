/** The page of a rebalance without fills reports no more than happened. In a real browser. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type OpenApp, openApp } from '../../support/page/open-page.ts';

let app: OpenApp;

beforeAll(async () => {
  app = await openApp();
});
afterAll(() => app.close());

async function post<T>(url: string, token: string, data: unknown): Promise<T> {
  const response = await app.page.request.post(url, { headers: { authorization: `Bearer ${token}` }, data });
  expect(response.ok()).toBe(true);
  return (await response.json()) as T;
}

describe('a rebalance whose orders were all refused', { tags: ['deep'] }, () => {
  it('was never partially filled, has no result, and awaits no fills', async () => {
    const { controlUrl, formBUrl, adminToken, apiKey } = app.ballast;
    await app.show('/portfolios');
    const link = app.page.getByRole('link', { name: 'UK-ISA-Growth' });
    const portfolio = (await link.getAttribute('href'))?.split('/').at(-1);
    await post(`${controlUrl}/faults`, adminToken, { kind: 'reject_orders', exchange: 'XLON' });
    const plan = await post<{ rebalance_id: string }>(`${formBUrl}/rebalance`, apiKey, { portfolio_id: portfolio });
    await post(`${formBUrl}/rebalance/${plan.rebalance_id}/execute`, apiKey, { confirm: true });
    await post(`${controlUrl}/clock/advance`, adminToken, { by: '5m' });
    await app.show(`/rebalances/${plan.rebalance_id}`);
    const path = app.page.getByRole('list', { name: 'State of the rebalance' });
    await path.getByText('ended with unfilled orders').waitFor();
    expect(await path.getByRole('listitem').locator('strong').allTextContents()).toEqual([
      'plan ready',
      'executing',
      'failed',
    ]);
    await app.page.getByText('The rebalance ended before an exchange reported a fill.').waitFor();
    const why = app.page.getByRole('region', { name: 'Why it failed' });
    await why.getByRole('link', { name: 'Plan another rebalance' }).waitFor();
    expect(await why.getByText('Fills so far are final.').count()).toBe(0);
  });

  it('leaves holdings at an exchange whose status indicator agrees with the bar at the top', async () => {
    await app.page.getByRole('link', { name: 'Plan another rebalance' }).waitFor();
    await app.show('/portfolios');
    await app.page.getByRole('link', { name: 'UK-ISA-Growth' }).click();
    const holdings = app.page.getByRole('table', { name: 'Holdings' });
    await holdings.getByText('open, 1 fault active').first().waitFor({ state: 'attached' });
    expect(app.complaints).toEqual([]);
  });
});
