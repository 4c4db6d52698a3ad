/**
 * The footer in narrow windows, dates as people write them and from a calendar, and a tour that follows actions done by
 * hand.
 * @module-tag deep
 */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type OpenApp, openApp } from '../../support/page/open-page.ts';
import { newFolder } from '../../support/start-ballast.ts';
import { faultsInBothThemes } from '../every-screen/accessibility-faults.ts';

let app: OpenApp;

beforeAll(async () => {
  app = await openApp({ dataDir: newFolder() });
  await app.show('/portfolios');
  await app.page.getByRole('table', { name: 'Portfolios' }).waitFor();
});
afterAll(() => app.close());

it.each([960, 1180, 1440])('the footer shows every control in a window of %d px', async (width) => {
  await app.page.setViewportSize({ width, height: 700 });
  const footer = app.page.locator('footer');
  for (const part of await footer.locator('a, button').filter({ visible: true }).all()) {
    const [text, box] = [await part.innerText(), await part.boundingBox()];
    expect(await part.evaluate((element) => element.scrollWidth <= element.clientWidth + 1), text).toBe(true);
    expect(box?.width ?? 0, text).toBeGreaterThan(24);
    expect((box?.x ?? 0) + (box?.width ?? 0), text).toBeLessThanOrEqual(width);
  }
  await footer.getByRole('button', { name: 'World' }).click();
  // A menu closes by the key once the focus is in it.
  const entry = app.page.getByRole('menuitem', { name: 'Snapshots…' });
  await entry.press('Escape');
  await entry.waitFor({ state: 'detached' });
});

const advanceField = () => app.page.getByLabel('Advance to (virtual UTC)');

it('a date is accepted in any usual format, and shown in the standard one once the field is left', async () => {
  await app.page.setViewportSize({ width: 1440, height: 900 });
  await app.page.keyboard.press('d');
  await advanceField().fill('9.3.2026 10:30');
  await app.page.keyboard.press('Tab');
  await expect.poll(() => advanceField().inputValue()).toBe('2026-03-09 10:30');
  await advanceField().fill('9 March 2026');
  await app.page.keyboard.press('Tab');
  await expect.poll(() => advanceField().inputValue()).toBe('2026-03-09 00:00');
  await advanceField().fill('soon');
  await app.page.keyboard.press('Tab');
  await app.page.getByText('Enter a date and a time, such as 2026-03-02 09:30.').waitFor();
  expect(await faultsInBothThemes(app.page)).toEqual([]);
});

it('a date is chosen in the calendar of the browser', async () => {
  await app.page.getByRole('button', { name: 'Choose in a calendar' }).waitFor();
  await app.page.locator('input[type=datetime-local]').fill('2026-03-10T11:00');
  await expect.poll(() => advanceField().inputValue()).toBe('2026-03-10 11:00');
  await app.page.keyboard.press('Escape');
});

it('the tour continues for a user who opens a dry run, or executes a plan, by hand', async () => {
  const card = app.page.getByRole('dialog', { name: 'Review a dry run' });
  await app.page.getByRole('button', { name: 'Take the tour' }).click();
  await app.page.getByRole('button', { name: 'I test software' }).click();
  await card.getByRole('button', { name: 'Make a dry run' }).waitFor();
  await app.page.getByRole('table', { name: 'Portfolios' }).getByRole('link', { name: 'EU-Balanced-001' }).click();
  await app.page.getByRole('button', { name: 'Plan a rebalance' }).click();
  await card.getByRole('button', { name: 'Next', exact: true }).waitFor();
  await card.getByText('These are the orders').waitFor();
  await app.page.getByRole('button', { name: 'Execute rebalance…' }).click();
  await app.page.getByRole('button', { name: 'Yes, execute' }).click();
  await app.page.waitForURL(/\/rebalances\/rb_/);
  await app.page.getByRole('dialog', { name: 'Take an exchange down' }).waitFor();
  await app.page.keyboard.press('Escape');
  expect(app.complaints).toEqual([]);
});

it('the tour of an adviser leads from a new client to the tax and the page that is printed', async () => {
  await app.show('/settings/general');
  await app.page.getByRole('button', { name: 'Take the tour' }).click();
  const step = async (title: string, button: string) => {
    const card = app.page.getByRole('dialog', { name: title });
    await card.getByRole('button', { name: button, exact: true }).click();
  };
  await step('What do you do?', 'I advise clients');
  await step('Enter a client', 'Open the form');
  await app.page.waitForURL(/\/portfolios\/new/);
  await step('Enter a client', 'Next');
  await step('Review a dry run', 'Skip');
  await step('See the tax', 'Open the realised gains');
  await app.page.getByRole('note').getByText('is not counted').waitFor();
  await step('See the tax', 'Next');
  await step('Print for the client', 'Open the portfolio');
  await app.page
    .getByRole('dialog', { name: 'Print for the client' })
    .getByText('Press Print at the top right.')
    .waitFor();
  await step('Print for the client', 'Finish');
  await app.page.getByRole('dialog', { name: 'Print for the client' }).waitFor({ state: 'detached' });
  expect(app.complaints).toEqual([]);
});
