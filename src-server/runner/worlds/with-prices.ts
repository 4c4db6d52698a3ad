/**
 * Creates the contents of a new world with prices from files, and finds an instant at which all of them apply
 * (decision P4).
 */
import type { PricesToRead } from '../../contract/control/imports/import-requests.ts';
import { type WorldContents, worldContents } from '../../contract/scenario/world-file.ts';
import { accepted, type Outcome, refused, type ValidationIssue } from '../../engine/outcome.ts';
import { importIssues } from '../../imports/import-issues.ts';
import { firstPrices, seriesCsv } from '../../imports/prices/series-rows.ts';
import { createCalendars } from '../../market/calendar/calendar.ts';
import { createCustomMarket } from '../../market/data/custom-market.ts';
import type { MarketData } from '../../market/data/market-data.ts';
import { allShownMs } from '../../market/prices/first-shown.ts';
import { customMarketOf } from '../../world/contents/custom-market.ts';
import { readRequestedPrices } from '../imports/import-thread.ts';

interface PricedContents {
  readonly contents: WorldContents;
  /** The first instant at which every series has a price. */
  readonly beginsMs: number;
}

/** `null`: the world has nothing else. 400 with every issue at its place. */
export async function withPrices(
  given: WorldContents | null,
  prices: PricesToRead,
  shared: MarketData,
): Promise<Outcome<PricedContents>> {
  const before = given ?? worldContents.parse({});
  const read = await readRequestedPrices(prices, marketOf(before, shared));
  if (!read.ok) return refuseAt([{ path: '/import/files', issue: read.issue }]);
  const { report, series } = read.result;
  const issues = importIssues(report, prices.files, '/import');
  if (series.length === 0 && issues.length === 0) issues.push({ path: '/import/files', issue: 'have no price' });
  const added = worldContents.pick({ instruments: true }).safeParse({ instruments: report.new_instruments });
  for (const { path, message } of added.error?.issues ?? [])
    issues.push({ path: '/import', issue: `makes an instrument whose ${path.at(-1)?.toString()} ${message}` });
  if (issues.length > 0) return refuseAt(issues);
  const csv = seriesCsv(series);
  const contents = {
    ...before,
    instruments: [...before.instruments, ...(added.data?.instruments ?? [])],
    series: [...before.series, { csv }],
  };
  const market = marketOf(contents, shared);
  return accepted({ contents, beginsMs: allShownMs(createCalendars(market), firstPrices(series)) });
}

function refuseAt(issues: readonly ValidationIssue[]) {
  const [first] = issues;
  return refused('invalid_request', `The request body is invalid: ${first?.path} ${first?.issue}.`, issues);
}

/** Contents with a contradictory market are refused when the world is created. */
function marketOf(contents: WorldContents, shared: MarketData): MarketData {
  const own = customMarketOf(contents);
  const laid = own === null ? null : createCustomMarket(shared, own);
  return laid?.ok === true ? laid.market : shared;
}
