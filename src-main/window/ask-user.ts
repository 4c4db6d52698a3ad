/**
 * The questions of the window to its user: whether to close a page that would lose input, and what to do about one that
 * hangs.
 */

import type { BrowserWindow } from 'electron';
import type { ElectronApi } from '../electron-api.ts';

/**
 * A page refuses to close if typed input would be lost; without a question, the window would stay open for no visible
 * reason.
 */
export function askBeforeLosingInput({ dialog }: Pick<ElectronApi, 'dialog'>, window: BrowserWindow): void {
  window.webContents.on('will-prevent-unload', (event) => {
    const choice = dialog.showMessageBoxSync(window, {
      type: 'question',
      message: 'Discard unsaved input?',
      detail: 'This page has input that could not be saved. If you close it, the input is lost.',
      buttons: ['Discard and close', 'Stay'],
      defaultId: 1,
      cancelId: 1,
    });
    // Preventing the default of this event closes the page.
    if (choice === 0) event.preventDefault();
  });
}

/** `note` writes to the log. */
export function askAboutHanging(
  { dialog }: Pick<ElectronApi, 'dialog'>,
  window: BrowserWindow,
  note: (text: string) => void,
): void {
  let isAsking = false;
  window.on('unresponsive', () => {
    note('The page does not respond.');
    if (isAsking) return;
    isAsking = true;
    const question = dialog.showMessageBox(window, {
      type: 'warning',
      message: 'The page does not respond',
      detail: 'The service and its data are not affected.',
      buttons: ['Wait', 'Reload the page'],
      defaultId: 0,
      cancelId: 0,
    });
    const onChoice = (response: number) => {
      isAsking = false;
      if (response !== 1 || window.isDestroyed()) return;
      // A script that never ends would keep a reload from starting.
      window.webContents.forcefullyCrashRenderer();
      window.webContents.reload();
    };
    void question.then(
      ({ response }) => onChoice(response),
      () => onChoice(0),
    );
  });
  window.on('responsive', () => note('The page responds again.'));
}
