/** Loads price series that replace the model's prices for their listings and their span (control plane, decision L). */
import { createHash } from 'node:crypto';
import { formatInstant } from '../../../domain/numbers/instant.ts';
import { type ListingRows, parseSeries, type SeriesIssue } from '../../../market/data/parse-series.ts';
import { type PriceSeries, RATE_VENUE, type SeriesRow, seriesEndMs } from '../../../market/prices/series-registry.ts';
import { accepted, type Outcome, refused, type ValidationIssue } from '../../outcome.ts';
import type { World } from '../../world.ts';

type SeriesWorld = Pick<World, 'kernel' | 'market' | 'series' | 'seriesStore'>;

/** Number of issues that are listed. */
const MAX_ISSUES = 1000;

/**
 * `text` is CSV. In an existing world (`isNewWorld` false) the prices apply from now on: an observed price never
 * changes. If a single row is invalid, refused with 400 with every issue at `/lines/<line>`, and nothing is loaded.
 */
export function loadSeries(world: SeriesWorld, text: string, isNewWorld: boolean): Outcome<readonly PriceSeries[]> {
  const parsed = parseSeries(text, world.market);
  if (!parsed.ok) return refused('invalid_request', messageOf(parsed.issues), detailsOf(parsed.issues));
  const sha256 = createHash('sha256').update(text).digest('hex');
  return loadListings(world, parsed.listings, sha256, isNewWorld);
}

/** Loads rows that are already parsed; `sha256` identifies their source. */
export function loadListings(
  world: SeriesWorld,
  listings: readonly ListingRows[],
  sha256: string,
  isNewWorld: boolean,
): Outcome<readonly PriceSeries[]> {
  const ended = isNewWorld ? [] : listings.filter((listing) => seriesEndMs(listing) < world.kernel.nowMs);
  if (ended.length > 0)
    return refused('invalid_request', 'The series cannot be loaded: it ends in the past.', ended.map(endedIssue));
  const loaded = world.kernel.execute((unit) => {
    const series = listings.map((listing): PriceSeries => {
      const firstMs = (listing.rows[0] as SeriesRow).atMs;
      return { ...listing, fromMs: isNewWorld ? firstMs : Math.max(firstMs, unit.nowMs) };
    });
    for (const each of series) world.seriesStore.insert(each);
    unit.emit('market.series_loaded', { sha256, series: series.map(describeSeries) });
    return series;
  });
  // Only committed series may change prices.
  for (const each of loaded) world.series.put(each);
  return accepted(loaded);
}

/** `from` is when it begins to apply. */
export function describeSeries({ isin, mic, fromMs, rows }: PriceSeries) {
  const until = formatInstant(seriesEndMs({ rows }));
  const subject = mic === RATE_VENUE ? { currency: isin } : { isin, exchange: mic };
  return { ...subject, rows: rows.length, from: formatInstant(fromMs), until };
}

function endedIssue({ isin, mic, rows }: Pick<PriceSeries, 'isin' | 'mic' | 'rows'>): ValidationIssue {
  const end = formatInstant(seriesEndMs({ rows }));
  const subject = mic === RATE_VENUE ? isin : `${isin} at ${mic}`;
  return { path: '', issue: `has rows of ${subject} only until ${end}, which is in the past` };
}

function messageOf([first, ...more]: readonly SeriesIssue[]): string {
  const rest = more.length > 0 ? ` and ${more.length} more` : '';
  return `The series cannot be loaded: line ${first?.line}: ${first?.issue}${rest}.`;
}

function detailsOf(issues: readonly SeriesIssue[]): ValidationIssue[] {
  const details = issues.slice(0, MAX_ISSUES).map(({ line, issue }) => ({ path: `/lines/${line}`, issue }));
  const rest = issues.length - details.length;
  return rest === 0 ? details : [...details, { path: '', issue: `has ${rest} more issues` }];
}
