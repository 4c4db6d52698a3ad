/** Advances are undone from the menu of the clock: the latest ten, each with what it undoes. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { proves } from '../../conformance/proves.ts';
import { type OpenApp, openApp } from '../../support/page/open-page.ts';
import { faultsInBothThemes } from '../every-screen/accessibility-faults.ts';

let app: OpenApp;

beforeAll(async () => {
  app = await openApp();
});
afterAll(() => app.close());

const clockAt = (time: string) => app.page.locator('[data-clock]', { hasText: time }).waitFor();
const advance = (step: string) => app.page.getByRole('button', { name: step, exact: true }).click();
const levels = () => app.page.getByRole('list', { name: 'Rewind' }).getByRole('listitem');

it('lists the latest ten advances with what each undoes, also after a reload', {
  ...proves('J13'),
  tags: ['deep'],
}, async () => {
  await app.show('/portfolios');
  await clockAt('09:30:00');
  for (let step = 1; step <= 11; step += 1) {
    await advance('+1 min');
    await clockAt(`09:${30 + step}:00`);
  }
  // A toast after each step would be in the way.
  expect(await app.page.getByRole('button', { name: 'Undo the advance' }).count()).toBe(0);
  await app.page.reload();
  await clockAt('09:41:00');
  await app.page.keyboard.press('d');
  await levels().nth(9).waitFor();
  const listed = await levels().allInnerTexts();
  expect(listed.length).toBe(10);
  expect(listed[0]).toMatch(/^Back to 2026-03-02.09:40:00\s+1 m: nothing else has happened$/);
  expect(listed[9]).toContain('09:31:00');
  expect(await faultsInBothThemes(app.page)).toEqual([]);
});

it('undoes what was done meanwhile, after a confirmation', { ...proves('J13'), tags: ['deep'] }, async () => {
  await app.page.keyboard.press('Escape');
  await levels().first().waitFor({ state: 'detached' });
  await app.show('/market');
  const { controlUrl, adminToken } = app.ballast;
  const headers = { authorization: `Bearer ${adminToken}`, 'content-type': 'application/json' };
  const body = JSON.stringify({ kind: 'exchange_down', exchange: 'XSWX' });
  expect((await fetch(`${controlUrl}/faults`, { method: 'POST', headers, body })).status).toBe(201);
  await app.page.locator('[data-active-faults]').waitFor();
  await app.page.keyboard.press('d');
  await levels().filter({ hasText: '1 fault' }).nth(2).click();
  const question = app.page.getByRole('dialog', { name: /^Rewind to 2026-03-02.09:38:00 UTC\?$/ });
  await question.getByText('undoes 3 m: 1 fault').waitFor();
  await question.getByText('new webhooks reuse the ids of those that were undone').waitFor();
  expect(await faultsInBothThemes(app.page)).toEqual([]);
  await question.getByRole('button', { name: 'Yes, rewind' }).click();
  await clockAt('09:38:00');
  await app.page.locator('[data-active-faults]').waitFor({ state: 'detached' });
  // A state that the world no longer comes from is not in the list.
  await app.page.keyboard.press('d');
  await levels().first().waitFor();
  expect((await levels().allInnerTexts())[0]).toContain('09:37:00');
  expect(app.complaints).toEqual([]);
});
