/**
 * Splits a node into child nodes that together hold all of its plans: on the number of orders where the relaxation has
 * a fractional one, else on the segments of the row that is fractional at the largest value. Also fixes rows by their
 * reduced costs.
 */

import type { CompiledProblem } from './compile-problem.ts';
import { FREE, NO_TRADE, type SegmentChoices, SIDES, type SideName } from './row-subproblem.ts';
import { type BoundedNode, ordersOf, type SearchNode } from './search-node.ts';

/** Returns no children if every choice is made: then the relaxation is the plan of the node. */
export function branch(compiled: CompiledProblem, node: BoundedNode): SearchNode[] {
  const side = fractionalSide(node);
  if (side !== null) return splitOrders(node, side, Math.floor(ordersOf(node.relaxation, side) + MIN_FRACTION));
  const row = mostFractionalRow(compiled, node) ?? firstFreeRow(node);
  return row === null ? [] : splitRow(compiled, node, row);
}

interface RowPlace {
  readonly side: SideName;
  readonly row: number;
}

/** Returns the side whose number of orders is the most fractional, unless its limits already exclude that number. */
function fractionalSide({ relaxation, minOrders, maxOrders }: BoundedNode): SideName | null {
  let largest = MIN_FRACTION;
  let found: SideName | null = null;
  for (const side of SIDES) {
    const orders = ordersOf(relaxation, side);
    const whole = Math.floor(orders + MIN_FRACTION);
    const fraction = Math.min(orders - whole, 1 - orders + whole);
    if (fraction <= largest || whole < minOrders[side] || whole >= maxOrders[side]) continue;
    largest = fraction;
    found = side;
  }
  return found;
}

const MIN_FRACTION = 0.02;

/** Returns two children: one with at most `orders` orders, one with more. */
function splitOrders(node: BoundedNode, side: SideName, orders: number): SearchNode[] {
  const { choices, minOrders, maxOrders, orderMultipliers, warmStart } = node;
  const common = { choices, orderMultipliers, warmStart, split: side };
  return [
    { ...common, minOrders, maxOrders: { ...maxOrders, [side]: orders } },
    { ...common, maxOrders, minOrders: { ...minOrders, [side]: orders + 1 } },
  ];
}

/** Returns the free row whose fraction times its full value is the largest. */
function mostFractionalRow(compiled: CompiledProblem, { choices, relaxation }: BoundedNode): RowPlace | null {
  let widest = 0;
  let found: RowPlace | null = null;
  for (const side of SIDES) {
    relaxation.segmentNumbers[side].forEach((segmentNumber, row) => {
      if (choices[side][row] !== FREE) return;
      const part = segmentNumber - Math.floor(segmentNumber);
      const width = Math.min(part, 1 - part) * (compiled[side].rows[row]?.at(-1)?.high ?? 0);
      if (part < FLOAT_NOISE || part > 1 - FLOAT_NOISE || width <= widest) return;
      widest = width;
      found = { side, row };
    });
  }
  return found;
}

const FLOAT_NOISE = 1e-9;

function firstFreeRow({ choices }: SearchNode): RowPlace | null {
  for (const side of SIDES) {
    const row = choices[side].indexOf(FREE);
    if (row !== -1) return { side, row };
  }
  return null;
}

/** Returns one child without a trade of the row, and one per segment. */
function splitRow(compiled: CompiledProblem, node: BoundedNode, { side, row }: RowPlace): SearchNode[] {
  const { minOrders, maxOrders, orderMultipliers, warmStart } = node;
  return Array.from({ length: (compiled[side].rows[row]?.length ?? 0) + 1 }, (_, index) => {
    const choices = withChoice(node.choices, { side, row }, index === 0 ? NO_TRADE : index - 1);
    return { choices, minOrders, maxOrders, orderMultipliers, warmStart, split: null };
  });
}

export function withChoice(choices: SegmentChoices, { side, row }: RowPlace, choice: number): SegmentChoices {
  const own = choices[side].slice();
  own[row] = choice;
  return { ...choices, [side]: own };
}

/** Returns the choices of a node, with rows fixed whose other choices would lower the bound below the cutoff. */
export function fixedByReducedCosts({ relaxation, choices }: BoundedNode, cutoff: number): SegmentChoices {
  const { trading, bestSegments, segmentLeads } = relaxation.reducedCosts;
  const slack = relaxation.bound - cutoff;
  const fixed = (side: SideName) =>
    choices[side].map((choice, row) => {
      const reducedCost = trading[side][row] as number;
      if (choice !== FREE || Math.abs(reducedCost) <= slack) return choice;
      if (reducedCost < 0) return NO_TRADE;
      return (segmentLeads[side][row] as number) > slack ? (bestSegments[side][row] as number) : FREE;
    });
  return { buys: fixed('buys'), sells: fixed('sells') };
}
