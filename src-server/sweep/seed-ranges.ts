/**
 * Seeds as ranges (`1..1000`, `1,5,9..20`), sorted and without gaps or overlaps. Ranges are never expanded into lists.
 */

/** Both ends are included. */
export interface SeedRange {
  readonly first: number;
  readonly last: number;
}

/** Returns `null` for a text that is not a list of seeds; a repeated seed counts once. */
export function parseSeeds(text: string): SeedRange[] | null {
  const ranges: SeedRange[] = [];
  for (const part of text.split(',')) {
    const range = parseRange(part);
    if (range === null) return null;
    ranges.push(range);
  }
  return join(ranges.sort((left, right) => left.first - right.first));
}

/** Returns the shortest text; two lists have the same seeds exactly if their texts are equal. */
export function formatSeeds(ranges: readonly SeedRange[]): string {
  return ranges.map(({ first, last }) => (first === last ? String(first) : `${first}..${last}`)).join(',');
}

export function countSeeds(ranges: readonly SeedRange[]): number {
  return ranges.reduce((sum, { first, last }) => sum + last - first + 1, 0);
}

export function hasSeed(ranges: readonly SeedRange[], seed: number): boolean {
  return ranges.some(({ first, last }) => first <= seed && seed <= last);
}

/** The seed at `index` (from 0) of the sorted list. */
export function seedAt(ranges: readonly SeedRange[], index: number): number {
  let left = index;
  for (const { first, last } of ranges) {
    const length = last - first + 1;
    if (left < length) return first + left;
    left -= length;
  }
  throw new RangeError(`there is no seed at index ${index}`);
}

function parseRange(text: string): SeedRange | null {
  const [, start = '', end = start] = /^(\d{1,16})(?:\.\.(\d{1,16}))?$/.exec(text) ?? [];
  const [first, last] = [Number(start), Number(end)];
  const isSound = start !== '' && Number.isSafeInteger(last) && first <= last;
  return isSound ? { first, last } : null;
}

function join(sorted: readonly SeedRange[]): SeedRange[] {
  const joined: SeedRange[] = [];
  for (const range of sorted) {
    const before = joined.at(-1);
    if (before === undefined || range.first > before.last + 1) joined.push(range);
    else joined[joined.length - 1] = { first: before.first, last: Math.max(before.last, range.last) };
  }
  return joined;
}
