/** Lays areas out in a rectangle, as near to squares as can be (Bruls, Huizing, van Wijk 2000). Knows nothing of portfolios. */

export interface Rect {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** A rectangle for each of `areas`, which descend and are above zero; together they fill `room` in proportion. */
export function squarify(areas: readonly number[], room: Rect): Rect[] {
  const total = areas.reduce((sum, area) => sum + area, 0);
  const scale = total > 0 ? (room.width * room.height) / total : 0;
  const scaled = areas.map((area) => area * scale);
  const rects: Rect[] = [];
  let left = room;
  for (let from = 0; from < scaled.length; ) {
    const until = rowEnd(scaled, from, Math.min(left.width, left.height));
    const row = scaled.slice(from, until);
    const placed = placeRow(row, left);
    rects.push(...placed.rects);
    left = placed.left;
    from = until;
  }
  return rects;
}

/** How many more areas a row along `side` takes before its worst shape gets worse. */
function rowEnd(areas: readonly number[], from: number, side: number): number {
  let until = from + 1;
  while (until < areas.length) {
    if (worstRatio(areas.slice(from, until + 1), side) > worstRatio(areas.slice(from, until), side)) break;
    until += 1;
  }
  return until;
}

/** The longest side over the shortest, of the least square rectangle of a row. */
function worstRatio(row: readonly number[], side: number): number {
  const sum = row.reduce((total, area) => total + area, 0);
  const [largest, least] = [Math.max(...row), Math.min(...row)];
  return Math.max((side * side * largest) / (sum * sum), (sum * sum) / (side * side * least));
}

/** A row takes the whole of the shorter side. */
function placeRow(row: readonly number[], { x, y, width, height }: Rect): { rects: Rect[]; left: Rect } {
  const sum = row.reduce((total, area) => total + area, 0);
  const rects: Rect[] = [];
  let at = 0;
  if (width >= height) {
    const depth = height > 0 ? sum / height : 0;
    for (const area of row) {
      const length = depth > 0 ? area / depth : 0;
      rects.push({ x, y: y + at, width: depth, height: length });
      at += length;
    }
    return { rects, left: { x: x + depth, y, width: Math.max(0, width - depth), height } };
  }
  const depth = width > 0 ? sum / width : 0;
  for (const area of row) {
    const length = depth > 0 ? area / depth : 0;
    rects.push({ x: x + at, y, width: length, height: depth });
    at += length;
  }
  return { rects, left: { x, y: y + depth, width, height: Math.max(0, height - depth) } };
}
