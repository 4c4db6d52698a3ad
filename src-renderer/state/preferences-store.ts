/** Filters, dismissed hints and the reporting currency, which survive a reload. */
import { create } from 'zustand';
import { persist } from 'zustand/middleware';

interface Preferences {
  readonly filters: Readonly<Record<string, string>>;
  readonly dismissedHints: readonly string[];
  /** In which portfolios of several currencies are compared; empty: each in its own. */
  readonly reportingCurrency: string;
  setFilter(screen: string, text: string): void;
  dismissHint(hint: string): void;
  showHints(): void;
  reportIn(currency: string): void;
}

export const usePreferences = create<Preferences>()(
  persist(
    (set) => ({
      filters: {},
      dismissedHints: [],
      reportingCurrency: 'EUR',
      setFilter: (screen, text) => set((state) => ({ filters: { ...state.filters, [screen]: text } })),
      reportIn: (reportingCurrency) => set({ reportingCurrency }),
      showHints: () => set({ dismissedHints: [] }),
      dismissHint: (hint) => set((state) => ({ dismissedHints: [...state.dismissedHints, hint] })),
    }),
    { name: 'ballast-screen', version: 1 },
  ),
);
