/**
 * Every screen in an empty world, and with the service gone: it says what is the case and what the user can do, and
 * never waits for ever.
 * @module-tag deep
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type OpenApp, openApp } from '../../support/page/open-page.ts';

const SCREENS = [
  '/portfolios',
  '/rebalances',
  '/market/exchanges',
  '/market/prices',
  '/traffic/requests',
  '/traffic/webhooks',
  '/traffic/faults',
  '/traffic/sinks',
  '/compliance',
  '/scenarios',
  '/explorer',
  '/accounts',
  '/settings/access',
  '/settings/limits',
  '/settings/webhooks',
  '/settings/data',
] as const;
/** Screens that read nothing. */
const ALWAYS = [
  '/portfolios/new',
  '/portfolios/new?form=B',
  '/traffic/signature',
  '/explorer/new',
  '/settings/general',
] as const;
const OF_ONE_THING = ['/portfolios/pf_0', '/rebalances/rb_0', '/compliance/mr_0'] as const;

let app: OpenApp;

beforeAll(async () => {
  app = await openApp({ demo: false });
  await app.page.goto(app.at('/portfolios'));
});
// The service itself is stopped by the last tests.
afterAll(() => app.close());

const main = () => app.page.locator('main');
/** Waits until nothing is pending any more, and something is shown. */
async function settled(): Promise<void> {
  await main().locator('.mantine-Paper-root:not([data-loading]), [role=alert], nav').first().waitFor();
  await expect.poll(() => main().locator('[data-loading]').count()).toBe(0);
}

describe('in an empty world', () => {
  it.each([...SCREENS, ...ALWAYS])('%s says so, with a way forward at every list without rows', async (path) => {
    await app.page.goto(app.at(path));
    await settled();
    expect(await main().getByText('undefined').or(main().getByText('NaN')).count()).toBe(0);
    expect(await main().getByRole('alert').count()).toBe(0);
    // Every empty state has a heading, and the screen a control.
    for (const blank of await main().locator('.mantine-EmptyState-root').all()) {
      expect((await blank.innerText()).length).toBeGreaterThan(20);
    }
    expect(await main().getByRole('button').or(main().getByRole('link')).count()).toBeGreaterThan(0);
  });

  it.each([
    ['/portfolios', 'Create a portfolio', '/portfolios/new'],
    ['/rebalances', 'Go to the portfolios', '/portfolios'],
    ['/traffic/sinks', 'Add a webhook endpoint', '/traffic/webhooks?dialog=add-endpoint'],
    ['/settings/webhooks', 'Add a webhook endpoint', '/traffic/webhooks?dialog=add-endpoint'],
    ['/market/exchanges', 'Set a market fault…', '/market/exchanges?dialog=break'],
    ['/traffic/faults', 'Set a fault…', '/traffic/faults?dialog=set-fault'],
    ['/explorer', 'Explore a client', '/explorer/new'],
  ])('%s leads on by “%s”', async (path, text, to) => {
    await app.page.goto(app.at(path));
    await main().locator('.mantine-EmptyState-root').getByRole('link', { name: text }).click();
    await app.page.waitForURL(app.at(to));
  });

  it('has the title of every screen at one height', async () => {
    const heights = new Map<string, number | undefined>();
    for (const path of [
      '/portfolios',
      '/market/exchanges',
      '/traffic/requests',
      '/compliance',
      '/accounts',
      '/settings/general',
    ]) {
      await app.page.goto(app.at(path));
      await settled();
      heights.set(path, (await main().getByRole('heading', { level: 1 }).boundingBox())?.y);
    }
    expect([...new Set(heights.values())]).toHaveLength(1);
  });

  it.each(OF_ONE_THING)(
    '%s says that it does not exist, with the way back to its list',
    { tags: ['deep'] },
    async (path) => {
      await app.page.goto(app.at(path));
      await main()
        .getByRole('alert')
        .getByText(/^There is no such /)
        .waitFor();
      await main().getByRole('link', { name: 'Go back to the list' }).click();
      await app.page.waitForURL(app.at(`/${path.split('/')[1]}`));
    },
  );
});

describe('while the service fails', { tags: ['deep'] }, () => {
  it.each(['/portfolios', '/traffic/requests', '/settings/data'])(
    '%s reports the error and tries again',
    async (path) => {
      const broken = /\/sim\/(portfolios|journal|storage)/;
      const error = { code: 'internal_error', message: 'Something broke.', request_id: 'rq_1', details: [] };
      await app.page.route(broken, (route) => route.fulfill({ status: 500, json: { error } }));
      await app.page.goto(app.at(path));
      await main().getByRole('alert').getByText('internal_error').first().waitFor();
      await app.page.unroute(broken);
      await main().getByRole('button', { name: 'Try again' }).first().click();
      await expect.poll(() => main().getByRole('alert').count()).toBe(0);
    },
  );
});

/** Follows an address inside the page, as a link of the app does: only the app itself could respond to it. */
async function follow(path: string): Promise<void> {
  await app.page.evaluate((to) => {
    window.history.pushState(null, '', to);
    window.dispatchEvent(new PopStateEvent('popstate', { state: null }));
  }, path);
}

describe('with the service gone', { tags: ['deep'] }, () => {
  beforeAll(async () => {
    await app.page.goto(app.at('/portfolios'));
    await main().getByText('No portfolios yet.').waitFor();
    // The data of no other screen has been read in this page; the code of one was never fetched at all.
    await app.ballast.stop();
    await app.page.getByText('Connection lost.').waitFor();
  });

  it('a screen that was read retains its data', async () => {
    await main().getByText('No portfolios yet.').waitFor();
    await app.page.getByRole('contentinfo').getByText('disconnected').waitFor();
  });

  it('controls that move the clock are disabled', async () => {
    const clock = app.page.getByRole('group', { name: 'Virtual clock' }).getByRole('button');
    expect(await clock.count()).toBeGreaterThan(0);
    for (const button of await clock.all()) expect(await button.isDisabled()).toBe(true);
  });

  it.each([...SCREENS, ...ALWAYS, ...OF_ONE_THING])(
    '%s says that the service does not respond, and waits for nothing',
    async (path) => {
      await follow(path);
      await app.page.getByText('Connection lost.').waitFor();
      // More than the text of the banner, which is on every screen.
      const text = async () => (await main().innerText()).replace(/Connection lost\..*?by itself\./s, '').trim();
      // A read is tried three times before it is given up.
      await expect.poll(async () => (await text()).length).toBeGreaterThan(80);
      await settled();
      expect(await text()).not.toMatch(/undefined|NaN|Failed to fetch/);
    },
  );

  it.each(OF_ONE_THING)('%s can be requested again', async (path) => {
    await follow(path);
    await main().getByRole('button', { name: 'Try again' }).waitFor();
    await main().getByRole('alert').getByText('It may have been stopped.').waitFor();
  });

  it('a screen whose code was never fetched says that, too, and the app remains usable', async () => {
    await follow('/scenarios/any.yaml');
    await main()
      .getByText(/does not respond/)
      .first()
      .waitFor();
    await main().getByRole('button', { name: 'Try again' }).click();
    await main()
      .getByText(/does not respond/)
      .first()
      .waitFor();
  });
});
