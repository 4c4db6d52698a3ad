/** All that a page learns from the desktop: `window.ballast = { platform, version }`. Refuses to hand over any function. */

import { contextBridge } from 'electron';
import { versionFrom } from './preload-argument.ts';

contextBridge.exposeInMainWorld('ballast', { platform: process.platform, version: versionFrom(process.argv) });
