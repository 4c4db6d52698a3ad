/** Walks a page from address to address without loading it anew: loading takes a second, and a link a few frames. */
import type { Page } from 'playwright';
import type { OpenApp } from './open-page.ts';

/** The last that are loaded while the browser is idle: of the screens, and of what the bars open. */
const LOADED_LAST = ['accounts-page', 'shortcut-sheet'];

/** Opens the app and waits until every screen is loaded, so that none is waited for later. */
export async function openWithEveryScreen({ page, at }: OpenApp): Promise<void> {
  const loaded = LOADED_LAST.map((name) => page.waitForResponse((response) => response.url().includes(name)));
  await page.goto(at('/portfolios'));
  for (const response of await Promise.all(loaded)) await response.finished();
  // What draws charts is loaded with the first of them.
  await goTo(page, '/market/fx');
  await page.locator('.recharts-surface').first().waitFor();
}

/** Shows an address as the browser's own buttons do. One that is shown already is drawn anew. */
export async function goTo(page: Page, address: string): Promise<void> {
  const { pathname, search } = new URL(page.url());
  if (pathname + search === address) await show(page, '/no/such/page');
  await show(page, address);
  await drawn(page);
}

async function show(page: Page, address: string): Promise<void> {
  await page.evaluate((to) => {
    window.history.pushState(null, '', to);
    window.dispatchEvent(new PopStateEvent('popstate'));
  }, address);
}

const LOADING = 'main [data-loading], main .mantine-Skeleton-root, [aria-busy=true]';
/** Frames in a row in which nothing changes: what was read last is drawn a few frames after it has come. */
const FRAMES_AT_REST = 10;

/** Resolves once the page has drawn what it reads: nothing is read or loading, and nothing changes any more. */
export async function drawn(page: Page): Promise<void> {
  await page.locator('main h1').first().waitFor();
  await page.evaluate(
    ([framesAtRest, loading]) => {
      const counted = window as Window & { readsUnderWay?: number };
      let rested = 0;
      const changes = new MutationObserver(() => {
        rested = 0;
      });
      changes.observe(document.body, { subtree: true, childList: true, attributes: true, characterData: true });
      return new Promise<void>((resolve) => {
        requestAnimationFrame(function look() {
          rested += 1;
          if (counted.readsUnderWay !== 0 || document.querySelector(loading) !== null) rested = 0;
          if (rested < framesAtRest) requestAnimationFrame(look);
          else resolve(changes.disconnect());
        });
      });
    },
    [FRAMES_AT_REST, LOADING] as const,
  );
}
