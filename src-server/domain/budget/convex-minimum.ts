/**
 * Owns finding the least value of a convex function of one number from values and slopes, which may jump. Tangents from
 * both sides bound what there is to be found, so the search ends as soon as that is next to nothing.
 */

export interface ConvexPoint {
  readonly at: number;
  readonly value: number;
  readonly slope: number;
}

/** The closest points found on both sides; the same point where the least value is at an end of the range. */
export interface ConvexMinimum<P extends ConvexPoint> {
  readonly under: P;
  readonly over: P;
}

export interface ConvexRange {
  readonly low: number;
  readonly high: number;
  readonly guess: number;
  /** First step away from the guess. */
  readonly step: number;
  /** How far above the least value the better point may be. */
  readonly tolerance: number;
}

/** `pointAt` is asked at ever closer numbers of the range. */
export function findMinimum<P extends ConvexPoint>(pointAt: (at: number) => P, range: ConvexRange): ConvexMinimum<P> {
  let { under, over } = bracket(pointAt, range);
  for (let round = 0; under !== over && round < MAX_ROUNDS; round += 1) {
    const meeting = meetingOf({ under, over });
    if (Math.min(under.value, over.value) - meeting.value <= range.tolerance) break;
    const width = over.at - under.at;
    const wanted = round % 3 === 2 ? (under.at + over.at) / 2 : round % 3 === 0 ? meeting.at : levelOf(under, over);
    const at = Math.min(over.at - MARGIN * width, Math.max(under.at + MARGIN * width, wanted));
    if (!(at > under.at && at < over.at)) break;
    const point = pointAt(at);
    if (point.slope < 0) under = point;
    else over = point;
  }
  return { under, over };
}

const MAX_ROUNDS = 60;
const MARGIN = 1e-3;

function bracket<P extends ConvexPoint>(pointAt: (at: number) => P, range: ConvexRange): ConvexMinimum<P> {
  const { low, high, guess, step } = range;
  let point = pointAt(Math.min(high, Math.max(low, guess)));
  const isOver = point.slope >= 0;
  const end = isOver ? low : high;
  for (let width = step, round = 0; point.at !== end && round < MAX_ROUNDS; width *= WIDEN, round += 1) {
    const next = pointAt(isOver ? Math.max(end, point.at - width) : Math.min(end, point.at + width));
    if (next.slope >= 0 !== isOver) return isOver ? { under: next, over: point } : { under: point, over: next };
    point = next;
  }
  return { under: point, over: point };
}

const WIDEN = 6;

/** Where the tangents of both points meet: the function is nowhere between them below that. */
export function meetingOf({ under, over }: ConvexMinimum<ConvexPoint>): {
  readonly at: number;
  readonly value: number;
} {
  if (under.slope === over.slope) return over;
  const fall = over.value - over.slope * over.at - (under.value - under.slope * under.at);
  const at = Math.min(over.at, Math.max(under.at, fall / (under.slope - over.slope)));
  return { at, value: under.value + under.slope * (at - under.at) };
}

/** Where the slope would be zero if it rose evenly. */
function levelOf(under: ConvexPoint, over: ConvexPoint): number {
  return under.at + shareOf({ under, over }) * (over.at - under.at);
}

/** How much of the upper point a mixture takes whose slope is zero; 0 where both are the same. */
export function shareOf({ under, over }: ConvexMinimum<ConvexPoint>): number {
  return over.slope <= under.slope ? 0 : -under.slope / (over.slope - under.slope);
}
