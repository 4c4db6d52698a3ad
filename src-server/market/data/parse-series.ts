/**
 * Parses price series from CSV text: `timestamp,isin,exchange,mid[,bid,ask,volume]`, one row per instant and listing. A
 * row with a currency in place of the ISIN, and without an exchange, is an exchange rate: units of the currency for one
 * EUR. Returns every issue with its line; a text with an issue gives no rows.
 */
import { countOf } from '../../domain/numbers/count-of.ts';
import { formatInstant, instantIssue, parseInstant } from '../../domain/numbers/instant.ts';
import { type PriceSeries, RATE_VENUE, type SeriesRow } from '../prices/series-registry.ts';
import type { MarketData } from './market-data.ts';

export interface SeriesIssue {
  /** From 1, which is the header. */
  readonly line: number;
  readonly issue: string;
}

export type ListingRows = Omit<PriceSeries, 'fromMs'>;
type ParsedSeries =
  | { readonly ok: true; readonly listings: ListingRows[] }
  | { readonly ok: false; readonly issues: SeriesIssue[] };

/** Listings and rates in the order of their first rows. */
export function parseSeries(text: string, data: Pick<MarketData, 'instruments' | 'fx'>): ParsedSeries {
  const lines = text.replace(/^\uFEFF/, '').split(/\r?\n/);
  const columns = (lines[0] ?? '').split(',').map((name) => name.trim());
  const headerIssue = validateHeader(columns);
  if (headerIssue !== null) return { ok: false, issues: [{ line: 1, issue: headerIssue }] };
  const issues: SeriesIssue[] = [];
  const listings = new Map<string, { isin: string; mic: string; rows: SeriesRow[] }>();
  lines.forEach((line, index) => {
    if (index === 0 || line.trim() === '') return;
    for (const issue of readLine(line, columns, data, listings)) issues.push({ line: index + 1, issue });
  });
  if (issues.length === 0 && listings.size === 0) issues.push({ line: 1, issue: 'no rows follow the header' });
  return issues.length > 0 ? { ok: false, issues } : { ok: true, listings: [...listings.values()] };
}

const REQUIRED = ['timestamp', 'isin', 'exchange', 'mid'];
const KNOWN = new Set([...REQUIRED, 'bid', 'ask', 'volume']);
const LARGEST_PRICE_MICRO = 999_999_999_999;

function validateHeader(columns: readonly string[]): string | null {
  const known = columns.filter((name) => KNOWN.has(name));
  const isSound = known.length === columns.length && new Set(columns).size === columns.length;
  if (isSound && REQUIRED.every((name) => columns.includes(name))) return null;
  return `the header is not timestamp,isin,exchange,mid with any of bid, ask, volume: ${columns.join(',').slice(0, 80)}`;
}

/** Adds the row of a line to its listing, or returns its issue. */
function readLine(
  line: string,
  columns: readonly string[],
  data: Pick<MarketData, 'instruments' | 'fx'>,
  listings: Map<string, { isin: string; mic: string; rows: SeriesRow[] }>,
): string[] {
  const cells = line.split(',').map((cell) => cell.trim());
  if (cells.length !== columns.length) return [`has ${countOf(cells.length, 'column')} instead of ${columns.length}`];
  const cell = (name: string): string => cells[columns.indexOf(name)] ?? '';
  const issues: string[] = [];
  const [isin, mic] = [cell('isin'), cell('exchange')];
  const isRate = mic === RATE_VENUE && isin !== 'EUR' && isin in data.fx.perEurMicro;
  const isListed = data.instruments.get(isin)?.listings.includes(mic) === true;
  if (!isRate && !isListed) issues.push(`${isin} is not listed at ${mic === '' ? 'an exchange without a code' : mic}`);
  const row = readRow(cell, issues);
  const key = `${isin}:${mic}`;
  const known = listings.get(key);
  const before = known?.rows.at(-1);
  if (before !== undefined && row.atMs <= before.atMs) {
    issues.push(`timestamp is not after ${formatInstant(before.atMs)}, the row before of this listing`);
  }
  if (issues.length > 0) return issues;
  if (known === undefined) listings.set(key, { isin, mic, rows: [row] });
  else known.rows.push(row);
  return issues;
}

function readRow(cell: (name: string) => string, issues: string[]): SeriesRow {
  const atMs = parseInstant(cell('timestamp'));
  if (atMs === null) issues.push(`timestamp ${instantIssue(cell('timestamp'))}`);
  const price = (name: string): number | null => {
    const micro = priceMicro(cell(name));
    if (micro === null) issues.push(`${name} is not above 0 and below 1000000, with at most six decimals`);
    return micro;
  };
  const midMicro = price('mid');
  const bidMicro = cell('bid') === '' ? null : price('bid');
  const askMicro = cell('ask') === '' ? null : price('ask');
  if ((cell('bid') === '') !== (cell('ask') === '')) issues.push('bid and ask must be given together or not at all');
  const isUncrossed = (bidMicro ?? 0) <= (midMicro ?? 0) && (midMicro ?? 0) <= (askMicro ?? Number.POSITIVE_INFINITY);
  if (midMicro !== null && !isUncrossed) issues.push('mid is not between bid and ask');
  const volume = cell('volume');
  if (volume !== '' && !WHOLE_NUMBER.test(volume)) issues.push('volume is not a whole number of shares');
  // A row with issues is discarded; NaN is neither before nor after any instant.
  return {
    atMs: atMs ?? Number.NaN,
    midMicro: midMicro ?? 0,
    bidMicro,
    askMicro,
    volume: volume === '' ? null : Number(volume),
  };
}

/** Parses digit by digit, because a decimal read as a binary fraction is not exact. */
function priceMicro(text: string): number | null {
  const match = DECIMAL.exec(text);
  if (match === null) return null;
  const micro = Number(match[1]) * 1_000_000 + Number((match[2] ?? '').padEnd(6, '0'));
  return micro > 0 && micro <= LARGEST_PRICE_MICRO ? micro : null;
}

const DECIMAL = /^(\d{1,6})(?:\.(\d{1,6}))?$/;
const WHOLE_NUMBER = /^\d{1,12}$/;
