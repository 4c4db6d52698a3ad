/** Groups rows of a table on several levels: by instrument, then by day. Pure. */

/** At least one row. */
export type Group<Row> = readonly [Row, ...Row[]];

/**
 * One row for each group of the first key, made of one for each group of the next, and so on; a group of one is its row
 * itself. `join` makes the row of a group from its parts.
 */
export function grouped<Row>(
  rows: readonly Row[],
  [keyOf, ...nextKeys]: readonly ((row: Row) => string)[],
  join: (group: Group<Row>, parts: readonly Row[]) => Row,
): Row[] {
  if (keyOf === undefined) return [...rows];
  return [...Map.groupBy(rows, keyOf).values()].flatMap((group) => {
    const [first, ...others] = group;
    if (first === undefined || others.length === 0) return group;
    const parts = grouped(group, nextKeys, join);
    return [join([first, ...others], parts.length > 1 ? parts : group)];
  });
}

export function sum<Row>(rows: readonly Row[], of: (row: Row) => number): number {
  return rows.reduce((total, row) => total + of(row), 0);
}
