/** What an import found, as lines for people. */
import { TYPE_MEANINGS } from '../../contract/control/imports/import-meanings.ts';
import type {
  ImportedFile,
  ImportIssue,
  PortfolioImportReport,
  PriceImportReport,
} from '../../contract/control/imports/import-report.ts';
import { columnLetters, placeLabels } from '../../contract/control/imports/issue-place.ts';

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
/** Of what is left out, so many are shown; the rest is counted, and `--json` has it. */
const MOST_LEFT_OUT = 20;

export function reportLines(report: PriceImportReport | PortfolioImportReport): string[] {
  const types = 'unknown_types' in report ? report.unknown_types : [];
  return [
    firstLine(report),
    ...report.files.flatMap(fileLines),
    ...('series' in report ? priceLines(report) : portfolioLines(report)),
    ...report.notes.map((note) => `note: ${note}`),
    ...report.left_out.slice(0, MOST_LEFT_OUT).map((place) => `left out: ${issueLine(place, report.files)}`),
    ...(report.left_out_count > MOST_LEFT_OUT
      ? [`left out: ${report.left_out_count - MOST_LEFT_OUT} more places (--json)`]
      : []),
    ...report.unknown.map(
      ({ name, label, file, near }) =>
        `unknown: “${name}”${label === '' ? '' : `, ${label}`} (${file})${near.map((each) => `; perhaps --map "${name}=${each.isin}" (${each.name})`).join('')}`,
    ),
    ...types.map(
      ({ type, file, line, rows }) =>
        `unknown type: “${type}” (${file}:${line}, ${counted(rows, 'row')}); --type "${type}=${TYPE_MEANINGS.join('|')}"`,
    ),
    ...report.issues.map((each) => issueLine(each, report.files)),
    ...(report.issue_count > report.issues.length
      ? [`and ${report.issue_count - report.issues.length} more errors`]
      : []),
    lastLine(report),
  ];
}

/** What was read and what was not, before everything else. */
function firstLine({ files, left_out_count, issue_count }: PriceImportReport | PortfolioImportReport): string {
  const rows = files.reduce((sum, file) => sum + file.rows, 0);
  return `${counted(rows, 'row')}, ${left_out_count === 0 ? 'nothing' : counted(left_out_count, 'place')} left out, ${counted(issue_count, 'error')}`;
}

/** `file:line: column 3 (Close) …`, `column C` in a sheet; in files that are no tables `file:line:column …`. */
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
  const head = `${name}: ${LAYOUT_NAMES[layout]}, ${[`${rows} rows`, ...written].join(', ')}`;
  return [
    head,
    ...columns.map(
      ({ column, name: header, meaning }) =>
        `  ${sheet === null ? column : columnLetters(column)} ${header === '' ? '–' : header}: ${meaning}`,
    ),
  ];
}

function priceLines({ series, new_instruments }: PriceImportReport): string[] {
  return [
    ...series.map(({ subject, name, exchanges, currency, rows, from, until, gaps }) => {
      const where = exchanges.length === 0 ? 'rate' : `${currency} at ${exchanges.join(', ')}`;
      const label = name === subject ? subject : `${subject} (${name})`;
      return `${label}: ${counted(rows, 'price')} from ${from} to ${until}, ${where}${gaps === 0 ? '' : `, ${counted(gaps, 'gap')}`}`;
    }),
    ...new_instruments.map(
      (each) =>
        `new instrument ${each.isin} (${each.name}): ${each.currency} at ${each.listings.join(', ')}, reference price ${each.reference_price}, ` +
        `volatility ${each.annual_volatility} a year, beta ${each.market_beta}, spread ${each.spread_bps} bps, ` +
        `${each.average_daily_volume} shares a day`,
    ),
  ];
}

function portfolioLines({ portfolios }: PortfolioImportReport): string[] {
  return portfolios.map(
    ({ name, form, currency, cash, positions, lots }) =>
      `${name}: Form ${form}, ${counted(positions, 'position')}, ${counted(lots, 'lot')}, cash ${cash} ${currency}`,
  );
}

function lastLine(report: PriceImportReport | PortfolioImportReport): string {
  const { issue_count, unknown } = report;
  if (issue_count > 0) return `${counted(issue_count, 'error')}; nothing was imported`;
  const types = 'unknown_types' in report ? report.unknown_types.length : 0;
  if (types > 0)
    return `${counted(types, 'unknown type')} of transactions; nothing was imported: say what each does, with --type`;
  const target = 'series' in report ? 'an ISIN, skip or new' : 'an ISIN or skip';
  const toDo = `map each to ${target}, with --map or --mapping`;
  if (unknown.length > 0) return `${counted(unknown.length, 'unknown name')}; nothing was imported: ${toDo}`;
  return report.left_out_count === 0 ? 'everything was read' : 'the rest was read';
}

function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}
