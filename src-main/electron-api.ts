/**
 * The part of Electron that the shell uses. It is a parameter, so tests run the whole shell against a small double on
 * machines without Electron. This module imports Electron's types only.
 */

import type * as Electron from 'electron';

export type ElectronApi = Pick<
  typeof Electron,
  | 'app'
  | 'BrowserWindow'
  | 'Menu'
  | 'Notification'
  | 'dialog'
  | 'ipcMain'
  | 'screen'
  | 'session'
  | 'shell'
  | 'utilityProcess'
>;
