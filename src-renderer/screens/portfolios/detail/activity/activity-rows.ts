/** Rows of the table of activity: the fills of an order are one row, which consists of them. Pure. */
import type { ActivityEntry } from '../../../../api/activity-api.ts';

/** An entry, or several fills together: their sums, their average price, and when the last of them was. */
export interface ActivityRow extends ActivityEntry {
  /** Latest first; none for one entry alone. */
  readonly fills: readonly ActivityRow[];
}

/** Newest first, as the entries are; an order stands where its last fill does. */
export function activityRows(entries: readonly ActivityEntry[]): readonly ActivityRow[] {
  const groups = Map.groupBy(entries, ({ kind, order_id: order, seq }) =>
    kind === 'trade' && order !== null ? order : `entry ${seq}`,
  );
  return [...groups.values()].flatMap((group) => {
    const [latest, ...others] = group.map((entry) => ({ ...entry, fills: [] }));
    if (latest === undefined) return [];
    return others.length === 0 ? latest : joined(latest, [latest, ...others]);
  });
}

function joined(latest: ActivityRow, fills: readonly ActivityRow[]): ActivityRow {
  const quantity = sum(fills, (fill) => fill.quantity);
  const paid = sum(fills, (fill) => (fill.quantity ?? 0) * (fill.price ?? 0));
  return {
    ...latest,
    fills,
    quantity: rounded(quantity),
    price: quantity === 0 ? latest.price : rounded(paid / quantity),
    amount: rounded(sum(fills, (fill) => fill.amount)),
    costs: rounded(sum(fills, (fill) => fill.costs)),
    // Each fill has a record of its own.
    mifid_record_id: null,
  };
}

/** Sums of floats have no more digits than their parts. */
function rounded(value: number): number {
  return Number(value.toFixed(6));
}

function sum(rows: readonly ActivityRow[], of: (row: ActivityRow) => number | null): number {
  return rows.reduce((total, row) => total + (of(row) ?? 0), 0);
}
