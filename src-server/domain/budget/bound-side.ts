/**
 * Owns the least cost that one part of a side's plans can have: its relaxation, and the toll per order that makes the
 * relaxation keep the part's limits on the number of orders. Minimum commissions make those limits worth having.
 */

import type { BookSide } from './compile-book.ts';
import { type Choices, fillSide, OPEN, type SideFill } from './fill-side.ts';

/**
 * The plans with these choices and no fewer than `least` and no more than `most` orders. A toll above 0 is charged per
 * order and `most` of it granted, one below 0 is granted per order and `least` of it charged: whoever keeps the limit
 * does not lose by it, so what is found remains a bound.
 */
export interface SidePart {
  readonly choices: Choices;
  readonly least: number;
  readonly most: number;
  readonly toll: number;
}

export interface BoundedPart {
  readonly part: SidePart;
  /** No plan of the part costs less. */
  readonly bound: number;
}

/** The part with its best toll and bound, `fill` holding its relaxation; `null` if all of it costs `cutoff` or more. */
export function boundPart(
  side: BookSide,
  { part, bound }: BoundedPart,
  aim: { readonly target: number; readonly weight: -1 | 0 },
  cutoff: number,
  fill: SideFill,
): BoundedPart | null {
  if (part.least > part.most) return null;
  // With all choices made the number of orders is known, and there is nothing to be tolled.
  const isMade = !part.choices.includes(OPEN);
  let toll = isMade ? 0 : part.toll;
  let best = { toll, bound: Number.NEGATIVE_INFINITY };
  let under = Number.NaN;
  let over = Number.NaN;
  for (let round = 0; ; round += 1) {
    const reached = fillUnderToll(side, part, toll, aim, fill);
    if (reached === null || Math.max(bound, reached) >= cutoff) return null;
    if (reached > best.bound) best = { toll, bound: reached };
    const pull = pullOf(part, toll, fill.orders);
    if (isMade || round >= MAX_ROUNDS || pull === 0) break;
    if (pull > 0) under = toll;
    else over = toll;
    toll = nextToll(under, over, fill.cost / Math.max(1, fill.orders));
  }
  if (toll !== best.toll) fillUnderToll(side, part, best.toll, aim, fill);
  return { part: { ...part, toll: best.toll }, bound: Math.max(bound, best.bound) };
}

function fillUnderToll(
  side: BookSide,
  part: SidePart,
  toll: number,
  aim: { readonly target: number; readonly weight: -1 | 0 },
  fill: SideFill,
): number | null {
  const granted = toll * (toll > 0 ? part.most : part.least);
  const target = aim.target + aim.weight * granted;
  return fillSide(side, part.choices, { target, weight: aim.weight, toll }, fill) ? fill.cost - granted : null;
}

const SLACK = 1e-6;
const MAX_ROUNDS = 8;

/** Whether the toll has to rise (1), to fall (−1) or is as good as any. */
function pullOf({ least, most }: SidePart, toll: number, orders: number): -1 | 0 | 1 {
  if (orders > most + SLACK) return 1;
  if (orders < least - SLACK) return -1;
  if (toll > 0 && orders < most - SLACK) return -1;
  if (toll < 0 && orders > least + SLACK) return 1;
  return 0;
}

/** Between what was too little and what was too much, or a step beyond what is known so far. */
function nextToll(under: number, over: number, costPerOrder: number): number {
  if (Number.isNaN(over)) return under + STEP * costPerOrder + Math.max(0, under);
  if (Number.isNaN(under)) return over - STEP * costPerOrder + Math.min(0, over);
  return (under + over) / 2;
}

const STEP = 0.1;
