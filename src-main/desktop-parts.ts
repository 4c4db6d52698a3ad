/**
 * What the desktop has besides its server: what it remembers, its window, the files that were opened. They know of each other
 * here and nowhere else. Refuses to start anything.
 */

import { createDesktopMemory, type DesktopMemory } from './desktop-memory.ts';
import type { ElectronApi } from './electron-api.ts';
import { createScenarioFiles, type ScenarioFiles } from './files/scenario-files.ts';
import { withRecent } from './menu/recent-files.ts';
import type { Supervisor } from './server/server-supervisor.ts';
import { createDesktopWindow, type DesktopWindow } from './window/desktop-window.ts';

export interface DesktopParts {
  readonly memory: DesktopMemory;
  readonly window: DesktopWindow;
  readonly files: ScenarioFiles;
  /** Where the pages come from; while a server is being started again, where they came from. */
  origin(): string | null;
  /** From here on the server is there, and files go to it by `send`. The address lets a window in, once. */
  serverIsAt(address: URL): void;
  sendsBy(send: Supervisor['send']): void;
  /** The window, opened if need be. */
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
      memory.keep({ recentScenarios: withRecent(memory.now().recentScenarios, path) });
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
