/**
 * Measures the page's memory under live traffic: constant requests, a rebalance every few seconds, and the views in
 * turn. Heap after a collection, at the end of each tenth; `app-hour` does it for an hour.
 */
import type { CDPSession } from 'playwright';
import type { PortfolioView } from '../../src-server/contract/control/portfolios/portfolios.ts';
import type { Figure } from '../figure.ts';
import { type AppUnderLoad, ask, withApp } from './open-app.ts';

const SHORT_MS = 60_000;
const HOUR_MS = 3_600_000;
const PARTS = 10;
const VIEWS = ['Traffic', 'Rebalances', 'Market', 'Compliance', 'Portfolios'];
const MIB = 1_048_576;
const MAX_GROWTH_MIB = 10;

export const benchPageMemory = (): Promise<Figure[]> => measure(SHORT_MS, 'a minute');
export const benchPageHour = (): Promise<Figure[]> => measure(HOUR_MS, 'an hour');

function measure(wholeMs: number, label: string): Promise<Figure[]> {
  return withApp({ seed: 42, demo: true }, async (app) => {
    await app.page.goto(`${app.origin}/portfolios`);
    const devtools = await app.page.context().newCDPSession(app.page);
    await ask(app.origin, 'POST', '/sim/clock/mode', { mode: 'realtime', rate: 60, paused: false });
    const heaps: number[] = [];
    const began = performance.now();
    for (let part = 1; part <= PARTS; part += 1) {
      await traffic(app, began + (wholeMs * part) / PARTS);
      heaps.push(await heapMib(devtools));
      process.stderr.write(`  ${part}/${PARTS}: ${heaps.at(-1)?.toFixed(1)} MiB\n`);
    }
    // The first part fills caches, as intended.
    const [first = Number.NaN, last = Number.NaN] = [heaps[1], heaps.at(-1)];
    return [
      {
        name: `heap of the page after ${label} of live traffic`,
        value: last,
        unit: 'MiB',
        reference: { what: 'after a fifth of it', value: first },
        goal: { text: `at most ${MAX_GROWTH_MIB} MiB more`, met: last - first <= MAX_GROWTH_MIB },
      },
    ];
  });
}

/** Sends some fifty requests a second, and every few seconds a rebalance; clicks through the views as a user does. */
async function traffic({ page, origin }: AppUnderLoad, untilMs: number): Promise<void> {
  const { portfolios } = (await ask(origin, 'GET', '/sim/portfolios')) as PortfolioList;
  const ids = portfolios.filter(({ form }) => form === 'B').map(({ portfolio_id: id }) => id);
  for (let turn = 0; performance.now() < untilMs; turn += 1) {
    const portfolio = ids[turn % ids.length] ?? '';
    await rebalance(origin, portfolio);
    await page
      .getByRole('navigation', { name: 'Screens' })
      .getByRole('link', { name: VIEWS[turn % VIEWS.length] ?? '', exact: true })
      .click();
    for (let count = 0; count < 100; count += 1) {
      await Promise.all([
        ask(origin, 'GET', '/form-b/v1/prices/DE0007164600'),
        ask(origin, 'GET', `/sim/portfolios/${portfolio}`),
        page.waitForTimeout(20),
      ]);
    }
  }
}

interface PortfolioList {
  readonly portfolios: readonly { readonly portfolio_id: string; readonly form: 'A' | 'B' }[];
}

/**
 * Rebalances to 70 % invested or to 30 %, whichever is further away. A portfolio with a rebalance under way, such as
 * one begun at night, is left alone.
 */
async function rebalance(origin: string, portfolioId: string): Promise<void> {
  const view = (await ask(origin, 'GET', `/sim/portfolios/${portfolioId}`)) as PortfolioView;
  if (view.rebalances.some(({ status }) => status === 'executing' || status === 'partially_filled')) return;
  const share = (view.cash_row.weight > 0.5 ? 0.7 : 0.3) / view.allocation.length;
  const targets = view.allocation.map(({ isin }) => ({ isin, weight: Number(share.toFixed(4)) }));
  await ask(origin, 'POST', `/sim/portfolios/${portfolioId}/targets`, { targets });
  const plan = await ask(origin, 'POST', '/form-b/v1/rebalance', { portfolio_id: portfolioId, drift_threshold: 0.01 });
  const { rebalance_id: id } = plan as { rebalance_id: string };
  await ask(origin, 'POST', `/form-b/v1/rebalance/${id}/execute`, { confirm: true });
}

async function heapMib(devtools: CDPSession): Promise<number> {
  await devtools.send('HeapProfiler.collectGarbage');
  const { usedSize } = await devtools.send('Runtime.getHeapUsage');
  return usedSize / MIB;
}
