/**
 * Combines the points of all files to one series for each instrument and currency, oldest first. Equal prices of one
 * date are stored once, different ones are refused; cells without a price are reported as gaps.
 */
import type { NameResolver, Resolved } from '../names/name-resolver.ts';
import type { CellPlace, ImportIssues } from '../source-file.ts';
import type { PricePoint } from './read-prices.ts';

export interface DatedPrice {
  readonly date: string;
  readonly priceMicro: number;
  readonly dividendMicro: number;
  readonly place: CellPlace;
}

export interface CollectedSeries {
  /** An instrument that the market has, one that it lacks, or a currency. */
  readonly of: Exclude<Resolved, { readonly kind: 'left_out' | 'unknown' }>;
  /** As written in the file. */
  readonly name: string;
  /** Currency that its rows state; empty if they do not. */
  readonly currency: string;
  /** Ascending dates, at least one. */
  readonly prices: readonly DatedPrice[];
  readonly gaps: number;
}

export function seriesSubject(of: CollectedSeries['of']): string {
  if (of.kind === 'instrument') return of.instrument.isin;
  return of.kind === 'new' ? of.isin : of.currency;
}

/** Returns series in the order in which the files name them. The resolver reports unknown names. */
export function collectSeries(
  points: readonly PricePoint[],
  names: NameResolver,
  findings: ImportIssues,
): CollectedSeries[] {
  const groups = new Map<string, { of: CollectedSeries['of']; name: string; points: PricePoint[] }>();
  const skipped = new Set<string>();
  for (const point of points) {
    const of = names.resolve(point.subject, point.place.file);
    if (of.kind === 'left_out' && !skipped.has(point.subject)) {
      skipped.add(point.subject);
      findings.leftOut.push({ ...point.place, name: point.subject, issue: of.reason });
    }
    if (of.kind === 'left_out' || of.kind === 'unknown') continue;
    const key = seriesSubject(of);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, { of, name: point.subject, points: [point] });
    else group.points.push(point);
  }
  return [...groups.values()].flatMap(({ of, name, points: own }) => {
    const gaps = reportGaps(own, findings);
    const prices = pricesOf(own, findings);
    const currency = currencyOf(own, findings);
    if (prices.length > 0) return [{ of, name, currency, prices, gaps }];
    const [first] = own;
    if (first !== undefined) findings.leftOut.push({ ...first.place, name, issue: 'has no prices' });
    return [];
  });
}

/** Prices must be below this, in millionths: a million. */
const MAX_MICRO = 1_000_000_000_000;

function pricesOf(points: readonly PricePoint[], findings: ImportIssues): DatedPrice[] {
  const byDate = new Map<string, DatedPrice>();
  for (const { date, priceMicro, dividendMicro, place } of points) {
    if (priceMicro === null) {
      if (dividendMicro !== 0) findings.issues.push({ ...place, issue: 'has a dividend and no price on its ex-date' });
      continue;
    }
    if (priceMicro <= 0 || priceMicro >= MAX_MICRO) {
      findings.issues.push({ ...place, issue: 'is not above 0 and below 1000000' });
    }
    if (dividendMicro < 0) findings.issues.push({ ...place, issue: 'has a dividend below 0' });
    const known = byDate.get(date);
    if (known === undefined) byDate.set(date, { date, priceMicro, dividendMicro, place });
    else if (known.priceMicro === priceMicro && known.dividendMicro === dividendMicro) {
      findings.leftOut.push({
        ...place,
        issue: `repeats ${date}, which line ${known.place.line} has with the same price`,
      });
    } else {
      const where = known.place.file === place.file ? '' : ` of ${known.place.file}`;
      findings.issues.push({
        ...place,
        issue: `has a different price of ${date} than line ${known.place.line}${where}`,
      });
    }
  }
  return [...byDate.values()].sort((one, other) => (one.date < other.date ? -1 : 1));
}

/** Adjacent rows without a price are reported as one gap. */
function reportGaps(points: readonly PricePoint[], findings: ImportIssues): number {
  const sorted = [...points].sort((one, other) => (one.date < other.date ? -1 : one.date > other.date ? 1 : 0));
  let run: PricePoint[] = [];
  let gaps = 0;
  const report = () => {
    const [first, last] = [run[0], run.at(-1)];
    if (first === undefined || last === undefined) return;
    const span = run.length === 1 ? `on ${first.date}` : `from ${first.date} to ${last.date} (${run.length} rows)`;
    findings.leftOut.push({ ...first.place, issue: `has no price ${span}` });
    gaps += run.length;
    run = [];
  };
  for (const point of sorted) {
    if (point.priceMicro === null) run.push(point);
    else report();
  }
  report();
  return gaps;
}

function currencyOf(points: readonly PricePoint[], findings: ImportIssues): string {
  const first = points.find(({ currency }) => currency !== '')?.currency ?? '';
  const other = points.find(({ currency }) => currency !== '' && currency !== first);
  if (other !== undefined) {
    findings.issues.push({ ...other.place, issue: `is in ${other.currency}, but the rows before it are in ${first}` });
  }
  return first;
}
