/**
 * A list that is read page by page is read to its end where one looks for something in it: its filter and its order would
 * else go by the rows that happen to have been read. Meanwhile, and until that is taken back, it stands still.
 */
import { useEffect, useEffectEvent, useState } from 'react';
import { useLayout } from '../../state/layout-store.ts';
import type { DataTableProps } from './table-column.ts';

type PagedList = Pick<DataTableProps<never>, 'initialSort' | 'pagination' | 'onScrolledAway'> & {
  readonly label: string;
  readonly isFiltered: boolean;
};

/** `isReading`: what is looked for may still come; `isStill`: nothing new is shown, by its order, its filter or its reader. */
export function useWholeList({ label, isFiltered, initialSort, pagination, onScrolledAway }: PagedList) {
  const sort = useLayout(({ layout }) => layout.sorts[label]);
  const isSorted =
    sort !== undefined && (sort.column !== initialSort?.column || sort.descending !== initialSort.descending);
  const isWanted = isFiltered || isSorted;
  const isReading = isWanted && pagination != null && !pagination.hasFailed;
  const [isScrolled, setScrolled] = useState(false);
  // It was read to its end: from then on it has no further page, and stays as it is.
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

/** Why a list stands still, beside it; empty where it does not. */
export function formatStandstill({
  isReading,
  isStill,
  isOrdered,
}: Omit<ReturnType<typeof useWholeList>, 'onScrolledAway'>) {
  if (isReading) return 'Reading all rows to order them …';
  if (isOrdered) return 'Paused while it is in this order';
  return isStill ? 'Paused while you read further down' : '';
}
