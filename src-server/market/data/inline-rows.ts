/**
 * Reads the prices that a file states for a listing. Returns every issue with its place, and no rows if there is one.
 */
import { toMicro } from '../../domain/numbers/exact.ts';
import { formatInstant, parseDuration, parseInstant } from '../../domain/numbers/instant.ts';
import type { SeriesRow } from '../prices/series-registry.ts';
import type { MarketData } from './market-data.ts';
import type { ListingRows } from './parse-series.ts';

/** Instants with their mids, or mids at a fixed interval. */
type InlineRows =
  | { readonly isin: string; readonly exchange: string; readonly points: readonly (readonly [string, number])[] }
  | {
      readonly isin: string;
      readonly exchange: string;
      readonly from: string;
      readonly every: string;
      readonly mids: readonly number[];
    };

/** `pointer` is a JSON pointer into the stated prices. */
interface InlineIssue {
  readonly pointer: string;
  readonly issue: string;
}

type ParsedRows =
  | { readonly ok: true; readonly listing: ListingRows }
  | { readonly ok: false; readonly issues: readonly InlineIssue[] };

/** `written` has passed its schema, so its instants, durations and prices can be parsed. */
export function readInlineRows(written: InlineRows, data: Pick<MarketData, 'instruments'>): ParsedRows {
  const { isin, exchange: mic } = written;
  const instrument = data.instruments.get(isin);
  const issues: InlineIssue[] = [];
  if (instrument === undefined) issues.push({ pointer: '/isin', issue: `${isin} is not an instrument of this world` });
  else if (!instrument.listings.includes(mic)) {
    const listed = instrument.listings.join(', ');
    issues.push({ pointer: '/exchange', issue: `${mic} does not list ${isin}; it is listed at ${listed}` });
  }
  const rows = 'points' in written ? rowsOfPoints(written.points) : rowsOnGrid(written);
  rows.forEach(({ atMs }, index) => {
    const before = rows[index - 1];
    if (before === undefined || atMs > before.atMs) return;
    issues.push({
      pointer: `/points/${index}/0`,
      issue: `is not after ${formatInstant(before.atMs)}, the point before`,
    });
  });
  return issues.length > 0 ? { ok: false, issues } : { ok: true, listing: { isin, mic, rows } };
}

function rowsOfPoints(points: readonly (readonly [string, number])[]): SeriesRow[] {
  return points.map(([at, mid]) => rowOf(parseInstant(at) ?? 0, mid));
}

function rowsOnGrid({ from, every, mids }: Extract<InlineRows, { readonly mids: unknown }>): SeriesRow[] {
  const [firstMs, stepMs] = [parseInstant(from) ?? 0, parseDuration(every) ?? 0];
  return mids.map((mid, index) => rowOf(firstMs + index * stepMs, mid));
}

function rowOf(atMs: number, mid: number): SeriesRow {
  return { atMs, midMicro: toMicro(mid) ?? 1, bidMicro: null, askMicro: null, volume: null };
}
