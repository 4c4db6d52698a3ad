/** Every screen on paper: it has content, and no part of it is hidden behind an edge that only a screen can scroll. */
import type { Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openWithEveryScreen } from '../../support/page/go-to.ts';
import { type OpenApp, openApp } from '../../support/page/open-page.ts';
import { showOnPaper } from '../../support/page/paper.ts';
import { screenAddresses } from './screen-addresses.ts';

let app: OpenApp;
let addresses: Readonly<Record<string, string>>;

beforeAll(async () => {
  app = await openApp();
  addresses = await screenAddresses(app);
  await openWithEveryScreen(app);
  await showOnPaper(app.page);
});
afterAll(() => app.close());

describe('a printed screen', { tags: ['deep'] }, () => {
  it('has more than its title, says that it is a simulation, and no part of it is cut off', async () => {
    const faults: string[] = [];
    for (const [name, address] of Object.entries(addresses)) {
      await app.show(address);
      const { length } = await app.page.locator('main').innerText();
      if (length < MIN_TEXT) faults.push(`${name}: ${length} characters`);
      faults.push(...(await partsCutOff(app.page)).map((part) => `${name}: ${part}`));
      const notes = await shownTimes(NOTE);
      const isSheet = (await shownTimes(NOTE_OF_SHEET)) > 0;
      if (notes !== (isSheet ? 0 : 1)) faults.push(`${name}: ${notes} times “${NOTE}”`);
      const empty = app.page.locator('main [data-view-filter]:placeholder-shown').filter({ visible: true });
      if ((await empty.count()) > 0) faults.push(`${name}: an empty search box`);
    }
    expect(faults, faults.join('\n')).toEqual([]);
  });
});

const NOTE = 'Simulation by Ballast: no real orders.';
/** Each sheet of a record has this in its place. */
const NOTE_OF_SHEET = 'Produced by Ballast, a simulation.';
const shownTimes = (text: string) => app.page.locator('main').getByText(text).filter({ visible: true }).count();

/** A title alone has less. */
const MIN_TEXT = 60;

/** The log of a world has no end: its list prints the entries in view. */
const IN_VIEW_ONLY = 'section[aria-label="Event log"] *';

/** Returns the parts of the screen that are shown in part, with the pixels that are hidden. */
function partsCutOff(page: Page): Promise<readonly string[]> {
  return page.locator('main').evaluate(
    (main, inViewOnly) =>
      [main, ...main.querySelectorAll('*')].flatMap((element) => {
        const hidden = element.scrollHeight - element.clientHeight;
        const isShown = element.getClientRects().length > 0 && element.clientWidth > 1;
        if (!isShown || hidden <= 4 || element.matches(inViewOnly) || getComputedStyle(element).overflowY === 'visible')
          return [];
        return [`${hidden} px of ${element.tagName.toLowerCase()}.${element.className}`];
      }),
    IN_VIEW_ONLY,
  );
}
