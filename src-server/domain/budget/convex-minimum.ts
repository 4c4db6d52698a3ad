/**
 * Minimises a convex function of one variable from its values and slopes; the slopes may jump. The tangents on both
 * sides bound the minimum from below, so the search stops as soon as the better point is within the tolerance of that
 * bound.
 */

export interface ConvexPoint {
  readonly at: number;
  readonly value: number;
  readonly slope: number;
}

/** The closest points found on both sides of the minimum; the same point if the minimum is at an end of the range. */
export interface ConvexMinimum<P extends ConvexPoint> {
  readonly under: P;
  readonly over: P;
}

interface ConvexRange {
  readonly low: number;
  readonly high: number;
  readonly guess: number;
  /** The first step away from the guess. */
  readonly step: number;
  /** How far above the minimum the better point may be. */
  readonly tolerance: number;
}

/** Cycles through the tangents' intersection, a secant step on the slopes, and bisection. */
export function findMinimum<P extends ConvexPoint>(pointAt: (at: number) => P, range: ConvexRange): ConvexMinimum<P> {
  let { under, over } = bracket(pointAt, range);
  for (let round = 0; under !== over && round < MAX_ROUNDS; round += 1) {
    const meeting = meetingOf({ under, over });
    if (Math.min(under.value, over.value) - meeting.value <= range.tolerance) break;
    const width = over.at - under.at;
    const wanted = round % 3 === 2 ? (under.at + over.at) / 2 : round % 3 === 0 ? meeting.at : secantOf(under, over);
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

/** Returns the intersection of both tangents: between the points the function is nowhere below it. */
export function meetingOf({ under, over }: ConvexMinimum<ConvexPoint>): {
  readonly at: number;
  readonly value: number;
} {
  if (under.slope === over.slope) return over;
  const fall = over.value - over.slope * over.at - (under.value - under.slope * under.at);
  const at = Math.min(over.at, Math.max(under.at, fall / (under.slope - over.slope)));
  return { at, value: under.value + under.slope * (at - under.at) };
}

/** Returns the secant step: where the slope is zero if it is linear between the points. */
function secantOf(under: ConvexPoint, over: ConvexPoint): number {
  return under.at + shareOf({ under, over }) * (over.at - under.at);
}

/** Returns the weight of the upper point in the combination of both whose slope is zero; 0 if they are the same. */
export function shareOf({ under, over }: ConvexMinimum<ConvexPoint>): number {
  return over.slope <= under.slope ? 0 : -under.slope / (over.slope - under.slope);
}
