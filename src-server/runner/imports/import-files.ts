/**
 * `ballast import`: reads files of prices or portfolios, prints a report, and writes a world file or a CSV file of
 * series (decision P4). If anything cannot be read, nothing is written.
 */
import { basename } from 'node:path';
import type { PortfolioImportReport, PriceImportReport } from '../../contract/control/imports/import-report.ts';
import type { ReadImport } from '../../imports/import-reader.ts';
import { type KnownMarket, knownMarketOf } from '../../imports/names/known-market.ts';
import type { PortfolioImportOptions } from '../../imports/portfolios/import-portfolios.ts';
import { REFERENCE_DATE } from '../../imports/prices/estimate-instrument.ts';
import type { PriceImportOptions } from '../../imports/prices/import-prices.ts';
import { seriesCsv } from '../../imports/prices/series-rows.ts';
import { isSound } from '../../imports/report-findings.ts';
import { type GivenFile, isZip } from '../../imports/sheets/open-files.ts';
import { readDocument } from '../../scenario/load/read-document.ts';
import { describeFault } from '../../scenario/load/read-yaml.ts';
import { readSource, readSourceBytes } from '../../system/files/read-source.ts';
import { StartupError } from '../../world/startup-error.ts';
import { importReader } from './import-thread.ts';
import { reportLines } from './report-lines.ts';
import { openTarget, type Target } from './world-target.ts';

/** Options of both kinds of imports. */
interface FilesToImport {
  readonly files: readonly string[];
  /** A YAML or JSON file that maps names to instruments; names on the command line take precedence. */
  readonly mappingFile: string | null;
  /** Sheet of every workbook among the files; `null`: the only one. */
  readonly sheet: string | null;
  readonly target: Target;
  readonly json: boolean;
  readonly write: (line: string) => void;
}

export interface ImportPricesOptions extends FilesToImport {
  readonly options: PriceImportOptions;
}
export interface ImportPortfoliosOptions extends FilesToImport {
  readonly options: PortfolioImportOptions;
}

/** Limit for each file. */
const MAX_BYTES = 32_000_000;

/** 65: something cannot be read, or a name is unknown; rejects with `StartupError` for files in the way. */
export async function importPriceFiles({ options, ...shared }: ImportPricesOptions): Promise<0 | 65> {
  const { market, target, mapping, given } = prepare(shared);
  const all = { ...options, mapping: { ...mapping, ...options.mapping } };
  const { report, series } = resultOf(await importReader.readPrices(given, market, all));
  const instruments = report.new_instruments;
  const isSeriesFile = shared.target.kind === 'out' && !isWorldFile(shared.target.file);
  if (isSound(report) && isSeriesFile && instruments.length > 0) {
    const names = instruments.map(({ isin, name }) => (isin === name ? isin : `${name} (${isin})`));
    throw new StartupError(65, [
      `the market lacks ${names.join(', ')}: only a world file (--into, or --out FILE.yaml) can add instruments`,
    ]);
  }
  return conclude(shared, { ...report, notes: [...report.notes, ...laterNotes(report)] }, () =>
    isSeriesFile
      ? target.writeText(seriesCsv(series))
      : target.write({ instruments: instruments.map(withoutDefaults), portfolios: [] }, seriesCsv(series)),
  );
}

/** The same for portfolios. */
export async function importPortfolioFiles({ options, ...shared }: ImportPortfoliosOptions): Promise<0 | 65> {
  const { market, target, mapping, given } = prepare(shared);
  const all = { ...options, mapping: { ...mapping, ...options.mapping } };
  const { report, entries } = resultOf(await importReader.readPortfolios(given, market, all));
  return conclude(shared, report, () => target.write({ instruments: [], portfolios: entries }, null));
}

/** A world file has no name that equals the ISIN. */
function withoutDefaults({ name, ...instrument }: PriceImportReport['new_instruments'][number]): object {
  const { isin, ...rest } = instrument;
  return { isin, ...(name === isin ? {} : { name }), ...rest };
}

/** A world that starts after all of its prices never shows one. */
function laterNotes({ series }: PriceImportReport): string[] {
  const until = series.reduce((latest, each) => (each.until > latest ? each.until : latest), '');
  if (until === '' || until >= REFERENCE_DATE) return [];
  return [
    `The last price is of ${until}: a world that begins later has simulated prices. It begins on 2 March 2026 unless --clock says otherwise.`,
  ];
}

function isWorldFile(file: string): boolean {
  return /\.ya?ml$/i.test(file);
}

function resultOf<Result>(read: ReadImport<Result>): Result {
  if (read.ok) return read.result;
  throw new StartupError(65, [read.issue]);
}

function prepare({ files, mappingFile, sheet, target }: FilesToImport) {
  const opened = openTarget(target);
  const market: KnownMarket = knownMarketOf(opened.market);
  const mapping = mappingFile === null ? {} : readMapping(mappingFile);
  return { market, target: opened, mapping, given: readFiles(files, sheet) };
}

/** Prints the report; writes files if it has no issues and a target was given. */
function conclude(
  { target, json, write }: FilesToImport,
  report: PriceImportReport | PortfolioImportReport,
  save: () => string[],
): 0 | 65 {
  const written = isSound(report) && target.kind !== 'check' ? save() : [];
  const reported = { ...report, loaded: written.length > 0 };
  if (json) write(JSON.stringify({ ...reported, written }));
  else for (const line of [...reportLines(reported), ...written.map((file) => `written: ${file}`)]) write(line);
  return isSound(report) ? 0 : 65;
}

/** Exit 64 for a sheet if none of the files is a workbook. */
function readFiles(files: readonly string[], sheet: string | null): GivenFile[] {
  const read = files.map((file) => {
    const source = readSourceBytes(file, MAX_BYTES);
    if (!source.ok) throw new StartupError(65, [`${file}: ${source.issue}`]);
    return { name: basename(file), bytes: source.bytes };
  });
  if (sheet !== null && !read.some(({ bytes }) => isZip(bytes)))
    throw new StartupError(64, ['--sheet: none of the files is a workbook (.xlsx)']);
  return read.map((file) => ({ ...file, sheet: isZip(file.bytes) ? sheet : null }));
}

function readMapping(file: string): Record<string, string> {
  const source = readSource(file, MAX_BYTES);
  if (!source.ok) throw new StartupError(65, [`${file}: ${source.issue}`]);
  const document = readDocument(file, source.text);
  if (!document.ok) throw new StartupError(65, document.faults.map(describeFault));
  const { value, placeOf } = document;
  const entries = typeof value === 'object' && value !== null && !Array.isArray(value) ? Object.entries(value) : null;
  if (entries === null) throw new StartupError(65, [`${file}: is not a list of names, each with an ISIN`]);
  const faults = entries.flatMap(([name, target]) => {
    if (typeof target === 'string') return [];
    const { line, column } = placeOf(`/${name}`);
    return [`${file}:${line}:${column} ${name}: is not an ISIN, a currency, skip or new`];
  });
  if (faults.length > 0) throw new StartupError(65, faults);
  return Object.fromEntries(entries) as Record<string, string>;
}
