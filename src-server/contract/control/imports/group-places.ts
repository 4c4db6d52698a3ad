/** Groups places in imported files that have the same issue, so that a report is short. Pure. */

interface Place {
  readonly file: string;
  readonly line: number;
  readonly column: number;
  readonly name: string;
  readonly issue: string;
}

interface PlaceGroup {
  /** The first place, with the issue as worded there. */
  readonly first: Place;
  readonly count: number;
  /** Lines of the other places, the first 8 of them. */
  readonly lines: readonly number[];
}

const SHOWN_LINES = 8;

/** In the order of their first places. Quoted texts and numbers may differ within a group. */
export function groupPlaces(places: readonly Place[]): PlaceGroup[] {
  const groups = new Map<string, { first: Place; count: number; lines: number[] }>();
  for (const place of places) {
    const { file, column, line, issue } = place;
    const key = `${file}\n${column}\n${issue.replace(/“[^”]*”/g, '“”').replace(/\d+/g, '0')}`;
    const group = groups.get(key);
    if (group === undefined) groups.set(key, { first: place, count: 1, lines: [] });
    else {
      group.count += 1;
      if (group.lines.length < SHOWN_LINES) group.lines.push(line);
    }
  }
  return [...groups.values()];
}

/** Returns an empty text if there are no others: `and 56 more like it, in lines 9, 12, 15 …`. */
export function othersText({ count, lines }: PlaceGroup): string {
  const others = count - 1;
  if (others === 0) return '';
  const more = others > lines.length ? ' …' : '';
  return `and ${others} more like it, in ${others === 1 ? 'line' : 'lines'} ${lines.join(', ')}${more}`;
}
