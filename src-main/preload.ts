/** Gives pages `window.ballast`: all that they know of the desktop and may ask of it. */

import { contextBridge, ipcRenderer } from 'electron';
import { createDesktopBridge } from './bridge/desktop-bridge.ts';
import { versionFrom } from './bridge/preload-argument.ts';

const who = { platform: process.platform, version: versionFrom(process.argv) };
contextBridge.exposeInMainWorld('ballast', createDesktopBridge(ipcRenderer, who));
