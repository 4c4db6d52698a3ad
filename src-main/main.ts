/** The entry of Electron's main process: hands the real Electron and this machine's places to the shell. Nothing else. */

import { join } from 'node:path';
import { app, BrowserWindow, dialog, Menu, session, shell, utilityProcess } from 'electron';
import { packageRoot } from '../src-server/system/package-root.ts';
import { serverPlace } from './command-line.ts';
import { createShell } from './shell.ts';

const root = packageRoot();

// Not awaited: Electron is ready only after this module has ended.
void createShell(
  { app, BrowserWindow, Menu, dialog, session, shell, utilityProcess },
  {
    place: serverPlace(process.argv, app.getPath('userData')),
    serverScript: join(root, 'out', 'main', 'server-process.js'),
    preloadScript: join(root, 'out', 'preload', 'preload.cjs'),
    version: app.getVersion(),
    monotonicMs: () => performance.now(),
  },
);
