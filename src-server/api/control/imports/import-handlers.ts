/** `/sim/imports`: imports prices and portfolios from files into the running world (decision P4). */
import type { z } from 'zod';
import type { importOperations } from '../../../contract/control/imports/import-operations.ts';
import type { PortfolioImportReport, PriceImportReport } from '../../../contract/control/imports/import-report.ts';
import type {
  ImportPortfoliosRequest,
  ImportPricesRequest,
} from '../../../contract/control/imports/import-requests.ts';
import { pointerTo } from '../../../contract/fields/issue-places.ts';
import { portfolioEntry } from '../../../contract/scenario/world-file.ts';
import { formatInstant } from '../../../domain/numbers/instant.ts';
import { loadSeries } from '../../../engine/commands/market/load-series.ts';
import { firstCommonMs } from '../../../engine/market/list-bars.ts';
import { accepted, mapOutcome, type Outcome, type Refusal, refused } from '../../../engine/outcome.ts';
import type { World } from '../../../engine/world.ts';
import { importIssues } from '../../../imports/import-issues.ts';
import { givenFiles, importOptions } from '../../../imports/import-options.ts';
import type { ReadImport } from '../../../imports/import-reader.ts';
import { knownMarketOf } from '../../../imports/names/known-market.ts';
import type { ImportedPortfolios, PortfolioImportOptions } from '../../../imports/portfolios/import-portfolios.ts';
import type { ImportedPrices } from '../../../imports/prices/import-prices.ts';
import type { ListedSeries } from '../../../imports/prices/price-listings.ts';
import { firstPrices, seriesCsv } from '../../../imports/prices/series-rows.ts';
import { reportWithoutFlags } from '../../../imports/without-flags.ts';
import { addPortfolios } from '../../../scenario/run/add-portfolios.ts';
import type { Client, JsonReply } from '../../http/handler.ts';
import type { HandlersFor, Services } from '../../services.ts';

type ReadingServices = Pick<Services, 'driver' | 'isOver'>;

export const importHandlers: HandlersFor<typeof importOperations, keyof ReadingServices | 'world' | 'importReader'> = {
  async importPrices({ world, importReader, body, client, ...services }) {
    const options = { ...importOptions(body), totalReturn: body.total_return };
    const read = await importReader.readPrices(givenFiles(body), knownMarketOf(world.market), options);
    const result = resultOf(read, services, client);
    return result.ok ? reportOutcome(importedPrices(world, body, result.value), body) : result;
  },

  async importPortfolios({ world, importReader, body, client, nowMs, ...services }) {
    const options = portfolioOptions(body, nowMs);
    const read = await importReader.readPortfolios(givenFiles(body), knownMarketOf(world.market), options);
    const result = resultOf(read, services, client);
    return result.ok ? reportOutcome(importedPortfolios(world, body, result.value), body) : result;
  },
};

/**
 * Returns the contents of the files. The command of the request begins only now, because other clients may have changed
 * the world during the reading. 400 for files that could not be read within the bounds.
 */
function resultOf<Result extends { readonly report: Report }>(
  read: ReadImport<Result>,
  { driver, isOver }: ReadingServices,
  client: Pick<Client, 'beginCommand'>,
): Outcome<Result> {
  if (isOver()) return refused('already_executing', REPLACED);
  if (!read.ok) return refused('invalid_request', `The files cannot be imported: ${read.issue}.`);
  client.beginCommand();
  driver.nowMs();
  return accepted({ ...read.result, report: reportWithoutFlags<Result['report']>(read.result.report) });
}

const REPLACED = 'Nothing was imported, because the world was reset or restored while the files were read.';

/** A check changes nothing, so `instant` mode does not run on after it. */
function reportOutcome<R extends Report>(
  report: Outcome<R>,
  { check }: Pick<ImportPricesRequest, 'check'>,
): JsonReply<R> | Refusal {
  return report.ok ? { ...report, runsOn: !check } : report;
}

function importedPrices(
  world: World,
  body: ImportPricesRequest,
  { report: read, series }: ImportedPrices,
): Outcome<PriceImportReport> {
  const report = { ...read, new_world: body.use === 'world' ? newWorldOf(read, series, world) : null };
  const refusal = report.refusal ?? (body.use === 'world' ? worldRefusal(report, world) : labRefusal(report));
  if (body.check) return accepted({ ...report, refusal });
  if (refusal !== null) return refusedImport({ ...report, refusal }, body);
  return mapOutcome(loadSeries(world, seriesCsv(series), false), () => ({ ...report, loaded: true }));
}

