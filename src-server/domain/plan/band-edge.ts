/**
 * Goals of a plan that trades back to the edge of the band and no further (decision O6). What is outside its band goes
 * to its edge; everything else stays, but for what has to pay for that, or to take what it brings in. Pure; weights are
 * floats, since exact amounts come with the orders.
 */
import { type DriftBand, halfWidth } from '../valuation/drift.ts';
import type { RebalanceRow } from './rebalance-row.ts';

export interface EdgeRow {
  /** Shares of the value after costs. */
  readonly weight: number;
  readonly target: number;
  /** How far it may be from its target. */
  readonly half: number;
  readonly isBreached: boolean;
  /** What it can reach: nothing is bought where no exchange lists it, nor sold where none is connected. */
  readonly least: number;
  readonly most: number;
}

/**
 * The weight that each row should have. Cash moves towards its target and never beyond it. What it cannot pay for or
 * take is traded in rows that are on the other side of their targets, those first that are furthest within their bands:
 * all of them end at the same share of the way to their edges.
 */
export function edgeWeights(rows: readonly EdgeRow[]): number[] {
  const weightsAt = (over: number, under: number) => rows.map((row) => goalOf(row, over, under));
  const atEdge = weightsAt(1, 1);
  const cashDrift = rows.reduce((sum, { weight, target }) => sum + target - weight, 0) + surplusOf(rows);
  const cashAfter = (goals: readonly number[]) =>
    rows.reduce((sum, { weight }, index) => sum + weight - (goals[index] ?? weight), cashDrift);
  const [floor, ceiling] = [Math.min(cashDrift, 0), Math.max(cashDrift, 0)];
  if (cashAfter(atEdge) > ceiling)
    return searched(
      (share) => weightsAt(1, share),
      (goals) => cashAfter(goals) > ceiling,
    );
  if (cashAfter(atEdge) < floor)
    return searched(
      (share) => weightsAt(share, 1),
      (goals) => cashAfter(goals) < floor,
    );
  return atEdge;
}

/** The rows with the goals of such a plan; those that are not traded are `isIdle`. */
export function rowsToBandEdge(rows: readonly RebalanceRow[], band: DriftBand, netNavMinor: number): RebalanceRow[] {
  const edgeRows = rows.map((row) => edgeRow(row, band, netNavMinor));
  const goals = edgeWeights(edgeRows);
  return rows.map((row, index) => {
    const [goal = 0, weight = 0] = [goals[index], edgeRows[index]?.weight];
    if (goal === weight) return { ...row, isIdle: true };
    return { ...row, scaledTargetWeight: goal, roundsUp: edgeRows[index]?.isBreached ?? false };
  });
}

function edgeRow(row: RebalanceRow, band: DriftBand, netNavMinor: number): EdgeRow {
  const { drift, heldMinor, reachableMinor, scaledTargetWeight: target, buyVenue } = row;
  const half = halfWidth(band, drift.targetWeight);
  const weight = heldMinor / netNavMinor;
  return {
    weight,
    target,
    half: half * EDGE,
    isBreached: isOutside(drift, band, half),
    least: weight - reachableMinor / netNavMinor,
    most: buyVenue === null ? weight : Number.POSITIVE_INFINITY,
  };
}

/** By a thousandth of it inside, so that fills and costs other than estimated do not leave it outside. */
const EDGE = 0.999;

/** As the band is checked: a relative one compares rounded shares of the target. */
function isOutside({ drift, relativeDrift }: RebalanceRow['drift'], band: DriftBand, half: number): boolean {
  const isRelative = band.bandType === 'relative' && relativeDrift !== null;
  return isRelative ? Math.abs(relativeDrift) > band.threshold : Math.abs(drift) > half;
}

/** `over` and `under`: the share of the way to the edge at which rows above and below their targets may stay. */
function goalOf({ weight, target, half, isBreached, least, most }: EdgeRow, over: number, under: number): number {
  // Costs make every weight a little larger: that alone puts no row outside.
  const room = isBreached ? half : Math.max(half, Math.abs(weight - target));
  const wanted = Math.min(Math.max(weight, target - under * room), target + over * room);
  return Math.min(Math.max(wanted, least), most);
}

/** What the targets leave for cash is its target; where they leave nothing, it is 0. */
function surplusOf(rows: readonly EdgeRow[]): number {
  const targets = rows.reduce((sum, { target }) => sum + target, 0);
  return Math.min(0, 1 - targets);
}

/** The goals at the largest share at which it is not too much any more. */
function searched(at: (share: number) => number[], isTooMuch: (goals: readonly number[]) => boolean): number[] {
  let [enough, tooMuch] = [0, 1];
  for (let round = 0; round < BISECTIONS; round += 1) {
    const middle = (enough + tooMuch) / 2;
    if (isTooMuch(at(middle))) tooMuch = middle;
    else enough = middle;
  }
  return at(enough);
}

const BISECTIONS = 50;
