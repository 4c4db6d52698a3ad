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

/** `isReading`: what is looked for may still come. */
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
  const tell = useEffectEvent((still: boolean) => onScrolledAway?.(still));
  useEffect(() => tell(isStill), [isStill]);
  const isLoading = pagination?.isLoading === true;
  const load = useEffectEvent(() => pagination?.load());
  useEffect(() => {
    if (isReading && !isLoading) load();
  }, [isReading, isLoading]);
  return { isReading, onScrolledAway: setScrolled };
}
