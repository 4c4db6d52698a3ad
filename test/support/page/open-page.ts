/**
 * Opens a demo world and the app on it in a real browser, for end-to-end tests. Collects the errors of the page, so
 * that a test can require that there are none. The world is in memory, on any free port, and its clock moves only when
 * a test advances it.
 */
import type { Browser, Page } from 'playwright';
import { type BallastOptions, type BallastServer, createBallast } from '../../../src-server/app.ts';
import { applyOptions } from '../ballast-defaults.ts';
import { launchChromium, PAGE_PATIENCE_MS } from './chromium.ts';
import { countReads } from './count-reads.ts';
import { goTo } from './go-to.ts';
import { letIn } from './let-in.ts';

export interface OpenApp {
  readonly ballast: BallastServer;
  readonly page: Page;
  /** Faults of the page itself: uncaught errors and refusals by the content security policy. */
  readonly complaints: readonly string[];
  /** Address of a path of the app. */
  at(path: string): string;
  /** The same address for a client other than a browser. */
  serviceAt(path: string): string;
  /**
   * Shows a path of the app: loads the page at first, and navigates in it afterwards (`goTo`), which takes a fraction.
   */
  show(path: string): Promise<void>;
  close(): Promise<void>;
}

/** One for all files of this process, which ends it; each app has its own context. */
let shared: Promise<Browser> | undefined;

/** `options` override those of the demo world. */
export async function openApp(options: Partial<BallastOptions> = {}): Promise<OpenApp> {
  const ballast = await createBallast(applyOptions({ seed: 42, demo: true, ...options }));
  shared ??= launchChromium();
  const browser = await shared;
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, reducedMotion: 'reduce' });
  context.setDefaultTimeout(PAGE_PATIENCE_MS);
  await context.addInitScript(countReads);
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on('pageerror', (error) => complaints.push(error.message));
  page.on('console', (message) => {
    if (/Content Security Policy|Refused to|'\w+-src'/.test(message.text())) complaints.push(message.text());
  });
  const { appOrigin: origin } = ballast;
  await letIn(context, ballast);
  return {
    ballast,
    page,
    complaints,
    at: (path) => `${origin}${path}`,
    serviceAt: (path) => new URL(path, ballast.baseUrl).href,
    show: async (path) => {
      if (page.url().startsWith(origin)) await goTo(page, path);
      else await page.goto(`${origin}${path}`);
    },
    close: async () => {
      await context.close();
      await ballast.stop();
    },
  };
}
