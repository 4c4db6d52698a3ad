/** The app in a window of 1280 × 800 on a tab of the demo portfolio EU-Balanced-001, for tests of the tabs of a portfolio. */
import type { BallastOptions } from '../../../src-server/app.ts';
import { rebalancePlan } from '../../../src-server/contract/service/form-b.ts';
import { type OpenApp, openApp } from '../../support/page/open-page.ts';

const BALANCED = 'EU-Balanced-001';

export interface OpenPortfolio {
  readonly app: OpenApp;
  /** Its page, without a tab: `/portfolios/pf_…`, which is also its path in the control plane. */
  readonly address: string;
}

/** `view` as the address of the tab has it; empty is the overview. */
export async function openPortfolio(view: string, options: Partial<BallastOptions> = {}): Promise<OpenPortfolio> {
  const app = await openApp(options);
  await app.page.setViewportSize({ width: 1280, height: 800 });
  await app.show('/portfolios');
  const address = (await app.page.getByRole('link', { name: BALANCED }).getAttribute('href')) ?? '';
  await app.show(view === '' ? address : `${address}/${view}`);
  return { app, address };
}

/** Plans a rebalance as a client of Form B does; returns its id. */
export async function planRebalance({ app, address }: OpenPortfolio): Promise<string> {
  const plan = await askFormB(app, '/rebalance', { portfolio_id: address.split('/').at(-1) });
  return rebalancePlan.parse(plan).rebalance_id;
}

/** Plans and executes one; returns its id. */
export async function executeRebalance(open: OpenPortfolio): Promise<string> {
  const id = await planRebalance(open);
  await askFormB(open.app, `/rebalance/${id}/execute`, { confirm: true });
  return id;
}

/** Returns the response of the service to a client of Form B. */
export async function askFormB({ ballast }: OpenApp, path: string, body: unknown): Promise<unknown> {
  const headers = { authorization: `Bearer ${ballast.apiKey}`, 'content-type': 'application/json' };
  return (await fetch(`${ballast.formBUrl}${path}`, { method: 'POST', headers, body: JSON.stringify(body) })).json();
}
