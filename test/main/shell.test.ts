/** Tests the desktop shell from boot to quit, with a double of Electron. */

import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { proves } from '../conformance/proves.ts';
import { BootedDesktop, baseUrl } from '../support/desktop/booted-desktop.ts';

let desktop: BootedDesktop;

beforeEach(() => {
  desktop = new BootedDesktop();
});
afterEach(() => desktop.end());

describe('booting', () => {
  test('starts the server with its place, and opens a window on its address only once it is ready', async () => {
    await desktop.boot();
    expect(desktop.server.script).toBe('/out/main/server-process.js');
    expect(JSON.parse(desktop.server.argv[0] ?? '')).toEqual({
      dataDir: '/data',
      ownScenarios: '/scenarios',
      port: 4710,
    });
    expect(desktop.double.windows).toHaveLength(0);
    desktop.server.isReadyAt(`${baseUrl}/v1`);
    expect(desktop.contents.loaded).toEqual([`${baseUrl}/`]);
    desktop.window.emit('ready-to-show');
    expect(desktop.window.shown).toBe(true);
  });

  test('quits when another instance runs, which comes to the front', async () => {
    desktop.double.app.firstInstance = false;
    expect(await desktop.boot()).toBe(false);
    expect(desktop.double.app.quits).toBe(1);
    expect(desktop.double.servers).toHaveLength(0);

    desktop.startAgain();
    await desktop.bootReady();
    desktop.window.minimized = true;
    desktop.double.app.emit('second-instance', {}, ['ballast'], '/');
    const { minimized, focused } = desktop.window;
    expect({ minimized, focused }).toEqual({ minimized: false, focused: 1 });
  });

  test('reports why the server cannot start, and does not try again', async () => {
    await desktop.boot();
    desktop.server.emit('message', { kind: 'failed', exitCode: 2, lines: ['port 4710 is taken'] });
    desktop.server.emit('exit', 2);
    expect(desktop.double.boxes).toEqual(['Ballast has to close: port 4710 is taken']);
    expect(desktop.double.app.exitCode).toBe(2);
    expect(desktop.double.servers).toHaveLength(1);
  });
});

describe('a server that dies', () => {
  const path = '/rebalances/rb_1?view=fills#orders';

  test(
    'is started again with the same data, and the page that is still shown is left alone',
    proves('L89.1'),
    async () => {
      await desktop.bootReady();
      desktop.contents.goes(`${baseUrl}${path}`);
      desktop.server.emit('exit', 1);
      expect(desktop.double.servers).toHaveLength(2);
      expect(desktop.server.argv).toEqual(desktop.double.servers[0]?.argv);
      desktop.server.isReadyAt(baseUrl);
      expect(desktop.double.windows).toHaveLength(1);
      expect(desktop.contents.loaded).toEqual([`${baseUrl}/`]);
      expect(desktop.contents.sent).toEqual([
        { kind: 'notify', tone: 'warn', text: expect.stringContaining('was restarted. Its data has not changed.') },
      ]);
    },
  );

  test('at another port, takes the window along to the user’s page', proves('L89.1'), async () => {
    await desktop.bootReady();
    desktop.contents.goes(`${baseUrl}${path}`);
    desktop.server.emit('exit', 1);
    desktop.server.isReadyAt('http://127.0.0.1:5000');
    expect(desktop.contents.loaded.at(-1)).toBe(`http://127.0.0.1:5000${path}`);
    // The reason is sent once the new page listens, and to no other page.
    expect(desktop.contents.sent).toEqual([]);
    await desktop.double.send({ kind: 'listening' }, { origin: 'http://127.0.0.1:5000' });
    expect(desktop.contents.sent).toHaveLength(1);
  });

  test(
    'while the page is reloaded, is explained by a page that needs no server, and comes back',
    proves('L89.2'),
    async () => {
      await desktop.bootReady({ place: { dataDir: null, ownScenarios: '/scenarios', port: 4710 } });
      desktop.server.emit('exit', 1);
      desktop.contents.fails(`${baseUrl}${path}`);
      const page = decodeURIComponent(desktop.contents.loaded.at(-1) ?? '');
      expect(page).toContain('The Ballast service does not respond.');
      expect(page).toContain(`<a href="${baseUrl}${path}">Try again</a>`);
      expect(page).toContain("default-src 'none'");
      desktop.server.isReadyAt(baseUrl);
      expect(desktop.contents.loaded.at(-1)).toBe(`${baseUrl}${path}`);
      await desktop.double.send({ kind: 'listening' });
      expect(desktop.contents.sent).toEqual([
        { kind: 'notify', tone: 'warn', text: expect.stringContaining('starts again from the beginning') },
      ]);
    },
  );

  test('leaves pages alone that another load replaced, and frames that fail', async () => {
    await desktop.bootReady();
    desktop.contents.fails(`${baseUrl}/market`, -3);
    desktop.contents.emit('did-fail-load', {}, -102, 'ERR_CONNECTION_REFUSED', `${baseUrl}/frame`, false);
    expect(desktop.contents.loaded).toEqual([`${baseUrl}/`]);
  });

  test('three times within a minute is started each time, and given up the fourth time', async () => {
    await desktop.bootReady();
    for (desktop.nowMs of [0, 20_000, 40_000]) desktop.server.emit('exit', 1);
    expect(desktop.double.servers).toHaveLength(4);
    desktop.nowMs = 59_999;
    desktop.server.emit('exit', 1);
    expect(desktop.double.servers).toHaveLength(4);
    expect(desktop.double.boxes).toEqual([expect.stringContaining('4 times within a minute')]);
    expect(desktop.double.app.exitCode).toBe(70);
  });

  test('is started again when an earlier death is a minute old', async () => {
    await desktop.bootReady();
    for (desktop.nowMs of [0, 20_000, 40_000, 60_000]) desktop.server.emit('exit', 1);
    expect(desktop.double.servers).toHaveLength(5);
    expect(desktop.double.boxes).toEqual([]);
  });
});

test('a page whose process dies is explained, and one click leads back to it', proves('L89.2'), async () => {
  await desktop.bootReady();
  desktop.contents.goes(`${baseUrl}/market`);
  desktop.contents.emit('render-process-gone', {}, { reason: 'clean-exit' });
  expect(desktop.contents.loaded).toHaveLength(1);
  desktop.contents.emit('render-process-gone', {}, { reason: 'oom' });
  const page = decodeURIComponent(desktop.contents.loaded.at(-1) ?? '');
  expect(page).toContain('The page crashed (oom).');
  expect(page).toContain(`<a href="${baseUrl}/market">`);
  expect(desktop.contents.navigates(`${baseUrl}/market`)).toBe(true);
});

describe('quitting', () => {
  test('waits for the server to close', async () => {
    await desktop.bootReady();
    desktop.double.app.emit('window-all-closed');
    expect(desktop.server.received).toEqual([{ kind: 'stop' }]);
    expect(desktop.double.app.quits).toBe(0);
    const quit = new Promise<void>((resolve) => desktop.double.app.once('before-quit', () => resolve()));
    desktop.server.emit('exit', 0);
    await quit;
    expect(desktop.double.app.quits).toBe(1);
    expect(desktop.double.servers).toHaveLength(1);
  });
});
