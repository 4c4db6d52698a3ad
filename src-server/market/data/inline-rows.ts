/** Prices that stand in a file, as the rows of a listing. Lists every fault with its place; hands out nothing of bad ones. */
import { toMicro } from '../../domain/numbers/exact.ts';
import { formatInstant, parseDuration, parseInstant } from '../../domain/numbers/instant.ts';
import type { SeriesRow } from '../prices/series-registry.ts';
import type { MarketData } from './market-data.ts';
import type { ListingRows } from './parse-series.ts';

/** As it is written: instants with their mids, or mids that are equally far apart. */
export type InlineRows =
  | { readonly isin: string; readonly exchange: string; readonly points: readonly (readonly [string, number])[] }
  | {
      readonly isin: string;
      readonly exchange: string;
      readonly from: string;
      readonly every: string;
      readonly mids: readonly number[];
    };

/** `pointer` is a JSON pointer into what is written. */
export interface InlineIssue {
  readonly pointer: string;
  readonly issue: string;
}

export type ReadRows =
  | { readonly ok: true; readonly listing: ListingRows }
  | { readonly ok: false; readonly faults: readonly InlineIssue[] };

/** What the schema lets in, so that instants, durations and prices can be read. */
export function readInlineRows(written: InlineRows, data: Pick<MarketData, 'instruments'>): ReadRows {
  const { isin, exchange: mic } = written;
  const instrument = data.instruments.get(isin);
  const faults: InlineIssue[] = [];
  if (instrument === undefined) faults.push({ pointer: '/isin', issue: `${isin} is not in the instrument universe` });
  else if (!instrument.listings.includes(mic)) {
    const listed = instrument.listings.join(', ');
    faults.push({ pointer: '/exchange', issue: `${mic} does not list ${isin}; it is listed at ${listed}` });
  }
  const rows = 'points' in written ? rowsOfPoints(written.points) : rowsOnGrid(written);
  rows.forEach(({ atMs }, index) => {
    const before = rows[index - 1];
    if (before === undefined || atMs > before.atMs) return;
    faults.push({
      pointer: `/points/${index}/0`,
      issue: `does not lie after ${formatInstant(before.atMs)}, the point before`,
    });
  });
  return faults.length > 0 ? { ok: false, faults } : { ok: true, listing: { isin, mic, rows } };
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
