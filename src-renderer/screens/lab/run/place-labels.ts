/** Places the labels of points, so that none overlaps another, a point, or the edge of the chart. Pure. */

export interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** In pixels. */
export type Spot = Readonly<Record<'x' | 'y', number>>;

interface NamedPoint extends Spot {
  readonly name: string;
}

interface PlacedLabel extends NamedPoint {
  /** The name, shortened in the middle if it is very long: similar names differ at their end. */
  readonly label: string;
  /** Position of the text: its left end and its vertical centre. */
  readonly textX: number;
  readonly textY: number;
  /** Start of a line to the point; null if the text is beside it. */
  readonly leader: Spot | null;
}

/** Average width of a character in the bold chart font. */
const CHARACTER_PX = 6.7;
const MAX_CHARACTERS = 34;
const HEIGHT_PX = 15;
const POINT_PX = 6;
const LINE_PX = 5;
/** From the point to the near end of the text: right of it, left of it, above and below. */
const GAP_PX = 12;
/** In pixels of covered area. */
const PER_PIXEL_AWAY = 0.6;

/** `lines`: the points of each line, in order. */
export function placeLabels(
  points: readonly NamedPoint[],
  lines: readonly (readonly Spot[])[],
  area: Box,
): PlacedLabel[] {
  const taken = [
    ...points.map(({ x, y }) => boxAround(x, y, 2 * POINT_PX, 2 * POINT_PX)),
    ...lines.flatMap((line) => line.flatMap((spot, index) => alongLine(line[index - 1] ?? spot, spot))),
  ];
  return points.map((point) => {
    const label = shortName(point.name);
    const width = label.length * CHARACTER_PX;
    const candidates = candidateBoxes(point, width).map((box) => {
      const cost = costOf(box, taken, area) + PER_PIXEL_AWAY * distance(point, nearestIn(box, point));
      return { box, cost };
    });
    const best = candidates.reduce((one, other) => (other.cost < one.cost ? other : one));
    taken.push(best.box);
    const near = nearestIn(best.box, point);
    const leader = distance(point, near) > GAP_PX + 2 ? near : null;
    return { ...point, label, textX: best.box.x, textY: best.box.y + HEIGHT_PX / 2, leader };
  });
}

function shortName(name: string): string {
  if (name.length <= MAX_CHARACTERS) return name;
  const half = (MAX_CHARACTERS - 1) / 2;
  return `${name.slice(0, Math.ceil(half)).trimEnd()}…${name.slice(-Math.floor(half)).trimStart()}`;
}

/** Best first: right, above, below, left, then further away. */
function candidateBoxes({ x, y }: NamedPoint, width: number): readonly [Box, ...Box[]] {
  const at = (middleX: number, middleY: number) => boxAround(middleX, middleY, width, HEIGHT_PX);
  const [right, left] = [x + GAP_PX + width / 2, x - GAP_PX - width / 2];
  const rows = [0, -HEIGHT_PX, HEIGHT_PX, -2 * HEIGHT_PX, 2 * HEIGHT_PX];
  return [
    at(right, y - 4),
    ...rows.flatMap((row) => [at(right, y + row), at(left, y + row)]),
    ...[-1, 1].flatMap((side) =>
      [x, x - width / 3, x + width / 3].map((middle) => at(middle, y + side * (HEIGHT_PX + 3))),
    ),
  ];
}

/** Small boxes on the line from one point to the next. */
function alongLine(from: Spot, to: Spot): Box[] {
  const steps = Math.ceil(Math.hypot(to.x - from.x, to.y - from.y) / LINE_PX);
  return Array.from({ length: steps }, (_, step) => {
    const share = step / steps;
    return boxAround(from.x + (to.x - from.x) * share, from.y + (to.y - from.y) * share, LINE_PX, LINE_PX);
  });
}

function nearestIn(box: Box, { x, y }: Spot): Spot {
  return {
    x: Math.min(Math.max(x, box.x), box.x + box.width),
    y: Math.min(Math.max(y, box.y), box.y + box.height),
  };
}

function distance(one: Spot, other: Spot): number {
  return Math.hypot(one.x - other.x, one.y - other.y);
}

function boxAround(x: number, y: number, width: number, height: number): Box {
  return { x: x - width / 2, y: y - height / 2, width, height };
}

/** The pixels of other labels that it covers; pixels outside the chart count more. */
function costOf(box: Box, taken: readonly Box[], area: Box): number {
  const covered = taken.reduce((sum, other) => sum + overlap(box, other), 0);
  return covered + 4 * (box.width * box.height - overlap(box, area));
}

function overlap(one: Box, other: Box): number {
  const width = Math.min(one.x + one.width, other.x + other.width) - Math.max(one.x, other.x);
  const height = Math.min(one.y + one.height, other.y + other.height) - Math.max(one.y, other.y);
  return width > 0 && height > 0 ? width * height : 0;
}
