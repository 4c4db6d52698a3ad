/**
 * Measures the app while five hundred orders a second are filled: whether it still draws, and how much memory it needs.
 * The list of portfolios, a rebalance under way and the traffic are opened in turn.
 */
import type { Page } from 'playwright';
import { ADMIN_TOKEN } from '../ballast-server.ts';
import type { Figure } from '../figure.ts';
import { ask, type FrameTimes, measureFrames, withApp } from './open-app.ts';

const PORTFOLIOS = 160;
const LOOK_MS = 6_000;
const GOAL_PER_SECOND = 500;
/** A page that draws at least five times a second is slow, but not frozen. */
const FREEZE_MS = 200;
const ISINS = [
  ['DE0007164600', 'XETR'],
  ['DE0007236101', 'XETR'],
  ['DE0008404005', 'XETR'],
  ['FR0000120271', 'XPAR'],
  ['FR0000121014', 'XPAR'],
  ['NL0010273215', 'XAMS'],
  ['IT0003128367', 'XMIL'],
  ['GB0009895292', 'XLON'],
] as const;

export function benchLiveFills(): Promise<Figure[]> {
  return withApp({ seed: 42, clockMode: 'manual', startAt: Date.UTC(2026, 2, 2, 9, 30) }, async (app) => {
    await ask(app.origin, 'POST', '/sim/webhooks', { url: '/sim/sink/fills' });
    const rebalances = await beginRebalances(app.origin);
    using counter = countFills(app.origin);
    await ask(app.origin, 'POST', '/sim/clock/mode', { mode: 'realtime', rate: 3, paused: false });
    const looks: { readonly where: string; readonly times: FrameTimes; readonly perSecond: number }[] = [];
    for (const where of ['/portfolios', `/rebalances/${rebalances[0]}`, '/traffic/webhooks', '/rebalances']) {
      await app.page.goto(`${app.origin}${where}`);
      await app.page.getByRole('main').getByRole('table').locator('tbody tr').first().waitFor();
      const [before, began] = [counter.fills(), performance.now()];
      const times = await measureFrames(app.page, () => app.page.waitForTimeout(LOOK_MS));
      const perSecond = (counter.fills() - before) / ((performance.now() - began) / 1000);
      looks.push({ where: where.replace(/rb_.*/, '{id}'), times, perSecond });
      await respondsToKeys(app.page);
    }
    return looks.map(({ where, times, perSecond }) => ({
      name: `${where} beside ${Math.round(perSecond)} fills a second, longest frame`,
      value: times.longestMs,
      unit: 'ms',
      reference: { what: 'the frame in the middle', value: times.p50Ms },
      goal: {
        text: `≤ ${FREEZE_MS} ms at ${GOAL_PER_SECOND} fills a second`,
        met: times.longestMs <= FREEZE_MS && perSecond >= GOAL_PER_SECOND,
      },
    }));
  });
}

/** Large ones, which take long. */
async function beginRebalances(origin: string): Promise<string[]> {
  const started: string[] = [];
  for (let count = 0; count < PORTFOLIOS; count += 1) {
    const portfolio = (await ask(origin, 'POST', '/form-b/v1/portfolios', {
      external_id: `load-${count}`,
      currency: 'EUR',
      tax_wrapper: 'Depot',
      cash: 20_000_000,
      targets: ISINS.map(([isin]) => ({ isin, weight: 0.12 })),
    })) as { portfolio_id: string };
    const plan = (await ask(origin, 'POST', '/form-b/v1/rebalance', { portfolio_id: portfolio.portfolio_id })) as {
      rebalance_id: string;
    };
    await ask(origin, 'POST', `/form-b/v1/rebalance/${plan.rebalance_id}/execute`, { confirm: true });
    started.push(plan.rebalance_id);
  }
  return started;
}

/** Counts the fills in the live stream. */
function countFills(origin: string): { fills(): number } & Disposable {
  let fills = 0;
  const stop = new AbortController();
  const headers = { authorization: `Bearer ${ADMIN_TOKEN}` };
  const read = async () => {
    const response = await fetch(`${origin}/sim/stream?topics=fill`, { headers, signal: stop.signal });
    const decoder = new TextDecoder();
    let rest = '';
    for await (const chunk of response.body ?? []) {
      const lines = (rest + decoder.decode(chunk as Uint8Array, { stream: true })).split('\n');
      rest = lines.pop() ?? '';
      fills += lines.filter((line) => line === 'event: fill').length;
    }
  };
  read().catch((failure: unknown) => {
    if (!stop.signal.aborted) throw failure;
  });
  return { fills: () => fills, [Symbol.dispose]: () => stop.abort() };
}

/** Checks that the page still responds to keys. */
async function respondsToKeys(page: Page): Promise<void> {
  await page.keyboard.press('?');
  await page.getByRole('dialog').waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'hidden' });
}
