/**
 * The menus as data: commands of the app by their ids, the platform's roles, and the few items that only a desktop has.
 * A test compares the ids with the app's table of commands.
 */

import { basename, dirname } from 'node:path';
import type { MenuItemConstructorOptions } from 'electron';
import { COMMAND_TITLES, type MenuCommand } from '../../src-server/contract/command-titles.ts';
import { listScreens, type Screen } from '../../src-server/contract/screens.ts';

export interface MenuActions {
  /** Runs a command of the app's table. */
  run(commandId: string): void;
  openScenario(): void;
  openRecent(path: string): void;
  clearRecent(): void;
  setNotifies(notifies: boolean): void;
  /** In the file manager of the system. */
  showLogs(): void;
}

interface MenuState {
  readonly platform: string;
  readonly recentScenarios: readonly string[];
  readonly notifies: boolean;
  /** False until a server is ready: until then, no page could run an item. */
  readonly isReady: boolean;
  /** False in a packaged app. */
  readonly hasDevTools: boolean;
}

type Item = MenuItemConstructorOptions;
type Command = (id: MenuCommand, accelerator?: string) => Item;
type OpenScreen = (screen: Pick<Screen, 'id' | 'title' | 'accelerator'>) => Item;

const line: Item = { type: 'separator' };

export function menuTemplate(state: MenuState, actions: MenuActions): Item[] {
  const item = (id: string, label: string, accelerator: string | undefined): Item => ({
    label,
    id,
    enabled: state.isReady,
    click: () => actions.run(id),
    ...(accelerator === undefined ? {} : { accelerator }),
  });
  const command: Command = (id, accelerator) => item(id, COMMAND_TITLES[id], accelerator);
  const openScreen: OpenScreen = ({ id, title, accelerator }) => item(id, title.replaceAll('&', '&&'), accelerator);
  const preferences = openScreen({ id: 'settings', title: 'Preferences…', accelerator: 'CmdOrCtrl+,' });
  const isMac = state.platform === 'darwin';
  return [
    ...(isMac ? [{ role: 'appMenu', submenu: appItems(preferences) } as const] : []),
    { label: 'File', submenu: fileItems(state, actions, command, preferences) },
    { role: 'editMenu' },
    { label: 'View', submenu: viewItems(state, actions) },
    { label: 'Go', submenu: goItems(command, openScreen) },
    { label: 'Clock', submenu: clockItems(command) },
    { role: 'windowMenu' },
    {
      role: 'help',
      submenu: [
        command('shortcuts'),
        command('docs'),
        command('api-docs'),
        line,
        { label: 'Show logs', click: () => actions.showLogs() },
      ],
    },
  ];
}

/** The order that macOS expects in an app's own menu. */
function appItems(preferences: Item): Item[] {
  return [
    { role: 'about' },
    line,
    preferences,
    line,
    { role: 'services' },
    line,
    { role: 'hide' },
    { role: 'hideOthers' },
    { role: 'unhide' },
    line,
    { role: 'quit' },
  ];
}

function fileItems(state: MenuState, actions: MenuActions, command: Command, preferences: Item): Item[] {
  const recent: Item[] = state.recentScenarios.map((path) => ({
    // A single & would mark the next letter as the item's shortcut.
    label: `${basename(path)} – ${dirname(path)}`.replaceAll('&', '&&'),
    enabled: state.isReady,
    click: () => actions.openRecent(path),
  }));
  return [
    command('new-portfolio', 'CmdOrCtrl+N'),
    command('rename-portfolio'),
    command('delete-portfolio'),
    line,
    {
      label: 'Open scenario…',
      accelerator: 'CmdOrCtrl+O',
      enabled: state.isReady,
      click: () => actions.openScenario(),
    },
    {
      label: 'Open recent',
      submenu: [
        ...(recent.length === 0 ? [{ label: 'No recent scenarios', enabled: false }] : recent),
        line,
        { label: 'Clear this list', enabled: recent.length > 0, click: () => actions.clearRecent() },
      ],
    },
    line,
    command('save-snapshot', 'CmdOrCtrl+S'),
    command('snapshots'),
    command('reset'),
    line,
    command('export-har'),
    command('print-record', 'CmdOrCtrl+P'),
    ...(state.platform === 'darwin' ? [] : [line, preferences]),
    line,
    state.platform === 'darwin' ? { role: 'close' } : { role: 'quit' },
  ];
}

function viewItems(state: MenuState, actions: MenuActions): Item[] {
  return [
    { role: 'reload' },
    line,
    { role: 'resetZoom' },
    { role: 'zoomIn' },
    { role: 'zoomOut' },
    line,
    { role: 'togglefullscreen' },
    line,
    {
      label: 'Notify me when a rebalance ends',
      type: 'checkbox',
      checked: state.notifies,
      click: ({ checked }) => actions.setNotifies(checked),
    },
    ...(state.hasDevTools ? [{ role: 'toggleDevTools' } as const] : []),
  ];
}

/** Every screen, and the tabs with a key. */
function goItems(command: Command, openScreen: OpenScreen): Item[] {
  const screens = listScreens().filter(({ keywords, tabOf, accelerator }) =>
    tabOf === undefined ? keywords !== undefined : accelerator !== undefined,
  );
  return [
    // The menu shows the key and the page handles it, as it does in a browser.
    { ...command('palette', 'CmdOrCtrl+K'), registerAccelerator: false },
    line,
    ...screens.map(openScreen),
  ];
}

function clockItems(command: Command): Item[] {
  return [
    command('play'),
    line,
    command('next-event'),
    command('next-open'),
    command('advance-to'),
    command('by-minute'),
    command('by-hour'),
    command('by-day'),
    line,
    command('stop'),
  ];
}
