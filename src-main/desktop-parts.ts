/**
 * The desktop's parts other than its server: its stored settings, its window and the opened files. This is the one
 * place that connects them; it starts nothing.
 */

import { createDesktopMemory } from './desktop-memory.ts';
import type { ElectronApi } from './electron-api.ts';
import { createLogFile } from './logs/log-file.ts';
import { createScenarioFiles } from './scenarios/scenario-files.ts';
import type { Supervisor } from './server/server-supervisor.ts';
import { createDesktopWindow } from './window/desktop-window.ts';

export type DesktopParts = ReturnType<typeof createDesktopParts>;

export function createDesktopParts(
  electron: ElectronApi,
  settings: { memoryFile: string; logFile: string; preloadScript: string; version: string },
) {
  const memory = createDesktopMemory(settings.memoryFile);
  const log = createLogFile(settings.logFile);
  const { isPackaged } = electron.app;
  const window = createDesktopWindow(electron, { ...settings, isPackaged, note: log.note }, memory);
  let origin: string | null = null;
  let server: Pick<Supervisor, 'send' | 'ready'> = { send: () => false, ready: () => null };
  /** Shows the window, and opens it if there is none; without a server that is ready, it opens once one is. */
  const show = () => {
    if (origin !== null && server.ready() !== null) window.serverIsAt(new URL(origin));
  };
  const files = createScenarioFiles({
    send: (request) => server.send(request),
    onOpened(path, file) {
      memory.storeRecent(path);
      electron.app.addRecentDocument(path);
      show();
      window.post({ kind: 'show-scenario', file });
      window.bringToFront();
    },
    onRefused: (_path, sentence) => window.post({ kind: 'notify', tone: 'warn', text: sentence.slice(0, 500) }),
  });
  return {
    memory,
    window,
    files,
    log,
    /** Only a window that a page opened may be left. */
    showIfClosed(): void {
      if (!window.isOpen()) show();
    },
    /** The origin of the pages; during a restart of the server, the origin before it. */
    origin: () => origin,
    /** The server is ready at an address that lets a window in once. */
    serverIsAt(address: URL): void {
      origin = address.origin;
      window.serverIsAt(address);
    },
    /** Sets the server that files are sent to. */
    hasServer(started: typeof server): void {
      server = started;
    },
  };
}
