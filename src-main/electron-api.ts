/**
 * The part of Electron that the shell uses. It is handed in, so that the tests can run the whole shell against a small
 * faithful double on machines that have no Electron. Refuses to import Electron at run time.
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
