/**
 * The restrictions on the pages of the desktop: Electron's checklist for security, point by point, with a double of it.
 */

import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createDesktopBridge, desktopChannel } from '../../src-main/bridge/desktop-bridge.ts';
import { proves } from '../conformance/proves.ts';
import { eventDouble } from '../support/contents-double.ts';
import { BootedDesktop, baseUrl } from '../support/desktop/booted-desktop.ts';

let desktop: BootedDesktop;

beforeEach(async () => {
  desktop = new BootedDesktop();
  await desktop.bootReady();
});
afterEach(() => desktop.end());

describe('the window', () => {
  test('is sandboxed, isolated and without Node, and none of Chromium’s own guards is lowered', () => {
    expect(desktop.double.app.sandboxed).toBe(true);
    expect(desktop.window.options.webPreferences).toEqual({
      preload: '/out/preload/preload.cjs',
      partition: 'persist:ballast',
      devTools: false,
      sandbox: true,
      contextIsolation: true,
      nodeIntegration: false,
      webviewTag: false,
      spellcheck: false,
      additionalArguments: ['--ballast-version=1.2.3'],
    });
  });

  test('has its own session; options that would control it from outside prevent its start', proves('A13'), async () => {
    expect(desktop.double.partitions).toEqual(['persist:ballast']);
    desktop.startAgain();
    desktop.double.app.switches = ['remote-debugging-port'];
    expect(await desktop.boot()).toBe(false);
    expect([desktop.double.app.exitCode, desktop.double.boxes.join()]).toEqual([
      64,
      expect.stringContaining('not allowed: --remote-debugging-port'),
    ]);
    desktop.startAgain();
    desktop.double.app.isPackaged = false;
    desktop.double.app.switches = ['remote-debugging-port'];
    expect(await desktop.boot()).toBe(true);
  });

  test('remains on its own origin; https links open outside, everything else goes nowhere', () => {
    const { contents } = desktop;
    expect(contents.navigates(`${baseUrl}/rebalances/rb_1`)).toBe(true);
    for (const how of ['will-navigate', 'will-redirect']) {
      expect(contents.navigates('https://example.org/', how)).toBe(false);
      expect(contents.navigates('http://127.0.0.1:4711/', how)).toBe(false);
      expect(contents.navigates('file:///etc/passwd', how)).toBe(false);
    }
    expect(desktop.double.opened).toEqual(['https://example.org/', 'https://example.org/']);
  });

  test('lets frames inside a page navigate nowhere else, and opens nothing for them', () => {
    expect(desktop.contents.navigatesFrame(`${baseUrl}/docs`)).toBe(true);
    expect(desktop.contents.navigatesFrame('https://example.org/')).toBe(false);
    expect(desktop.double.opened).toEqual([]);
  });

  test('opens windows of its own origin only, and embeds no other contents', () => {
    const { openWindow } = desktop.contents;
    expect(openWindow({ url: `${baseUrl}/portfolios` })).toEqual({ action: 'allow' });
    expect(openWindow({ url: 'https://example.org/' })).toEqual({ action: 'deny' });
    expect(openWindow({ url: 'javascript:alert(1)' })).toEqual({ action: 'deny' });
    expect(desktop.double.opened).toEqual(['https://example.org/']);
    expect(desktop.contents.navigates('', 'will-attach-webview')).toBe(false);
  });

  test('may write to the clipboard and nothing else, and gets no device', () => {
    const { request, check, device } = desktop.double.guard;
    for (const permission of [
      'geolocation',
      'notifications',
      'media',
      'clipboard-read',
      'openExternal',
      'fileSystem',
    ]) {
      expect(check?.({}, permission, baseUrl)).toBe(false);
      request?.({}, permission, (granted) => expect(granted).toBe(false), { requestingUrl: `${baseUrl}/` });
    }
    for (const [from, isGranted] of [
      [baseUrl, true],
      ['https://example.org', false],
      ['http://127.0.0.1:4711', false],
      ['', false],
    ] as const) {
      expect(check?.({}, 'clipboard-sanitized-write', from)).toBe(isGranted);
      const response = (granted: boolean) => expect([from, granted]).toEqual([from, isGranted]);
      request?.({}, 'clipboard-sanitized-write', response, { requestingUrl: from });
    }
    expect(device?.()).toBe(false);
  });

  test('downloads only files of the service or of the page itself', () => {
    const isAllowed = (url: string) => {
      const event = eventDouble();
      let isRequested = false;
      desktop.double.guard.downloads.emit('will-download', event, {
        getURL: () => url,
        getFilename: () => 'journal.har',
        setSaveDialogOptions: () => {
          isRequested = true;
        },
      });
      expect(isRequested).toBe(!event.prevented);
      return !event.prevented;
    };
    expect(isAllowed(`${baseUrl}/sim/journal.har`)).toBe(true);
    expect(isAllowed(`blob:${baseUrl}/6f2c`)).toBe(true);
    expect(isAllowed('https://example.org/setup.exe')).toBe(false);
  });
});

describe('the channel', () => {
  const pdf = { kind: 'save-pdf', name: 'record' };
  const strangers = [
    { what: 'of another origin', from: { origin: 'https://example.org' } },
    { what: 'of another port', from: { origin: 'http://127.0.0.1:4711' } },
    { what: 'without an origin, as a sandboxed page has it', from: { origin: 'null' } },
    { what: 'inside of an own page', from: { parent: {} } },
    { what: 'that is gone', from: null },
  ];

  test.each(strangers)('refuses a frame $what', proves('L85'), async ({ from }) => {
    expect(await desktop.double.send(pdf, from)).toEqual({
      kind: 'refused',
      reason: expect.stringContaining('Ballast'),
    });
  });

  const nonsense = [
    null,
    'save-pdf',
    { kind: 'run', command: 'rm' },
    { ...pdf, path: '/etc/passwd' },
    { kind: 'save-pdf', name: '../../.bashrc' },
    { kind: 'notify', rebalance_id: 'rb_1/../..', title: 'x', body: '' },
    { kind: 'notify', rebalance_id: null, title: 'x'.repeat(81), body: '' },
  ];

  test.each(nonsense)('refuses messages that are not in the contract: %j', proves('L85'), async (message) => {
    expect(await desktop.double.send(message)).toEqual({
      kind: 'refused',
      reason: expect.stringContaining('does not know this message'),
    });
    expect(desktop.double.notifications).toEqual([]);
  });

  test('gives the page two functions and two strings, frozen, and nothing of Electron', proves('L85'), async () => {
    const logged: unknown[][] = [];
    const heard = new Map<string, (...args: unknown[]) => void>();
    const ipc = {
      invoke: async (...args: unknown[]) => logged.push(args),
      on: (channel: string, listener: (...args: unknown[]) => void) => heard.set(channel, listener),
      removeListener: (channel: string) => heard.delete(channel),
    };
    const bridge = createDesktopBridge(ipc as never, { platform: 'linux', version: '1.2.3' });
    expect(Object.keys(bridge).sort()).toEqual(['listen', 'platform', 'send', 'version']);
    expect(Object.isFrozen(bridge)).toBe(true);
    await bridge.send({ kind: 'listening' });
    expect(logged).toEqual([[desktopChannel, { kind: 'listening' }]]);

    const got: unknown[][] = [];
    const forget = bridge.listen((...args) => got.push(args));
    heard.get(desktopChannel)?.({ sender: 'ipcRenderer itself' }, { kind: 'command', id: 'play' });
    expect(got).toEqual([[{ kind: 'command', id: 'play' }]]);
    forget();
    expect(heard.size).toBe(0);
  });
});
