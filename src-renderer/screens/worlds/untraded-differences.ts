/** Differences between two compared worlds that nobody traded: of their clocks, and of a fork's own entries. Pure. */

import type { PastEvent } from '../../../src-server/contract/control/world/history.ts';
import type { WorldComparison } from '../../../src-server/contract/control/worlds/worlds.ts';
import { formatLength } from '../../components/format/format-time.ts';

/** Why values differ although nothing was traded; `null` if both clocks are at the same instant. */
export function describeClocks({ first, second }: Pick<WorldComparison, 'first' | 'second'>): string | null {
  const apartMs = Math.abs(Date.parse(second.now) - Date.parse(first.now));
  if (apartMs === 0) return null;
  const apart = apartMs < 60_000 ? `${apartMs / 1000} s` : formatLength(apartMs);
  return `The clocks are ${apart} apart, so differences in value include the price moves of that time. Pause both worlds at one instant to compare them exactly.`;
}

/**
 * The number of log entries that the creation of a fork wrote: it pauses the endpoints of webhooks first (decision N1).
 * `entries` start where the fork's log diverges from its origin's.
 */
export function countOfFork(entries: readonly Pick<PastEvent, 'type' | 'summary'>[]): number {
  const first = entries.findIndex(({ type, summary: text }) => type !== 'webhook.changed' || !text.includes('paused'));
  return first === -1 ? entries.length : first;
}
