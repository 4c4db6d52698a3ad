/**
 * Scenario files from anywhere: by command line, a second start, the system, the dialog and the list of recent ones.
 */

import { mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { scenarioArguments } from '../../src-main/scenarios/scenario-arguments.ts';
import { isOpened, isOpenRequest, isRefused } from '../../src-main/server/server-messages.ts';
import { proves } from '../conformance/proves.ts';
import { BootedDesktop, baseUrl } from '../support/desktop/booted-desktop.ts';

let desktop: BootedDesktop;
let crash = '';
let calm = '';

beforeEach(() => {
  desktop = new BootedDesktop();
  crash = join(desktop.folder, 'crash.ballast.yaml');
  calm = join(desktop.folder, 'calm day.yml');
  for (const file of [crash, calm]) writeFileSync(file, 'name: x\nsteps: []\n');
});
afterEach(() => desktop.end());

const requested = () => desktop.server.received;
const opens = (path: string, file: string) => desktop.server.emit('message', { kind: 'scenario-opened', path, file });

describe('arguments of a command line', () => {
  test('are scenarios where they are existing files with such a name, and nothing else is', proves('L86.1'), () => {
    mkdirSync(join(desktop.folder, 'folder.yaml'));
    writeFileSync(join(desktop.folder, 'notes.txt'), '');
    symlinkSync(join(desktop.folder, 'notes.txt'), join(desktop.folder, 'link.yaml'));
    const argv = [
      ...['/usr/bin/ballast', '.', '--ballast-data=/x.yaml', '--inspect', 'crash.ballast.yaml', calm, 'calm day.yml'],
      ...['missing.yaml', 'folder.yaml', 'notes.txt', 'link.yaml', 'a\0b.yaml', '-x.yaml'],
    ];
    expect(scenarioArguments(argv, desktop.folder)).toEqual([crash, calm]);
  });

  test('are opened once the server is ready, and the page shows the opened one', proves('L86.1'), async () => {
    await desktop.boot({ argv: ['.', 'crash.ballast.yaml'] });
    expect(requested()).toEqual([]);
    desktop.server.isReadyAt(baseUrl);
    expect(requested()).toEqual([{ kind: 'open-scenario', path: crash }]);
    opens(crash, 'opened/12345678/crash.ballast.yaml');
    await desktop.double.send({ kind: 'listening' });
    expect(desktop.contents.sent).toEqual([{ kind: 'show-scenario', file: 'opened/12345678/crash.ballast.yaml' }]);
  });
});

describe('a running app', () => {
  test('opens what a second start names, from its working directory', proves('L86.1'), async () => {
    await desktop.bootReady();
    desktop.double.app.emit('second-instance', {}, ['ballast', 'calm day.yml'], desktop.folder);
    expect(requested()).toEqual([{ kind: 'open-scenario', path: calm }]);
    expect(desktop.window.focused).toBe(1);
  });

  test('opens files from the system, even before it is ready', proves('L86.1'), async () => {
    const booting = desktop.boot();
    let prevented = false;
    const event = {
      preventDefault: () => {
        prevented = true;
      },
    };
    desktop.double.app.emit('open-file', event, crash);
    await booting;
    desktop.server.isReadyAt(baseUrl);
    expect({ prevented, requested: requested() }).toEqual({
      prevented: true,
      requested: [{ kind: 'open-scenario', path: crash }],
    });
  });

  test('opens what is chosen in the dialog, and nothing if it is closed', proves('L86.1'), async () => {
    await desktop.bootReady();
    desktop.click('File > Open scenario…');
    // The double responds by promises alone, which are all settled when the event loop turns.
    await setImmediate();
    expect(requested()).toEqual([]);
    desktop.double.machine.chosenFile = crash;
    desktop.click('File > Open scenario…');
    await setImmediate();
    expect(requested()).toEqual([{ kind: 'open-scenario', path: crash }]);
  });

  test('sends a restarted server its files again, and the page does not navigate for it', proves('L86.5'), async () => {
    await desktop.bootReady({ argv: [crash] });
    opens(crash, 'opened/1/crash.ballast.yaml');
    const before = desktop.contents.sent.length;
    desktop.server.emit('exit', 1);
    desktop.server.isReadyAt(baseUrl);
    expect(requested()).toEqual([{ kind: 'open-scenario', path: crash }]);
    opens(crash, 'opened/1/crash.ballast.yaml');
    const since = desktop.contents.sent.slice(before) as { kind: string }[];
    expect(since.map(({ kind }) => kind)).toEqual(['notify']);
  });

  test('sends a file that ended its server to no other server', proves('L86.5'), async () => {
    await desktop.bootReady({ argv: [crash] });
    opens(crash, 'opened/1/crash.ballast.yaml');
    desktop.double.app.emit('open-file', { preventDefault: () => undefined }, calm);
    desktop.server.emit('exit', 1);
    desktop.server.isReadyAt(baseUrl);
    expect(requested()).toEqual([{ kind: 'open-scenario', path: crash }]);
    expect(desktop.contents.sent).toContainEqual({
      kind: 'notify',
      tone: 'warn',
      text: 'calm day.yml cannot be opened: the service stopped while reading it.',
    });
  });

  test('reports what cannot be opened, and why', proves('L86.4'), async () => {
    await desktop.bootReady();
    desktop.double.app.emit('open-file', { preventDefault: () => undefined }, join(desktop.folder, 'gone.yaml'));
    desktop.double.app.emit('open-file', { preventDefault: () => undefined }, crash);
    desktop.server.emit('message', { kind: 'scenario-refused', path: crash, reason: 'it is a world.' });
    expect(desktop.contents.sent).toEqual([
      { kind: 'notify', tone: 'warn', text: 'gone.yaml cannot be opened: the file no longer exists.' },
      { kind: 'notify', tone: 'warn', text: 'crash.ballast.yaml cannot be opened: it is a world.' },
    ]);
  });
});

describe('the list of recent files', () => {
  const recent = () => {
    const { submenu } = desktop.item('File > Open recent');
    return Array.isArray(submenu) ? submenu.flatMap(({ label }) => label ?? []) : [];
  };

  test('has the latest first, opens them, and drops those that no longer exist', proves('L86.6'), async () => {
    await desktop.bootReady();
    expect(recent()).toEqual(['No recent scenarios', 'Clear this list']);
    for (const file of [crash, calm]) {
      desktop.double.app.emit('open-file', { preventDefault: () => undefined }, file);
      opens(file, `opened/1/${file}`);
    }
    expect(recent()[0]).toContain('calm day.yml');
    expect(desktop.double.app.recentDocuments).toEqual([crash, calm]);
    desktop.click(`File > Open recent > ${recent()[1]}`);
    expect(requested().at(-1)).toEqual({ kind: 'open-scenario', path: crash });

    desktop.window.emit('close');
    rmSync(calm);
    desktop.startAgain();
    await desktop.bootReady();
    expect(recent()).toEqual([`crash.ballast.yaml – ${desktop.folder}`, 'Clear this list']);
    desktop.click('File > Open recent > Clear this list');
    expect(recent()).toEqual(['No recent scenarios', 'Clear this list']);
  });

  test('is bounded', proves('L86.6'), async () => {
    await desktop.bootReady();
    for (let n = 0; n < 12; n += 1) {
      const file = join(desktop.folder, `${n}.yaml`);
      writeFileSync(file, 'steps: []');
      desktop.double.app.emit('open-file', { preventDefault: () => undefined }, file);
      opens(file, `opened/${n}`);
    }
    expect(recent()).toHaveLength(11);
    expect(recent()[0]).toContain('11.yaml');
  });
});

test('messages about files are recognised by their exact shape', () => {
  expect(isOpenRequest({ kind: 'open-scenario', path: '/a.yaml' })).toBe(true);
  expect(isOpened({ kind: 'scenario-opened', path: '/a.yaml', file: 'opened/1/a.yaml' })).toBe(true);
  expect(isRefused({ kind: 'scenario-refused', path: '/a.yaml', reason: 'no' })).toBe(true);
  for (const other of [null, {}, { kind: 'open-scenario' }, { kind: 'scenario-opened', path: 1 }, { kind: 'stop' }])
    expect([isOpenRequest(other), isOpened(other), isRefused(other)]).not.toContain(true);
});
