/** The desktop shell from boot to quit, run against a double of Electron. */

import { beforeEach, describe, expect, test } from 'vitest';
import { createShell, type ShellSettings } from '../../src-main/shell.ts';
import { electronDouble, type ServerDouble, type WindowDouble } from '../support/electron-double.ts';

let nowMs = 0;
let double: ReturnType<typeof electronDouble>;
const baseUrl = 'http://127.0.0.1:4710';
const settings: ShellSettings = {
  place: { dataDir: '/data', port: 4710 },
  serverScript: '/out/main/server-process.js',
  preloadScript: '/out/preload/preload.cjs',
  version: '1.2.3',
  monotonicMs: () => nowMs,
};

beforeEach(() => {
  nowMs = 0;
  double = electronDouble();
});

describe('booting', () => {
  test('starts the server with its place, and opens a window on its address only once it is ready', async () => {
    await createShell(double.electron, settings);
    expect(server().script).toBe('/out/main/server-process.js');
    expect(JSON.parse(server().words[0] ?? '')).toEqual({ dataDir: '/data', port: 4710 });
    expect(double.windows).toHaveLength(0);
    server().isReadyAt(`${baseUrl}/v1`);
    expect(window().loaded).toEqual([`${baseUrl}/`]);
    window().emit('ready-to-show');
    expect(window().shown).toBe(true);
  });

  test('locks the window down', async () => {
    await bootReady();
    expect(double.app.sandboxed).toBe(true);
    expect(window().options.webPreferences).toMatchObject({
      sandbox: true,
      contextIsolation: true,
      nodeIntegration: false,
      webviewTag: false,
      additionalArguments: ['--ballast-version=1.2.3'],
    });
  });

  test('leaves when another instance runs, which comes to the front', async () => {
    double.app.firstInstance = false;
    expect(await createShell(double.electron, settings)).toBe(false);
    expect(double.app.quits).toBe(1);
    expect(double.servers).toHaveLength(0);

    double = electronDouble();
    await bootReady();
    window().minimized = true;
    double.app.emit('second-instance');
    expect({ minimized: window().minimized, focused: window().focused }).toEqual({ minimized: false, focused: 1 });
  });

  test('says why the server cannot start, and does not try again', async () => {
    await createShell(double.electron, settings);
    server().emit('message', { kind: 'failed', exitCode: 2, lines: ['port 4710 is taken'] });
    server().emit('exit', 2);
    expect(double.boxes).toEqual(['Ballast cannot go on: port 4710 is taken']);
    expect(double.app.exitCode).toBe(2);
    expect(double.servers).toHaveLength(1);
  });
});

describe('a server that dies', () => {
  test('is started again with the same data, and the same window goes to its new address', async () => {
    await bootReady();
    server().emit('exit', 1);
    expect(double.servers).toHaveLength(2);
    expect(server().words).toEqual(double.servers[0]?.words);
    server().isReadyAt('http://127.0.0.1:5000');
    expect(double.windows).toHaveLength(1);
    expect(window().loaded.at(-1)).toBe('http://127.0.0.1:5000/');
  });

  test('three times within a minute is started each time, and given up the fourth time', async () => {
    await bootReady();
    for (nowMs of [0, 20_000, 40_000]) server().emit('exit', 1);
    expect(double.servers).toHaveLength(4);
    nowMs = 59_999;
    server().emit('exit', 1);
    expect(double.servers).toHaveLength(4);
    expect(double.boxes).toEqual([expect.stringContaining('4 times within a minute')]);
    expect(double.app.exitCode).toBe(70);
  });

  test('is started again when an earlier death is a minute old', async () => {
    await bootReady();
    for (nowMs of [0, 20_000, 40_000, 60_000]) server().emit('exit', 1);
    expect(double.servers).toHaveLength(5);
    expect(double.boxes).toEqual([]);
  });
});

describe('quitting', () => {
  test('waits for the server to close', async () => {
    await bootReady();
    double.app.emit('window-all-closed');
    expect(server().received).toEqual([{ kind: 'stop' }]);
    expect(double.app.quits).toBe(0);
    const quit = new Promise<void>((resolve) => double.app.once('before-quit', () => resolve()));
    server().emit('exit', 0);
    await quit;
    expect(double.app.quits).toBe(1);
    expect(double.servers).toHaveLength(1);
  });
});

describe('the pages', () => {
  test('stay on their own origin; https links open outside, everything else goes nowhere', async () => {
    await bootReady();
    const contents = window().webContents;
    expect(contents.navigates(`${baseUrl}/rebalances/rb_1`)).toBe(true);
    for (const how of ['will-navigate', 'will-redirect']) {
      expect(contents.navigates('https://example.org/', how)).toBe(false);
      expect(contents.navigates('http://127.0.0.1:4711/', how)).toBe(false);
      expect(contents.navigates('file:///etc/passwd', how)).toBe(false);
    }
    expect(double.opened).toEqual(['https://example.org/', 'https://example.org/']);
  });

  test('open windows of their own origin only', async () => {
    await bootReady();
    const { openWindow } = window().webContents;
    expect(openWindow({ url: `${baseUrl}/portfolios` })).toEqual({ action: 'allow' });
    expect(openWindow({ url: 'https://example.org/' })).toEqual({ action: 'deny' });
    expect(openWindow({ url: 'javascript:alert(1)' })).toEqual({ action: 'deny' });
    expect(double.opened).toEqual(['https://example.org/']);
  });

  test('may write to the clipboard and nothing else', async () => {
    await bootReady();
    const { request, check } = double.permissions;
    for (const permission of ['geolocation', 'notifications', 'media', 'clipboard-read', 'openExternal']) {
      expect(check?.({}, permission)).toBe(false);
      request?.({}, permission, (granted) => expect(granted).toBe(false));
    }
    expect(check?.({}, 'clipboard-sanitized-write')).toBe(true);
  });
});

async function bootReady(): Promise<void> {
  await createShell(double.electron, settings);
  server().isReadyAt(baseUrl);
}

function server(): ServerDouble {
  const last = double.servers.at(-1);
  if (last === undefined) throw new Error('no server has been started');
  return last;
}

function window(): WindowDouble {
  const last = double.windows.at(-1);
  if (last === undefined) throw new Error('no window has been opened');
  return last;
}
