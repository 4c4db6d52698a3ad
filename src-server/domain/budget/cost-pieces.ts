/**
 * Approximates the cost of a segment by linear pieces for a linear model. They follow tangents, so they never overstate
 * a cost and the optimum of the model is a bound. They are finest around the values that are likely at the optimum.
 */

import { type CostSegment, segmentCost } from './cost-segment.ts';

interface CostPiece {
  readonly width: number;
  readonly cost: number;
}

/** Returns the pieces from the low end of the segment to its high end. */
export function costPieces(segment: CostSegment, likely: readonly number[]): CostPiece[] {
  const { low, high, kink, impact } = segment;
  const cuts = [low, ...(kink > low && kink < high ? [kink] : []), high];
  const pieces: CostPiece[] = [];
  for (let index = 1; index < cuts.length; index += 1) {
    const from = cuts[index - 1] as number;
    const to = cuts[index] as number;
    if (impact === 0) pieces.push({ width: to - from, cost: segmentCost(segment, to) - segmentCost(segment, from) });
    else pieces.push(...tangentPieces(segment, from, to, likely));
  }
  return pieces.filter(({ width }) => width > 0);
}

/** Tangent points as multiples of a likely value, and as fractions of the way along the segment. */
const AROUND_LIKELY = [0.5, 0.8, 0.93, 0.98, 1, 1.02, 1.07, 1.25, 2];
const ALONG_SEGMENT = [0, 0.15, 0.4, 0.7, 1];

/** Returns pieces that each follow one tangent, up to its intersection with the next one. */
function tangentPieces(segment: CostSegment, from: number, to: number, likely: readonly number[]): CostPiece[] {
  const points = [
    ...ALONG_SEGMENT.map((part) => from + part * (to - from)),
    ...likely.flatMap((value) => AROUND_LIKELY.map((factor) => segment.offset + factor * (value - segment.offset))),
  ];
  const sorted = [...new Set(points)].filter((point) => point >= from && point <= to).sort((a, b) => a - b);
  const spaced = sorted.filter((point, index) => index === 0 || point - (sorted[index - 1] as number) > 1e-6 * to);
  const pieces: CostPiece[] = [];
  let at = from;
  spaced.forEach((point, index) => {
    const slope = slopeAt(segment, point, from);
    const next = spaced[index + 1];
    const end = next === undefined ? to : intersection(segment, point, next, from);
    pieces.push({ width: end - at, cost: slope * (end - at) });
    at = end;
  });
  return pieces;
}

/** Returns the slope of the cost at a point of a range that begins at `from`; a kink belongs to the range after it. */
function slopeAt({ slope, extra, kink, impact, offset }: CostSegment, point: number, from: number): number {
  return slope + (from >= kink ? extra : 0) + 1.5 * impact * Math.sqrt(point - offset);
}

function intersection(segment: CostSegment, left: number, right: number, from: number): number {
  const leftSlope = slopeAt(segment, left, from);
  const rightSlope = slopeAt(segment, right, from);
  const rise = segmentCost(segment, right) - segmentCost(segment, left);
  if (rightSlope - leftSlope <= 1e-12 * rightSlope) return (left + right) / 2;
  return (rightSlope * right - leftSlope * left - rise) / (rightSlope - leftSlope);
}
