/** Adds requests that the live stream reported in front of those that were read. Pure. */
import type { InfiniteData } from '@tanstack/react-query';
import type { JournalList, JournalNotice } from '../../src-server/contract/control/world/journal.ts';

/** Keeps a page that is left open during a load test from growing without limit. */
const MAX_ROWS = 2_000;
/** The service counts up to this number. */
const MAX_COUNTED = 1_000_000;

/**
 * `notices` are ordered by response, like their numbers. Requests that were read already are left out. `null` if there
 * is no row to number them by, so that the list has to be read.
 */
export function withRequests(
  loaded: InfiniteData<JournalList> | undefined,
  notices: readonly JournalNotice[],
): InfiniteData<JournalList> | null {
  const [newest, ...older] = loaded?.pages ?? [];
  const last = newest?.entries[0]?.seq;
  if (loaded === undefined || newest === undefined || last === undefined) return null;
  const known = new Set(newest.entries.map((entry) => entry.request_id));
  // Requests before one that was read were read too, though possibly on an older page.
  const since = notices.findLastIndex((notice) => known.has(notice.request_id)) + 1;
  const added = notices.slice(since).map((notice, index) => ({ seq: last + 1 + index, ...notice }));
  const entries = [...added.reverse(), ...newest.entries];
  const total = Math.min(MAX_COUNTED, newest.total + added.length);
  if (entries.length <= MAX_ROWS) return { ...loaded, pages: [{ ...newest, entries, total }, ...older] };
  const retained = entries.slice(0, MAX_ROWS);
  const page = { entries: retained, total, next: String(retained.at(-1)?.seq ?? '') };
  return { pages: [page], pageParams: loaded.pageParams.slice(0, 1) };
}
