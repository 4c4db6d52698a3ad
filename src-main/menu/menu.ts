/**
 * The menus as data: commands of the app by their ids, the platform's roles, and the few items that only a desktop has.
 * A test compares the ids with the app's table of commands.
 */

import { basename, dirname } from 'node:path';
import type { MenuItemConstructorOptions } from 'electron';
import { COMMAND_TITLES, type MenuCommand } from '../../src-server/contract/command-titles.ts';

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

const line: Item = { type: 'separator' };

export function menuTemplate(state: MenuState, actions: MenuActions): Item[] {
  const command: Command = (id, accelerator) => ({
    label: COMMAND_TITLES[id],
    id,
    enabled: state.isReady,
    click: () => actions.run(id),
    ...(accelerator === undefined ? {} : { accelerator }),
  });
  const isMac = state.platform === 'darwin';
  return [
    ...(isMac ? [{ role: 'appMenu', submenu: appItems(command) } as const] : []),
    { label: 'File', submenu: fileItems(state, actions, command) },
    { role: 'editMenu' },
    { label: 'View', submenu: viewItems(state, actions) },
    { label: 'Go', submenu: goItems(command) },
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
function appItems(command: Command): Item[] {
  return [
    { role: 'about' },
    line,
    preferences(command),
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

function preferences(command: Command): Item {
  return { ...command('settings', 'CmdOrCtrl+,'), label: 'Preferences…' };
}

function fileItems(state: MenuState, actions: MenuActions, command: Command): Item[] {
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
        ...(recent.length === 0 ? [{ label: 'No scenario yet', enabled: false }] : recent),
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
    ...(state.platform === 'darwin' ? [] : [line, preferences(command)]),
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
      label: 'Notify of finished rebalances',
      type: 'checkbox',
      checked: state.notifies,
      click: ({ checked }) => actions.setNotifies(checked),
    },
    ...(state.hasDevTools ? [{ role: 'toggleDevTools' } as const] : []),
  ];
}

function goItems(command: Command): Item[] {
  return [
    // The menu shows the key and the page handles it, as it does in a browser.
    { ...command('palette', 'CmdOrCtrl+K'), registerAccelerator: false },
    line,
    command('portfolios', 'CmdOrCtrl+1'),
    command('rebalances', 'CmdOrCtrl+2'),
    command('market', 'CmdOrCtrl+3'),
    command('prices', 'CmdOrCtrl+4'),
    command('requests', 'CmdOrCtrl+5'),
    command('webhooks', 'CmdOrCtrl+6'),
    command('compliance', 'CmdOrCtrl+7'),
    command('scenarios', 'CmdOrCtrl+8'),
    command('lab'),
    command('explorer'),
    command('timeline'),
    command('worlds'),
    command('accounts', 'CmdOrCtrl+9'),
    command('settings'),
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
