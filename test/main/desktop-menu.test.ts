/** The menus: every item with a command of the app names an existing one, and sends it to the page. */

import type { MenuItemConstructorOptions } from 'electron';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { menuTemplate } from '../../src-main/menu/menu.ts';
import { COMMANDS } from '../../src-renderer/components/commands/command-table.ts';
import { proves } from '../conformance/proves.ts';
import { BootedDesktop, baseUrl } from '../support/desktop/booted-desktop.ts';

let desktop: BootedDesktop;

beforeEach(() => {
  desktop = new BootedDesktop();
});
afterEach(() => desktop.end());

const doNothing = () => undefined;
const actions = {
  run: doNothing,
  openScenario: doNothing,
  openRecent: doNothing,
  clearRecent: doNothing,
  setNotifies: doNothing,
  showLogs: doNothing,
};

function itemsOf(items: readonly MenuItemConstructorOptions[]): MenuItemConstructorOptions[] {
  return items.flatMap((item) => [item, ...(Array.isArray(item.submenu) ? itemsOf(item.submenu) : [])]);
}

describe.each(['linux', 'win32', 'darwin'])('on %s', (platform) => {
  const items = itemsOf(
    menuTemplate({ platform, recentScenarios: [], notifies: true, isReady: true, hasDevTools: true }, actions),
  );

  test('every command of the menus is in the app’s own table', proves('L85'), () => {
    const known = new Set(COMMANDS.map(({ id }) => id));
    const named = items.flatMap(({ id }) => id ?? []);
    expect(named.filter((id) => !known.has(id))).toEqual([]);
    expect(named.length).toBeGreaterThan(20);
  });

  test('no two items have the same key, and none takes one that text fields need', () => {
    const keys = items.flatMap(({ accelerator }) => accelerator ?? []);
    expect(new Set(keys).size).toBe(keys.length);
    for (const key of keys) expect(key).toMatch(/^CmdOrCtrl\+[NOSPK1-9,]$/);
  });

  test('has the platform’s way to quit, and its own menu where it has one', () => {
    const roles = items.flatMap(({ role }) => role ?? []);
    expect(roles.includes('appMenu')).toBe(platform === 'darwin');
    // In the menu of the app on macOS, in that of files elsewhere.
    expect(roles.filter((role) => role === 'quit')).toHaveLength(1);
    expect(roles).toContain('editMenu');
  });
});

describe('an item', () => {
  test('waits for the server, and then sends its command to the page', proves('L85'), async () => {
    await desktop.boot();
    expect(desktop.item('File > New portfolio').enabled).toBe(false);
    desktop.server.isReadyAt(baseUrl);
    expect(desktop.item('File > New portfolio').enabled).toBe(true);
    desktop.click('Clock > Advance to what is due next');
    // The page is loading; commands are stored meanwhile, in their order.
    expect(desktop.contents.sent).toEqual([]);
    desktop.click('Go > Scenarios');
    await desktop.double.send({ kind: 'listening' });
    desktop.click('Help > Keyboard shortcuts');
    expect(desktop.contents.sent).toEqual([
      { kind: 'command', id: 'next-event' },
      { kind: 'command', id: 'scenarios' },
      { kind: 'command', id: 'shortcuts' },
    ]);
  });
});
