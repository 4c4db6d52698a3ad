/** Reads the arguments of `ballast import` into its options, and reports all mistakes at once. */
import {
  DATE_STYLES,
  PORTFOLIO_MEANINGS,
  PRICE_MEANINGS,
  TYPE_MEANINGS,
} from '../../contract/control/imports/import-meanings.ts';
import {
  type GivenFlags,
  type ReadFlags,
  readFlags,
  switchFlag,
  valueFlag,
  valuesFlag,
} from '../../contract/flags/flag-table.ts';
import { anyText, choiceOf, FILE, TIME, textValue } from '../../contract/flags/value-types.ts';
import { ACCOUNT_TYPES, TAX_WRAPPERS } from '../../contract/service/portfolio-choices.ts';
import { isCountryCode } from '../../domain/identifiers/country.ts';
import { toMinor } from '../../domain/numbers/exact.ts';

/** 2026-03-02T09:30:00Z, the default start of a world (decision J). */
const USUAL_START_MS = 1_772_443_800_000;

type ImportKind = 'prices' | 'portfolio';
const DELIMITER_BY_NAME = { comma: ',', semicolon: ';', tab: '\t', pipe: '|' } as const;

const CURRENCY = textValue('code', 'a currency like EUR', (text) =>
  /^(?:[A-Z]{3}|GBp|ZAc|ILa)$/.test(text) ? text : null,
);
const MIC = textValue('mic', 'an exchange like XETR', (text) => (/^[A-Z0-9]{4}$/.test(text) ? text : null));
const COUNTRY = textValue('country', 'a country like DE', (text) => (isCountryCode(text) ? text : null));
const AMOUNT = textValue('amount', 'an amount like 1200.50', (text) =>
  /^\d{1,9}(?:\.\d{1,2})?$/.test(text) && toMinor(Number(text)) !== null ? Number(text) : null,
);

export const IMPORT_FLAGS = {
  check: switchFlag('report what was found without writing anything'),
  into: valueFlag(anyText('worldfile'), 'add it to an existing world file'),
  out: valueFlag(FILE, 'write a new world file (.yaml), or a file of series (.csv)'),
  force: switchFlag('overwrite the file of --out'),
  map: valuesFlag(anyText('name=isin'), 'meaning of a name: an ISIN, a currency, skip or new'),
  mapping: valueFlag(FILE, 'the same as a file of YAML or JSON'),
  sheet: valueFlag(anyText('name'), 'sheet to read from the workbooks', { shown: 'the only one' }),
  column: valuesFlag(anyText('header=meaning'), 'meaning of a column, or ignored'),
  type: valuesFlag(anyText('type=meaning'), 'meaning of a transaction type, or skip'),
  dates: valueFlag(choiceOf('style', DATE_STYLES, DATE_STYLES.join(', ')), 'order of dates: dmy, mdy or ymd', {
    shown: 'detected',
  }),
  decimal: valueFlag(choiceOf('separator', ['point', 'comma']), 'decimal separator: point or comma', {
    shown: 'detected',
  }),
  delimiter: valueFlag(
    choiceOf('name', ['comma', 'semicolon', 'tab', 'pipe'], 'comma, semicolon, tab, pipe'),
    'cell separator: comma, semicolon, tab or pipe',
    { shown: 'detected' },
  ),
  currency: valueFlag(CURRENCY, 'currency of the prices or of the portfolio', { shown: 'from the files' }),
  exchange: valueFlag(MIC, 'use only this exchange', {
    shown: 'prices: every exchange of an instrument; portfolio: its primary exchange',
  }),
  staleRates: switchFlag('allow exchange rates older than a month'),
  totalReturn: switchFlag('reinvest the dividends of the files'),
  form: valueFlag(choiceOf('form', ['A', 'B']), 'form of the portfolio, A or B', {
    shown: 'B with target weights, otherwise A',
  }),
  jurisdiction: valueFlag(COUNTRY, 'country of taxation of Form A', { usual: 'DE' }),
  accountType: valueFlag(choiceOf('type', ACCOUNT_TYPES, ACCOUNT_TYPES.join(', ')), 'account type of Form A', {
    usual: 'depot',
  }),
  wrapper: valueFlag(choiceOf('wrapper', TAX_WRAPPERS, TAX_WRAPPERS.join(', ')), 'tax wrapper of Form B', {
    usual: 'Depot',
  }),
  cash: valueFlag(AMOUNT, 'cash of the portfolio', { shown: 'from the files' }),
  clock: valueFlag(TIME, 'start time of the world of the portfolio', { shown: '2026-03-02T09:30:00Z' }),
  json: switchFlag('print the report as JSON'),
};

