/**
 * The app in the desktop's window, as far as possible without Electron: the real pages in Chromium, the real shell with
 * its double, and between them what the preload script would pass on.
 * @module-tag deep
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { OpenRequest } from '../../../src-main/server/server-messages.ts';
import { portfolioA, startedRebalanceA } from '../../../src-server/contract/service/form-a.ts';
import { proves } from '../../conformance/proves.ts';
import { DEPOT } from '../../scenario/library/depot-world.ts';
import { BootedDesktop } from '../../support/desktop/booted-desktop.ts';
import { openWithEveryScreen } from '../../support/page/go-to.ts';
import { type OpenApp, openApp } from '../../support/page/open-page.ts';
import { accessibilityFaults } from '../every-screen/accessibility-faults.ts';

const SAP = 'DE0007164600';
const desktop = new BootedDesktop();
let app: OpenApp;
/** Violations of the pages' security policy, on any of the pages. */
const violations: string[] = [];

/** The bridge that the preload script gives a page, with the channel to the main process left open. */
declare global {
  interface Window {
    toMain: (message: unknown) => Promise<unknown>;
    fromMain: (message: unknown) => void;
    violated: (directive: string) => void;
    navigated: (url: string) => void;
  }
}

beforeAll(async () => {
  app = await openApp();
  const { appOrigin: origin } = app.ballast;
  await app.page.exposeFunction('toMain', (message: unknown) => desktop.double.send(message, { origin }));
  await app.page.exposeFunction('violated', (directive: string) => violations.push(directive));
  // Electron reports each new document; without it the main process would send to a page that does not listen yet.
  await app.page.exposeFunction('navigated', (url: string) => desktop.contents.emit('did-navigate', {}, url));
  await app.page.addInitScript(() => {
    window.navigated(window.location.href);
    document.addEventListener('securitypolicyviolation', (event) => window.violated(event.violatedDirective));
    const listeners = new Set<(message: unknown) => void>();
    window.fromMain = (message) => {
      for (const listener of listeners) listener(message);
    };
    const listen = (listener: (message: unknown) => void) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    };
    const send = (message: unknown) => window.toMain(message);
    Object.assign(window, { ballast: Object.freeze({ platform: 'linux', version: '1.2.3', send, listen }) });
  });
  await desktop.boot();
  desktop.server.isReadyAt(app.ballast.appOrigin);
  desktop.contents.send = (_channel, message) => void app.page.evaluate((what) => window.fromMain(what), message);
  respondWithFiles();
  await app.page.goto(desktop.contents.loaded.at(-1) ?? '');
  await app.page.getByRole('table', { name: 'Portfolios' }).waitFor();
});
afterAll(async () => {
  await app.close();
  desktop.end();
});

/** Responds as the server's process does. */
function respondWithFiles(): void {
  const { server } = desktop;
  server.postMessage = (message) => {
    const { path } = message as OpenRequest;
    void app.ballast.openScenario(path).then((opened) => {
      const kind = 'file' in opened ? 'scenario-opened' : 'scenario-refused';
      server.emit('message', { kind, path, ...opened });
    });
  };
}

