/** Filters and dismissed hints, which survive a reload. */
import { create } from 'zustand';
import { persist } from 'zustand/middleware';

interface Preferences {
  readonly filters: Readonly<Record<string, string>>;
  readonly dismissedHints: readonly string[];
  setFilter(screen: string, text: string): void;
  dismissHint(hint: string): void;
  showHints(): void;
}

export const usePreferences = create<Preferences>()(
  persist(
    (set) => ({
      filters: {},
      dismissedHints: [],
      setFilter: (screen, text) => set((state) => ({ filters: { ...state.filters, [screen]: text } })),
      showHints: () => set({ dismissedHints: [] }),
      dismissHint: (hint) => set((state) => ({ dismissedHints: [...state.dismissedHints, hint] })),
    }),
    { name: 'ballast-screen', version: 1 },
  ),
);
