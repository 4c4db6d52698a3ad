/**
 * System notifications about rebalances that ended while the app was not in the foreground. Each rebalance is reported
 * once, however many windows learn of it. Users can turn notifications off.
 */

import type { Notification } from 'electron';
import type { FromPage } from '../../src-server/contract/desktop.ts';
import type { ElectronApi } from '../electron-api.ts';

type FinishedNews = Extract<FromPage, { kind: 'notify' }>;

interface NotifySettings {
  isWanted(): boolean;
  /** A click shows the rebalance, or the list. */
  onClick(rebalanceId: string | null): void;
}

const maxRemembered = 200;

export function createFinishedNotices(
  { BrowserWindow, Notification }: Pick<ElectronApi, 'BrowserWindow' | 'Notification'>,
  { isWanted, onClick }: NotifySettings,
): (news: FinishedNews) => void {
  let reported: string[] = [];
  /** The notifications that the system still shows; one that was garbage-collected would not react to a click. */
  const shown = new Set<Notification>();
  return ({ rebalance_id: rebalanceId, title, body }) => {
    const key = rebalanceId ?? body;
    if (reported.includes(key) || !isWanted()) return;
    if (!Notification.isSupported() || BrowserWindow.getFocusedWindow() !== null) return;
    reported = [...reported, key].slice(-maxRemembered);
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
