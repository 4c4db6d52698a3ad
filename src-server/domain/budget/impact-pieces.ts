/**
 * Owns the pieces that stand for a stretch's cost in a linear model: along tangents, so that no cost is overstated and
 * what the model attains is a bound. Finest around the values that the optimum is likely to have.
 */

import { type Stretch, stretchCost } from './compile-book.ts';

export interface CostPiece {
  readonly width: number;
  readonly cost: number;
}

/** Between the points where neighbouring tangents meet the cost is taken as linear, which is never too much. */
export function impactPieces(stretch: Stretch, likely: readonly number[]): CostPiece[] {
  const { low, high, kink, impact } = stretch;
  const cuts = [low, ...(kink > low && kink < high ? [kink] : []), high];
  const pieces: CostPiece[] = [];
  for (let index = 1; index < cuts.length; index += 1) {
    const from = cuts[index - 1] as number;
    const to = cuts[index] as number;
    if (impact === 0) pieces.push({ width: to - from, cost: stretchCost(stretch, to) - stretchCost(stretch, from) });
    else pieces.push(...tangentPieces(stretch, from, to, likely));
  }
  return pieces.filter(({ width }) => width > 0);
}

const AROUND = [0.5, 0.8, 0.93, 0.98, 1, 1.02, 1.07, 1.25, 2];
const ALONG = [0, 0.15, 0.4, 0.7, 1];

function tangentPieces(stretch: Stretch, from: number, to: number, likely: readonly number[]): CostPiece[] {
  const points = [
    ...ALONG.map((part) => from + part * (to - from)),
    ...likely.flatMap((value) => AROUND.map((factor) => stretch.offset + factor * (value - stretch.offset))),
  ];
  const sorted = [...new Set(points)].filter((point) => point >= from && point <= to).sort((a, b) => a - b);
  const spaced = sorted.filter((point, index) => index === 0 || point - (sorted[index - 1] as number) > 1e-6 * to);
  const pieces: CostPiece[] = [];
  let at = from;
  spaced.forEach((point, index) => {
    const slope = slopeAt(stretch, point, from);
    const next = spaced[index + 1];
    const end = next === undefined ? to : meeting(stretch, point, next, from);
    pieces.push({ width: end - at, cost: slope * (end - at) });
    at = end;
  });
  return pieces;
}

/** The slope of the cost at a point of a piece that begins at `from`: a kink belongs to what follows it. */
function slopeAt({ slope, extra, kink, impact, offset }: Stretch, point: number, from: number): number {
  return slope + (from >= kink ? extra : 0) + 1.5 * impact * Math.sqrt(point - offset);
}

function meeting(stretch: Stretch, left: number, right: number, from: number): number {
  const leftSlope = slopeAt(stretch, left, from);
  const rightSlope = slopeAt(stretch, right, from);
  const rise = stretchCost(stretch, right) - stretchCost(stretch, left);
  if (rightSlope - leftSlope <= 1e-12 * rightSlope) return (left + right) / 2;
  return (rightSlope * right - leftSlope * left - rise) / (rightSlope - leftSlope);
}