export type ImportFlags = GivenFlags<typeof IMPORT_FLAGS>;
type Flags = ReadFlags<typeof IMPORT_FLAGS>;

/** `words`: the kind of import, and its files. */
export function importFlagOptions(given: ImportFlags, args: readonly string[]) {
  const faults: string[] = [];
  const [what = '', ...files] = args;
  const kind = what === 'prices' || what === 'portfolio' ? what : null;
  if (kind === null) faults.push('import needs prices or portfolio, then the files');
  else if (files.length === 0) faults.push(`import ${kind} needs at least one file`);
  const flags = readFlags(IMPORT_FLAGS, given, faults);
  const target = targetOf(flags, kind, faults);
  if (kind === 'portfolio' && flags.totalReturn) faults.push('--total-return is for prices');
  const table = tableOptions(flags, kind, faults);
  const isOfPortfolio = OF_PORTFOLIO.some((name) => given[name] !== undefined);
  if (kind === 'prices' && isOfPortfolio)
    faults.push('--form, --jurisdiction, --account-type, --wrapper, --cash, --clock and --type are for a portfolio');
  const entries = entryOptions(flags, faults);
  if (faults.length > 0 || kind === null) return { faults };
  const { mapping: mappingFile, sheet, json, totalReturn } = flags;
  return { kind, shared: { files, mappingFile, sheet, target, json }, table, totalReturn, entries };
}

const OF_PORTFOLIO = ['form', 'jurisdiction', 'accountType', 'wrapper', 'cash', 'type', 'clock'] as const;

function targetOf({ check, into, out, force }: Flags, kind: ImportKind | null, faults: string[]) {
  const given = [check, into !== null, out !== null].filter(Boolean).length;
  if (given !== 1) faults.push('import needs one of --check, --into WORLDFILE and --out FILE');
  const isWorld = (file: string) => /[^/\\]\.ya?ml$/i.test(file);
  if (into !== null && !isWorld(into)) faults.push(`--into: '${into}' is not a file that ends in .yaml or .yml`);
  const isOut = out === null || isWorld(out) || (kind === 'prices' && /[^/\\]\.csv$/i.test(out));
  if (!isOut) faults.push(`--out: '${out}' is not a file that ends in .yaml${kind === 'prices' ? ' or .csv' : ''}`);
  if (into !== null) return { kind: 'into', file: into } as const;
  return out === null ? ({ kind: 'check', file: null } as const) : ({ kind: 'out', file: out, force } as const);
}

function tableOptions(flags: Flags, kind: ImportKind | null, faults: string[]) {
  const { dates, decimal, delimiter, currency, exchange, staleRates } = flags;
  const decimalSign: '.' | ',' | null = decimal === null ? null : decimal === 'point' ? '.' : ',';
  return {
    dates,
    decimal: decimalSign,
    delimiter: delimiter === null ? null : DELIMITER_BY_NAME[delimiter],
    columns: meaningsOf('--column', flags.column, 'HEADER=MEANING', columnMeanings(kind), faults),
    mapping: pairsOf('--map', flags.map, 'NAME=ISIN', faults),
    currency,
    exchange,
    staleRates,
  };
}

function entryOptions(flags: Flags, faults: string[]) {
  const { form, jurisdiction, accountType, wrapper, cash, clock } = flags;
  return {
    types: meaningsOf('--type', flags.type, 'TYPE=MEANING', TYPE_MEANINGS, faults),
    form,
    jurisdiction,
    accountType,
    wrapper,
    cash,
    presentMs: clock ?? USUAL_START_MS,
  };
}

/** Splits at the last `=`, because names may contain one but their meanings cannot. */
function pairsOf(flag: string, texts: readonly string[], wanted: string, faults: string[]): Record<string, string> {
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

/** Splits like `pairsOf`, and only accepts the listed meanings. */
function meaningsOf<Meaning extends string>(
  flag: string,
  texts: readonly string[],
  wanted: string,
  meanings: readonly Meaning[],
  faults: string[],
): Record<string, Meaning> {
  const entries = Object.entries(pairsOf(flag, texts, wanted, faults)).flatMap(([name, value]) => {
    const meaning = meanings.find((each) => each === value);
    if (meaning !== undefined) return [[name, meaning] as const];
    faults.push(`${flag}: '${value}' is not a meaning; use one of ${meanings.join(', ')}`);
    return [];
  });
  return Object.fromEntries(entries) as Record<string, Meaning>;
}
