/** Which entries in the log of a fork the fork itself wrote: it pauses the endpoints of webhooks first (decision N1). Pure. */
import type { PastEvent } from '../../../src-server/contract/control/world/history.ts';

/** How many of `entries`, from where its log parts from that of its origin. */
export function countOfFork(entries: readonly Pick<PastEvent, 'type' | 'words'>[]): number {
  const first = entries.findIndex(({ type, words: text }) => type !== 'webhook.changed' || !text.includes('paused'));
  return first === -1 ? entries.length : first;
}
