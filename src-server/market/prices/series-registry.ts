/**
 * Loaded series of listings and of exchange rates; each row applies until the next. Finds the row of an instant; a
 * later series replaces an earlier one from its own beginning on.
 */
import { scaledMicro } from '../corporate-actions/changed-prices.ts';
import { type ChangedInstrument, UNCHANGED } from '../corporate-actions/instrument-changes.ts';

/** Replaces the exchange in a series of rates, whose `isin` is the currency: units of it for one EUR. */
export const RATE_VENUE = '';

/** Prices in millionths of the listing's currency. */
export interface SeriesRow {
  readonly atMs: number;
  readonly midMicro: number;
  /** Both are null or neither is. */
  readonly bidMicro: number | null;
  readonly askMicro: number | null;
  /** The series applies from here on, though its rows may begin earlier: observed prices never change. */
  readonly volume: number | null;
}

export interface PriceSeries {
  readonly isin: string;
  readonly mic: string;
  /** It counts from here on, though its rows may begin before: what was seen never changes. */
  readonly fromMs: number;
  /** At least one, in ascending order of time. */
  readonly rows: readonly SeriesRow[];
}

export class SeriesRegistry {
  readonly #byListing = new Map<string, PriceSeries[]>();

  readonly #terms: ChangedInstrument;

  /** `series` are in the order in which they were loaded. */
  constructor(series: readonly PriceSeries[], terms: ChangedInstrument = UNCHANGED) {
    this.#terms = terms;
    for (const each of series) this.put(each);
  }

  put(series: PriceSeries): void {
    const key = this.#keyOf(series.isin, series.mic);
    this.#byListing.set(key, [...(this.#byListing.get(key) ?? []), series]);
  }

  /** True in most worlds, which then need not look up rows. */
  get isEmpty(): boolean {
    return this.#byListing.size === 0;
  }

  /**
   * Returns the row that applies at an instant, or `null` before the first and after the last. A series is in the
   * shares of the time at which it begins to apply, so later splits until `asOfMs` change it as they change other
   * prices.
   */
  at(isin: string, mic: string, instantMs: number, asOfMs: number = instantMs): SeriesRow | null {
    const series = this.#seriesAt(isin, mic, instantMs);
    const row = series?.rows[lastIndexUpTo(series.rows, instantMs)];
    if (series === undefined || row === undefined) return null;
    return scaledRow(row, this.#terms.factor(isin, series.fromMs, asOfMs));
  }

  /**
   * Returns the shares of the rows from one instant to before another; `null` if there are none or one states no
   * volume.
   */
  volumeBetween(isin: string, mic: string, fromMs: number, toMs: number): number | null {
    const rows = this.#seriesAt(isin, mic, fromMs)?.rows ?? NO_ROWS;
    const inside = rows.slice(lastIndexUpTo(rows, fromMs - 1) + 1, lastIndexUpTo(rows, toMs - 1) + 1);
    if (inside.length === 0 || inside.some(({ volume }) => volume === null)) return null;
    return inside.reduce((sum, { volume }) => sum + (volume ?? 0), 0);
  }

  /** Returns the series that applies at an instant: the last loaded one that has begun. */
  #seriesAt(isin: string, mic: string, instantMs: number): PriceSeries | undefined {
    const loaded = this.#byListing.get(this.#keyOf(isin, mic));
    return loaded?.findLast((series) => series.fromMs <= instantMs && instantMs <= seriesEndMs(series));
  }

  #keyOf(isin: string, mic: string): string {
    return `${this.#terms.root(isin)}:${mic}`;
  }
}

/** Returns the instant of the last row, with which a series ends. */
export function seriesEndMs({ rows }: Pick<PriceSeries, 'rows'>): number {
  return rows.at(-1)?.atMs ?? Number.NEGATIVE_INFINITY;
}

const NO_ROWS: readonly SeriesRow[] = [];

function scaledRow(row: SeriesRow, factor: number): SeriesRow {
  if (factor === 1) return row;
  const scaled = (priceMicro: number | null) => (priceMicro === null ? null : scaledMicro(priceMicro, factor));
  return {
    ...row,
    midMicro: scaledMicro(row.midMicro, factor),
    bidMicro: scaled(row.bidMicro),
    askMicro: scaled(row.askMicro),
  };
}

/** Returns the index of the last row at or before an instant, or -1. */
function lastIndexUpTo(rows: readonly SeriesRow[], instantMs: number): number {
  let low = 0;
  let high = rows.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((rows[middle] as SeriesRow).atMs <= instantMs) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}
