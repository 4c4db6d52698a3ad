/** Formats the report of an import as lines for people. */

import { groupPlaces, othersText } from '../../contract/control/imports/group-places.ts';
import { TYPE_MEANINGS } from '../../contract/control/imports/import-meanings.ts';
import type {
  ImportedFile,
  ImportedSeries,
  ImportIssue,
  PortfolioImportReport,
  PriceImportReport,
  UnknownName,
} from '../../contract/control/imports/import-report.ts';
import { columnLetters, placeLabels } from '../../contract/control/imports/issue-place.ts';
import { countOf } from '../../domain/numbers/count-of.ts';

const DELIMITER_NAMES: Readonly<Record<string, string>> = {
  ',': 'commas',
  ';': 'semicolons',
  '\t': 'tabs',
  '|': 'pipes',
};
const LAYOUT_NAMES: Readonly<Record<ImportedFile['layout'], string>> = {
  wide: 'a column for each instrument',
  long: 'a column that names the instrument',
  single: 'one instrument',
  rates: 'rates against the euro',
  positions: 'positions',
  transactions: 'transactions',
  portfolio_performance: 'a file of Portfolio Performance',
  ghostfolio: 'an export of Ghostfolio',
  unknown: 'not read',
};
/** Number of items of each kind, so that a report fits a screen; the rest is counted, and `--json` has it. */
const MAX_SHOWN = 8;

export function reportLines(report: PriceImportReport | PortfolioImportReport): string[] {
  const types = 'unknown_types' in report ? report.unknown_types : [];
  return [
    firstLine(report),
    ...firstOf(report.files, 'files').flatMap((file) => (typeof file === 'string' ? [file] : fileLines(file))),
    ...('series' in report ? priceLines(report) : portfolioLines(report)),
    ...report.notes.map((note) => `note: ${note}`),
    ...placeLines(report, report.left_out, report.left_out_count, 'places').map((line) => `left out: ${line}`),
    ...linesOf(report.unknown, 'unknown names', unknownLine),
    ...linesOf(
      types,
      'unknown types',
      ({ type, file, line, rows }) =>
        `unknown type: “${type}” (${file}:${line}, ${countOf(rows, 'row')}); --type "${type}=${TYPE_MEANINGS.join('|')}"`,
    ),
    ...placeLines(report, report.issues, report.issue_count, 'errors'),
    lastLine(report),
  ];
}

function unknownLine({ name, label, file, near }: UnknownName): string {
  const similar = near.map((each) => `; perhaps --map "${name}=${each.isin}" (${each.name})`).join('');
  return `unknown: “${name}”${label === '' ? '' : `, ${label}`} (${file})${similar}`;
}

/** Returns the first of them, and how many more there are. */
function linesOf<Each>(all: readonly Each[], noun: string, lineOf: (each: Each) => string): string[] {
  return firstOf(all, noun).map((each) => (typeof each === 'string' ? each : lineOf(each)));
}

function firstOf<Each>(all: readonly Each[], noun: string): (Each | string)[] {
  const more = all.length - MAX_SHOWN;
  return more <= 0 ? [...all] : [...all.slice(0, MAX_SHOWN), `and ${more} more ${noun} (--json)`];
}

/** Merges lines with the same issue; `count` is the number of all places, of which the report has the first. */
function placeLines(
  { files }: Pick<PriceImportReport, 'files'>,
  places: readonly ImportIssue[],
  count: number,
  noun: string,
): string[] {
  const groups = groupPlaces(places);
  const shown = groups.slice(0, MAX_SHOWN);
  const more = count - shown.reduce((sum, group) => sum + group.count, 0);
  return [
    ...shown.map((group) =>
      [issueLine(group.first, files), othersText(group)].filter((part) => part !== '').join('; '),
    ),
    ...(more > 0 ? [`${more} more ${noun} (--json)`] : []),
  ];
}

/** The files that were read and those that were not; the first line of the report. */
function firstLine({ files, left_out_count, issue_count }: PriceImportReport | PortfolioImportReport): string {
  const rows = files.reduce((sum, file) => sum + file.rows, 0);
  return `${countOf(rows, 'row')}, ${left_out_count === 0 ? 'nothing' : countOf(left_out_count, 'place')} left out, ${countOf(issue_count, 'error')}`;
}

