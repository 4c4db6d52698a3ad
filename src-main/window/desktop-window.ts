/**
 * The window and the page in it, which open and close together: on macOS the app stays open after its window was
 * closed.
 */

import type { BrowserWindow } from 'electron';
import type { ToPage } from '../../src-server/contract/desktop.ts';
import type { DesktopMemory } from '../desktop-memory.ts';
import type { ElectronApi } from '../electron-api.ts';
import { askAboutHanging, askBeforeLosingInput } from './ask-user.ts';
import { createMainPage, type MainPage, maxWaiting } from './main-page.ts';
import { openMainWindow } from './main-window.ts';

export type DesktopWindow = ReturnType<typeof createDesktopWindow>;

export function createDesktopWindow(
  electron: Pick<ElectronApi, 'BrowserWindow' | 'screen' | 'dialog'>,
  settings: { preloadScript: string; version: string; isPackaged: boolean; note: (text: string) => void },
  memory: DesktopMemory,
) {
  let opened: { readonly window: BrowserWindow; readonly page: MainPage } | null = null;
  const present = () => (opened === null || opened.window.isDestroyed() ? null : opened);
  let early: ToPage[] = [];
  /** Also in a window that a page of this one opens: without its question, it could not be closed. */
  const askForUser = (window: BrowserWindow) => {
    askBeforeLosingInput(electron, window);
    askAboutHanging(electron, window, settings.note);
    window.webContents.on('did-create-window', askForUser);
  };
  const open = () => {
    const window = openMainWindow(electron, settings, memory);
    const page = createMainPage(window.webContents, settings.note);
    askForUser(window);
    for (const message of early) page.post(message);
    early = [];
    opened = { window, page };
    return opened;
  };
  return {
    /** Shows the pages of the server at this address, and opens the window if there is none. */
    serverIsAt: (address: URL): void => (present() ?? open()).page.serverIsAt(address),
    /** Sends a message to the page, once one listens; opens no window. */
    post(message: ToPage): void {
      const found = present();
      if (found === null) early = [...early, message].slice(-maxWaiting);
      else found.page.post(message);
    },
    listens(contents: unknown): void {
      const found = present();
      if (found !== null && found.window.webContents === contents) found.page.listens();
    },
    isOpen: () => present() !== null,
    /** On the task bar or dock: a share of 1, or null for none. */
    showProgress: (share: number | null): void => present()?.window.setProgressBar(share ?? -1),
    bringToFront(): void {
      const window = present()?.window;
      if (window?.isMinimized()) window.restore();
      window?.show();
      window?.focus();
    },
    /** Null if it has been closed. */
    window: (): BrowserWindow | null => present()?.window ?? null,
  };
}
