/** What belongs to the screen alone and survives a reload: filters, dismissed hints. No server data, and no layout. */
import { create } from 'zustand';
import { persist } from 'zustand/middleware';

interface ScreenState {
  readonly filters: Readonly<Record<string, string>>;
  readonly dismissedHints: readonly string[];
  setFilter(screen: string, text: string): void;
  dismissHint(hint: string): void;
  showHints(): void;
}

export const usePreferences = create<ScreenState>()(
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
