/** Where a text has what is searched for, upper and lower case alike, without overlaps and in its order. */

export interface Match {
  readonly from: number;
  readonly to: number;
}

/** A page of thousands of marks helps nobody. */
export const MOST_MATCHES = 5_000;

export function findMatches(text: string, query: string): readonly Match[] {
  if (query === '') return [];
  const pattern = new RegExp(query.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&'), 'giu');
  const matches: Match[] = [];
  for (const { index, 0: found } of text.matchAll(pattern)) {
    matches.push({ from: index, to: index + found.length });
    if (matches.length === MOST_MATCHES) break;
  }
  return matches;
}

/** The first match at or after a place; the first of all where none follows. -1 without any. */
export function matchFrom(matches: readonly Match[], place: number): number {
  const index = matches.findIndex(({ from }) => from >= place);
  return index === -1 && matches.length > 0 ? 0 : index;
}