/** `file:line: column 3 (Close) …`, `column C` in a sheet; in files that are not tables `file:line:column …`. */
function issueLine({ file, line, column, name, issue }: ImportIssue, files: readonly ImportedFile[]): string {
  const isTable = !/\.(?:xml|json)$/i.test(file);
  if (!isTable) return `${file}:${line}:${column} ${issue}`;
  const where = placeLabels(file, files).columnOf({ column, name });
  return `${file}:${line}: ${where === '' ? '' : `${where} `}${issue}`;
}

function fileLines({ name, sheet, layout, delimiter, dates, decimal, rows, columns }: ImportedFile): string[] {
  if (layout === 'unknown') return [`${name}: ${LAYOUT_NAMES[layout]}`];
  const written = [
    sheet === null ? null : `sheet “${sheet}”`,
    delimiter === null ? null : `separated by ${DELIMITER_NAMES[delimiter] ?? delimiter}`,
    dates === null ? null : `dates ${dates}`,
    decimal === null ? null : `decimal ${decimal === ',' ? 'comma' : 'point'}`,
  ].filter((part) => part !== null);
  const head = `${name}: ${LAYOUT_NAMES[layout]}, ${[countOf(rows, 'row'), ...written].join(', ')}`;
  const meanings = Map.groupBy(columns, ({ meaning }) => meaning);
  return [head, ...[...meanings].map(([meaning, taken]) => `  ${meaning}: ${headersText(taken, sheet !== null)}`)];
}

/** Headers with the numbers of their columns, or in a sheet with their letters. */
function headersText(columns: ImportedFile['columns'], isSheet: boolean): string {
  const named = columns.map(
    ({ column, name }) => `${name === '' ? '–' : name} (${isSheet ? columnLetters(column) : column})`,
  );
  const more = named.length - MAX_SHOWN;
  return more <= 0 ? named.join(', ') : `${named.slice(0, MAX_SHOWN).join(', ')} and ${more} more`;
}

function priceLines({ series, new_instruments }: PriceImportReport): string[] {
  return [
    ...linesOf(series, 'series', seriesLine),
    ...linesOf(
      new_instruments,
      'new instruments',
      (each) =>
        `new instrument ${each.isin} (${each.name}): ${each.currency} at ${each.listings.join(', ')}, reference price ${each.reference_price}, ` +
        `volatility ${each.annual_volatility} a year, beta ${each.market_beta}, spread ${each.spread_bps} bps, ` +
        `${each.average_daily_volume} shares a day`,
    ),
  ];
}

function seriesLine({ subject, name, exchanges, currency, rows, from, until, gaps }: ImportedSeries): string {
  const where = exchanges.length === 0 ? 'rate' : `${currency} at ${exchanges.join(', ')}`;
  const label = name === subject ? subject : `${subject} (${name})`;
  return `${label}: ${countOf(rows, 'price')} from ${from} to ${until}, ${where}${gaps === 0 ? '' : `, ${countOf(gaps, 'gap')}`}`;
}

function portfolioLines({ portfolios }: PortfolioImportReport): string[] {
  return linesOf(
    portfolios,
    'portfolios',
    ({ name, form, currency, cash, targets, positions, lots }) =>
      `${name}: Form ${form}, ${countOf(positions, 'position')}, ${countOf(lots, 'lot')}, cash ${cash} ${currency}` +
      (targets === null ? '' : `, targets of ${toPercent(targets)} % and ${toPercent(1 - targets)} % cash`),
  );
}

function toPercent(share: number): number {
  return Math.round(share * 1e6) / 1e4;
}

function lastLine(report: PriceImportReport | PortfolioImportReport): string {
  const { issue_count, unknown } = report;
  if (issue_count > 0) return `${countOf(issue_count, 'error')}; nothing was imported`;
  const types = 'unknown_types' in report ? report.unknown_types.length : 0;
  if (types > 0)
    return `${countOf(types, 'unknown type')} of transactions; nothing was imported: say what each does, with --type`;
  const target = 'series' in report ? 'an ISIN, skip or new' : 'an ISIN, a currency or skip';
  const toDo = `map each to ${target}, with --map or --mapping`;
  if (unknown.length > 0) return `${countOf(unknown.length, 'unknown name')}; nothing was imported: ${toDo}`;
  return report.left_out_count === 0 ? 'everything was read' : 'the rest was read';
}
