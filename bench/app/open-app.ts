/** Opens the built app in a real Chromium on a server in its own process, and measures in the page. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright';
import { packageRoot } from '../../src-server/system/package-root.ts';
import { launchChromium } from '../../test/support/page/chromium.ts';
import { letIn } from '../../test/support/page/let-in.ts';
import { ADMIN_TOKEN, API_KEY, type ServerSettings } from '../ballast-server.ts';
import { startChild } from '../child-server.ts';
import { median, percentile } from '../figure.ts';

export interface AppUnderLoad {
  readonly origin: string;
  readonly browser: Browser;
  readonly page: Page;
}

/** Without rate limits. */
const SETTINGS: ServerSettings = {
  rateLimitPerMinute: null,
  tier: 'enterprise',
  clockMode: 'manual',
  appAddress: 'plain',
};

export async function withApp<T>(settings: ServerSettings, work: (app: AppUnderLoad) => Promise<T>): Promise<T> {
  if (!existsSync(join(packageRoot(), 'out/renderer/index.html'))) throw new Error('run npm run build first');
  const server = await startChild('ballast-server.ts', { ...SETTINGS, ...settings });
  const browser = await launchChromium();
  try {
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
    await letIn(page.context(), { appOrigin: server.origin, adminToken: ADMIN_TOKEN });
    return await work({ origin: server.origin, browser, page });
  } finally {
    await browser.close();
    await server.stop();
  }
}

/** Sends a request to the service, or `/sim`, and returns the body; a status other than 2xx ends the benchmark. */
export async function ask(origin: string, method: string, path: string, body?: unknown): Promise<unknown> {
  const token = path.startsWith('/sim') ? ADMIN_TOKEN : API_KEY;
  const response = await fetch(`${origin}${path}`, {
    method,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
  return response.json();
}

export interface FrameTimes {
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly longestMs: number;
  readonly frames: number;
}

/** Measures the time from one frame to the next in the page, while `work` runs outside it. */
export async function measureFrames(page: Page, work: () => Promise<unknown>): Promise<FrameTimes> {
  const times = page.evaluate(
    () =>
      new Promise<number[]>((done) => {
        const taken: number[] = [];
        let before = performance.now();
        const draw = () => {
          const now = performance.now();
          taken.push(now - before);
          before = now;
          if (document.documentElement.dataset.measured === 'yes') done(taken);
          else requestAnimationFrame(draw);
        };
        delete document.documentElement.dataset.measured;
        requestAnimationFrame(draw);
      }),
  );
  await work();
  await page.evaluate(() => {
    document.documentElement.dataset.measured = 'yes';
  });
  const taken = await times;
  return {
    p50Ms: median(taken),
    p99Ms: percentile(taken, 0.99),
    longestMs: Math.max(...taken),
    frames: taken.length,
  };
}
