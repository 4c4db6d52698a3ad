/**
 * Measures how long a user waits after a key or a click, with three hundred portfolios and twenty thousand requests:
 * from the event to the frame with its result. Every step is done several times; the slowest median counts, and the
 * longest frame of all rounds.
 */
import autocannon from 'autocannon';
import type { Page } from 'playwright';
import { API_KEY } from '../ballast-server.ts';
import { type Figure, median } from '../figure.ts';
import { ask, measureFrames, withApp } from './open-app.ts';

const PORTFOLIOS = 300;
const REQUESTS = 20_000;
const ROUNDS = 5;
const GOAL_MS = 100;
const GOAL_FRAME_MS = 50;
const ISINS = ['DE0007164600', 'DE0007236101', 'FR0000120271', 'NL0010273215', 'IT0003128367'] as const;

interface Step {
  readonly name: string;
  readonly act: (page: Page) => Promise<void>;
  /** The CSS selector of an element that is new, or has a new text, once the step is done. */
  readonly shown?: string;
  readonly changed?: string;
}

const FIRST_ROW = 'table[aria-label="Portfolios"] tr[aria-rowindex="2"]';
const COUNT = 'main h1 + *';

const screen = (name: string) => (page: Page) =>
  page.getByRole('navigation', { name: 'Screens' }).getByRole('link', { name, exact: true }).click();
const press = (key: string) => (page: Page) => page.keyboard.press(key);

/** In this order; each starts on the page where the previous one ended. */
const STEPS: readonly Step[] = [
  { name: 'open the rebalances', act: screen('Rebalances'), shown: 'main table[aria-label="Rebalances"], main h2' },
  { name: 'open the portfolios', act: screen('Portfolios'), shown: 'table[aria-label="Portfolios"] tbody tr' },
  {
    name: 'sort the portfolios',
    act: (page) => page.getByRole('columnheader', { name: /^NAV/ }).getByRole('button').first().click(),
    changed: FIRST_ROW,
  },
  {
    name: 'filter the portfolios',
    act: async (page) => {
      await page.getByLabel('Filter portfolios').focus();
      await page.keyboard.press('7');
    },
    changed: COUNT,
  },
  { name: 'clear the filter', act: press('Backspace'), changed: COUNT },
  { name: 'open the palette', act: press('Control+k'), shown: '[role="dialog"] [role="option"]' },
  { name: 'search in the palette', act: press('2'), changed: '[role="listbox"]' },
  { name: 'close the palette', act: press('Escape'), shown: 'body:not(:has([role="dialog"]))' },
  {
    name: 'open a portfolio',
    act: (page) => page.getByRole('table', { name: 'Portfolios' }).getByRole('link').first().click(),
    shown: 'table[aria-label="Drift by position"] tbody tr',
  },
  { name: 'open the requests', act: screen('Traffic'), shown: 'table[aria-label="Requests"] tbody tr' },
  {
    name: 'open a request',
    act: (page) => page.getByRole('table', { name: 'Requests' }).locator('tbody tr').nth(1).click(),
    shown: 'aside h2, [role="complementary"] h2',
  },
];

export function benchInteractions(): Promise<Figure[]> {
  return withApp({ seed: 42, demo: true }, async ({ page, origin }) => {
    await fill(origin);
    await page.goto(`${origin}/portfolios`, { waitUntil: 'networkidle' });
    const times = new Map<string, number[]>();
    // The first round compiles what the others run.
    for (const step of STEPS) await timed(page, step);
    const frames = await measureFrames(page, async () => {
      for (let round = 0; round < ROUNDS; round += 1) {
        for (const step of STEPS) times.set(step.name, [...(times.get(step.name) ?? []), await timed(page, step)]);
      }
    });
    const medians = [...times].map(([name, taken]) => ({ name, ms: median(taken) }));
    const slowest = medians.reduce((left, right) => (right.ms > left.ms ? right : left));
    const steps = medians.map(({ name, ms }) => ({
      name: `${name}, ${PORTFOLIOS} portfolios and ${REQUESTS} requests`,
      value: ms,
      unit: 'ms',
      reference: null,
      goal: name === slowest.name ? { text: `the slowest ≤ ${GOAL_MS} ms`, met: ms <= GOAL_MS } : null,
    }));
    const longest = {
      name: 'the longest frame of these interactions',
      value: frames.longestMs,
      unit: 'ms',
      reference: { what: 'the frame in the middle', value: frames.p50Ms },
      goal: { text: `≤ ${GOAL_FRAME_MS} ms`, met: frames.longestMs <= GOAL_FRAME_MS },
    };
    return [...steps, longest];
  });
}

async function fill(origin: string): Promise<void> {
  for (let count = 0; count < PORTFOLIOS; count += 1) {
    await ask(origin, 'POST', '/form-b/v1/portfolios', {
      external_id: `client-${count}`,
      currency: 'EUR',
      tax_wrapper: 'Depot',
      cash: 100_000 + 7_919 * count,
      targets: ISINS.map((isin, index) => ({ isin, weight: index === count % ISINS.length ? 0.2 : 0.15 })),
    });
  }
  const headers = { authorization: `Bearer ${API_KEY}` };
  const requests = ISINS.map((isin) => ({ method: 'GET' as const, path: `/form-b/v1/prices/${isin}` }));
  await autocannon({ url: origin, connections: 10, amount: REQUESTS, headers, requests });
}

/** Measures from the first event of the user to the frame in which the page has the result of the step. */
async function timed(page: Page, { act, shown, changed }: Step): Promise<number> {
  // A handle, so that the page waits for the event before it happens.
  const measured = await page.evaluateHandle(
    ({ shown: there, changed: other }) => {
      const textOf = () => (other === undefined ? null : (document.querySelector(other)?.textContent ?? null));
      const before = textOf();
      const isDone = () => (there === undefined ? textOf() !== before : document.querySelector(there) !== null);
      const ms = new Promise<number>((settle) => {
        let began: number | null = null;
        const begin = (event: Event) => {
          began ??= event.timeStamp;
        };
        for (const type of ['keydown', 'pointerdown']) addEventListener(type, begin, { capture: true, once: true });
        const look = () => {
          if (began === null || !isDone()) requestAnimationFrame(look);
          // The frame after the one in which it was found has been painted.
          else requestAnimationFrame((now) => settle(now - (began ?? now)));
        };
        requestAnimationFrame(look);
      });
      return { ms };
    },
    { shown, changed },
  );
  await act(page);
  return measured.evaluate(({ ms }) => ms);
}