async function post(path: string, body: unknown): Promise<unknown> {
  const { formAUrl, apiKey } = app.ballast;
  const headers = { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' };
  return (await fetch(`${formAUrl}${path}`, { method: 'POST', headers, body: JSON.stringify(body) })).json();
}

async function startRebalance(name: string): Promise<string> {
  const created = portfolioA.parse(await post('/portfolios', { name, currency: 'EUR', tax_jurisdiction: 'DE' }));
  const weights = { [SAP]: 0.4, IE00B4L5Y983: 0.6 };
  const started = await post(`/portfolios/${created.portfolio_id}/rebalance`, { target_weights: weights });
  return startedRebalanceA.parse(started).rebalance_id;
}

const anHourOn = () => app.ballast.control.advanceTo(app.ballast.control.nowMs() + 3_600_000);

describe('the menus', () => {
  it('run the app’s own commands', proves('L85'), async () => {
    desktop.click('Go > Scenarios');
    await app.page.waitForURL(app.at('/scenarios'));
    desktop.click('File > New portfolio');
    await app.page.waitForURL(app.at('/portfolios/new'));
    desktop.click('Help > Keyboard shortcuts');
    await app.page.getByRole('dialog').waitFor();
    expect(await accessibilityFaults(app.page)).toEqual([]);
    await app.page.keyboard.press('Escape');
    const before = app.ballast.control.nowMs();
    desktop.click('Clock > Advance by one hour');
    await expect.poll(() => app.ballast.control.nowMs()).toBeGreaterThanOrEqual(before + 3_600_000);
  });

  it('save the requests as an archive', proves('L85'), async () => {
    const download = app.page.waitForEvent('download');
    desktop.click('File > Download the requests as HAR');
    expect((await download).suggestedFilename()).toBe('ballast-journal.har');
    const archive = JSON.parse(readFileSync(await (await download).path(), 'utf8')) as { log: { version: string } };
    expect(archive.log.version).toBe('1.2');
  });

  it.each([
    ['Help > Documentation', '/docs/'],
    ['Help > API documentation', '/docs/api'],
  ])('%s opens it beside the app', proves('L85'), async (item, path) => {
    const [openedPage] = await Promise.all([
      app.page.context().waitForEvent('page'),
      Promise.resolve(desktop.click(item)),
    ]);
    await openedPage.waitForURL(app.at(path));
    await openedPage.close();
  });
});

describe('a scenario file from any source', () => {
  it('is shown when it is opened, and runs like any other', {
    ...proves('L86.1', 'L86.3'),
    tags: ['deep'],
  }, async () => {
    const path = join(desktop.folder, 'two hours.ballast.yaml');
    writeFileSync(
      path,
      `name: Two quiet hours\n${DEPOT}steps:\n  - advance: 2h\n  - expect_event: { type: world.created }\n`,
    );
    desktop.double.machine.chosenFile = path;
    desktop.click('File > Open scenario…');
    await app.page.getByRole('heading', { name: 'Two quiet hours' }).waitFor();
    expect(decodeURIComponent(app.page.url())).toMatch(/\/scenarios\/opened\/[0-9a-f]{8}\/two hours\.ballast\.yaml$/);
    await app.page.getByRole('button', { name: 'Run', exact: true }).click();
    await app.page.getByRole('button', { name: 'Run again' }).waitFor();
    await app.page.getByText('passed').first().waitFor();
  });

  it('that is invalid is reported in a toast on the same screen', { ...proves('L86.4'), tags: ['deep'] }, async () => {
    const path = join(desktop.folder, 'world.yaml');
    writeFileSync(path, 'portfolios: []\n');
    desktop.double.app.emit('open-file', { preventDefault: () => undefined }, path);
    await app.page.getByText('world.yaml cannot be opened: it is a world or a file of steps to include').waitFor();
    expect(app.page.url()).toContain('/scenarios/opened/');
  });
});

describe('rebalances that end while the app is in the background', () => {
  it('become a notification with the portfolio’s name, and a click shows the rebalance', proves('L88.1'), async () => {
    await app.page.evaluate(() => {
      document.hasFocus = () => false;
    });
    const rebalanceId = await startRebalance('Through the API');
    await anHourOn();
    await expect.poll(() => desktop.double.notifications.length).toBe(1);
    const [notification] = desktop.double.notifications;
    expect(notification?.options).toEqual({
      title: 'Rebalance complete',
      body: 'Through the API: 2 of 2 orders filled.',
    });
    notification?.emit('click');
    await app.page.waitForURL(app.at(`/rebalances/${rebalanceId}`));
  });

  it('and end together become one, which leads to the list', { ...proves('L88.1'), tags: ['deep'] }, async () => {
    for (const name of ['One', 'Two', 'Three']) await startRebalance(name);
    await anHourOn();
    await expect.poll(() => desktop.double.notifications.length).toBe(2);
    const notification = desktop.double.notifications.at(-1);
    expect(notification?.options.title).toBe('3 rebalances have ended');
    expect(notification?.options.body).toBe('3 complete, 0 failed.');
    notification?.emit('click');
    await app.page.waitForURL(app.at('/rebalances'));
  });

  it('cause none while the page has the focus', { ...proves('L88.1'), tags: ['deep'] }, async () => {
    await app.page.evaluate(() => {
      document.hasFocus = () => true;
    });
    const rebalanceId = await startRebalance('Watched');
    await app.page.getByText('Watched').first().waitFor();
    await anHourOn();
    await app.page.goto(app.at(`/rebalances/${rebalanceId}`));
    await app.page.getByText('complete', { exact: true }).first().waitFor();
    expect(desktop.double.notifications).toHaveLength(2);
  });
});

describe('a record as a PDF file', () => {
  it('asks for a record first where none is shown', { ...proves('L88.2'), tags: ['deep'] }, async () => {
    await app.page.goto(app.at('/rebalances'));
    await app.page.getByRole('heading', { level: 1, name: 'Rebalances' }).waitFor();
    desktop.click('File > Print the record, portfolio, comparison or rebalance');
    await app.page.waitForURL(app.at('/compliance'));
    await app.page.getByText('Open a record, a portfolio, a comparison of plans or a rebalance first').waitFor();
  });

  it('is saved under the record’s own name by its button and by the menu', {
    ...proves('L88.2'),
    tags: ['deep'],
  }, async () => {
    await app.page.getByRole('table', { name: 'MiFID II records' }).locator('tbody tr').first().click();
    const button = app.page.getByRole('button', { name: 'Save PDF…' });
    await button.waitFor();
    expect(await accessibilityFaults(app.page)).toEqual([]);
    const proposed: string[] = [];
    const { dialog } = desktop.double.electron;
    dialog.showSaveDialog = async (...args: unknown[]) => {
      proposed.push((args.at(-1) as { defaultPath: string }).defaultPath);
      return { canceled: false, filePath: join(desktop.folder, 'record.pdf') };
    };
    await button.click();
    await app.page.getByText('Saved as record.pdf.').waitFor();
    desktop.click('File > Print the record, portfolio, comparison or rebalance');
    await expect.poll(() => proposed.length).toBe(2);
    const recordId = app.page.url().split('/').at(-1);
    expect(proposed[1]).toBe(`/home/user/documents/mifid-record-${recordId}.pdf`);
  });
});

describe('a service that ended and was started again', () => {
  it('is reported on the open page, which retains whatever was typed', {
    ...proves('L89.1'),
    tags: ['deep'],
  }, async () => {
    await app.page.goto(app.at('/portfolios/new?form=B'));
    const name = app.page.getByLabel('Name (client or portfolio)', { exact: true });
    await name.fill('Half done');
    desktop.server.emit('exit', 1);
    desktop.server.isReadyAt(app.ballast.appOrigin);
    await app.page.getByText('The service stopped unexpectedly and was restarted.').waitFor();
    expect(await name.inputValue()).toBe('Half done');
  });

  it('and the missing parts of a page are explained without a fault of accessibility', {
    ...proves('L89.2'),
    tags: ['deep'],
  }, async () => {
    desktop.contents.fails(app.at('/market/exchanges'));
    await app.page.goto(desktop.contents.loaded.at(-1) ?? '');
    expect(await app.page.getByRole('alert').innerText()).toContain('The Ballast service does not respond.');
    for (const colorScheme of ['light', 'dark'] as const) {
      await app.page.emulateMedia({ colorScheme });
      expect(await accessibilityFaults(app.page)).toEqual([]);
    }
    await app.page.getByRole('link', { name: 'Try again' }).click();
    await app.page.waitForURL(app.at('/market/exchanges'));
    expect([...app.complaints, ...violations]).toEqual([]);
  });
});

it('a browser has no bridge and fetches nothing for one', { ...proves('L85'), tags: ['deep'] }, async () => {
  const plain = await openApp();
  const fetched: string[] = [];
  plain.page.on('request', (request) => fetched.push(new URL(request.url()).pathname));
  await openWithEveryScreen(plain);
  await plain.close();
  expect(fetched.some((path) => path.startsWith('/assets/'))).toBe(true);
  expect(fetched.filter((path) => /desktop/.test(path))).toEqual([]);
});
