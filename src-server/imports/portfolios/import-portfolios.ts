/**
 * Reads files of portfolios (decision P4): returns a report, and the entries for a world file. A table of exchange
 * rates among the files converts costs and cash in other currencies. Pure.
 */
import type { PortfolioImportReport, UnknownName } from '../../contract/control/imports/import-report.ts';
import { portfolioEntry } from '../../contract/scenario/world-file.ts';
import type { KnownMarket } from '../names/known-market.ts';
import { createNameResolver } from '../names/name-resolver.ts';
import { collectSeries } from '../prices/collect-series.ts';
import { createDatedRates } from '../prices/dated-rates.ts';
import { isRateTable } from '../prices/price-columns.ts';
import { readPrices, unreadFile } from '../prices/read-prices.ts';
import { checkHeaders, reportOf } from '../report-findings.ts';
import { withFacts } from '../row-facts.ts';
import { type ImportIssues, lineOf, newFindings, noteOpened, type SourceFile } from '../source-file.ts';
import { statedByLabel } from '../tables/column-labels.ts';
import { isPortfolioPerformance } from '../xml/performance-document.ts';
import { noteFarCosts } from './far-costs.ts';
import { type OpenHolding, openHoldings } from './fifo-lots.ts';
import { isFlexQuery } from './flex-query.ts';
import { checkBalances, isKnown, knownMovements, type Naming } from './known-movements.ts';
import { type EntryOptions, type PortfolioEntry, type PortfolioParts, portfolioEntryOf } from './portfolio-entries.ts';
import { isJson, readGhostfolio } from './read-ghostfolio.ts';
import { readPortfolioPerformance } from './read-portfolio-performance.ts';
import { readPortfolioTable, type StatementOptions } from './read-portfolio-table.ts';
import { EMPTY_STATEMENT, type Statement } from './statement.ts';

export interface PortfolioImportOptions extends StatementOptions, EntryOptions {
  /** By ISIN, symbol or name: an ISIN, a currency, or `skip`. */
  readonly mapping: Readonly<Record<string, string>>;
}

export interface ImportedPortfolios {
  /** Report of files that are read but not loaded. */
  readonly report: PortfolioImportReport;
  /** Meaningless if the report has issues or unknown names. */
  readonly entries: readonly PortfolioEntry[];
}

export function importPortfolios(
  files: readonly SourceFile[],
  market: KnownMarket,
  options: PortfolioImportOptions,
): ImportedPortfolios {
  const findings = newFindings();
  noteOpened(files, findings);
  const names = createNameResolver(market, options.mapping);
  const tables = files.filter(({ text }) => isRateTable(text));
  const rateFiles = tables.map((file) => readPrices(file, options, findings));
  const rates = createDatedRates(
    collectSeries(
      rateFiles.flatMap(({ points }) => points),
      names,
      quiet(findings),
    ),
  );
  const statements = files
    .filter(({ text }) => !isRateTable(text))
    .map((file) => readStatement(file, options, findings));
  const unknown = new Map<string, UnknownName>();
  const unknownTypes = statements.flatMap((statement) => statement.unknownTypes);
  const parts = statements.flatMap((statement) => partsOf(statement, { names, market, unknown, findings }));
  if (options.cash !== null && parts.length > 1) {
    findings.issues.push({ ...lineOf(files[0]?.name ?? '', 1), issue: 'cash can be given for one portfolio only' });
  }
  const made = parts.map((each) => ({ parts: each, entry: portfolioEntryOf(each, market, options, rates, findings) }));
  const entries = made.flatMap(({ entry }) => (entry === null ? [] : [entry]));
  for (const { parts: own, entry } of made) if (entry !== null) checkEntry(entry, own, findings);
  for (const { file } of statements) {
    const own = made.flatMap((each) => (each.parts.file === file.name && each.entry !== null ? [each.entry] : []));
    noteFarCosts(file, own, market, findings);
  }
  rates.reportAges(options.staleRates, findings);
  if (statements.some(({ movements }) => movements.some(({ kind }) => kind === 'out'))) findings.notes.add(FIFO);
  if (parts.length === 0 && findings.issues.length === 0 && unknown.size + unknownTypes.length === 0) {
    findings.issues.push({ ...lineOf(files[0]?.name ?? '', 1), issue: 'has no position' });
  }
  for (const note of notesOf(entries, options)) findings.notes.add(note);
  // An unknown name may yet be mapped to a currency.
  if (options.cash === null && unknown.size === 0 && parts.some(({ cash }) => cash.length === 0))
    findings.notes.add(NO_CASH);
  const read = [...rateFiles, ...statements];
  checkHeaders(
    read.map(({ file }) => file),
    options.columns,
    findings,
  );
  const described = read.map((each) => withFacts(each, names, [...unknown.values()], findings));
  const report = {
    ...reportOf(findings, described, [...unknown.values()], unknownTypes.length),
    unknown_types: unknownTypes.map(({ type, place: { file, line }, rows }) => ({ type, file, line, rows })),
    portfolios: entries.map(describeEntry),
  };
  return { report, entries };
}

