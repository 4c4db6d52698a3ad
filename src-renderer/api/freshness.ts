/**
 * The one place that marks cached data as stale: the live stream and the commands of this page report here which groups
 * have changed, and each is read again once, however often it was reported. Knows no message and no path.
 */
import type { QueryClient } from '@tanstack/react-query';
import type { QueryGroup } from './query-keys.ts';

/** A change shows at once, and later ones at most four times a second. */
const CHANGES_EVERY_MS = 250;
/** Counts that change with every request, such as the hits of a fault, are read at most once a second. */
const COUNTS_EVERY_MS = 1_000;

const changes = pacedBy(CHANGES_EVERY_MS);
const counts = pacedBy(COUNTS_EVERY_MS);
let cache: QueryClient | null = null;

/** Must be called once, before anything is read. */
export function refreshIn(queryClient: QueryClient): void {
  cache = queryClient;
}

/** The data of these groups has changed. */
export function markStale(groups: readonly QueryGroup[]): void {
  for (const group of groups) counts.forget(group);
  changes.mark(groups);
}

/**
 * A command of this page got its response: the data it changed is read at once, so that no outdated control can be
 * pressed.
 */
export function markOwnChange(groups: readonly QueryGroup[]): void {
  markStale(groups);
  changes.flush();
}

/** Only counts in these groups have changed. */
export function markCounted(groups: readonly QueryGroup[]): void {
  counts.mark(groups.filter((group) => !changes.has(group)));
}

/** Reads marked groups again: the first at once and later ones at least `everyMs` after the last. */
function pacedBy(everyMs: number) {
  const stale = new Set<QueryGroup>();
  let waiting: ReturnType<typeof setTimeout> | null = null;
  let flushedMs = Number.NEGATIVE_INFINITY;

  function schedule(): void {
    if (waiting !== null || stale.size === 0) return;
    // In a task of its own, so that all messages of one command are one change.
    waiting = setTimeout(flush, Math.max(0, flushedMs + everyMs - performance.now()));
  }

  function flush(): void {
    if (waiting !== null) clearTimeout(waiting);
    waiting = null;
    flushedMs = performance.now();
    for (const group of stale) {
      // A read in progress may already be out of date; it may finish, and the group is read once more at the next turn.
      if (cache === null || cache.isFetching({ queryKey: [group] }) > 0) continue;
      stale.delete(group);
      void cache.invalidateQueries({ queryKey: [group] });
    }
    schedule();
  }

  return {
    flush,
    mark(groups: readonly QueryGroup[]) {
      for (const group of groups) stale.add(group);
      schedule();
    },
    has: (group: QueryGroup) => stale.has(group),
    forget: (group: QueryGroup) => void stale.delete(group),
  };
}
