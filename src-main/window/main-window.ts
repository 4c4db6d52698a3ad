/**
 * The one window: sandboxed, isolated, without Node, at its last place. `main-page.ts` decides what it shows.
 */

import type { BrowserWindow } from 'electron';
import { versionArgument } from '../bridge/desktop-bridge.ts';
import type { DesktopMemory } from '../desktop-memory.ts';
import type { ElectronApi } from '../electron-api.ts';
import { placeOnScreen, smallestWindow } from './window-place.ts';

/** A session of its own, so it sees no data of other pages of this program. Its cookies are encrypted (fuses). */
export const partition = 'persist:ballast';

export function openMainWindow(
  { BrowserWindow, screen }: Pick<ElectronApi, 'BrowserWindow' | 'screen'>,
  settings: { preloadScript: string; version: string; isPackaged: boolean },
  memory: DesktopMemory,
): BrowserWindow {
  const saved = memory.now().window;
  const main = screen.getPrimaryDisplay();
  const others = screen.getAllDisplays().filter(({ id }) => id !== main.id);
  const window = new BrowserWindow({
    ...placeOnScreen(
      saved,
      [main, ...others].map(({ workArea }) => workArea),
    ),
    minWidth: Math.min(smallestWindow.width, main.workArea.width),
    minHeight: Math.min(smallestWindow.height, main.workArea.height),
    title: 'Ballast',
    // The window appears when the first page is painted, so no white sheet flashes.
    show: false,
    webPreferences: {
      preload: settings.preloadScript,
      partition,
      // A packaged app has no developer tools, which would bypass the bridge.
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
    if (saved?.isMaximized) window.maximize();
    if (saved?.isFullScreen) window.setFullScreen(true);
    window.show();
    savePlace(window, memory);
  });
  // Set once: Chromium keeps the zoom from page to page.
  window.webContents.once('dom-ready', () => {
    window.webContents.zoomLevel = memory.now().window?.zoomLevel ?? 0;
  });
  return window;
}

/** Electron has no event for a zoom by the menu, so the zoom is read whenever something else happens to the window. */
function savePlace(window: BrowserWindow, memory: DesktopMemory): void {
  const note = () => {
    if (window.isDestroyed()) return;
    memory.store({
      window: {
        // The bounds of the window when it is not maximised.
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
