/** Reads the orders of a plan from the screen and from the service, in the same format, to be compared. */
import type { Page } from 'playwright';
import type { RebalanceView } from '../../../src-server/contract/control/portfolios/portfolios.ts';
import type { OpenApp } from '../../support/page/open-page.ts';

/** Sends a request to the control plane; throws if it is refused. */
export async function control<T>({ ballast }: OpenApp, method: string, path: string, body?: unknown): Promise<T> {
  const response = await fetch(`${ballast.controlUrl}${path}`, {
    method,
    headers: { authorization: `Bearer ${ballast.adminToken}`, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
  return (await response.json()) as T;
}

/** Row by row: side, symbol, exchange and quantity. */
export async function shownOrders(page: Page): Promise<string[]> {
  const rows = page.getByRole('table', { name: 'Orders of the plan' }).locator('tbody tr[data-opens]');
  const texts = await rows.evaluateAll((all) =>
    all.map((row) => [...row.querySelectorAll('td, th')].slice(1, 5).map((cell) => cell.textContent?.trim() ?? '')),
  );
  return texts.map(([side = '', symbol, exchange, quantity = '']) =>
    [side.replace(/[↑↓]/, ''), symbol, exchange, quantity.replace(/\s/g, '')].join(' '),
  );
}

/** The same for a rebalance, with as many decimals as the screen shows. */
export async function executedOrders(app: OpenApp, rebalanceId: string): Promise<string[]> {
  type Instruments = { instruments: { isin: string; symbol: string }[] };
  const { instruments } = await control<Instruments>(app, 'GET', '/instruments');
  const { rebalance } = await control<RebalanceView>(app, 'GET', `/rebalances/${rebalanceId}`);
  const symbol = (isin: string) => instruments.find((row) => row.isin === isin)?.symbol;
  return rebalance.orders.map(
    (order) => `${order.side} ${symbol(order.isin)} ${order.exchange} ${order.quantity.toFixed(4)}`,
  );
}

/** Plans of a portfolio, without dry runs, newest first. */
export async function madePlans(app: OpenApp, portfolioId: string) {
  type Listed = { rebalances: { rebalance_id: string; simulation: boolean; status: string }[] };
  const { rebalances } = await control<Listed>(app, 'GET', `/rebalances?portfolio_id=${portfolioId}`);
  return rebalances.filter(({ simulation }) => !simulation);
}

/** The id of the rebalance whose page opens. */
export async function openedRebalance(page: Page): Promise<string> {
  await page.waitForURL(/\/rebalances\/rb_/);
  return page.url().split('/').at(-1) ?? '';
}

/** Of a portfolio of the demo world. */
export async function portfolioNamed(app: OpenApp, label: string): Promise<string> {
  type Listed = { portfolios: { portfolio_id: string; label: string }[] };
  const { portfolios } = await control<Listed>(app, 'GET', '/portfolios');
  return portfolios.find((row) => row.label === label)?.portfolio_id ?? '';
}
