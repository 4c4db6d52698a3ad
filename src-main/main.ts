/** The entry of Electron's main process: passes Electron and this machine's folders to the shell. */

import { join } from 'node:path';
import {
  app,
  BrowserWindow,
  dialog,
  ipcMain,
  Menu,
  Notification,
  screen,
  session,
  shell,
  utilityProcess,
} from 'electron';
import { randomSecret } from '../src-server/system/files/world-files.ts';
import { packageRoot } from '../src-server/system/package-root.ts';
import { appId } from './app-id.ts';
import { serverPlace } from './server/server-place.ts';
import { createShell } from './shell.ts';

const root = packageRoot();
// Windows shows notifications only of programs whose id it knows.
if (process.platform === 'win32') app.setAppUserModelId(appId);

// Not awaited: Electron is ready only after this module has ended.
void createShell(
  { app, BrowserWindow, Menu, Notification, dialog, ipcMain, screen, session, shell, utilityProcess },
  {
    place: serverPlace(process.argv, app.getPath('userData')),
    serverScript: join(root, 'out', 'main', 'server-process.js'),
    environment: process.env as Record<string, string>,
    sessionSecret: randomSecret(),
    preloadScript: join(root, 'out', 'preload', 'preload.cjs'),
    version: app.getVersion(),
    platform: process.platform,
    logFile: join(app.getPath('logs'), 'ballast.log'),
    memoryFile: join(app.getPath('userData'), 'desktop.json'),
    argv: process.argv.slice(1),
    folder: process.cwd(),
    monotonicMs: () => performance.now(),
  },
);
