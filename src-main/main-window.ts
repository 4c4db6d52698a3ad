/** The one window: sandboxed, isolated, without Node. Refuses to load anything itself; the shell does, once it may. */

import type { BrowserWindow } from 'electron';
import type { ElectronApi } from './electron-api.ts';
import { versionArgument } from './preload-argument.ts';

export function openMainWindow(
  electron: Pick<ElectronApi, 'BrowserWindow'>,
  settings: { preloadScript: string; version: string },
): BrowserWindow {
  const window = new electron.BrowserWindow({
    width: 1440,
    height: 900,
    minWidth: 960,
    minHeight: 600,
    title: 'Ballast',
    // Shown when the first page is painted, so that no white sheet flashes.
    show: false,
    webPreferences: {
      preload: settings.preloadScript,
      sandbox: true,
      contextIsolation: true,
      nodeIntegration: false,
      webviewTag: false,
      spellcheck: false,
      additionalArguments: [versionArgument(settings.version)],
    },
  });
  window.once('ready-to-show', () => window.show());
  return window;
}
