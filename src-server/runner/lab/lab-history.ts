/** The loaded prices of a lab run's only path, read like those of world files and imports. */
import type { PricesToRead } from '../../contract/control/imports/import-requests.ts';
import type { StartLabRun } from '../../contract/control/lab/lab-runs.ts';
import { accepted, type Outcome, type ValidationIssue } from '../../engine/outcome.ts';
import { importIssues } from '../../imports/import-issues.ts';
import { seriesCsv } from '../../imports/prices/series-rows.ts';
import type { MarketData } from '../../market/data/market-data.ts';
import { parseSeries } from '../../market/data/parse-series.ts';
import type { PriceSeries } from '../../market/prices/series-registry.ts';
import { readSeries, type SeriesToLoad } from '../../world/contents/series-files.ts';
import { readRequestedPrices } from '../imports/import-thread.ts';
import { refuseIssues } from './lab-portfolios.ts';

/** Returns the series of a request; none if its paths are seeds. 400 with every issue at its place. */
export async function readHistory(paths: StartLabRun['paths'], market: MarketData): Promise<Outcome<PriceSeries[]>> {
  if ('import' in paths) return readFiles(paths.import, market);
  const read = readSeries('history' in paths ? paths.history : [], null, market);
  return read.faults.length > 0 ? refuseIssues(read.faults.map(inPaths)) : accepted(seriesOf(read.series));
}

async function readFiles(wanted: PricesToRead, market: MarketData): Promise<Outcome<PriceSeries[]>> {
  const read = await readRequestedPrices(wanted, market);
  if (!read.ok) return refuseIssues([{ path: '/paths/import/files', issue: read.issue }]);
  const { report, series } = read.result;
  const refused = importIssues(report, wanted.files, '/paths/import');
  if (refused.length > 0) return refuseIssues(refused);
  const parsed = parseSeries(seriesCsv(series), market);
  const issueOf = ({ issue }: { readonly issue: string }) => ({ path: '/paths/import', issue });
  return parsed.ok ? accepted(seriesOf([parsed])) : refuseIssues(parsed.issues.map(issueOf));
}

/** Each series applies from its first row. */
export function seriesOf(series: readonly Pick<SeriesToLoad, 'listings'>[]): PriceSeries[] {
  return series.flatMap(({ listings }) =>
    listings.map((listing) => ({ ...listing, fromMs: listing.rows[0]?.atMs ?? Number.POSITIVE_INFINITY })),
  );
}

/** Moves an issue of a world's series to the paths of a lab run. */
export function inPaths({ path, issue }: ValidationIssue): ValidationIssue {
  return { path: path.replace(/^\/series/, '/paths/history'), issue };
}
