/**
 * Reads a paged list to its end if the user filters or sorts it: otherwise, only the rows read so far would be filtered
 * and sorted. Meanwhile, and until that is reset, the list does not change.
 */
import { useEffect, useEffectEvent, useState } from 'react';
import { useLayout } from '../../state/layout-store.ts';
import type { DataTableProps } from './table-column.ts';

type PagedList = Pick<DataTableProps<never>, 'initialSort' | 'pagination' | 'onScrolledAway'> & {
  readonly label: string;
  readonly isFiltered: boolean;
};

/**
 * `isReading`: further matches may still arrive; `isStill`: nothing new is shown, because of its order, its filter or
 * the user.
 */
export function useWholeList({ label, isFiltered, initialSort, pagination, onScrolledAway }: PagedList) {
  const sort = useLayout(({ layout }) => layout.sorts[label]);
  const isSorted =
    sort !== undefined && (sort.column !== initialSort?.column || sort.descending !== initialSort.descending);
  const isWanted = isFiltered || isSorted;
  const isReading = isWanted && pagination != null && !pagination.hasFailed;
  const [isScrolled, setScrolled] = useState(false);
  // It was read to its end: from then on it has no further page, and does not change.
  const [wasRead, setWasRead] = useState(false);
  if (isReading && !wasRead) setWasRead(true);
  if (!isWanted && wasRead) setWasRead(false);
  const isStill = isScrolled || wasRead;
  const report = useEffectEvent((still: boolean) => onScrolledAway?.(still));
  useEffect(() => report(isStill), [isStill]);
  const isLoading = pagination?.isLoading === true;
  const load = useEffectEvent(() => pagination?.load());
  useEffect(() => {
    if (isReading && !isLoading) load();
  }, [isReading, isLoading]);
  return { isReading, isStill, isOrdered: isSorted, onScrolledAway: setScrolled };
}

/** Why a list does not change, shown beside it; empty if it does. */
export function formatStandstill({
  isReading,
  isStill,
  isOrdered,
}: Omit<ReturnType<typeof useWholeList>, 'onScrolledAway'>) {
  if (isReading) return 'Loading all rows to sort them …';
  if (isOrdered) return 'Updates paused while sorted like this';
  return isStill ? 'Updates paused while you scroll' : '';
}
