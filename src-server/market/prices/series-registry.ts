/**
 * Loaded series of listings and of exchange rates; each row holds until the next. Finds the row of an instant; a later
 * series replaces an earlier one from its own beginning on.
 */
import { scaledMicro } from '../corporate-actions/changed-prices.ts';
import { type ChangedInstrument, UNCHANGED } from '../corporate-actions/instrument-changes.ts';

/** In place of the exchange in a series of rates, whose `isin` is the currency: units of it for one EUR. */
export const RATE_VENUE = '';

/** Prices in millionths of the listing's currency. */
export interface SeriesRow {
  readonly atMs: number;
  readonly midMicro: number;
  /** Both or neither. */
  readonly bidMicro: number | null;
  readonly askMicro: number | null;
  /** Shares from this row to the next. */
  readonly volume: number | null;
}

export interface PriceSeries {
  readonly isin: string;
  readonly mic: string;
  /** It counts from here on, though its rows may begin before: what was seen never changes. */
  readonly fromMs: number;
  /** At least one, in order of time. */
  readonly rows: readonly SeriesRow[];
}

export class SeriesRegistry {
  readonly #byListing = new Map<string, PriceSeries[]>();

  readonly #terms: ChangedInstrument;

  /** `series` in the order they were loaded. */
  constructor(series: readonly PriceSeries[], terms: ChangedInstrument = UNCHANGED) {
    this.#terms = terms;
    for (const each of series) this.put(each);
  }

  put(series: PriceSeries): void {
    const key = this.#keyOf(series.isin, series.mic);
    this.#byListing.set(key, [...(this.#byListing.get(key) ?? []), series]);
  }

  /** True in most worlds, where asking for rows would only cost. */
  get isEmpty(): boolean {
    return this.#byListing.size === 0;
  }

  /**
   * The row that counts at an instant, or `null` before the first and after the last. A series is in the shares of the
   * time at which it begins to count, so later splits change it as they change other prices: those until `asOfMs`.
   */
  at(isin: string, mic: string, instantMs: number, asOfMs: number = instantMs): SeriesRow | null {
    const series = this.#seriesAt(isin, mic, instantMs);
    const row = series?.rows[lastIndexUpTo(series.rows, instantMs)];
    if (series === undefined || row === undefined) return null;
    return scaledRow(row, this.#terms.factor(isin, series.fromMs, asOfMs));
  }

  /** Shares of the rows from one instant to before another; `null` where there is none or one does not say. */
  volumeBetween(isin: string, mic: string, fromMs: number, toMs: number): number | null {
    const rows = this.#seriesAt(isin, mic, fromMs)?.rows ?? NO_ROWS;
    const inside = rows.slice(lastIndexUpTo(rows, fromMs - 1) + 1, lastIndexUpTo(rows, toMs - 1) + 1);
    if (inside.length === 0 || inside.some(({ volume }) => volume === null)) return null;
    return inside.reduce((sum, { volume }) => sum + (volume ?? 0), 0);
  }

  /** The series that counts at an instant: the last loaded one whose time it is. */
  #seriesAt(isin: string, mic: string, instantMs: number): PriceSeries | undefined {
    const loaded = this.#byListing.get(this.#keyOf(isin, mic));
    return loaded?.findLast((series) => series.fromMs <= instantMs && instantMs <= seriesEndMs(series));
  }

  #keyOf(isin: string, mic: string): string {
    return `${this.#terms.root(isin)}:${mic}`;
  }
}

/** The instant of the last row, with which a series ends. */
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

/** Index of the last row at or before an instant, or -1. */
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
