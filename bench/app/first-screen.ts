/**
 * How long the first screen takes until it can be used, and how many bytes it needs. Each load has a browser context of
 * its own, so nothing comes from a cache; the reference is an empty page of the same server.
 */
import { gzipSync } from 'node:zlib';
import type { Response } from 'playwright';
import { letIn } from '../../test/support/page/let-in.ts';
import { ADMIN_TOKEN } from '../ballast-server.ts';
import { type Figure, median } from '../figure.ts';
import { type AppUnderLoad, withApp } from './open-app.ts';

const LOADS = 5;
const GOAL_MS = 400;
const GOAL_KB = 350;

export function benchFirstScreen(): Promise<Figure[]> {
  return withApp({ seed: 42, demo: true }, async (app) => {
    const times: number[] = [];
    const bare: number[] = [];
    let bytes = 0;
    for (let load = 0; load <= LOADS; load += 1) {
      const { ms, kilobytes } = await loadOnce(app);
      const bareMs = await loadBare(app);
      // The first one starts the browser's own processes.
      if (load === 0) continue;
      times.push(ms);
      bare.push(bareMs);
      bytes = kilobytes;
    }
    const value = median(times);
    const reference = { what: 'a bare answer of the server, drawn', value: median(bare) };
    return [
      {
        ...{ name: 'first screen usable, nothing cached', value, unit: 'ms', reference },
        goal: { text: `≤ ${GOAL_MS} ms`, met: value <= GOAL_MS },
      },
      {
        ...{ name: 'scripts and styles of the first screen, gzipped', value: bytes, unit: 'kB', reference: null },
        goal: { text: `≤ ${GOAL_KB} kB`, met: bytes <= GOAL_KB },
      },
    ];
  });
}

/** Usable: the table is there, a row can have the focus. */
async function loadOnce({ browser, origin }: AppUnderLoad): Promise<{ ms: number; kilobytes: number }> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  await letIn(context, origin, ADMIN_TOKEN);
  const page = await context.newPage();
  const bodies: Promise<number>[] = [];
  const weigh = (response: Response) => {
    if (/\.(?:js|css)$/.test(new URL(response.url()).pathname)) {
      bodies.push(response.body().then((body) => gzipSync(body).byteLength));
    }
  };
  page.on('response', weigh);
  const began = performance.now();
  await page.goto(`${origin}/portfolios`, { waitUntil: 'commit' });
  // Asked at every frame: a locator looks again after pauses of up to half a second.
  await page.waitForFunction(() => document.querySelector('table[aria-label="Portfolios"] tbody tr') !== null);
  await page.getByRole('table', { name: 'Portfolios' }).locator('tbody tr').first().focus();
  const ms = performance.now() - began;
  page.off('response', weigh);
  const sizes = await Promise.all(bodies);
  await context.close();
  return { ms, kilobytes: sizes.reduce((sum, size) => sum + size, 0) / 1000 };
}

async function loadBare({ browser, origin }: AppUnderLoad): Promise<number> {
  const context = await browser.newContext();
  const page = await context.newPage();
  const began = performance.now();
  await page.goto(`${origin}/form-b/v1/openapi.json`, { waitUntil: 'load' });
  const ms = performance.now() - began;
  await context.close();
  return ms;
}
