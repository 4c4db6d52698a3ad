/** A browser without access gets it by the form that it is shown, with the admin token. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { proves } from '../../conformance/proves.ts';
import { type OpenApp, openApp } from '../../support/page/open-page.ts';

let app: OpenApp;
beforeAll(async () => {
  app = await openApp();
});
afterAll(() => app.close());

it('a user who enters the admin token gets access, and one who enters another does not', proves('L114'), async () => {
  const context = await app.page.context().browser()?.newContext();
  if (context === undefined) throw new Error('there is no browser');
  try {
    const page = await context.newPage();
    await page.goto(app.at('/portfolios'));
    const enter = async (token: string) => {
      await page.getByLabel('Or enter the admin token:').fill(token);
      await page.getByRole('button', { name: 'Enter' }).click();
    };
    await enter('another');
    await page.getByText('This browser has no access yet.').waitFor();
    await enter(app.ballast.adminToken);
    await page.getByRole('link', { name: 'Portfolios' }).first().waitFor();
    expect(new URL(page.url()).search).toBe('');
  } finally {
    await context.close();
  }
});