/** `null` if all prices begin after the present, if an instrument is unknown, or if no instant has all prices. */
function newWorldOf(
  { refusal, series }: PriceImportReport,
  listed: readonly ListedSeries[],
  world: World,
): PriceImportReport['new_world'] {
  if (refusal !== null || series.length === 0) return null;
  const { nowMs } = world.kernel;
  const beginsMs = firstCommonMs(world, firstPrices(listed));
  const until = series.map((each) => each.until).sort()[0] ?? '';
  const clock = formatInstant(beginsMs);
  if (beginsMs >= nowMs || clock.slice(0, 10) > until) return null;
  const ended = until < formatInstant(nowMs).slice(0, 10);
  return { clock, until, ended };
}

/**
 * Returns why neither the running world nor a lab run on its portfolios can use the prices, such as unknown
 * instruments.
 */
function labRefusal({ new_instruments, series }: PriceImportReport): string | null {
  const lacking = new_instruments.map(({ name }) => name);
  if (lacking.length > 0)
    return `This world has no ${lacking.join(', ')}. Add ${lacking.length === 1 ? 'it' : 'them'} to the world first, or import the prices into a world file.`;
  return series.length === 0 ? 'The files contain no prices.' : null;
}

/** A running world also refuses prices that are all in the past. */
function worldRefusal(report: PriceImportReport, { kernel }: World): string | null {
  const refusal = labRefusal(report);
  if (refusal !== null) return refusal;
  const { series } = report;
  const today = formatInstant(kernel.nowMs).slice(0, 10);
  const over = series.filter(({ until }) => until < today);
  if (over.length === 0) return null;
  const last = over
    .map(({ until }) => until)
    .sort()
    .at(-1);
  return `The prices of ${over.map(({ name }) => name).join(', ')} end on ${last}, before the current time of this world (${today}). Make a new world that starts within the period of the prices, or import the prices into a world file.`;
}

function portfolioOptions(body: ImportPortfoliosRequest, presentMs: number): PortfolioImportOptions {
  const { form = null, tax_jurisdiction, account_type, tax_wrapper, cash = null, types } = body;
  return {
    ...importOptions(body),
    types,
    form,
    jurisdiction: tax_jurisdiction,
    accountType: account_type,
    wrapper: tax_wrapper,
    cash,
    presentMs,
  };
}

function importedPortfolios(
  world: World,
  body: ImportPortfoliosRequest,
  { report, entries }: ImportedPortfolios,
): Outcome<PortfolioImportReport> {
  if (body.check) return accepted(report);
  if (report.refusal !== null) return refusedImport(report, body);
  const read = readEntries(entries);
  if (!read.ok) return read;
  return mapOutcome(addPortfolios(world, read.value), (ids) => {
    const portfolios = report.portfolios.map((each, index) => ({ ...each, portfolio_id: ids[index] ?? null }));
    return { ...report, portfolios, loaded: true };
  });
}

type ReadEntry = z.output<typeof portfolioEntry>;

/** 400 for the first entry that cannot become a portfolio. */
function readEntries(entries: readonly object[]): Outcome<ReadEntry[]> {
  const portfolios: ReadEntry[] = [];
  for (const entry of entries) {
    const read = readEntry(entry);
    if (!read.ok) return read;
    portfolios.push(read.value);
  }
  return accepted(portfolios);
}

/** 400 for values that no portfolio can have, such as a quantity that is too large. */
function readEntry(entry: object): Outcome<ReadEntry> {
  const read = portfolioEntry.safeParse(entry);
  if (read.success) return accepted(read.data);
  const details = read.error.issues.map(({ path, message }) => ({ path: pointerTo(path), issue: message }));
  const [first] = details;
  const named = 'name' in entry ? ` '${entry.name}'` : '';
  return refused(
    'invalid_request',
    `The portfolio${named} cannot be imported: ${first?.path} ${first?.issue}.`,
    details,
  );
}

type Report = PriceImportReport | PortfolioImportReport;

/** 400 with the issues of the report, at the files and names that they concern. */
function refusedImport(report: Report, { files }: Pick<ImportPricesRequest, 'files'>): Refusal {
  const { refusal, issues, unknown } = report;
  const types = 'unknown_types' in report ? report.unknown_types : [];
  const details = issues.length + unknown.length + types.length === 0 ? [] : importIssues(report, files, '');
  return refused('invalid_request', `The files cannot be imported: ${refusal}`, details);
}
