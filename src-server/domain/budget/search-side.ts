/**
 * Owns the cheapest orders with which one side of a book reaches an aim: branch and bound over the number of orders and
 * the rows' choices, best bound first. Deterministic; it ends with a proof, at a gap, or after a number of parts.
 */

import { type BoundedPart, boundPart, type SidePart } from './bound-side.ts';
import type { BookSide } from './compile-book.ts';
import { type Choices, fillSide, newSideFill, OFF, OPEN, type SideFill } from './fill-side.ts';

export interface SideGoal {
  readonly target: number;
  readonly weight: -1 | 0;
  /** What costs this much or more is of no interest. */
  readonly costLimit: number;
  /** As soon as something costs no more than this, it will do. */
  readonly costEnough: number;
  /** How far the cost found may be above the bound. */
  readonly tolerance: number;
  readonly maxParts: number;
}

export interface CheapestSide {
  /** Nothing costs less, or nothing less than the limit. */
  readonly bound: number;
  /** `null` if nothing below the limit was found. */
  readonly found: { readonly cost: number; readonly amount: number; readonly values: Float64Array } | null;
  readonly choices: Choices | null;
  readonly parts: number;
}

export function searchSide(side: BookSide, goal: SideGoal): CheapestSide {
  const fill = newSideFill(side);
  const whole = { choices: new Int8Array(side.rows.length).fill(OPEN), least: 0, most: side.rows.length, toll: 0 };
  const open: BoundedPart[] = [{ part: whole, bound: Number.NEGATIVE_INFINITY }];
  let found: CheapestSide['found'] = null;
  let choices: Choices | null = null;
  let parts = 0;
  let settled = Number.POSITIVE_INFINITY;
  let cutoff = goal.costLimit;
  while (open.length > 0 && parts < goal.maxParts) {
    const next = takeBest(open);
    if (next.bound >= cutoff || (found !== null && found.cost <= goal.costEnough)) {
      open.push(next);
      break;
    }
    parts += 1;
    const bounded = boundPart(side, next, goal, cutoff, fill);
    if (bounded === null) {
      settled = Math.min(settled, Math.max(next.bound, cutoff));
      continue;
    }
    const branches = branchesOf(side, bounded, fill);
    for (const rounded of roundings(fill)) {
      const reaches = fillSide(side, rounded, { ...goal, toll: 0 }, fill);
      if (!reaches || fill.cost >= (found?.cost ?? goal.costLimit)) continue;
      found = { cost: fill.cost, amount: fill.amount, values: mixedValues(fill) };
      choices = rounded;
      cutoff = Math.min(goal.costLimit, found.cost - goal.tolerance);
    }
    if (branches.length === 0) settled = Math.min(settled, bounded.bound);
    for (const part of branches) open.push({ part, bound: bounded.bound });
  }
  const reached = open.reduce((least, { bound }) => Math.min(least, bound), settled);
  return { bound: Math.min(reached, found?.cost ?? goal.costLimit), found, choices, parts };
}

/** Of equal bounds the latest, which is the deepest. */
function takeBest(open: BoundedPart[]): BoundedPart {
  let best = open.length - 1;
  for (let index = best - 1; index >= 0; index -= 1) {
    if ((open[index] as BoundedPart).bound < (open[best] as BoundedPart).bound) best = index;
  }
  return open.splice(best, 1)[0] as BoundedPart;
}

/** Parts that together hold every plan of the part; none if its relaxation is itself a plan. */
function branchesOf(side: BookSide, { part }: BoundedPart, fill: SideFill): SidePart[] {
  const { least, most, toll } = part;
  const cut = widestCut(fill);
  const whole = Math.floor(fill.orders + BROKEN);
  const isBroken = fill.orders - whole > BROKEN;
  if (isBroken && whole >= least && whole < most) return splitAfter(part, whole);
  if (cut !== null) return choicesOf(side, part, cut);
  // Without a cut row it is a plan, unless a toll was granted for another number of orders than it has.
  const granted = toll > 0 ? most : toll < 0 ? least : whole;
  if (whole === granted && whole >= least && whole <= most) return [];
  const last = toll > 0 ? whole : whole - 1;
  return last >= least && last < most ? splitAfter(part, last) : openRowOf(side, part);
}

function splitAfter(part: SidePart, orders: number): SidePart[] {
  return [
    { ...part, most: orders },
    { ...part, least: orders + 1 },
  ];
}

function choicesOf(side: BookSide, part: SidePart, row: number): SidePart[] {
  return Array.from({ length: (side.rows[row]?.length ?? 0) + 1 }, (_, index) => {
    const choices = part.choices.slice();
    choices[row] = index === 0 ? OFF : index - 1;
    return { ...part, choices };
  });
}

function openRowOf(side: BookSide, part: SidePart): SidePart[] {
  const row = part.choices.indexOf(OPEN);
  return row === -1 ? [] : choicesOf(side, part, row);
}

const BROKEN = 0.02;

/** Choices near the relaxation: of the rows that are cut as many taken in full as it takes, or one more. */
export function roundings(fill: SideFill): Choices[] {
  const { lower, upper, share } = fill;
  const cut = cutRows(fill);
  const below = (share === 1 ? upper : lower).picks.slice();
  if (cut.length === 0) return [below];
  const widths = cut.map((row) => widthOf(fill, row));
  let rest = share * widths.reduce((sum, width) => sum + width, 0);
  const above = below.slice();
  for (const [index, row] of cut.entries()) {
    above[row] = upper.picks[row] as number;
    if (rest < (widths[index] as number)) break;
    below[row] = upper.picks[row] as number;
    rest -= widths[index] as number;
  }
  return [below, above];
}

/** The values of the mixture that a fill stands for. */
export function mixedValues({ lower, upper, share }: SideFill): Float64Array {
  if (share === 0) return lower.values.slice();
  return lower.values.map((value, index) => value + share * ((upper.values[index] as number) - value));
}

/** The row that the relaxation cuts at the largest value. */
function widestCut(fill: SideFill): number | null {
  let widest = 0;
  let found: number | null = null;
  for (const row of cutRows(fill)) {
    const width = widthOf(fill, row);
    if (width <= widest) continue;
    widest = width;
    found = row;
  }
  return found;
}

/** The rows that are between their choices below and above the price. */
function cutRows({ lower, upper, share }: SideFill): number[] {
  const rows: number[] = [];
  if (share === 0 || share === 1) return rows;
  lower.picks.forEach((pick, row) => {
    if (pick !== upper.picks[row]) rows.push(row);
  });
  return rows;
}

function widthOf({ lower, upper }: SideFill, row: number): number {
  return (upper.values[row] as number) - (lower.values[row] as number);
}
