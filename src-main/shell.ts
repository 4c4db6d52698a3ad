/**
 * The desktop app's main process, read as a boot checklist: one instance, a locked-down session, the server in a process
 * of its own, one window on the server's address. Refuses to know anything about portfolios.
 */

import type { BrowserWindow } from 'electron';
import type { ElectronApi } from './electron-api.ts';
import { openMainWindow } from './main-window.ts';
import { menuTemplate } from './menu.ts';
import { denyPermissions, guardContents } from './security.ts';
import type { ReadyMessage, ServerPlace } from './server-messages.ts';
import { superviseServer } from './server-supervisor.ts';

export interface ShellSettings {
  readonly place: ServerPlace;
  readonly serverScript: string;
  readonly preloadScript: string;
  readonly version: string;
  /** Milliseconds that only ever grow; counts restarts within a minute. */
  readonly monotonicMs: () => number;
}

/** Boots the app; resolves with false when another instance already runs and has been brought to the front instead. */
export async function createShell(electron: ElectronApi, settings: ShellSettings): Promise<boolean> {
  const { app, Menu, session } = electron;
  if (!app.requestSingleInstanceLock()) {
    app.quit();
    return false;
  }
  let window: BrowserWindow | null = null;
  let origin: string | null = null;
  app.enableSandbox();
  app.on('web-contents-created', (_event, contents) => guardContents(electron.shell, contents, () => origin));
  app.on('second-instance', () => bringToFront(window));
  app.on('window-all-closed', () => app.quit());

  await app.whenReady();
  denyPermissions(session.defaultSession);
  Menu.setApplicationMenu(Menu.buildFromTemplate(menuTemplate(process.platform)));

  const show = (ready: ReadyMessage) => {
    origin = new URL(ready.baseUrl).origin;
    if (window === null || window.isDestroyed()) window = openMainWindow(electron, settings);
    void window.loadURL(`${origin}/`);
  };
  const server = superviseServer(electron.utilityProcess, settings, {
    onReady: show,
    onGivenUp: (message, exitCode) => giveUp(electron, message, exitCode),
  });
  stopServerBeforeQuitting(electron, server.stop);
  app.on('activate', () => {
    const ready = server.ready();
    if (ready !== null && (window === null || window.isDestroyed())) show(ready);
  });
  return true;
}

function bringToFront(window: BrowserWindow | null): void {
  if (window === null || window.isDestroyed()) return;
  if (window.isMinimized()) window.restore();
  window.focus();
}

/** Quitting waits for the server, so that its last transaction is on disk and its port is free again. */
function stopServerBeforeQuitting({ app }: ElectronApi, stop: () => Promise<void>): void {
  let stopped = false;
  app.on('before-quit', (event) => {
    if (stopped) return;
    event.preventDefault();
    void stop().then(() => {
      stopped = true;
      app.quit();
    });
  });
}

function giveUp({ app, dialog }: ElectronApi, message: string, exitCode: number): void {
  dialog.showErrorBox('Ballast cannot go on', message);
  app.exit(exitCode);
}