const NO_CASH =
  'The file states no cash balance, so the cash is 0. Deposits, withdrawals and other amounts in the file are not added up, ' +
  'because their sum equals the balance only if the file covers the whole life of the account. Enter the cash, or book a deposit after the import.';
const FIFO = 'Sales use the oldest tax lots first (FIFO). Gains of past sales are not imported.';

/** Refuses what no portfolio can have, such as a quantity that is too large, so that a check says what loading would. */
function checkEntry(entry: PortfolioEntry, { name, file }: PortfolioParts, { issues }: ImportIssues): void {
  for (const { path, message } of portfolioEntry.safeParse(entry).error?.issues ?? []) {
    issues.push({ ...lineOf(file, 1), issue: `has the portfolio “${name}”, whose ${path.join(' ')} ${message}` });
  }
}

function notesOf(entries: readonly PortfolioEntry[], { jurisdiction, accountType, wrapper }: EntryOptions): string[] {
  const hasA = entries.some(({ form }) => form === 'A');
  const hasB = entries.some(({ form }) => form === 'B');
  return [
    ...(hasA
      ? [`Portfolios that are rebalanced in one step are taxed in ${jurisdiction}, as account type ${accountType}.`]
      : []),
    ...(hasB ? [`Portfolios whose plans you approve have the tax wrapper ${wrapper}.`] : []),
    ...(entries.length > 0 ? ['Tax lots are dated 00:00 UTC on their purchase dates.'] : []),
  ];
}

/** Drops the findings about gaps of rates, which do not matter here. */
function quiet(findings: ImportIssues): ImportIssues {
  return { ...findings, leftOut: [] };
}

function readStatement(file: SourceFile, options: StatementOptions, findings: ImportIssues): Statement {
  if (isPortfolioPerformance(file.text)) return readPortfolioPerformance(file, findings);
  if (isOtherXml(file.text)) return unreadXml(file, findings);
  if (isJson(file.text)) return readGhostfolio(file, statedByLabel(options.types), findings);
  return readPortfolioTable(file, options, findings);
}

/** Whether a text is XML, or HTML that a spreadsheet program saved with the extension of a table. */
function isOtherXml(text: string): boolean {
  return /^\uFEFF?\s*<[?!a-z]/i.test(text) && !isFlexQuery(text);
}

function unreadXml(file: SourceFile, findings: ImportIssues): Statement {
  const issue = 'is XML or HTML, but not a file of Portfolio Performance or a Flex Query; save it as CSV';
  findings.issues.push({ ...lineOf(file.name, 1), issue });
  return { ...EMPTY_STATEMENT, file: unreadFile(file) };
}

/**
 * Returns one part for each portfolio of a file with holdings or cash. Instruments that are sold out need no name in
 * the market.
 */
function partsOf(statement: Statement, naming: Naming): PortfolioParts[] {
  const { movements, cash: counted } = knownMovements(statement, naming);
  const all = openHoldings(movements, naming.findings);
  checkBalances(statement, all, naming);
  const held = all.filter((each) => isKnown(each, naming));
  const allCash = [...statement.cash, ...counted];
  const names = new Set([...statement.movements, ...allCash].map(({ portfolio }) => portfolio));
  const heldBy = Map.groupBy(held, ({ portfolio }) => portfolio);
  const cashBy = Map.groupBy(allCash, ({ portfolio }) => portfolio);
  const latest = movements.reduce<string | null>((last, { date }) => later(last, date), null);
  return [...names]
    .filter((name) => heldBy.has(name) || cashBy.has(name))
    .map((name) => {
      const [own, cash] = [heldBy.get(name) ?? [], cashBy.get(name) ?? []];
      return { name, file: statement.file.name, currency: currencyOf(statement, own), held: own, cash, latest };
    });
}

function later(one: string | null, other: string | null): string | null {
  if (one === null || other === null) return one ?? other;
  return one > other ? one : other;
}

/** Returns the file's currency, else the common currency of all lots. */
function currencyOf({ currency }: Statement, held: readonly OpenHolding[]): string {
  if (currency !== '') return currency;
  const used = new Set(held.flatMap(({ lots }) => lots.map((lot) => lot.currency)));
  return used.size === 1 ? ([...used][0] ?? '') : '';
}

function describeEntry(entry: PortfolioEntry): PortfolioImportReport['portfolios'][number] {
  const positions = entry.positions ?? [];
  const { currency } = entry.request;
  const shared = {
    portfolio_id: null,
    currency,
    positions: positions.length,
    lots: positions.reduce((sum, { lots }) => sum + (lots?.length ?? 0), 0),
  };
  return entry.form === 'A'
    ? { ...shared, form: 'A', name: entry.request.name, cash: entry.cash ?? 0, targets: null }
    : {
        ...shared,
        form: 'B',
        name: entry.request.external_id,
        cash: entry.request.cash ?? 0,
        targets: Math.round(entry.request.targets.reduce((sum, { weight }) => sum + weight, 0) * 1e6) / 1e6,
      };
}
