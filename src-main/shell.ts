/**
 * The desktop app's main process as a boot checklist: one instance, a locked-down session, the server in a process of
 * its own, one window on the server's address, menus, files and notifications.
 */

import { handlePageMessages } from './bridge/page-messages.ts';
import type { DesktopMemory } from './desktop-memory.ts';
import { createDesktopParts, type DesktopParts } from './desktop-parts.ts';
import type { ElectronApi } from './electron-api.ts';
import { createAppMenu } from './menu/app-menu.ts';
import { askWhereToSave } from './records/save-downloads.ts';
import { scenarioArguments } from './scenarios/scenario-arguments.ts';
import { chooseScenario } from './scenarios/scenario-files.ts';
import { denyPermissions, guardContents, refusedSwitches } from './security.ts';
import type { ServerPlace } from './server/server-messages.ts';
import { type Supervisor, superviseServer } from './server/server-supervisor.ts';
import { partition } from './window/main-window.ts';

export interface ShellSettings {
  readonly place: ServerPlace;
  readonly serverScript: string;
  readonly environment: Readonly<Record<string, string>>;
  readonly sessionSecret: string;
  readonly preloadScript: string;
  readonly version: string;
  readonly platform: NodeJS.Platform;
  /** The file of the desktop's settings, such as the window's place. */
  readonly memoryFile: string;
  /** Of an installed app; a checkout writes to its terminal, too. */
  readonly logFile: string;
  /** The arguments with which the app was started, and the working directory at that time. */
  readonly argv: readonly string[];
  readonly folder: string;
  /** A monotonic clock, in ms; counts restarts within a minute. */
  readonly monotonicMs: () => number;
}

/** Boots the app. Resolves with false if another instance runs already; that one comes to the front. */
export async function createShell(electron: ElectronApi, settings: ShellSettings): Promise<boolean> {
  const { app } = electron;
  const refused = refusedSwitches(app, settings.argv);
  if (refused.length > 0) {
    electron.dialog.showErrorBox('Ballast cannot start', `These options are not allowed: --${refused.join(', --')}.`);
    app.exit(64);
    return false;
  }
  if (!app.requestSingleInstanceLock()) {
    app.quit();
    return false;
  }
  const parts = createDesktopParts(electron, settings);
  const { files, memory, origin } = parts;
  app.enableSandbox();
  app.on('web-contents-created', (_event, contents) => guardContents(electron.shell, contents, origin));
  // On macOS an app stays open without a window, until its user quits it.
  if (settings.platform !== 'darwin') app.on('window-all-closed', () => app.quit());
  listenForFiles(electron, parts);
  for (const file of scenarioArguments(settings.argv, settings.folder)) files.open(file);

  await app.whenReady();
  const pages = electron.session.fromPartition(partition);
  denyPermissions(pages, origin);
  // The app does not use the default session; it is locked down all the same.
  denyPermissions(electron.session.defaultSession, origin);
  askWhereToSave(pages, app);
  handlePageMessages(electron, parts);
  const { log } = parts;
  log.note(`Ballast ${settings.version} starts.`);
  app.on('child-process-gone', (_event, { type, reason }) => log.note(`A process (${type}) has ended: ${reason}.`));
  const server = startServer(electron, settings, parts);
  stopServerBeforeQuitting(electron, memory, server.stop);
  app.on('activate', parts.showIfClosed);
  return true;
}

function startServer(electron: ElectronApi, settings: ShellSettings, parts: DesktopParts): Supervisor {
  const { files, window, memory } = parts;
  const forgetRecent = () => electron.app.clearRecentDocuments();
  const renewMenu = createAppMenu(electron, memory, menuActions(electron, parts), forgetRecent);
  renewMenu(false);
  const server = superviseServer(
    electron.utilityProcess,
    { ...settings, log: parts.log },
    {
      onReady(ready, isRestart) {
        parts.serverIsAt(new URL(ready.address));
        if (isRestart) window.post(restartMessage(settings.place));
        renewMenu(true);
        files.serverIsReady();
      },
      onMessage(message) {
        files.onMessage(message);
        renewMenu(true);
      },
      onGivenUp: (message, exitCode) => giveUp(electron, message, exitCode),
    },
  );
  parts.hasServer(server);
  return server;
}

function restartMessage({ dataDir }: ServerPlace) {
  const world =
    dataDir === null
      ? 'The world was held in memory only, so it starts again from the beginning.'
      : 'Its data has not changed.';
  const text = `The service stopped unexpectedly and was restarted. ${world}`;
  return { kind: 'notify', tone: 'warn', text } as const;
}

/** Files come with a second start, or on macOS from the system, possibly before the app is ready. */
function listenForFiles({ app }: Pick<ElectronApi, 'app'>, { window, files, showIfClosed }: DesktopParts): void {
  app.on('second-instance', (_event, argv, folder) => {
    showIfClosed();
    window.bringToFront();
    for (const file of scenarioArguments(argv, folder)) files.open(file);
  });
  app.on('open-file', (event, path) => {
    event.preventDefault();
    files.open(path);
  });
}

function menuActions(electron: ElectronApi, { window, files, log }: DesktopParts) {
  return {
    showLogs: () => electron.shell.showItemInFolder(log.file),
    run: (id: string) => window.post({ kind: 'command', id }),
    openScenario: () =>
      void chooseScenario(electron, window.window()).then((path) => {
        if (path !== null) files.open(path);
      }),
    openRecent: (path: string) => files.open(path),
  };
}

/**
 * Quitting waits for the server, so that its last transaction is on disk and its port is free again. It waits after the
 * windows have closed: a page that would lose input may keep its window open, and then needs its server.
 */
function stopServerBeforeQuitting({ app }: ElectronApi, memory: DesktopMemory, stop: () => Promise<void>): void {
  let stopped = false;
  app.on('before-quit', () => memory.flush());
  app.on('will-quit', (event) => {
    if (stopped) return;
    event.preventDefault();
    memory.flush();
    void stop().then(() => {
      stopped = true;
      app.quit();
    });
  });
}

function giveUp({ app, dialog }: ElectronApi, message: string, exitCode: number): void {
  dialog.showErrorBox('Ballast has to close', message);
  app.exit(exitCode);
}
