/**
 * The one window: sandboxed, isolated, without Node, where it was the last time. Refuses to load anything itself; what it
 * shows is `main-page.ts`.
 */

import type { BrowserWindow } from 'electron';
import { versionArgument } from '../bridge/preload-argument.ts';
import type { DesktopMemory } from '../desktop-memory.ts';
import type { ElectronApi } from '../electron-api.ts';
import { placeOnScreen, smallestWindow } from './window-place.ts';

/** A session of its own: nothing that another page of this program ever kept is seen by it. Its cookies are encrypted (fuses). */
export const partition = 'persist:ballast';

export function openMainWindow(
  { BrowserWindow, screen }: Pick<ElectronApi, 'BrowserWindow' | 'screen'>,
  settings: { preloadScript: string; version: string; isPackaged: boolean },
  memory: DesktopMemory,
): BrowserWindow {
  const kept = memory.now().window;
  const main = screen.getPrimaryDisplay();
  const others = screen.getAllDisplays().filter(({ id }) => id !== main.id);
  const window = new BrowserWindow({
    ...placeOnScreen(
      kept,
      [main, ...others].map(({ workArea }) => workArea),
    ),
    minWidth: Math.min(smallestWindow.width, main.workArea.width),
    minHeight: Math.min(smallestWindow.height, main.workArea.height),
    title: 'Ballast',
    // Shown when the first page is painted, so that no white sheet flashes.
    show: false,
    webPreferences: {
      preload: settings.preloadScript,
      partition,
      // Of a packaged app nobody looks into the pages, or runs anything in them, past the bridge.
      devTools: !settings.isPackaged,
      sandbox: true,
      contextIsolation: true,
      nodeIntegration: false,
      webviewTag: false,
      spellcheck: false,
      additionalArguments: [versionArgument(settings.version)],
    },
  });
  window.once('ready-to-show', () => {
    if (kept?.isMaximized) window.maximize();
    if (kept?.isFullScreen) window.setFullScreen(true);
    window.show();
    keepPlace(window, memory);
  });
  // Once: Chromium itself carries it from page to page.
  window.webContents.once('dom-ready', () => {
    window.webContents.zoomLevel = memory.now().window?.zoomLevel ?? 0;
  });
  return window;
}

/** No event tells of a zoom by the menu, so it is looked at whenever something else happens to the window. */
function keepPlace(window: BrowserWindow, memory: DesktopMemory): void {
  const note = () => {
    if (window.isDestroyed()) return;
    memory.keep({
      window: {
        // What it goes back to when it is no longer maximised.
        ...window.getNormalBounds(),
        isMaximized: window.isMaximized(),
        isFullScreen: window.isFullScreen(),
        zoomLevel: window.webContents.zoomLevel,
      },
    });
  };
  window.on('move', note);
  window.on('resize', note);
  window.on('maximize', note);
  window.on('unmaximize', note);
  window.on('enter-full-screen', note);
  window.on('leave-full-screen', note);
  window.on('blur', note);
  window.on('close', () => {
    note();
    memory.flush();
  });
}
