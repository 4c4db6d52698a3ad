/** Navigates a page from address to address without loading it: loading takes a second, and a link a few frames. */
import type { Page } from 'playwright';

/** The last modules that are loaded while the browser is idle: of the screens, and of the dialogs of the bars. */
const LOADED_LAST = ['accounts-page', 'shortcut-sheet'];

/** The page of an app and its addresses. */
interface Opened {
  readonly page: Page;
  at(path: string): string;
}

/** Opens the app and waits until every screen is loaded, so that none is waited for later. */
export async function openWithEveryScreen({ page, at }: Opened): Promise<void> {
  const loaded = LOADED_LAST.map((name) => page.waitForResponse((response) => response.url().includes(name)));
  await page.goto(at('/portfolios'));
  for (const response of await Promise.all(loaded)) await response.finished();
  // The chart library is loaded with the first chart.
  await goTo(page, '/market/fx');
  await page.locator('.recharts-surface').first().waitFor();
}

/**
 * Shows an address as the browser's own buttons do, without earlier messages, as if it were loaded. The present address
 * is drawn again. Does not do what only a load does, such as reading what the browser has stored.
 */
export async function goTo(page: Page, address: string): Promise<void> {
  const { pathname, search } = new URL(page.url());
  if (pathname + search === address) {
    await show(page, '/no/such/page');
    // Of two addresses at once only the last is drawn, and what is there already remains as it is.
    await drawn(page);
  }
  await show(page, address);
  await drawn(page);
}

async function show(page: Page, address: string): Promise<void> {
  // After a dialog was closed, the browser may still be on its way back to the page.
  await page.waitForFunction(() => (window.history.state as { isClosed?: boolean } | null)?.isClosed !== true);
  await page.evaluate((to) => {
    window.history.pushState(null, '', to);
    window.dispatchEvent(new PopStateEvent('popstate'));
    // The shortcut that hides messages, which a load would not show either.
    document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'q', code: 'KeyQ', bubbles: true }));
  }, address);
}

const LOADING = 'main [data-loading], main .mantine-Skeleton-root, [aria-busy=true]';
/** Frames in a row without a change: data is drawn a few frames after it was read. */
const FRAMES_AT_REST = 10;

/** A page that still reads or loads this long after its last change is stuck. */
const STUCK_AFTER_MS = 60_000;

/**
 * Resolves once the page has drawn what it reads: nothing is read or loading, and nothing changes any more. Rejects
 * with the pending reads once nothing has changed for a minute.
 */
export async function drawn(page: Page): Promise<void> {
  await page.evaluate(
    ({ framesAtRest, loading, stuckAfter }) => {
      const counted = window as Window & { readsUnderWay?: number };
      const awaited = () => [
        ...(counted.readsUnderWay === 0 ? [] : [`${counted.readsUnderWay} reads`]),
        ...(document.querySelector('main h1') === null ? ['a heading'] : []),
        ...[...document.querySelectorAll(loading)].map((element) => element.outerHTML.slice(0, 120)),
      ];
      let rested = 0;
      let changedAt = performance.now();
      const changes = new MutationObserver(() => {
        rested = 0;
        changedAt = performance.now();
      });
      changes.observe(document.body, { subtree: true, childList: true, attributes: true, characterData: true });
      return new Promise<void>((resolve, reject) => {
        requestAnimationFrame(function look() {
          const left = awaited();
          rested = left.length === 0 ? rested + 1 : 0;
          if (rested >= framesAtRest) return resolve(changes.disconnect());
          if (performance.now() - changedAt < stuckAfter) return requestAnimationFrame(look);
          reject(new Error(`${location.pathname} still waits for ${left.join(', ')}`));
        });
      });
    },
    { framesAtRest: FRAMES_AT_REST, loading: LOADING, stuckAfter: STUCK_AFTER_MS },
  );
}
