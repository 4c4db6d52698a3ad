/**
 * The desktop's parts besides its server: its stored settings, its window and the opened files. This is the one place
 * that connects them; it starts nothing.
 */

import { createDesktopMemory, type DesktopMemory } from './desktop-memory.ts';
import type { ElectronApi } from './electron-api.ts';
import { createScenarioFiles, type ScenarioFiles } from './scenarios/scenario-files.ts';
import type { Supervisor } from './server/server-supervisor.ts';
import { createDesktopWindow, type DesktopWindow } from './window/desktop-window.ts';

export interface DesktopParts {
  readonly memory: DesktopMemory;
  readonly window: DesktopWindow;
  readonly files: ScenarioFiles;
  /** The origin of the pages; during a restart of the server, the origin before it. */
  origin(): string | null;
  /** The server is ready, and files go to it by `send`. The address lets a window in once. */
  serverIsAt(address: URL): void;
  sendsBy(send: Supervisor['send']): void;
  /** Shows the window, and opens it where there is none. */
  show(): void;
}

export function createDesktopParts(
  electron: ElectronApi,
  settings: { memoryFile: string; preloadScript: string; version: string },
): DesktopParts {
  const memory = createDesktopMemory(settings.memoryFile);
  const window = createDesktopWindow(electron, { ...settings, isPackaged: electron.app.isPackaged }, memory);
  let origin: string | null = null;
  let send: Supervisor['send'] = () => false;
  const show = () => {
    if (origin !== null) window.serverIsAt(new URL(origin));
  };
  const files = createScenarioFiles({
    send: (request) => send(request),
    onOpened(path, file) {
      memory.storeRecent(path);
      electron.app.addRecentDocument(path);
      show();
      window.post({ kind: 'show-scenario', file });
      window.bringToFront();
    },
    onRefused: (_path, sentence) => window.post({ kind: 'tell', tone: 'warn', text: sentence.slice(0, 500) }),
  });
  return {
    ...{ memory, window, files, show },
    origin: () => origin,
    serverIsAt(address) {
      origin = address.origin;
      window.serverIsAt(address);
    },
    sendsBy(by) {
      send = by;
    },
  };
}
