/** Asks the user for a scenario file, in a dialog over the window where there is one. Does not open the file. */

import type { BrowserWindow, OpenDialogOptions } from 'electron';
import type { ElectronApi } from '../electron-api.ts';

/** System dialogs look at the last extension only, so `.ballast.yaml` is a YAML file to them. */
const options: OpenDialogOptions = {
  title: 'Open scenario',
  properties: ['openFile'],
  filters: [{ name: 'Scenarios', extensions: ['yaml', 'yml'] }],
};

/** Null where the user closed the dialog. */
export async function chooseScenario(
  { dialog }: Pick<ElectronApi, 'dialog'>,
  window: BrowserWindow | null,
): Promise<string | null> {
  const answer = window === null ? dialog.showOpenDialog(options) : dialog.showOpenDialog(window, options);
  return (await answer).filePaths[0] ?? null;
}
