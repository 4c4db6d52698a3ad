/**
 * Proposes complete choices that are likely to give good plans: roundings of a relaxation, and neighbours of the
 * incumbent that differ in one or two rows. They prove nothing, but a good incumbent early saves most of the search.
 */

import { withChoice } from './branching.ts';
import type { CompiledProblem } from './compile-problem.ts';
import type { ReducedCosts } from './reduced-costs.ts';
import type { RelaxationSolution } from './relaxation-solution.ts';
import { FREE, NO_TRADE, type SegmentChoices, SIDES, type SideName } from './row-subproblem.ts';

/** Returns all fractional rows rounded at the same threshold, once per threshold. */
export function roundings(choices: SegmentChoices, { segmentNumbers }: RelaxationSolution): SegmentChoices[] {
  return THRESHOLDS.map((threshold) => {
    const rounded = (side: SideName) =>
      choices[side].map((choice, row) => {
        const segmentNumber = segmentNumbers[side][row] as number;
        const whole = Math.floor(segmentNumber);
        return choice === FREE ? whole - 1 + (segmentNumber - whole >= threshold ? 1 : 0) : choice;
      });
    return { buys: rounded('buys'), sells: rounded('sells') };
  });
}

const THRESHOLDS = [0.5, 1, 0.05];

/**
 * Returns choices with one order removed, one added, or one replaced by another, among the rows of either side with the
 * smallest and the largest reduced costs. These must be the reduced costs of the root.
 */
export function neighbours(
  compiled: CompiledProblem,
  choices: SegmentChoices,
  { trading, bestSegments }: ReducedCosts,
): SegmentChoices[] {
  const found: SegmentChoices[] = [];
  for (const side of SIDES) {
    const rows = [...choices[side].keys()].filter((row) => compiled[side].rows[row]?.length !== 0);
    const reducedCost = (row: number) => trading[side][row] as number;
    const sent = rows.filter((row) => choices[side][row] !== NO_TRADE);
    const unsent = rows.filter((row) => choices[side][row] === NO_TRADE);
    sent.sort((a, b) => reducedCost(a) - reducedCost(b) || a - b);
    unsent.sort((a, b) => reducedCost(b) - reducedCost(a) || a - b);
    const fewer = sent.slice(0, NEIGHBOURS).map((row) => withChoice(choices, { side, row }, NO_TRADE));
    for (const row of unsent.slice(0, NEIGHBOURS)) {
      const segment = bestSegments[side][row] as number;
      found.push(...[choices, ...fewer].map((base) => withChoice(base, { side, row }, segment)));
    }
    found.push(...fewer);
  }
  return found;
}

/** The number of rows tried per side and direction. */
const NEIGHBOURS = 3;
