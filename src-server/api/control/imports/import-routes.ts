/** `/sim/imports`: prices and portfolios from files into the running world (decision P4). */
import type { Request, Router } from 'express';
import { importOperations } from '../../../contract/control/imports/import-operations.ts';
import type { PortfolioImportReport, PriceImportReport } from '../../../contract/control/imports/import-report.ts';
import {
  type ImportPortfoliosRequest,
  type ImportPricesRequest,
  importPortfoliosRequest,
  importPricesRequest,
} from '../../../contract/control/imports/import-requests.ts';
import { pointerTo } from '../../../contract/fields/issue-places.ts';
import { portfolioEntry } from '../../../contract/scenario/world-file.ts';
import { formatInstant } from '../../../domain/numbers/instant.ts';
import { loadSeries } from '../../../engine/commands/market/load-series.ts';
import { firstCommonMs } from '../../../engine/market/first-common.ts';
import type { World } from '../../../engine/world.ts';
import { importIssues } from '../../../imports/import-issues.ts';
import { givenFiles, importOptions } from '../../../imports/import-options.ts';
import type { ImportReader, ReadImport } from '../../../imports/import-reader.ts';
import { knownMarketOf } from '../../../imports/names/known-market.ts';
import type { ImportedPortfolios, PortfolioImportOptions } from '../../../imports/portfolios/import-portfolios.ts';
import type { ImportedPrices } from '../../../imports/prices/import-prices.ts';
import type { ListedSeries } from '../../../imports/prices/price-listings.ts';
import { firstPrices, seriesCsv } from '../../../imports/prices/series-rows.ts';
import type { TimeDriver } from '../../../kernel/time-driver.ts';
import { addPortfolios } from '../../../scenario/run/add-portfolios.ts';
import { addOperation } from '../../http/add-operation.ts';
import { parseBody } from '../../http/bodies/read-body.ts';
import { readLargeJson } from '../../http/bodies/read-large-body.ts';
import { acceptedOf, Problem } from '../../http/problem.ts';
import { contextOf } from '../../http/request-context.ts';
import { sendJson } from '../../http/send-response.ts';

export interface ImportRouteDependencies {
  readonly world: World;
  readonly driver: TimeDriver;
  readonly importReader: ImportReader;
  /** True once another world has taken the place of this one. */
  readonly isOver: () => boolean;
}

export function addImportRoutes(router: Router, service: ImportRouteDependencies): void {
  const { world, driver, importReader } = service;
  addOperation(router, importOperations.importPrices, readLargeJson, async (request, response) => {
    const body = parseBody(request, importPricesRequest);
    const options = { ...importOptions(body), totalReturn: body.total_return };
    const read = await importReader.readPrices(givenFiles(body), knownMarketOf(world.market), options);
    const report = importedPrices(world, body, resultOf(read, service, request));
    sendJson(request, response, 200, report);
    if (!body.check) driver.afterCommand();
  });
  addOperation(router, importOperations.importPortfolios, readLargeJson, async (request, response) => {
    const body = parseBody(request, importPortfoliosRequest);
    driver.nowMs();
    const options = portfolioOptions(body, world.kernel.nowMs);
    const read = await importReader.readPortfolios(givenFiles(body), knownMarketOf(world.market), options);
    const report = importedPortfolios(world, body, resultOf(read, service, request));
    sendJson(request, response, 200, report);
    if (!body.check) driver.afterCommand();
  });
}

/**
 * What was read beside the world, in which others have done something meanwhile: the command of the request begins now.
 * 400 for what could not be read within the bounds.
 */
function resultOf<Result>(read: ReadImport<Result>, service: ImportRouteDependencies, request: Request): Result {
  if (service.isOver()) throw new Problem('already_executing', REPLACED);
  if (!read.ok) throw new Problem('invalid_request', `The files cannot be imported: ${read.issue}.`);
  const { command, rawBody } = contextOf(request);
  command?.begin(rawBody ?? null);
  service.driver.nowMs();
  return read.result;
}

const REPLACED = 'Nothing was imported, because the world was reset or restored while the files were read.';

function importedPrices(
  world: World,
  body: ImportPricesRequest,
  { report: read, series }: ImportedPrices,
): PriceImportReport {
  const report = { ...read, new_world: body.use === 'world' ? newWorldOf(read, series, world) : null };
  const refusal = report.refusal ?? (body.use === 'world' ? worldRefusal(report, world) : labRefusal(report));
  if (body.check) return { ...report, refusal };
  if (refusal !== null) throw refusedImport({ ...report, refusal }, body);
  acceptedOf(loadSeries(world, seriesCsv(series), false));
  return { ...report, loaded: true };
}

/** `null` where all prices begin after the present, where something is unknown, or where no instant has all prices. */
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

/** What neither the running world nor a lab run on its portfolios can take: prices of instruments that it lacks. */
function labRefusal({ new_instruments, series }: PriceImportReport): string | null {
  const lacking = new_instruments.map(({ name }) => name);
  if (lacking.length > 0)
    return `This world has no ${lacking.join(', ')}. Add ${lacking.length === 1 ? 'it' : 'them'} first (POST /sim/instruments), or import into a world file (ballast import).`;
  return series.length === 0 ? 'The files contain no prices.' : null;
}

/** A running world cannot take prices of the past alone either. */
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
  return `The prices of ${over.map(({ name }) => name).join(', ')} end on ${last}, before the current time of this world (${today}). Make a new world that starts within them: POST /sim/worlds with import, or a world file (ballast import).`;
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
): PortfolioImportReport {
  if (body.check) return report;
  if (report.refusal !== null) throw refusedImport(report, body);
  const ids = acceptedOf(addPortfolios(world, entries.map(readEntry)));
  const portfolios = report.portfolios.map((each, index) => ({ ...each, portfolio_id: ids[index] ?? null }));
  return { ...report, portfolios, loaded: true };
}

/** 400 for what no portfolio can have, such as a quantity that is too large. */
function readEntry(entry: object) {
  const read = portfolioEntry.safeParse(entry);
  if (read.success) return read.data;
  const details = read.error.issues.map(({ path, message }) => ({ path: pointerTo(path), issue: message }));
  const [first] = details;
  const named = 'name' in entry ? ` '${entry.name}'` : '';
  throw new Problem(
    'invalid_request',
    `The portfolio${named} cannot be imported: ${first?.path} ${first?.issue}.`,
    details,
  );
}

type Report = PriceImportReport | PortfolioImportReport;

/** 400 with what the report says, at the files and names it is about. */
function refusedImport(report: Report, { files }: Pick<ImportPricesRequest, 'files'>): Problem {
  const { refusal, issues, unknown } = report;
  const types = 'unknown_types' in report ? report.unknown_types : [];
  const details = issues.length + unknown.length + types.length === 0 ? [] : importIssues(report, files, '');
  return new Problem('invalid_request', `The files cannot be imported: ${refusal}`, details);
}
