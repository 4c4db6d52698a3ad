/** Gives pages `window.ballast`: all that they know of the desktop and may request of it. */

import { contextBridge, ipcRenderer } from 'electron';
import { createDesktopBridge, versionFrom } from './bridge/desktop-bridge.ts';

const who = { platform: process.platform, version: versionFrom(process.argv) };
contextBridge.exposeInMainWorld('ballast', createDesktopBridge(ipcRenderer, who));
