/**
 * The desktop's handling of a page that would lose input or hangs, of its log, downloads and progress, and of macOS.
 */
import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createLogFile } from '../../src-main/logs/log-file.ts';
import { eventDouble } from '../support/contents-double.ts';
import { BootedDesktop, baseUrl } from '../support/desktop/booted-desktop.ts';
import { WindowDouble } from '../support/desktop/electron-objects.ts';

let desktop: BootedDesktop;

beforeEach(() => {
  desktop = new BootedDesktop();
});
afterEach(() => desktop.end());

const LOSES = 'Discard unsaved input?';
const HANGS = 'The page does not respond';

test('on macOS the app continues without a window, which comes back when it is activated', async () => {
  await desktop.bootReady({ platform: 'darwin' });
  desktop.window.destroyed = true;
  desktop.double.app.emit('window-all-closed');
  expect(desktop.server.received).toEqual([]);
  expect(desktop.double.app.quits).toBe(0);
  desktop.double.app.emit('activate');
  expect(desktop.double.windows).toHaveLength(2);
});

test.each(['activate', 'second-instance'])(
  'without a server, no window opens before it is ready: %s',
  async (event) => {
    await desktop.bootReady({ platform: 'darwin' });
    desktop.window.destroyed = true;
    desktop.server.emit('exit', 1);
    desktop.double.app.emit(event, {}, ['ballast'], '/');
    expect(desktop.double.windows).toHaveLength(1);
    desktop.server.isReadyAt('http://127.0.0.1:5000');
    expect(desktop.contents.loaded).toEqual(['http://127.0.0.1:5000/']);
  },
);

describe('a page that would lose input', () => {
  test.each([
    ['stays', 1, false],
    ['closes', 0, true],
  ] as const)('%s according to its user', async (_what, response, closes) => {
    await desktop.bootReady();
    desktop.double.machine.answers = response;
    const event = eventDouble();
    desktop.contents.emit('will-prevent-unload', event);
    expect(desktop.double.boxes).toEqual([LOSES]);
    expect(event.prevented).toBe(closes);
  });
});

describe('a second window, which a page opened', () => {
  test('has the questions of the main one, and so has a window that it opens', async () => {
    await desktop.bootReady();
    const [second, third] = [new WindowDouble({ webPreferences: {} }), new WindowDouble({ webPreferences: {} })];
    desktop.contents.emit('did-create-window', second);
    second.webContents.emit('did-create-window', third);
    for (const { webContents } of [second, third]) {
      const event = eventDouble();
      webContents.emit('will-prevent-unload', event);
      expect(event.prevented).toBe(true);
    }
    third.emit('unresponsive');
    expect(desktop.double.boxes).toEqual([LOSES, LOSES, HANGS]);
  });

  test('that is the last one does not keep a second start from opening the main one', async () => {
    await desktop.bootReady();
    desktop.window.destroyed = true;
    desktop.double.app.emit('second-instance', {}, ['ballast'], '/');
    expect(desktop.double.windows).toHaveLength(2);
    expect(desktop.contents.loaded).toEqual([`${baseUrl}/`]);
    desktop.double.app.emit('second-instance', {}, ['ballast'], '/');
    expect(desktop.double.windows).toHaveLength(2);
  });
});

describe('a page that hangs', () => {
  test('is loaded again if its user wants that, who is asked once', async () => {
    await desktop.bootReady();
    desktop.double.machine.answers = 1;
    desktop.window.emit('unresponsive');
    desktop.window.emit('unresponsive');
    expect(desktop.double.boxes).toEqual([HANGS]);
    await expect.poll(() => desktop.contents.reloads).toBe(1);
    expect(desktop.contents.crashes).toBe(1);
  });

  test('is waited for otherwise', async () => {
    await desktop.bootReady();
    desktop.window.emit('unresponsive');
    await Promise.resolve();
    expect([desktop.double.boxes, desktop.contents.reloads]).toEqual([[HANGS], 0]);
  });
});

describe('the log', () => {
  const textOf = () => readFileSync(desktop.settings.logFile, 'utf8');

  test('has the server’s output and the ends of processes, for its user alone', async () => {
    await desktop.bootReady();
    desktop.server.stdout.emit('data', Buffer.from('{"level":30,"msg":"listening"}\n'));
    desktop.server.stderr.emit('data', Buffer.from('a warning\n'));
    desktop.contents.emit('render-process-gone', {}, { reason: 'crashed' });
    desktop.server.emit('exit', 1);
    expect(textOf()).toMatch(/Z Ballast 1\.2\.3 starts\.\n/);
    expect(textOf()).toContain('"msg":"listening"}\na warning\n');
    expect(textOf()).toMatch(/Z The page has ended: crashed\.\n/);
    expect(textOf()).toMatch(/Z The server exited with code 1\.\n/);
    expect(statSync(desktop.settings.logFile).mode & 0o077).toBe(0);
    desktop.click('Help > Show logs');
    expect(desktop.double.opened).toEqual([desktop.settings.logFile]);
  });

  test('is at most five files of a mebibyte, the newest without a number', () => {
    const file = join(desktop.folder, 'more/ballast.log');
    const log = createLogFile(file);
    for (let line = 0; line < 14; line += 1) log.write(`${String(line).padStart(600_000, '.')}\n`);
    expect(readFileSync(file, 'utf8')).toMatch(/\.13\n$/);
    expect([1, 2, 3, 4, 5].map((age) => existsSync(`${file}.${age}`))).toEqual([true, true, true, true, false]);
    expect(readFileSync(`${file}.1`, 'utf8')).toMatch(/\.12\n$/);
    expect(statSync(`${file}.1`).size).toBeLessThanOrEqual(1_048_576);
  });
});

test('a file of the service is saved where the user says, with its name and kind', async () => {
  await desktop.bootReady();
  let options: { defaultPath?: string; filters?: { extensions: string[] }[] } = {};
  const item = {
    getURL: () => `${baseUrl}/sim/journal/archive`,
    getFilename: () => 'ballast.har',
    setSaveDialogOptions: (given: typeof options) => {
      options = given;
    },
  };
  desktop.double.guard.downloads.emit('will-download', eventDouble(), item);
  expect(options.defaultPath).toBe(join('/home/user/downloads', 'ballast.har'));
  expect(options.filters?.map(({ extensions }) => extensions)).toEqual([['har'], ['*']]);
});

test('progress is shown on the task bar, and disappears when nothing is under way', async () => {
  await desktop.bootReady();
  await desktop.double.send({ kind: 'progress', share: 0.25 });
  expect(desktop.window.progress).toBe(0.25);
  await desktop.double.send({ kind: 'progress', share: null });
  expect(desktop.window.progress).toBe(-1);
  expect(await desktop.double.send({ kind: 'progress', share: 2 })).toMatchObject({ kind: 'refused' });
});

test('the menus lead to every screen of the sidebar, and to the preferences', async () => {
  await desktop.bootReady();
  for (const screen of ['Lab', 'Explorer', 'Settings']) expect(desktop.item(`Go > ${screen}`).enabled).toBe(true);
  expect(desktop.item('File > Preferences…').accelerator).toBe('CmdOrCtrl+,');
});
