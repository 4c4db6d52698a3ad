/** Reads the prices that a world starts with, from the files that it names or from its contents, and loads them. */
import { createHash } from 'node:crypto';
import { dirname, resolve } from 'node:path';
import type { InlineSeries, SeriesEntry } from '../../contract/fields/inline-series.ts';
import { loadListings } from '../../engine/commands/market/load-series.ts';
import type { ValidationIssue } from '../../engine/outcome.ts';
import type { World } from '../../engine/world.ts';
import { canonicalJson } from '../../kernel/canonical-json.ts';
import { readInlineRows } from '../../market/data/inline-rows.ts';
import type { MarketData } from '../../market/data/market-data.ts';
import { type ListingRows, parseSeries, type SeriesIssue } from '../../market/data/parse-series.ts';
import { isWithin, readSource } from '../../system/files/read-source.ts';

/** Where contents come from. */
export interface ContentsPlace {
  /** Names of files are relative to it. */
  readonly file: string;
  /** Files outside this folder are rejected; `null`: any file may be named. */
  readonly root: string | null;
}

export interface SeriesToLoad {
  readonly listings: readonly ListingRows[];
  /** Identifies the files in the log. */
  readonly sha256: string;
}

interface ReadSeries {
  /** In their order. */
  readonly series: readonly SeriesToLoad[];
  /** Issues of the contents themselves, with pointers into them. */
  readonly faults: readonly ValidationIssue[];
  /** One line for each bad row of a file: file, line in it and the reason. */
  readonly badRows: readonly string[];
}

/** Twice the limit of the control plane. */
const LARGEST_FILE = 32_000_000;

/** `market` is that of the future world. Without a place, no file can be named. */
export function readSeries(
  entries: readonly SeriesEntry[],
  place: ContentsPlace | null,
  market: MarketData,
): ReadSeries {
  const read = entries.map((entry, index) => {
    const at = `/series/${index}`;
    if (typeof entry === 'string') return readFileOf(entry, at, place, market);
    return 'csv' in entry ? readTextOf(entry.csv, at, market) : readRowsOf(entry, at, market);
  });
  return {
    series: read.flatMap(({ series }) => series),
    faults: read.flatMap(({ faults }) => faults),
    badRows: read.flatMap(({ badRows }) => badRows),
  };
}

/** Returns the paths of the files, by their names, for watching them. */
export function seriesFilesOf(entries: readonly SeriesEntry[], file: string): string[] {
  return entries.flatMap((entry) => (typeof entry === 'string' ? [resolve(dirname(file), entry)] : []));
}

/** Loads series into a new world, which they price from their first rows on, including its past. */
export function loadAll(world: World, series: readonly SeriesToLoad[]): void {
  for (const { listings, sha256 } of series) loadListings(world, listings, sha256, true);
}

const NOTHING: ReadSeries = { series: [], faults: [], badRows: [] };

function readRowsOf(entry: InlineSeries, at: string, market: MarketData): ReadSeries {
  const read = readInlineRows(entry, market);
  if (read.ok) return { ...NOTHING, series: [{ listings: [read.listing], sha256: hashOf(canonicalJson(entry)) }] };
  return { ...NOTHING, faults: read.issues.map(({ pointer, issue }) => ({ path: `${at}${pointer}`, issue })) };
}

function readTextOf(text: string, at: string, market: MarketData): ReadSeries {
  const parsed = parseSeries(text, market);
  if (parsed.ok) return { ...NOTHING, series: [{ listings: parsed.listings, sha256: hashOf(text) }] };
  const faults = parsed.issues.slice(0, MAX_FAULTS);
  return {
    ...NOTHING,
    faults: faults.map(({ line, issue }) => ({ path: `${at}/csv`, issue: `line ${line}: ${issue}` })),
  };
}

function readFileOf(name: string, at: string, place: ContentsPlace | null, market: MarketData): ReadSeries {
  const source = readNamed(name, place);
  if (!source.ok) return { ...NOTHING, faults: [{ path: at, issue: source.issue }] };
  const parsed = parseSeries(source.text, market);
  if (!parsed.ok) return { ...NOTHING, badRows: linesOf(source.file, parsed.issues) };
  return { ...NOTHING, series: [{ listings: parsed.listings, sha256: hashOf(source.text) }] };
}

function readNamed(name: string, place: ContentsPlace | null) {
  if (place === null) return { ok: false, issue: 'names a file, but there is no folder to find it in' } as const;
  const file = resolve(dirname(place.file), name);
  if (place.root !== null && !isWithin(place.root, file)) {
    return { ok: false, issue: `${name} is outside ${place.root}` } as const;
  }
  return { ...readSource(file, LARGEST_FILE), file };
}

/** Limit of the rows that are reported one by one. */
const MAX_FAULTS = 1000;

function linesOf(file: string, faults: readonly SeriesIssue[]): string[] {
  const lines = faults.slice(0, MAX_FAULTS).map(({ line, issue }) => `${file}:${line}: ${issue}`);
  return faults.length === lines.length
    ? lines
    : [...lines, `${file}: has ${faults.length - lines.length} more bad rows`];
}

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
