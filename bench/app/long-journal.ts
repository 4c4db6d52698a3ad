/**
 * Scrolls through a journal of 100 000 requests from the newest to the oldest, and measures the time between two
 * frames.
 */
import autocannon from 'autocannon';
import type { Locator, Page } from 'playwright';
import { API_KEY } from '../ballast-server.ts';
import type { Figure } from '../figure.ts';
import { type AppUnderLoad, type FrameTimes, measureFrames, withApp } from './open-app.ts';

const REQUESTS = 100_000;
const GOAL_MS = 50;
/** Like a hard turn of a free-running wheel: 360 rows a second. */
const PX_PER_SECOND = 10_000;
const SCROLLED_PX = 200_000;
/** Down to the oldest row as fast as rows can be read. */
const READING_PX_PER_SECOND = 150_000;

export function benchLongJournal(): Promise<Figure[]> {
  return withApp({ seed: 42, demo: true }, async (app) => {
    await fillJournal(app.origin);
    await app.page.goto(`${app.origin}/traffic/requests`);
    await journalOf(app.page).locator('tbody tr').first().waitFor();
    const wheel = await wheelOver(app.page);
    const reading = await measureFrames(app.page, async () => {
      while ((await rowsRead(app)) < REQUESTS) await wheel(READING_PX_PER_SECOND, READING_PX_PER_SECOND);
    });
    // The element that contains the table and scrolls.
    await journalOf(app.page).evaluate((table) => {
      for (let box: Element | null = table; box !== null; box = box.parentElement) box.scrollTo({ top: 0 });
    });
    const through = await measureFrames(app.page, () => wheel(PX_PER_SECOND, SCROLLED_PX));
    return [
      figure('100 000 requests, scrolled through by wheel, longest frame', through),
      figure('the same while all of them are read, longest frame', reading),
    ];
  });
}

/** A gesture of the browser itself, over the middle of the table. */
async function wheelOver(page: Page): Promise<(pxPerSecond: number, px: number) => Promise<unknown>> {
  const devtools = await page.context().newCDPSession(page);
  return (speed, px) =>
    devtools.send('Input.synthesizeScrollGesture', {
      x: 700,
      y: 500,
      yDistance: -px,
      speed,
      gestureSourceType: 'mouse',
    });
}

async function fillJournal(url: string): Promise<void> {
  const paths = ['/form-b/v1/prices/DE0007164600', '/form-b/v1/portfolios/pf_0', '/v1/prices/NL0010273215', '/v1/none'];
  await autocannon({
    url,
    connections: 10,
    amount: REQUESTS + 1000,
    headers: { authorization: `Bearer ${API_KEY}` },
    requests: paths.map((path) => ({ method: 'GET', path })),
  });
}

async function rowsRead({ page }: AppUnderLoad): Promise<number> {
  return Number(await journalOf(page).getAttribute('aria-rowcount')) - 1;
}

function journalOf(page: Page): Locator {
  return page.getByRole('table', { name: 'Requests' });
}

function figure(name: string, { longestMs, p50Ms }: FrameTimes): Figure {
  const reference = { what: 'the frame in the middle', value: p50Ms };
  const goal = { text: `≤ ${GOAL_MS} ms`, met: longestMs <= GOAL_MS };
  return { name, value: longestMs, unit: 'ms', reference, goal };
}
