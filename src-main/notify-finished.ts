/**
 * Notifications of the system about rebalances that have ended while nobody looked. Each rebalance is told once, however
 * many windows hear of it. Refuses to disturb who looks at the app, and who turned them off.
 */

import type { Notification } from 'electron';
import type { FromPage } from '../src-server/contract/desktop.ts';
import type { ElectronApi } from './electron-api.ts';

export type FinishedNews = Extract<FromPage, { kind: 'notify' }>;

export interface NotifySettings {
  isWanted(): boolean;
  /** A click shows that rebalance, or the list. */
  onClick(rebalanceId: string | null): void;
}

const mostRemembered = 200;

export function createFinishedNotices(
  { BrowserWindow, Notification }: Pick<ElectronApi, 'BrowserWindow' | 'Notification'>,
  { isWanted, onClick }: NotifySettings,
): (news: FinishedNews) => void {
  let told: string[] = [];
  /** What the system still shows; a notification that is collected as garbage does not answer a click. */
  const shown = new Set<Notification>();
  return ({ rebalance_id: rebalanceId, title, body }) => {
    const key = rebalanceId ?? body;
    if (told.includes(key) || !isWanted()) return;
    if (!Notification.isSupported() || BrowserWindow.getFocusedWindow() !== null) return;
    told = [...told, key].slice(-mostRemembered);
    const notice = new Notification({ title, body });
    shown.add(notice);
    notice.once('close', () => shown.delete(notice));
    notice.once('click', () => {
      shown.delete(notice);
      onClick(rebalanceId);
    });
    notice.show();
  };
}
