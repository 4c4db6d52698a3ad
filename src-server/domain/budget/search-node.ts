/**
 * Bounds one node of the branch and bound: the plans with certain choices and numbers of orders. A minimum commission
 * makes the number of orders matter, and a multiplier per order lets the relaxation respect limits on that number.
 */

import type { CompiledProblem } from './compile-problem.ts';
import { LagrangianRelaxation } from './lagrangian-relaxation.ts';
import type { OrderMultipliers, RelaxationSolution, WarmStart } from './relaxation-solution.ts';
import { FREE, NO_TRADE, type SegmentChoices, SIDES, type SideName } from './row-subproblem.ts';

type PerSide = Readonly<Record<SideName, number>>;

/**
 * The plans with these choices and, on each side, between `minOrders` and `maxOrders` orders. A positive order
 * multiplier relaxes the maximum and a negative one the minimum, so the relaxation remains a bound for every plan of
 * the node.
 */
export interface SearchNode {
  readonly choices: SegmentChoices;
  readonly minOrders: PerSide;
  readonly maxOrders: PerSide;
  readonly orderMultipliers: PerSide;
  readonly warmStart: WarmStart | null;
  /** The side whose number of orders was limited last: its multiplier gets more rounds. */
  readonly split: SideName | null;
}

export interface BoundedNode extends SearchNode {
  /** Upper bound: no plan of the node has a larger objective. */
  readonly bound: number;
  /** The relaxation at the node's order multipliers. */
  readonly relaxation: RelaxationSolution;
}

interface BoundingTerms {
  /** The bound of the parent node. */
  readonly bound: number;
  readonly cutoff: number;
  readonly toleranceMinor: number;
  /** The rounds for the multiplier of a side whose number of orders was not limited last. */
  readonly multiplierRounds: number;
}

/** Returns the node that contains every plan. */
export function rootNode({ buys, sells }: CompiledProblem): SearchNode {
  return {
    choices: {
      buys: new Int8Array(buys.rows.length).fill(FREE),
      sells: new Int8Array(sells.rows.length).fill(FREE),
    },
    minOrders: { buys: 0, sells: 0 },
    maxOrders: { buys: buys.rows.length, sells: sells.rows.length },
    orderMultipliers: { buys: 0, sells: 0 },
    warmStart: null,
    split: null,
  };
}

/** Returns the number of orders in the relaxation, fractions included. */
export function ordersOf({ segmentNumbers }: RelaxationSolution, side: SideName): number {
  return segmentNumbers[side].reduce((sum, segmentNumber) => sum + Math.min(1, segmentNumber), 0);
}

/** Returns the node with its best multipliers and its bound; `null` if none of its plans attains the cutoff. */
export function boundNode(compiled: CompiledProblem, unbounded: SearchNode, terms: BoundingTerms): BoundedNode | null {
  if (SIDES.some((side) => isInfeasible(unbounded, side))) return null;
  // If every choice of a side is made, its number of orders is fixed and a multiplier has no effect.
  const orderMultipliers = {
    buys: isDecided(unbounded, 'buys') ? 0 : unbounded.orderMultipliers.buys,
    sells: isDecided(unbounded, 'sells') ? 0 : unbounded.orderMultipliers.sells,
  };
  const node = { ...unbounded, orderMultipliers };
  const first = relaxed(compiled, node, orderMultipliers, node.warmStart, terms);
  if (first === null) return null;
  let best: MultiplierTrial = { orderMultipliers, relaxation: first };
  for (const side of SIDES) {
    if (isDecided(node, side)) continue;
    const found = bestMultiplier(compiled, node, side, best, terms);
    if (found === null) return null;
    best = found;
  }
  const { relaxation } = best;
  const bound = Math.min(terms.bound, relaxation.bound);
  return { ...node, ...best, warmStart: relaxation.warmStart, bound };
}

function isDecided({ choices }: SearchNode, side: SideName): boolean {
  return !choices[side].includes(FREE);
}

