/**
 * The main process's end of the channel: it validates the sender of every message first, then its content.
 * Frames of another origin, frames inside a page and messages outside the contract get a refusal as their answer.
 */

import type { WebContents } from 'electron';
import { type DesktopAnswer, type FromPage, fromPage } from '../../src-server/contract/desktop.ts';
import type { ElectronApi } from '../electron-api.ts';
import { isOwnFrame } from '../security.ts';
import { desktopChannel } from './desktop-bridge.ts';

export function answerPage(
  ipcMain: ElectronApi['ipcMain'],
  origin: () => string | null,
  answer: (message: FromPage, sender: WebContents) => DesktopAnswer | Promise<DesktopAnswer>,
): void {
  ipcMain.handle(desktopChannel, async (event, message: unknown): Promise<DesktopAnswer> => {
    if (!isOwnFrame(event.senderFrame, origin())) return refusal('Only pages of Ballast itself are heard.');
    const read = fromPage.safeParse(message);
    return read.success ? answer(read.data, event.sender) : refusal('This message means nothing here.');
  });
}

function refusal(reason: string): DesktopAnswer {
  return { kind: 'refused', reason };
}
