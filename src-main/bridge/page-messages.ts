/** Carries out what pages ask of the desktop. The channel has validated each message before. */

import type { DesktopParts } from '../desktop-parts.ts';
import type { ElectronApi } from '../electron-api.ts';
import { savePdf } from '../files/save-pdf.ts';
import { createFinishedNotices } from '../notify-finished.ts';
import { answerPage } from './answer-page.ts';

export function handlePageMessages(electron: ElectronApi, { window, memory, origin }: DesktopParts): void {
  const notify = createFinishedNotices(electron, {
    isWanted: () => memory.now().notifies,
    onClick(rebalanceId) {
      window.post({ kind: 'show-rebalance', rebalance_id: rebalanceId });
      window.bringToFront();
    },
  });
  answerPage(electron.ipcMain, origin, (message, sender) => {
    if (message.kind === 'save-pdf') {
      const asking = electron.BrowserWindow.fromWebContents(sender);
      return asking === null ? { kind: 'cancelled' } : savePdf(electron, asking, sender, message.name);
    }
    if (message.kind === 'listening') window.listens(sender);
    else notify(message);
    return { kind: 'done' };
  });
}
