/** Where the event logs of two worlds part. Each entry holds the hash of all before it, so few of them are read. */
import type { EventStore } from '../../engine/ports/stores.ts';
import type { LoggedEvent } from '../../kernel/event-chain.ts';

export interface ComparedLog {
  readonly events: Pick<EventStore, 'after'>;
  readonly count: number;
}

/** How many entries both begin with, and what comes next in each. */
export function compareLogs(
  first: ComparedLog,
  second: ComparedLog,
): { readonly sameEvents: number; readonly next: readonly [LoggedEvent | null, LoggedEvent | null] } {
  const entryAt = ({ events, count }: ComparedLog, seq: number) =>
    seq > count ? null : (events.after(seq - 1, 1)[0] ?? null);
  const isSameUpTo = (seq: number) => entryAt(first, seq)?.hash === entryAt(second, seq)?.hash;
  let same = 0;
  let most = Math.min(first.count, second.count);
  while (same < most) {
    const middle = Math.ceil((same + most) / 2);
    if (isSameUpTo(middle)) same = middle;
    else most = middle - 1;
  }
  return { sameEvents: same, next: [entryAt(first, same + 1), entryAt(second, same + 1)] };
}
