/** Policies as points of two measures, and which of them no other beats in both. Pure. */
import type { LabPolicyResult } from '../../../../src-server/contract/control/lab/lab-runs.ts';
import { figuresOf, inUnit, type LabMeasure } from './measure-format.ts';

export interface PolicyPoint {
  readonly policy: string;
  /** Means, in the displayed units. */
  readonly x: number;
  readonly y: number;
  /** The ends of the 95 % intervals of the means. */
  readonly xRange: readonly [number, number];
  readonly yRange: readonly [number, number];
  readonly isOnFrontier: boolean;
}

/** The points of the frontier in order, then the others. */
export function policyPoints(policies: readonly LabPolicyResult[], across: LabMeasure, up: LabMeasure): PolicyPoint[] {
  const points = policies.flatMap((result) => {
    const [x, y] = [estimateOn(result, across), estimateOn(result, up)];
    if (x === null || y === null) return [];
    return [{ policy: result.policy, x: x.mean, y: y.mean, xRange: x.range, yRange: y.range }];
  });
  const [signX, signY] = [signOf(across), signOf(up)];
  const beats = (one: { x: number; y: number }, other: { x: number; y: number }) => {
    const [byX, byY] = [(other.x - one.x) * signX, (other.y - one.y) * signY];
    return byX >= 0 && byY >= 0 && (byX > 0 || byY > 0);
  };
  return points
    .map((point) => ({ ...point, isOnFrontier: !points.some((other) => beats(other, point)) }))
    .sort((one, other) => one.x - other.x || one.y - other.y);
}

function estimateOn(result: LabPolicyResult, measure: LabMeasure) {
  const figures = figuresOf(result, measure);
  if (figures === null) return null;
  const [mean, low, high] = [figures.mean, figures.ci_low ?? figures.mean, figures.ci_high ?? figures.mean].map(
    (value) => inUnit(value, measure),
  ) as [number, number, number];
  return { mean, range: [low, high] as const };
}

/** 1 if less is better. */
function signOf({ better }: LabMeasure): 1 | -1 {
  return better === 'higher' ? -1 : 1;
}
