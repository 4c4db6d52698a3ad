/** The state of a list as a view that can be saved, and the restoring of a saved view. */
import { type Layout, type SavedView, useLayout } from '../../state/layout-store.ts';
import { shownPath } from '../../state/own-world.ts';
import { currentSearchParams, textFilterName } from '../format/current-search-params.ts';

/** The address of a list, and its filters. */
export interface ListAddress {
  /** Null for a table whose screen shows one entity, such as the orders of a rebalance. */
  readonly path: string | null;
  /** Contains only the filters that are set. */
  readonly filters: Readonly<Record<string, string>>;
}

export type ViewContent = Omit<SavedView, 'name'>;

export function contentOfView(
  table: string,
  { path, filters }: ListAddress,
  layout: Layout,
  filterText: string,
): ViewContent {
  return {
    path,
    search: new URLSearchParams(filters).toString(),
    filterText,
    sort: layout.sorts[table] ?? null,
    hiddenColumns: layout.hiddenColumns[table] ?? [],
    columnOrder: layout.columnOrders[table] ?? [],
  };
}

/** The initial state of the list. */
export function defaultView(path: string | null): ViewContent {
  return { path, search: '', filterText: '', sort: null, hiddenColumns: [], columnOrder: [] };
}

/** Ignores the order in which filters were set and columns were hidden. */
export function isSameView(one: ViewContent, other: ViewContent): boolean {
  return JSON.stringify(comparable(one)) === JSON.stringify(comparable(other));
}

function comparable({ search, filterText, sort, hiddenColumns, columnOrder }: ViewContent) {
  const filters = [...new URLSearchParams(search)].map(([name, value]) => `${name}=${value}`).sort();
  return [filters, filterText.trim(), sort?.column, sort?.descending, [...hiddenColumns].sort(), columnOrder];
}

/** `name` is null for the default view. `go` opens the address of the list, or changes the current query. */
export function openView(table: string, view: ViewContent, name: string | null, go: (to: string) => void): void {
  const { layout, change } = useLayout.getState();
  change({
    sorts: withEntry(layout.sorts, table, view.sort),
    hiddenColumns: withEntry(layout.hiddenColumns, table, view.hiddenColumns.length > 0 ? view.hiddenColumns : null),
    columnOrders: withEntry(layout.columnOrders, table, view.columnOrder.length > 0 ? view.columnOrder : null),
    chosenViews: withEntry(layout.chosenViews, table, name),
  });
  const search = view.path === null ? currentSearchParams() : new URLSearchParams(view.search);
  search.delete(textFilterName(table));
  if (view.filterText.trim() !== '') search.set(textFilterName(table), view.filterText);
  const query = search.toString();
  const path = view.path ?? shownPath();
  go(query === '' ? path : `${path}?${query}`);
}

/** Replaces the saved views of a table, and sets the chosen one. */
export function changeViews(table: string, views: readonly SavedView[], chosen: string | null): void {
  const { layout, change } = useLayout.getState();
  change({
    views: withEntry(layout.views, table, views.length > 0 ? views : null),
    chosenViews: withEntry(layout.chosenViews, table, chosen),
  });
}

type ByTable<Value> = Readonly<Record<string, Value>>;

/** Null removes the entry. */
function withEntry<Value>(entries: ByTable<Value>, table: string, value: Value | null): ByTable<Value> {
  const { [table]: _before, ...others } = entries;
  return value === null ? others : { ...others, [table]: value };
}
