/** Rows of the table of disposals: single ones, or grouped by instrument and day. Pure. */
import type { GainsReport } from '../../../../../src-server/contract/control/portfolios/gains.ts';
import { grouped, sum } from './grouped-rows.ts';
import { heldDaysOf } from './lot-rows.ts';

type Disposal = GainsReport['rows'][number];

/** A disposal, or a group of them, with the date of the first. */
export interface DisposalRow extends Disposal {
  readonly symbol: string;
  /** Index in the report, since two rows may have the same values; null for a group. */
  readonly index: number | null;
  /** Number of disposals in the row. */
  readonly disposals: number;
  readonly lastDate: string;
  /** Days from purchase to sale, for each used lot that has an age. */
  readonly heldDays: readonly number[];
  /** The rows of the group; none for a single disposal. */
  readonly parts: readonly DisposalRow[];
  /** It is shown below the row of its group. */
  readonly isPart: boolean;
}

export function disposalRows(rows: readonly Disposal[], symbolOf: (isin: string) => string): DisposalRow[] {
  return rows.map((row, index) => ({
    ...row,
    index,
    disposals: 1,
    parts: [],
    isPart: false,
    symbol: symbolOf(row.isin),
    lastDate: row.date,
    heldDays: heldDaysOf(row.lots, row.date),
  }));
}

/** One row for each instrument, grouped from one row for each day of its disposals, with their sums. */
export function disposalsByInstrument(rows: readonly DisposalRow[]): DisposalRow[] {
  return grouped(rows, [({ isin }) => isin, ({ date }) => date], (group, parts) => {
    const [first] = group;
    const dates = group.map(({ date }) => date).toSorted();
    return {
      ...first,
      index: null,
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
