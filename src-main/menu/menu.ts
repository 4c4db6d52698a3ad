/**
 * The menus as data: commands of the app by their ids, the platform's roles, and the few items that only a desktop has.
 * A test holds the ids to the app's table of commands.
 */

import { basename, dirname } from 'node:path';
import type { MenuItemConstructorOptions } from 'electron';

export interface MenuActions {
  /** Runs a command of the app's table. */
  run(commandId: string): void;
  openScenario(): void;
  openRecent(path: string): void;
  clearRecent(): void;
  setNotifies(notifies: boolean): void;
}

export interface MenuState {
  readonly platform: string;
  readonly recentScenarios: readonly string[];
  readonly notifies: boolean;
  /** False until a server is ready: no page could carry out an item. */
  readonly isReady: boolean;
  /** False in a packaged app. */
  readonly hasDevTools: boolean;
}

type Item = MenuItemConstructorOptions;
type Command = (label: string, id: string, accelerator?: string) => Item;

const line: Item = { type: 'separator' };

export function menuTemplate(state: MenuState, actions: MenuActions): Item[] {
  const command: Command = (label, id, accelerator) => ({
    label,
    id,
    enabled: state.isReady,
    click: () => actions.run(id),
    ...(accelerator === undefined ? {} : { accelerator }),
  });
  const isMac = state.platform === 'darwin';
  return [
    ...(isMac ? [{ role: 'appMenu' } as const] : []),
    { label: 'File', submenu: fileItems(state, actions, command) },
    { role: 'editMenu' },
    { label: 'View', submenu: viewItems(state, actions) },
    { label: 'Go', submenu: goItems(command) },
    { label: 'Clock', submenu: clockItems(command) },
    { role: 'windowMenu' },
    {
      role: 'help',
      submenu: [
        command('Keyboard shortcuts', 'shortcuts'),
        command('Documentation', 'docs'),
        command('API documentation', 'api-docs'),
      ],
    },
  ];
}

function fileItems(state: MenuState, actions: MenuActions, command: Command): Item[] {
  const recent: Item[] = state.recentScenarios.map((path) => ({
    // A single & would mark the next letter as the item's shortcut.
    label: `${basename(path)} – ${dirname(path)}`.replaceAll('&', '&&'),
    enabled: state.isReady,
    click: () => actions.openRecent(path),
  }));
  return [
    command('New portfolio', 'new-portfolio', 'CmdOrCtrl+N'),
    command('Rename portfolio…', 'rename-portfolio'),
    command('Delete portfolio…', 'delete-portfolio'),
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
    command('Save a snapshot…', 'save-snapshot', 'CmdOrCtrl+S'),
    command('Restore a snapshot…', 'snapshots'),
    command('Reset the world…', 'reset'),
    line,
    command('Export requests as HAR…', 'export-har'),
    command('Save record as PDF…', 'print-record', 'CmdOrCtrl+P'),
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
    { ...command('Find anything, and do it', 'palette', 'CmdOrCtrl+K'), registerAccelerator: false },
    line,
    command('Portfolios', 'portfolios', 'CmdOrCtrl+1'),
    command('Rebalances', 'rebalances', 'CmdOrCtrl+2'),
    command('Market: exchanges and faults', 'market', 'CmdOrCtrl+3'),
    command('Market: prices', 'prices', 'CmdOrCtrl+4'),
    command('Traffic: requests', 'requests', 'CmdOrCtrl+5'),
    command('Traffic: webhooks', 'webhooks', 'CmdOrCtrl+6'),
    command('Compliance', 'compliance', 'CmdOrCtrl+7'),
    command('Scenarios', 'scenarios', 'CmdOrCtrl+8'),
    command('Timeline of the world', 'timeline'),
    command('Worlds', 'worlds'),
    command('Accounts and API keys', 'accounts', 'CmdOrCtrl+9'),
  ];
}

function clockItems(command: Command): Item[] {
  return [
    command('Play or pause the clock', 'play'),
    line,
    command('Advance to what is due next', 'next-event'),
    command('Advance to the next opening of an exchange', 'next-open'),
    command('Advance by one minute', 'by-minute'),
    command('Advance by one hour', 'by-hour'),
    command('Advance by one day', 'by-day'),
    line,
    command('Stop the advance under way', 'stop'),
  ];
}
