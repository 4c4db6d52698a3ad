/** All that a page learns of the desktop and may ask of it: `window.ballast`. Refuses to hand over anything of Electron. */

import { contextBridge, ipcRenderer } from 'electron';
import { createDesktopBridge } from './bridge/desktop-bridge.ts';
import { versionFrom } from './bridge/preload-argument.ts';

const who = { platform: process.platform, version: versionFrom(process.argv) };
contextBridge.exposeInMainWorld('ballast', createDesktopBridge(ipcRenderer, who));
