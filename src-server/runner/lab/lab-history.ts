/** The loaded prices of a lab run's only path, as they were read by the mechanism of world files. */
import type { ValidationIssue } from '../../engine/outcome.ts';
import type { PriceSeries } from '../../market/prices/series-registry.ts';
import type { SeriesToLoad } from '../../world/series-files.ts';

/** Each counts from its first row on. */
export function seriesOf(series: readonly SeriesToLoad[]): PriceSeries[] {
  return series.flatMap(({ listings }) =>
    listings.map((listing) => ({ ...listing, fromMs: listing.rows[0]?.atMs ?? Number.POSITIVE_INFINITY })),
  );
}

/** A fault of the series of a world, where the paths of a lab run have them. */
export function inPaths({ path, issue }: ValidationIssue): ValidationIssue {
  return { path: path.replace(/^\/series/, '/paths/history'), issue };
}