/** Whether the choices made leave too many or too few orders for the limits of the node. */
function isInfeasible({ choices, minOrders, maxOrders }: SearchNode, side: SideName): boolean {
  let sent = 0;
  let free = 0;
  for (const choice of choices[side]) {
    if (choice === FREE) free += 1;
    else if (choice !== NO_TRADE) sent += 1;
  }
  return sent > maxOrders[side] || sent + free < minOrders[side];
}

interface MultiplierTrial {
  readonly orderMultipliers: PerSide;
  readonly relaxation: RelaxationSolution;
}

/** Searches for the multiplier at which the number of orders of a side equals the limit that it would violate. */
function bestMultiplier(
  compiled: CompiledProblem,
  node: SearchNode,
  side: SideName,
  from: MultiplierTrial,
  terms: BoundingTerms,
): MultiplierTrial | null {
  let best = from;
  let last = from;
  let tooSmall = Number.NaN;
  let tooLarge = Number.NaN;
  const step = (STEP * compiled.problem.budgetMinor) / Math.max(1, orderCount(from.relaxation));
  for (let round = 0; round < (node.split === side ? SPLIT_ROUNDS : terms.multiplierRounds); round += 1) {
    const multiplier = last.orderMultipliers[side];
    const direction = directionOf(node, side, multiplier, ordersOf(last.relaxation, side));
    if (direction === 0) break;
    if (direction > 0) tooSmall = multiplier;
    else tooLarge = multiplier;
    const orderMultipliers = { ...last.orderMultipliers, [side]: nextMultiplier(tooSmall, tooLarge, step) };
    const relaxation = relaxed(compiled, node, orderMultipliers, last.relaxation.warmStart, terms);
    if (relaxation === null) return null;
    last = { orderMultipliers, relaxation };
    if (relaxation.bound < best.relaxation.bound) best = last;
  }
  return best;
}

const SPLIT_ROUNDS = 5;
/** The first step, as a fraction of the budget per order. */
const STEP = 0.3;

function orderCount(relaxation: RelaxationSolution): number {
  return ordersOf(relaxation, 'buys') + ordersOf(relaxation, 'sells');
}

function relaxed(
  compiled: CompiledProblem,
  { choices, minOrders, maxOrders }: SearchNode,
  orderMultipliers: PerSide,
  warmStart: WarmStart | null,
  { cutoff, toleranceMinor }: BoundingTerms,
): RelaxationSolution | null {
  const constantMinor = SIDES.reduce((sum, side) => {
    const limits = orderMultipliers[side] > 0 ? maxOrders : minOrders;
    return sum + orderMultipliers[side] * limits[side];
  }, 0);
  const multipliers: OrderMultipliers = { ...orderMultipliers, constantMinor };
  return new LagrangianRelaxation(compiled, { choices, toleranceMinor, cutoff, warmStart, multipliers }).relax();
}

/** Whether the multiplier has to rise (1), to fall (−1), or is optimal (0). */
function directionOf(
  { minOrders, maxOrders }: SearchNode,
  side: SideName,
  multiplier: number,
  orders: number,
): -1 | 0 | 1 {
  if (orders > maxOrders[side] + SLACK) return 1;
  if (orders < minOrders[side] - SLACK) return -1;
  if (multiplier > 0 && orders < maxOrders[side] - SLACK) return -1;
  if (multiplier < 0 && orders > minOrders[side] + SLACK) return 1;
  return 0;
}

const SLACK = 1e-6;

/** Returns the middle of a multiplier that is too small and one that is too large, or a step beyond the known one. */
function nextMultiplier(tooSmall: number, tooLarge: number, step: number): number {
  if (Number.isNaN(tooLarge)) return tooSmall + step + GROWTH * Math.max(0, tooSmall);
  if (Number.isNaN(tooSmall)) return tooLarge - step + GROWTH * Math.min(0, tooLarge);
  return (tooSmall + tooLarge) / 2;
}

const GROWTH = 3;
