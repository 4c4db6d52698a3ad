/** Reads the arguments of `ballast import` into its options, and reports all mistakes at once. */
import {
  DATE_STYLES,
  type DateStyle,
  PORTFOLIO_MEANINGS,
  PRICE_MEANINGS,
  TYPE_MEANINGS,
  type TypeMeaning,
} from '../../contract/control/imports/import-meanings.ts';
import { ACCOUNT_TYPES, TAX_WRAPPERS } from '../../contract/service/portfolio-choices.ts';
import { isCountryCode } from '../../domain/identifiers/country.ts';
import { toMinor } from '../../domain/numbers/exact.ts';
import { parseInstant } from '../../domain/numbers/instant.ts';
import { oneOf, validateFlag } from './flag-values.ts';

export interface ImportFlags {
  readonly check?: boolean;
  readonly into?: string;
  readonly out?: string;
  readonly force?: boolean;
  readonly map?: readonly string[];
  readonly mapping?: string;
  readonly sheet?: string;
  readonly column?: readonly string[];
  readonly type?: readonly string[];
  readonly staleRates?: boolean;
  readonly dates?: string;
  readonly decimal?: string;
  readonly delimiter?: string;
  readonly currency?: string;
  readonly exchange?: string;
  readonly totalReturn?: boolean;
  readonly form?: string;
  readonly jurisdiction?: string;
  readonly accountType?: string;
  readonly wrapper?: string;
  readonly cash?: string;
  readonly clock?: string;
  readonly json?: boolean;
}

/** 2026-03-02T09:30:00Z, when a world begins that is not told otherwise (decision J). */
const USUAL_START_MS = 1_772_443_800_000;

export type ImportKind = 'prices' | 'portfolio';
const DELIMITER_BY_NAME = { comma: ',', semicolon: ';', tab: '\t', pipe: '|' } as const;

export interface ValidatedImport {
  readonly kind: ImportKind;
  readonly shared: {
    readonly files: readonly string[];
    readonly mappingFile: string | null;
    readonly sheet: string | null;
    readonly target:
      | { readonly kind: 'check'; readonly file: null }
      | { readonly kind: 'into'; readonly file: string }
      | { readonly kind: 'out'; readonly file: string; readonly force: boolean };
    readonly json: boolean;
  };
  readonly table: {
    readonly dates: DateStyle | null;
    readonly decimal: '.' | ',' | null;
    readonly delimiter: string | null;
    readonly columns: Readonly<Record<string, string>>;
    readonly mapping: Readonly<Record<string, string>>;
    readonly currency: string | null;
    readonly exchange: string | null;
    readonly staleRates: boolean;
  };
  readonly totalReturn: boolean;
  readonly entries: {
    readonly types: Readonly<Record<string, TypeMeaning>>;
    readonly form: 'A' | 'B' | null;
    readonly jurisdiction: string;
    readonly accountType: (typeof ACCOUNT_TYPES)[number];
    readonly wrapper: (typeof TAX_WRAPPERS)[number];
    readonly cash: number | null;
    readonly presentMs: number;
  };
}

/** `words`: what to import, and its files. */
export function importOptions(flags: ImportFlags, words: readonly string[]): ValidatedImport | { faults: string[] } {
  const faults: string[] = [];
  const [what = '', ...files] = words;
  const kind = oneOf('prices', 'portfolio')(what);
  if (kind === null) faults.push('import needs prices or portfolio, then the files');
  else if (files.length === 0) faults.push(`import ${kind} needs at least one file`);
  const target = targetOf(flags, kind, faults);
  if (kind === 'portfolio' && flags.totalReturn === true) faults.push('--total-return is for prices');
  const table = tableOptions(flags, kind, faults);
  const entries = entryOptions(flags, kind, faults);
  if (faults.length > 0 || kind === null) return { faults };
  const { mapping: mappingFile = null, sheet = null, json = false } = flags;
  const shared = { files, mappingFile, sheet, target, json };
  return { kind, shared, table, totalReturn: flags.totalReturn ?? false, entries };
}

function targetOf({ check, into, out, force = false }: ImportFlags, kind: ImportKind | null, faults: string[]) {
  const given = [check === true, into !== undefined, out !== undefined].filter(Boolean).length;
  if (given !== 1) faults.push('import needs one of --check, --into WORLDFILE and --out FILE');
  const isWorld = (file: string) => /[^/\\]\.ya?ml$/i.test(file);
  if (into !== undefined && !isWorld(into)) faults.push(`--into: '${into}' is not a file that ends in .yaml or .yml`);
  const isOut = out === undefined || isWorld(out) || (kind === 'prices' && /[^/\\]\.csv$/i.test(out));
  if (!isOut) faults.push(`--out: '${out}' is not a file that ends in .yaml${kind === 'prices' ? ' or .csv' : ''}`);
  if (into !== undefined) return { kind: 'into', file: into } as const;
  return out === undefined ? ({ kind: 'check', file: null } as const) : ({ kind: 'out', file: out, force } as const);
}

