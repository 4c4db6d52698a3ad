/** Which single faults an exploration has tried, by what they hit, how, and at which occurrence (decision Q5). */
import type { CellState, CoverageCell } from '../contract/control/explorer/explorations.ts';
import { faultTarget, kindOfFault, occurrenceOf, type ScheduledFault, wordOf } from './schedule.ts';

export class ContextCoverage {
  readonly #cells = new Map<string, CoverageCell>();

  plan(faults: readonly ScheduledFault[]): void {
    for (const fault of faults) this.#set(fault, 'waiting');
  }

  /** One that was planned; other schedules are no cells. */
  mark(fault: ScheduledFault, state: CellState): void {
    if (this.#cells.has(keyOf(cellOf(fault, state)))) this.#set(fault, state);
  }

  /** In the order of the plan. */
  cells(): CoverageCell[] {
    return [...this.#cells.values()];
  }

  counts(): { readonly done: number; readonly total: number } {
    const cells = this.cells();
    return { done: cells.filter(({ state }) => state !== 'waiting').length, total: cells.length };
  }

  #set(fault: ScheduledFault, state: CellState): void {
    const cell = cellOf(fault, state);
    this.#cells.set(keyOf(cell), cell);
  }
}

function cellOf(fault: ScheduledFault, state: CellState): CoverageCell {
  const kind = 'action' in fault ? kindOfFault(fault) : wordOf(fault.body);
  return { target: faultTarget(fault), fault: kind, occurrence: occurrenceOf(fault), state };
}

function keyOf({ target, fault, occurrence }: CoverageCell): string {
  return `${target} ${fault} ${occurrence}`;
}
