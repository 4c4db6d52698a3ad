/**
 * Receives requests of pages to the desktop and runs them: validates the sender first, then the message. Frames of
 * another origin, frames inside a page and messages outside the contract get a refusal as response.
 */

import type { WebContents } from 'electron';
import { type DesktopResponse, type FromPage, fromPage } from '../../src-server/contract/desktop.ts';
import type { DesktopParts } from '../desktop-parts.ts';
import type { ElectronApi } from '../electron-api.ts';
import { createFinishedNotices } from '../notifications/notify-finished.ts';
import { savePdf } from '../records/save-pdf.ts';
import { isOwnFrame } from '../security.ts';
import { desktopChannel } from './desktop-bridge.ts';

export function handlePageMessages(electron: ElectronApi, { window, memory, origin }: DesktopParts): void {
  const notify = createFinishedNotices(electron, {
    isWanted: () => memory.now().notifies,
    onClick(rebalanceId) {
      window.post({ kind: 'show-rebalance', rebalance_id: rebalanceId });
      window.bringToFront();
    },
  });
  const run = (message: FromPage, sender: WebContents): DesktopResponse | Promise<DesktopResponse> => {
    if (message.kind === 'save-pdf') {
      const asking = electron.BrowserWindow.fromWebContents(sender);
      return asking === null ? { kind: 'cancelled' } : savePdf(electron, asking, sender, message.name);
    }
    if (message.kind === 'listening') window.listens(sender);
    else if (message.kind === 'progress') window.showProgress(message.share);
    else notify(message);
    return { kind: 'done' };
  };
  electron.ipcMain.handle(desktopChannel, async (event, message: unknown): Promise<DesktopResponse> => {
    if (!isOwnFrame(event.senderFrame, origin()))
      return refusal('Only Ballast’s own pages may send messages to the desktop app.');
    const read = fromPage.safeParse(message);
    return read.success ? run(read.data, event.sender) : refusal('The desktop app does not know this message.');
  });
}

function refusal(reason: string): DesktopResponse {
  return { kind: 'refused', reason };
}
