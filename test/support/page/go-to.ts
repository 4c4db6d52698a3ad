/** Walks a page from address to address without loading it anew: loading takes a second, and a link a few frames. */
import type { Page } from 'playwright';

/** The last that are loaded while the browser is idle: of the screens, and of what the bars open. */
const LOADED_LAST = ['accounts-page', 'shortcut-sheet'];

/** Of an app, the page and its addresses. */
interface Opened {
  readonly page: Page;
  at(path: string): string;
}

/** Opens the app and waits until every screen is loaded, so that none is waited for later. */
export async function openWithEveryScreen({ page, at }: Opened): Promise<void> {
  const loaded = LOADED_LAST.map((name) => page.waitForResponse((response) => response.url().includes(name)));
  await page.goto(at('/portfolios'));
  for (const response of await Promise.all(loaded)) await response.finished();
  // What draws charts is loaded with the first of them.
  await goTo(page, '/market/fx');
  await page.locator('.recharts-surface').first().waitFor();
}

/**
 * Shows an address as the browser's own buttons do, and nothing that was said before, as if it were loaded. One that is
 * shown already is drawn anew. What only a load does, such as to read what the browser has stored, this does not do.
 */
export async function goTo(page: Page, address: string): Promise<void> {
  const { pathname, search } = new URL(page.url());
  if (pathname + search === address) {
    await show(page, '/no/such/page');
    // Of two addresses at once only the last is drawn, and what is there already stays as it is.
    await drawn(page);
  }
  await show(page, address);
  await drawn(page);
}

async function show(page: Page, address: string): Promise<void> {
  // Where a dialog was just closed, the browser is still on its way back to the page.
  await page.waitForFunction(() => (window.history.state as { isClosed?: boolean } | null)?.isClosed !== true);
  await page.evaluate((to) => {
    window.history.pushState(null, '', to);
    window.dispatchEvent(new PopStateEvent('popstate'));
    // The shortcut that hides messages, which a load would not show either.
    document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'q', code: 'KeyQ', bubbles: true }));
  }, address);
}

const LOADING = 'main [data-loading], main .mantine-Skeleton-root, [aria-busy=true]';
/** Frames in a row in which nothing changes: what was read last is drawn a few frames after it has come. */
const FRAMES_AT_REST = 10;

/** So long after its last change, a page that still reads or loads has got stuck. */
const STUCK_AFTER_MS = 60_000;

/**
 * Resolves once the page has drawn what it reads: nothing is read or loading, and nothing changes any more. Rejects with
 * what it still waits for once nothing has changed for a minute.
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
