/** What belongs to the screen alone and survives a reload: table orders, filters, dismissed hints. No server data. */
import { create } from 'zustand';
import { persist } from 'zustand/middleware';

export interface SortOrder {
  readonly column: string;
  readonly descending: boolean;
}

interface ScreenState {
  readonly sorts: Readonly<Record<string, SortOrder>>;
  readonly filters: Readonly<Record<string, string>>;
  readonly dismissedHints: readonly string[];
  setSort(table: string, order: SortOrder): void;
  setFilter(screen: string, text: string): void;
  dismissHint(hint: string): void;
}

export const useScreen = create<ScreenState>()(
  persist(
    (set) => ({
      sorts: {},
      filters: {},
      dismissedHints: [],
      setSort: (table, order) => set((state) => ({ sorts: { ...state.sorts, [table]: order } })),
      setFilter: (screen, text) => set((state) => ({ filters: { ...state.filters, [screen]: text } })),
      dismissHint: (hint) => set((state) => ({ dismissedHints: [...state.dismissedHints, hint] })),
    }),
    { name: 'ballast-screen', version: 1 },
  ),
);
