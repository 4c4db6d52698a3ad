/** The requests of a page to the desktop: a notification that a rebalance has ended, and its record as a PDF file. */

import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { proves } from '../conformance/proves.ts';
import { BootedDesktop } from '../support/desktop/booted-desktop.ts';

let desktop: BootedDesktop;
const news = { kind: 'notify', rebalance_id: 'rb_1', title: 'Rebalance failed', body: 'Growth: 3 of 5 orders filled.' };

beforeEach(async () => {
  desktop = new BootedDesktop();
  await desktop.bootReady();
});
afterEach(() => desktop.end());

describe('a rebalance that ends', () => {
  test('is notified by the system if the app is in the background; a click shows it', proves('L88.1'), async () => {
    expect(await desktop.double.send(news)).toEqual({ kind: 'done' });
    const [notification] = desktop.double.notifications;
    expect(notification?.options).toEqual({ title: 'Rebalance failed', body: 'Growth: 3 of 5 orders filled.' });
    expect(notification?.shown).toBe(true);
    desktop.window.minimized = true;
    notification?.emit('click');
    expect(desktop.contents.sent).toEqual([{ kind: 'show-rebalance', rebalance_id: 'rb_1' }]);
    expect({ minimized: desktop.window.minimized, focused: desktop.window.focused }).toEqual({
      minimized: false,
      focused: 1,
    });
  });

  test('is notified once, however many windows received it', proves('L88.1'), async () => {
    await desktop.double.send(news);
    await desktop.double.send(news);
    await desktop.double.send({ ...news, rebalance_id: 'rb_2' });
    expect(desktop.double.notifications).toHaveLength(2);
  });

  test('is not notified while the user looks at the app', proves('L88.1'), async () => {
    desktop.double.machine.isFocused = true;
    expect(await desktop.double.send(news)).toEqual({ kind: 'done' });
    expect(desktop.double.notifications).toEqual([]);
  });

  test('is not notified if the user turned it off, even in the next start', proves('L88.1'), async () => {
    const item = 'View > Notify me when a rebalance ends';
    expect(desktop.item(item).checked).toBe(true);
    desktop.click(item, false);
    await desktop.double.send(news);
    expect(desktop.double.notifications).toEqual([]);
    desktop.window.emit('close');
    desktop.startAgain();
    await desktop.bootReady();
    expect(desktop.item(item).checked).toBe(false);
    await desktop.double.send(news);
    expect(desktop.double.notifications).toEqual([]);
    desktop.click(item, true);
    await desktop.double.send(news);
    expect(desktop.double.notifications).toHaveLength(1);
  });
});

describe('a record as a PDF file', () => {
  const wish = { kind: 'save-pdf', name: 'mifid-record-mf_1' };

  test('goes where the user says, as a whole', proves('L88.2'), async () => {
    const file = join(desktop.folder, 'for the auditor.pdf');
    desktop.double.machine.savesAs = file;
    expect(await desktop.double.send(wish)).toEqual({ kind: 'saved', file: 'for the auditor.pdf' });
    expect(readFileSync(file, 'utf8')).toBe('%PDF-1.7');
    expect(existsSync(`${file}.new`)).toBe(false);
  });

  test('is not made if the dialog is closed, and its failure is reported', proves('L88.2'), async () => {
    expect(await desktop.double.send(wish)).toEqual({ kind: 'cancelled' });
    desktop.double.machine.savesAs = '/dev/null/record.pdf';
    expect(await desktop.double.send(wish)).toEqual({
      kind: 'refused',
      reason: expect.stringMatching(/ENOTDIR|EEXIST/),
    });
  });
});
