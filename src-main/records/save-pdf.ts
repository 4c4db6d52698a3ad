/** Prints a page into a PDF file that the user names. */

import { basename, join } from 'node:path';
import type { BrowserWindow, WebContents } from 'electron';
import type { DesktopResponse } from '../../src-server/contract/desktop.ts';
import { readyFile } from '../../src-server/system/files/durable-files.ts';
import type { ElectronApi } from '../electron-api.ts';

export async function savePdf(
  { app, dialog }: Pick<ElectronApi, 'app' | 'dialog'>,
  window: BrowserWindow,
  contents: WebContents,
  name: string,
): Promise<DesktopResponse> {
  const { canceled, filePath } = await dialog.showSaveDialog(window, {
    title: 'Save as PDF',
    defaultPath: join(app.getPath('documents'), `${name}.pdf`),
    filters: [{ name: 'PDF', extensions: ['pdf'] }],
  });
  if (canceled || filePath === '') return { kind: 'cancelled' };
  try {
    // The app's print styles decide what is on paper; tags make the file readable for screen readers.
    const bytes = await contents.printToPDF({
      pageSize: 'A4',
      preferCSSPageSize: true,
      printBackground: true,
      generateTaggedPDF: true,
    });
    readyFile(filePath, bytes).moveIn();
    return { kind: 'saved', file: basename(filePath) };
  } catch (error) {
    return { kind: 'refused', reason: error instanceof Error ? error.message : String(error) };
  }
}
