/**
 * Finds the log entries that the creation of a fork wrote: it pauses the endpoints of webhooks first (decision N1).
 * Pure.
 */
import type { PastEvent } from '../../../src-server/contract/control/world/history.ts';

/** Number of such entries in `entries`, which start where the fork's log diverges from its origin's. */
export function countOfFork(entries: readonly Pick<PastEvent, 'type' | 'summary'>[]): number {
  const first = entries.findIndex(({ type, summary: text }) => type !== 'webhook.changed' || !text.includes('paused'));
  return first === -1 ? entries.length : first;
}
