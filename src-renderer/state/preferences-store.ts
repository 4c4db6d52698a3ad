/**
 * Dismissed hints, the reporting currency, the decimal sign, the folder of the client and import settings, which
 * survive a reload.
 */
import { create } from 'zustand';
import { persist } from 'zustand/middleware';
import type {
  DateStyle,
  PortfolioMeaning,
  PriceMeaning,
  TypeMeaning,
} from '../../src-server/contract/control/imports/import-meanings.ts';
import { remember, rememberedStorage } from './remembered.ts';

export type DecimalSign = '.' | ',';

/** The settings for imported files of one layout. */
export interface RememberedMapping {
  /** Meanings by header. */
  readonly columns: Readonly<Record<string, PriceMeaning | PortfolioMeaning>>;
  /** By name: an ISIN, `skip` or `new`. */
  readonly names: Readonly<Record<string, string>>;
  /** By the words of transaction types. */
  readonly types: Readonly<Record<string, TypeMeaning>>;
  /** Empty: detected from the file. */
  readonly dates: '' | DateStyle;
  readonly decimal: '' | '.' | ',';
}

/** Maximum number of layouts; the least recently used is dropped first. */
const MAX_MAPPINGS = 50;

interface Preferences {
  readonly dismissedHints: readonly string[];
  /** The currency in which portfolios are compared; empty: each in its own. */
  readonly reportingCurrency: string;
  /** For copied tables and CSV files. */
  readonly decimalSign: DecimalSign;
  /** The folder of the client that was explored last; empty: none was. */
  readonly clientFolder: string;
  /** By layout, the latest last. */
  readonly importMappings: Readonly<Record<string, RememberedMapping>>;
  dismissHint(hint: string): void;
  showHints(): void;
  reportIn(currency: string): void;
  writeDecimalsWith(sign: DecimalSign): void;
  runClientsIn(folder: string): void;
  /** `null`: the layout is dropped. */
  rememberMappings(mappings: Readonly<Record<string, RememberedMapping | null>>): void;
}

export const usePreferences = create<Preferences>()(
  persist(
    (set) => ({
      dismissedHints: [],
      reportingCurrency: 'EUR',
      decimalSign: '.',
      clientFolder: '',
      importMappings: {},
      reportIn: (reportingCurrency) => set({ reportingCurrency }),
      writeDecimalsWith: (decimalSign) => set({ decimalSign }),
      runClientsIn: (clientFolder) => set({ clientFolder }),
      rememberMappings: (mappings) =>
        set(({ importMappings }) => ({ importMappings: withMappings(importMappings, mappings) })),
      showHints: () => set({ dismissedHints: [] }),
      dismissHint: (hint) => set((state) => ({ dismissedHints: [...state.dismissedHints, hint] })),
    }),
    { name: 'ballast-screen', version: 1, storage: rememberedStorage() },
  ),
);
remember(usePreferences);

function withMappings(
  before: Readonly<Record<string, RememberedMapping>>,
  mappings: Readonly<Record<string, RememberedMapping | null>>,
): Record<string, RememberedMapping> {
  const retained = Object.entries(before).filter(([layout]) => !(layout in mappings));
  const added = Object.entries(mappings).flatMap(([layout, mapping]) =>
    mapping === null ? [] : [[layout, mapping] as const],
  );
  return Object.fromEntries([...retained, ...added].slice(-MAX_MAPPINGS));
}
