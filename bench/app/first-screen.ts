/**
 * Measures how long the first screen takes until it can be used, and how many bytes it loads. Each load has its own
 * browser context, so nothing comes from a cache; the reference is an empty page of the same server.
 */
import { gzipSync } from 'node:zlib';
import { letIn } from '../../test/support/page/let-in.ts';
import { ADMIN_TOKEN } from '../ballast-server.ts';
import { type Figure, median } from '../figure.ts';
import { type AppUnderLoad, withApp } from './open-app.ts';

const LOADS = 9;
const GOAL_MS = 400;
const GOAL_KB = 350;

export function benchFirstScreen(): Promise<Figure[]> {
  return withApp({ seed: 42, demo: true }, async (app) => {
    const times: number[] = [];
    const bare: number[] = [];
    for (let load = 0; load <= LOADS; load += 1) {
      const [ms, bareMs] = [await loadOnce(app), await loadBare(app)];
      // The first load starts the browser's own processes.
      if (load === 0) continue;
      times.push(ms);
      bare.push(bareMs);
    }
    const kilobytes = await weigh(app);
    const value = median(times);
    const reference = { what: 'a bare answer of the server, drawn', value: median(bare) };
    return [
      {
        name: 'first screen usable, nothing cached',
        value,
        unit: 'ms',
        reference,
        goal: { text: `≤ ${GOAL_MS} ms`, met: value <= GOAL_MS },
      },
      {
        name: 'scripts and styles of the first screen, gzipped',
        value: kilobytes,
        unit: 'kB',
        reference: null,
        goal: { text: `≤ ${GOAL_KB} kB`, met: kilobytes <= GOAL_KB },
      },
    ];
  });
}

/**
 * Measured in the page, from the start of the navigation to the frame with the table; then one of its rows gets the
 * focus.
 */
async function loadOnce({ browser, origin }: AppUnderLoad): Promise<number> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  await letIn(context, { appOrigin: origin, adminToken: ADMIN_TOKEN });
  const page = await context.newPage();
  await page.goto(`${origin}/portfolios`, { waitUntil: 'commit' });
  const usableAt = await page.waitForFunction(() => {
    const row = document.querySelector<HTMLElement>('table[aria-label="Portfolios"] tbody tr');
    row?.focus();
    return row !== null && document.activeElement === row && performance.now();
  });
  const ms = Number(await usableAt.jsonValue());
  await context.close();
  return ms;
}

/** Size of the scripts and styles, in kB, from a separate load: reading the bodies would slow down the drawing. */
async function weigh({ browser, origin }: AppUnderLoad): Promise<number> {
  const context = await browser.newContext();
  await letIn(context, { appOrigin: origin, adminToken: ADMIN_TOKEN });
  const page = await context.newPage();
  const bodies: Promise<number>[] = [];
  page.on('response', (response) => {
    if (/\.(?:js|css)$/.test(new URL(response.url()).pathname)) {
      bodies.push(response.body().then((body) => gzipSync(body).byteLength));
    }
  });
  await page.goto(`${origin}/portfolios`);
  await page.locator('table[aria-label="Portfolios"] tbody tr').first().waitFor();
  const sizes = await Promise.all(bodies);
  await context.close();
  return sizes.reduce((sum, size) => sum + size, 0) / 1000;
}

/** Measured in the page, until a document without any script is drawn. */
async function loadBare({ browser, origin }: AppUnderLoad): Promise<number> {
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.goto(`${origin}/form-b/v1/openapi.json`, { waitUntil: 'load' });
  const ms = await page.evaluate(() => performance.getEntriesByType('navigation')[0]?.duration ?? 0);
  await context.close();
  return ms;
}
