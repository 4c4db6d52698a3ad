/** A frozen comparison of plans: its figures do not change, and nothing else changes by itself. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { proves } from '../../conformance/proves.ts';
import { type OpenApp, openApp } from '../../support/page/open-page.ts';

let app: OpenApp;

beforeAll(async () => {
  app = await openApp();
  await app.show('/portfolios');
  const rows = app.page.getByRole('table', { name: 'Portfolios' }).locator('tbody tr');
  const portfolio = await rows.first().getByRole('link').first().getAttribute('href');
  await app.show(`${portfolio}/compare`);
});
afterAll(() => app.close());

it('freezes its figures while prices move, and plans again once it is released', {
  ...proves('L82'),
  tags: ['deep'],
}, async () => {
  const { control } = app.ballast;
  const side = app.page.getByRole('region', { name: 'Plans side by side' });
  const planned = side.getByText(/^planned .* virtual UTC$/);
  const cost = app.page.getByRole('textbox', { name: 'Maximum cost (bps of the portfolio value)' });
  const hold = side.getByRole('switch', { name: 'Freeze these figures while prices move' });
  await hold.check({ force: true });
  const [before, suggested] = [await planned.innerText(), await cost.inputValue()];
  await control.advanceTo(control.nowMs() + 3_600_000);
  await app.page
    .getByText(/10:30:0\d/)
    .first()
    .waitFor();
  expect(await planned.innerText()).toBe(before);
  // The curve of gains tax is planned now; the figures stay.
  await app.page.getByRole('radiogroup', { name: 'Remaining drift against' }).getByText('Gains tax').click();
  const points = app.page.getByRole('table', { name: 'Gains tax against remaining drift' });
  await points.getByRole('row', { name: /^≤ / }).first().waitFor();
  expect(await planned.innerText()).toBe(before);
  await hold.uncheck({ force: true });
  await expect.poll(() => planned.innerText(), { timeout: 30_000 }).not.toBe(before);
  expect(await cost.inputValue()).toBe(suggested);
});
