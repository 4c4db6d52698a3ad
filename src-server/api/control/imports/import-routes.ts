/** `/sim/imports`: prices and portfolios from files into the running world (decision P4). */
import type { Router } from 'express';
import { importOperations } from '../../../contract/control/imports/import-operations.ts';
import type { PortfolioImportReport, PriceImportReport } from '../../../contract/control/imports/import-report.ts';
import {
  type ImportPortfoliosRequest,
  type ImportPricesRequest,
  importPortfoliosRequest,
  importPricesRequest,
} from '../../../contract/control/imports/import-requests.ts';
import { portfolioEntry } from '../../../contract/scenario/world-file.ts';
import { formatInstant } from '../../../domain/numbers/instant.ts';
import { loadSeries } from '../../../engine/commands/market/load-series.ts';
import type { World } from '../../../engine/world.ts';
import { knownMarketOf } from '../../../imports/names/known-market.ts';
import { importPortfolios } from '../../../imports/portfolios/import-portfolios.ts';
import { importPrices } from '../../../imports/prices/import-prices.ts';
import { seriesCsv } from '../../../imports/prices/series-rows.ts';
import type { TimeDriver } from '../../../kernel/time-driver.ts';
import { addPortfolios } from '../../../scenario/run/add-portfolios.ts';
import { addOperation } from '../../http/add-operation.ts';
import { acceptedOf, Problem } from '../../http/problem.ts';
import { parseBody } from '../../http/read-body.ts';
import { readLargeJson } from '../../http/read-large-body.ts';
import { sendJson } from '../../http/send-response.ts';

export interface ImportRouteDependencies {
  readonly world: World;
  readonly driver: TimeDriver;
}

export function addImportRoutes(router: Router, { world, driver }: ImportRouteDependencies): void {
  addOperation(router, importOperations.importPrices, readLargeJson, (request, response) => {
    const body = parseBody(request, importPricesRequest);
    driver.nowMs();
    sendJson(request, response, 200, importedPrices(world, body));
    if (!body.check) driver.afterCommand();
  });
  addOperation(router, importOperations.importPortfolios, readLargeJson, (request, response) => {
    const body = parseBody(request, importPortfoliosRequest);
    driver.nowMs();
    sendJson(request, response, 200, importedPortfolios(world, body));
    if (!body.check) driver.afterCommand();
  });
}

function importedPrices(world: World, body: ImportPricesRequest): PriceImportReport {
  const options = { ...tableOptions(body), totalReturn: body.total_return };
  const { report, series } = importPrices(body.files, knownMarketOf(world.market), options);
  const refusal = report.refusal ?? worldRefusal(report, world);
  if (body.check) return { ...report, refusal };
  if (refusal !== null) throw refusedImport({ ...report, refusal }, body);
  acceptedOf(loadSeries(world, seriesCsv(series), false));
  return { ...report, loaded: true };
}

/** What a running world cannot take: instruments that it lacks, and prices of the past alone. */
function worldRefusal({ new_instruments, series }: PriceImportReport, { kernel }: World): string | null {
  const lacking = new_instruments.map(({ name }) => name);
  if (lacking.length > 0)
    return `A running world cannot get instruments: ${lacking.join(', ')}. Import them into a world file (ballast import).`;
  const today = formatInstant(kernel.nowMs).slice(0, 10);
  const over = series.filter(({ until }) => until < today);
  if (over.length === 0) return series.length === 0 ? 'The files have no price.' : null;
  const last = over
    .map(({ until }) => until)
    .sort()
    .at(-1);
  return `The prices of ${over.map(({ name }) => name).join(', ')} end on ${last}, before the present of this world (${today}). Import them into a world file (ballast import) and start a world inside them.`;
}

function importedPortfolios(world: World, body: ImportPortfoliosRequest): PortfolioImportReport {
  const { form = null, tax_jurisdiction, account_type, tax_wrapper, cash = null } = body;
  const { report, entries } = importPortfolios(body.files, knownMarketOf(world.market), {
    ...tableOptions(body),
    form,
    jurisdiction: tax_jurisdiction,
    accountType: account_type,
    wrapper: tax_wrapper,
    cash,
  });
  if (body.check) return report;
  if (report.refusal !== null) throw refusedImport(report, body);
  const ids = acceptedOf(
    addPortfolios(
      world,
      entries.map((entry) => portfolioEntry.parse(entry)),
    ),
  );
  const portfolios = report.portfolios.map((each, index) => ({ ...each, portfolio_id: ids[index] ?? null }));
  return { ...report, portfolios, loaded: true };
}

type Report = PriceImportReport | PortfolioImportReport;

/** 400 with what the report says, at the files and names it is about. */
function refusedImport({ refusal, issues, unknown }: Report, { files }: Pick<ImportPricesRequest, 'files'>): Problem {
  const details = [
    ...issues.map(({ file, line, column, name, issue }) => {
      const place = column === 0 ? `line ${line}` : `line ${line}, column ${column}${name === '' ? '' : ` (${name})`}`;
      return { path: `/files/${files.findIndex((each) => each.name === file)}/text`, issue: `${place}: ${issue}` };
    }),
    ...unknown.map(({ name }) => ({ path: '/mapping', issue: `does not say what “${name}” stands for` })),
  ];
  return new Problem('invalid_request', `The files cannot be imported: ${refusal}`, details);
}

function tableOptions(body: ImportPricesRequest | ImportPortfoliosRequest) {
  const { mapping, columns, dates = null, decimal = null, delimiter = null, currency = null, exchange = null } = body;
  return { mapping, columns, dates, decimal, delimiter, currency, exchange };
}
