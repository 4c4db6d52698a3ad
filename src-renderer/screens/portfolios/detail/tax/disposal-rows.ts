/** Rows of the table of disposals: each, or those of an instrument and of a day together. Pure. */
import type { GainsReport } from '../../../../../src-server/contract/control/portfolios/gains.ts';
import { grouped, sum } from './grouped-rows.ts';
import { heldDaysOf } from './lot-rows.ts';

type Disposal = GainsReport['rows'][number];

/** A disposal, or several together, dated as the first. */
export interface DisposalRow extends Disposal {
  readonly symbol: string;
  /** Among the rows of the report, of which two may have the same values; null where it stands for several. */
  readonly place: number | null;
  /** How many disposals it stands for. */
  readonly disposals: number;
  readonly lastDate: string;
  /** Days from purchase to sale, of each lot that was used and has an age. */
  readonly heldDays: readonly number[];
  /** What it consists of; none for a disposal. */
  readonly parts: readonly DisposalRow[];
  /** It stands below the row whose part it is. */
  readonly isPart: boolean;
}

export function disposalRows(rows: readonly Disposal[], symbolOf: (isin: string) => string): DisposalRow[] {
  return rows.map((row, index) => ({
    ...row,
    place: index,
    disposals: 1,
    parts: [],
    isPart: false,
    symbol: symbolOf(row.isin),
    lastDate: row.date,
    heldDays: heldDaysOf(row.lots, row.date),
  }));
}

/** One row for each instrument, of one for each day on which it was sold, of its disposals, with their sums. */
export function disposalsByInstrument(rows: readonly DisposalRow[]): DisposalRow[] {
  return grouped(rows, [({ isin }) => isin, ({ date }) => date], (group, parts) => {
    const [first] = group;
    const dates = group.map(({ date }) => date).toSorted();
    return {
      ...first,
      place: null,
      disposals: group.length,
      lots: [],
      date: dates.at(0) ?? first.date,
      lastDate: dates.at(-1) ?? first.date,
      method: group.every(({ method }) => method === first.method) ? first.method : 'several',
      quantity: sum(group, (row) => row.quantity),
      proceeds: sum(group, (row) => row.proceeds),
      cost: sum(group, (row) => row.cost),
      gain: sum(group, (row) => row.gain),
      heldDays: group.flatMap((row) => row.heldDays),
      parts: parts.map((row) => ({ ...row, isPart: true })),
    };
  });
}
