/**
 * Computes the largest trade of one side of a plan for every part of a budget, over all of its rows: the best of every
 * set of orders and every division of the money among them.
 */

import { minWorthMinor } from '../costs/economic-order.ts';
import type { Side } from '../market-view.ts';
import type { RebalanceRow } from '../plan/rebalance-row.ts';
import { type DraftOrder, draftOrder, type SizingTerms } from '../plan/size-orders.ts';
import { budgetLevels, type CostRange, type Level } from './budget-levels.ts';

/** A row that may trade, and its range of costs. */
export interface Contender {
  readonly row: RebalanceRow;
  /** Largest trade; signed. */
  readonly tradeMinor: number;
  readonly range: CostRange;
  /** It trades at least for the beginning of its range, and that cost is spent already. */
  readonly isForced: boolean;
}

interface SideTable {
  readonly side: Side;
  readonly contenders: readonly Contender[];
  /** By units of cost; −∞ if no trade is possible. */
  readonly maxMinor: Float64Array;
  readonly levels: readonly (readonly Level[])[];
  /** By contender and units: the level that it trades, from 1; 0 for no trade. */
  readonly chosen: readonly Int32Array[];
  readonly unitsOf: readonly Int32Array[];
}

export function sideTable(
  side: Side,
  contenders: readonly Contender[],
  units: number,
  unitMinor: number,
  terms: SizingTerms,
): SideTable {
  let maxMinor = new Float64Array(units + 1);
  const [levels, chosen, unitsOf]: [Level[][], Int32Array[], Int32Array[]] = [[], [], []];
  for (const { row, tradeMinor, range, isForced } of contenders) {
    const own = budgetLevels(row, tradeMinor, range, unitMinor, terms);
    const spentMinor = isForced ? range.fromMinor : 0;
    const needed = Int32Array.from(own, ({ costMinor }) =>
      Math.max(0, Math.ceil((costMinor - spentMinor) / unitMinor)),
    );
    const picked = new Int32Array(units + 1);
    const next = isForced ? new Float64Array(units + 1).fill(Number.NEGATIVE_INFINITY) : maxMinor.slice();
    own.forEach(({ valueMinor }, level) => {
      const from = needed[level] as number;
      for (let spent = from; spent <= units; spent += 1) {
        const sum = (maxMinor[spent - from] as number) + valueMinor;
        if (sum > (next[spent] as number)) {
          next[spent] = sum;
          picked[spent] = level + 1;
        }
      }
    });
    maxMinor = next;
    levels.push(own);
    chosen.push(picked);
    unitsOf.push(needed);
  }
  return { side, contenders, maxMinor, levels, chosen, unitsOf };
}

/** Returns the units at which more is traded than with one unit less. */
export function stepsOf({ maxMinor }: SideTable): number[] {
  const steps: number[] = [];
  let most = Number.NEGATIVE_INFINITY;
  maxMinor.forEach((valueMinor, spent) => {
    if (valueMinor > most) steps.push(spent);
    most = Math.max(most, valueMinor);
  });
  return steps;
}

/** A contender that trades, and its level. */
export interface ChosenLevel extends Contender {
  readonly level: Level;
}

/** Returns the trades of the contenders if that many units are spent. */
export function chosenAt({ contenders, levels, chosen, unitsOf }: SideTable, units: number): ChosenLevel[] {
  const found: ChosenLevel[] = [];
  let left = units;
  for (let index = contenders.length - 1; index >= 0; index -= 1) {
    const at = (chosen[index]?.[left] ?? 0) - 1;
    const level = levels[index]?.[at];
    if (level === undefined) continue;
    left -= unitsOf[index]?.[at] ?? 0;
    found.push({ ...(contenders[index] as Contender), level });
  }
  return found.reverse();
}

/** Returns the least sum of the same orders, each still worth sending. */
export function minMinor(chosen: readonly ChosenLevel[]): number {
  let sumMinor = 0;
  for (const { row, level } of chosen) {
    const last = level.orders.at(-1);
    if (last !== undefined) sumMinor += level.beforeMinor + minWorthMinor(last.venue.curve, row.limits?.minOrderMinor);
  }
  return sumMinor;
}

export function draftsOf(chosen: readonly ChosenLevel[], side: Side, terms: SizingTerms): DraftOrder[] {
  return chosen.flatMap(({ row, level }) =>
    level.orders.flatMap(({ venue, quantityMicro }) => draftOrder(row, side, venue, quantityMicro, terms) ?? []),
  );
}
