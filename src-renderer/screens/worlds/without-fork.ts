/** The log of a fork without what the fork itself wrote: it pauses the endpoints of webhooks first (decision N1). Pure. */
import type { PastEvent } from '../../../src-server/contract/control/world/history.ts';

/** `entries`: from where its log parts from that of its origin. */
export function withoutFork<Entry extends Pick<PastEvent, 'type' | 'words'>>(
  entries: readonly Entry[],
): readonly Entry[] {
  const first = entries.findIndex(({ type, words: text }) => type !== 'webhook.changed' || !text.includes('paused'));
  return first === -1 ? [] : entries.slice(first);
}
