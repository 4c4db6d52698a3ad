/**
 * Every list with a thousand rows: it says or shows how many there are, its last row can be reached, and its filter
 * finds that row, whether the list is read at once or page by page.
 * @module-tag deep
 */
import type { Locator, Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { proves } from '../../conformance/proves.ts';
import { type OpenApp, openApp } from '../../support/page/open-page.ts';
import { type FilledWorld, fillWorld, ROWS, SCHEDULED } from './fill-world.ts';

let app: OpenApp;
let page: Page;
let world: FilledWorld;

beforeAll(async () => {
  app = await openApp({ demo: false, rateLimitPerMinute: null, tier: 'enterprise' });
  ({ page } = app);
  world = await fillWorld(app.ballast);
});
afterAll(() => app.close());

interface FullList {
  /** The accessible name of its table. */
  readonly table: string;
  readonly path: (world: FilledWorld) => string;
  readonly rows: number;
  /** A text of its last row, and the name of the filter that finds it; none where the service filters. */
  readonly last?: { readonly text: string; readonly filter: string };
}

const busy = ({ busyId }: FilledWorld) => `/portfolios/${busyId}/activity`;

const LISTS: readonly FullList[] = [
  {
    table: 'Portfolios',
    path: () => '/portfolios',
    rows: ROWS + 2,
    last: { text: 'full-1000', filter: 'Filter portfolios' },
  },
  {
    table: 'Rebalances',
    path: () => '/rebalances',
    rows: ROWS,
    last: { text: 'full-1000', filter: 'Filter rebalances' },
  },
  {
    table: 'Portfolios of the bulk rebalance',
    path: ({ bulkId }) => `/rebalances/bulk/${bulkId}`,
    rows: ROWS,
    last: { text: 'full-1000', filter: 'Filter portfolios of the bulk rebalance' },
  },
  { table: 'Activity', path: busy, rows: ROWS + 1, last: { text: '98.76', filter: 'Filter activity' } },
  {
    table: 'Scheduled cash flows',
    path: busy,
    rows: SCHEDULED,
    last: { text: '101.00', filter: 'Filter scheduled cash flows' },
  },
  {
    table: 'Requests of the sink',
    path: () => '/traffic/sinks/all',
    rows: ROWS + 1,
    last: { text: 'the very first', filter: 'Filter requests of the sink' },
  },
  {
    table: 'Disposals',
    path: ({ soldId }) => `/portfolios/${soldId}/gains?by=disposal`,
    rows: ROWS,
    last: { text: '119.99', filter: 'Filter disposals' },
  },
  {
    table: 'Faults',
    path: () => '/market/exchanges',
    rows: ROWS,
    last: { text: '999 ms', filter: 'Filter faults' },
  },
  {
    table: 'HTTP and webhook faults',
    path: () => '/traffic/faults',
    rows: ROWS,
    last: { text: 'of 777', filter: 'Filter HTTP and webhook faults' },
  },
  {
    table: 'Accounts',
    path: () => '/accounts',
    rows: ROWS + 1,
    last: { text: 'desk-1000', filter: 'Filter accounts' },
  },
  {
    table: 'API keys',
    path: () => '/accounts',
    rows: ROWS + 1,
    last: { text: 'key 1000', filter: 'Filter API keys' },
  },
  { table: 'Requests', path: () => '/traffic/requests', rows: ROWS + 2 },
  { table: 'Deliveries', path: () => '/traffic/webhooks', rows: ROWS },
  { table: 'MiFID II records', path: () => '/compliance', rows: ROWS },
];

describe.each(LISTS)('the list $table', ({ table: name, path, rows, last }) => {
  const table = () => page.getByRole('table', { name, exact: true });

  it('shows its rows to the last', proves('L139'), async () => {
    await app.show(path(world));
    await table().waitFor();
    await expect.poll(() => readOn(table())).toBeGreaterThanOrEqual(rows);
  });

  it.skipIf(last === undefined)('finds its last row by its filter', proves('L139'), async () => {
    const { text, filter } = last ?? { text: '', filter: '' };
    await app.show(path(world));
    await table().waitFor();
    await page.getByRole('textbox', { name: filter, exact: true }).fill(text);
    await expect.poll(() => table().locator('tbody tr').count()).toBeLessThanOrEqual(2);
    await table().locator('tbody tr', { hasText: text }).first().waitFor();
  });
});

/** Scrolls towards the end of a table, and returns the present number of its rows. */
async function readOn(table: Locator): Promise<number> {
  const all = await table.getAttribute('aria-rowcount');
  if (all === null) {
    const frame = table.locator('..');
    const more = frame.getByRole('button', { name: /^(Show \d+ more|Load )/ });
    if ((await more.count()) > 0 && (await more.isEnabled())) await more.click();
    return table.locator('tbody tr').count();
  }
  await table.evaluate((element) => {
    for (let frame = element.parentElement; frame !== null; frame = frame.parentElement)
      frame.scrollTop = frame.scrollHeight;
  });
  const index = (await table.locator('tbody tr').last().getAttribute('aria-rowindex')) ?? '';
  // The last row that has been read is drawn before it counts.
  return index === all ? Number(all) - 1 : 0;
}
