/** Every screen in a small window and at a zoom of 200 %: nothing lies under anything else or out of reach. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { goTo, openWithEveryScreen } from '../../support/page/go-to.ts';
import { type OpenApp, openApp } from '../../support/page/open-page.ts';
import { screenAddresses } from './screen-addresses.ts';
import { unreachableControls } from './unreachable-controls.ts';

let app: OpenApp;
let addresses: Readonly<Record<string, string>>;

beforeAll(async () => {
  app = await openApp();
  addresses = await screenAddresses(app);
  await openWithEveryScreen(app);
});
afterAll(() => app.close());

/** At 200 % a window of 1280 × 720 has room for half as much each way. */
describe.each([
  { words: 'a window of 1280 × 720', width: 1280, height: 720 },
  { words: 'the same at a zoom of 200 %', width: 640, height: 360 },
])('in $words', { tags: ['deep'] }, ({ width, height }) => {
  it('every control of every screen can be reached, and no screen has to be scrolled sideways', async () => {
    await app.page.setViewportSize({ width, height });
    const faults: string[] = [];
    for (const address of Object.values(addresses)) {
      await goTo(app.page, address);
      faults.push(...(await unreachableControls(app.page)).map((fault) => `${address}: ${fault}`));
    }
    expect(faults).toEqual([]);
  }, 300_000);
});