function tableOptions(flags: ImportFlags, kind: ImportKind | null, faults: string[]): ValidatedImport['table'] {
  const names = Object.keys(DELIMITER_BY_NAME) as (keyof typeof DELIMITER_BY_NAME)[];
  const delimiter = validateFlag(faults, '--delimiter', flags.delimiter, oneOf(...names), names.join(', '), null);
  const decimal = validateFlag(faults, '--decimal', flags.decimal, oneOf('point', 'comma'), 'point or comma', null);
  return {
    dates: validateFlag<DateStyle | null>(
      faults,
      '--dates',
      flags.dates,
      oneOf(...DATE_STYLES),
      DATE_STYLES.join(', '),
      null,
    ),
    decimal: decimal === null ? null : decimal === 'point' ? '.' : ',',
    delimiter: delimiter === null ? null : DELIMITER_BY_NAME[delimiter],
    columns: meaningsOf('--column', flags.column, 'HEADER=MEANING', columnMeanings(kind), faults),
    mapping: pairsOf('--map', flags.map, 'NAME=ISIN', faults),
    currency: validateFlag<string | null>(
      faults,
      '--currency',
      flags.currency,
      parseCurrency,
      'a currency like EUR',
      null,
    ),
    exchange: validateFlag<string | null>(
      faults,
      '--exchange',
      flags.exchange,
      parseMic,
      'an exchange like XETR',
      null,
    ),
    staleRates: flags.staleRates ?? false,
  };
}

function entryOptions(flags: ImportFlags, kind: ImportKind | null, faults: string[]): ValidatedImport['entries'] {
  const { form, jurisdiction, accountType, wrapper, cash } = flags;
  const isGiven = [form, jurisdiction, accountType, wrapper, cash, flags.type, flags.clock].some(
    (flag) => flag !== undefined,
  );
  if (kind === 'prices' && isGiven)
    faults.push('--form, --jurisdiction, --account-type, --wrapper, --cash, --clock and --type are for a portfolio');
  return {
    types: meaningsOf('--type', flags.type, 'TYPE=MEANING', TYPE_MEANINGS, faults),
    form: validateFlag<'A' | 'B' | null>(faults, '--form', form, oneOf('A', 'B'), 'A or B', null),
    jurisdiction: validateFlag(faults, '--jurisdiction', jurisdiction, parseCountry, 'a country like DE', 'DE'),
    accountType: validateFlag(
      faults,
      '--account-type',
      accountType,
      oneOf(...ACCOUNT_TYPES),
      ACCOUNT_TYPES.join(', '),
      'depot',
    ),
    wrapper: validateFlag(faults, '--wrapper', wrapper, oneOf(...TAX_WRAPPERS), TAX_WRAPPERS.join(', '), 'Depot'),
    cash: validateFlag<number | null>(faults, '--cash', cash, parseAmount, 'an amount like 1200.50', null),
    presentMs: validateFlag<number>(
      faults,
      '--clock',
      flags.clock,
      parseInstant,
      'a time such as 2026-03-02T09:30:00Z',
      USUAL_START_MS,
    ),
  };
}

/** The last `=` separates, because names may have one and what they stand for has none. */
function pairsOf(
  flag: string,
  texts: readonly string[] = [],
  wanted: string,
  faults: string[],
): Record<string, string> {
  const pairs = texts.flatMap((text) => {
    const at = text.lastIndexOf('=');
    if (at > 0 && at < text.length - 1) return [[text.slice(0, at).trim(), text.slice(at + 1).trim()] as const];
    faults.push(`${flag}: '${text}' is not ${wanted}`);
    return [];
  });
  return Object.fromEntries(pairs);
}

function columnMeanings(kind: ImportKind | null): readonly string[] {
  return kind === 'portfolio' ? PORTFOLIO_MEANINGS : PRICE_MEANINGS;
}

/** The same, where only some words have a meaning. */
function meaningsOf<Meaning extends string>(
  flag: string,
  texts: readonly string[] | undefined,
  wanted: string,
  meanings: readonly Meaning[],
  faults: string[],
): Record<string, Meaning> {
  const entries = Object.entries(pairsOf(flag, texts, wanted, faults)).flatMap(([name, word]) => {
    const meaning = meanings.find((each) => each === word);
    if (meaning !== undefined) return [[name, meaning] as const];
    faults.push(`${flag}: '${word}' is not a meaning; use one of ${meanings.join(', ')}`);
    return [];
  });
  return Object.fromEntries(entries) as Record<string, Meaning>;
}

function parseCurrency(text: string): string | null {
  return /^(?:[A-Z]{3}|GBp|ZAc|ILa)$/.test(text) ? text : null;
}

function parseMic(text: string): string | null {
  return /^[A-Z0-9]{4}$/.test(text) ? text : null;
}

function parseCountry(text: string): string | null {
  return isCountryCode(text) ? text : null;
}

function parseAmount(text: string): number | null {
  return /^\d{1,9}(?:\.\d{1,2})?$/.test(text) && toMinor(Number(text)) !== null ? Number(text) : null;
}
