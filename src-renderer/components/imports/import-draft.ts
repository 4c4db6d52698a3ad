/**
 * The state of the import dialog: the chosen files, and the user's settings for their columns, names, dates and
 * numbers.
 */

import type { TypeMeaning } from '../../../src-server/contract/control/imports/import-meanings.ts';
import type {
  ImportedFile,
  PortfolioImportReport,
  PriceImportReport,
} from '../../../src-server/contract/control/imports/import-report.ts';
import type { ACCOUNT_TYPES, TAX_WRAPPERS } from '../../../src-server/contract/service/portfolio-choices.ts';
import { importPrices } from '../../api/market-api.ts';
import { importPortfolios } from '../../api/portfolios-api.ts';
import type { NumberText } from '../forms/number-text.ts';
import type { ChosenFile } from './chosen-file.ts';

type AccountType = (typeof ACCOUNT_TYPES)[number];
type Wrapper = (typeof TAX_WRAPPERS)[number];

export type ImportReport = PriceImportReport | PortfolioImportReport;
/** `history`: prices for a lab run, which accepts those of any time and loads none. */
export type ImportKind = 'prices' | 'history' | 'portfolios';

export type ColumnMeaning = ImportedFile['columns'][number]['meaning'];

export interface ImportDraft {
  readonly files: readonly ChosenFile[];
  /** For workbooks, by file name. */
  readonly sheets: Readonly<Record<string, string>>;
  /** By name: an ISIN, a currency, `skip` or `new`. */
  readonly mapping: Readonly<Record<string, string>>;
  /** The meanings of transaction types, by their words. */
  readonly types: Readonly<Record<string, TypeMeaning>>;
  /** Meanings by header, if they were changed. */
  readonly columns: Readonly<Record<string, ColumnMeaning>>;
  /** Empty: detected from the file. */
  readonly dates: '' | 'dmy' | 'mdy' | 'ymd';
  readonly decimal: '' | '.' | ',';
  readonly totalReturn: boolean;
  /** For portfolios, settings that the file lacks. Empty: detected from the file. */
  readonly form: '' | 'A' | 'B';
  readonly country: string;
  readonly accountType: AccountType;
  readonly wrapper: Wrapper;
  /** In the base currency, in place of the file's value. */
  readonly cash: NumberText;
}

export const EMPTY_IMPORT_DRAFT: ImportDraft = {
  files: [],
  sheets: {},
  mapping: {},
  types: {},
  columns: {},
  dates: '',
  decimal: '',
  totalReturn: false,
  form: '',
  country: 'DE',
  accountType: 'depot',
  wrapper: 'Depot',
  cash: '',
};

/** Asks the service to check the files, or to load them. */
export function sendImport(kind: ImportKind, draft: ImportDraft, check: boolean): Promise<ImportReport> {
  // Only meanings of this kind are offered.
  if (kind === 'portfolios') return importPortfolios({ ...sharedParts(draft), check, ...ofPortfolios(draft) });
  return importPrices({ ...pricesToRead(draft), check, use: kind === 'history' ? 'lab' : 'world' });
}

function ofPortfolios({ columns, types, form, country, accountType, wrapper, cash }: ImportDraft) {
  return {
    columns: columns as PortfolioColumns,
    types: { ...types },
    tax_jurisdiction: country.toUpperCase(),
    account_type: accountType,
    tax_wrapper: wrapper,
    ...(form === '' ? {} : { form }),
    ...(typeof cash === 'number' ? { cash } : {}),
  };
}

/** Files of prices and how to read them, as request fields. */
export function pricesToRead(draft: ImportDraft) {
  return { ...sharedParts(draft), columns: draft.columns as PriceColumns, total_return: draft.totalReturn };
}

function sharedParts({ files, sheets, mapping, dates, decimal }: ImportDraft) {
  return {
    files: files.map((file) => {
      const sheet = 'base64' in file ? sheets[file.name] : undefined;
      return sheet === undefined ? { ...file } : { ...file, sheet };
    }),
    mapping: { ...mapping },
    ...(dates === '' ? {} : { dates }),
    ...(decimal === '' ? {} : { decimal }),
  };
}

type PriceColumns = NonNullable<Parameters<typeof importPrices>[0]['columns']>;
type PortfolioColumns = NonNullable<Parameters<typeof importPortfolios>[0]['columns']>;

export function isOfPortfolios(report: ImportReport): report is PortfolioImportReport {
  return 'portfolios' in report;
}
