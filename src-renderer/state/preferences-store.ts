/** Filters, dismissed hints, the reporting currency, the decimal sign and the folder of the client, which survive a reload. */
import { create } from 'zustand';
import { persist } from 'zustand/middleware';

export type DecimalSign = '.' | ',';

interface Preferences {
  readonly filters: Readonly<Record<string, string>>;
  readonly dismissedHints: readonly string[];
  /** In which portfolios of several currencies are compared; empty: each in its own. */
  readonly reportingCurrency: string;
  /** Of copied tables and CSV files. */
  readonly decimalSign: DecimalSign;
  /** Where the client runs that was explored last; empty: none was. */
  readonly clientFolder: string;
  setFilter(screen: string, text: string): void;
  dismissHint(hint: string): void;
  showHints(): void;
  reportIn(currency: string): void;
  writeDecimalsWith(sign: DecimalSign): void;
  runClientsIn(folder: string): void;
}

export const usePreferences = create<Preferences>()(
  persist(
    (set) => ({
      filters: {},
      dismissedHints: [],
      reportingCurrency: 'EUR',
      decimalSign: '.',
      clientFolder: '',
      setFilter: (screen, text) => set((state) => ({ filters: { ...state.filters, [screen]: text } })),
      reportIn: (reportingCurrency) => set({ reportingCurrency }),
      writeDecimalsWith: (decimalSign) => set({ decimalSign }),
      runClientsIn: (clientFolder) => set({ clientFolder }),
      showHints: () => set({ dismissedHints: [] }),
      dismissHint: (hint) => set((state) => ({ dismissedHints: [...state.dismissedHints, hint] })),
    }),
    { name: 'ballast-screen', version: 1 },
  ),
);
