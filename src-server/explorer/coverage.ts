/** Records the single faults that an exploration has tried, by target, kind and occurrence (decision Q5). */
import type { CellState, CoverageCell } from '../contract/control/explorer/explorations.ts';
import { faultTarget, kindOfFault, occurrenceOf, type ScheduledFault, wordOf } from './schedule.ts';

type TriedCell = Omit<CoverageCell, 'finding'>;

export class ContextCoverage {
  readonly #cells = new Map<string, TriedCell>();
  readonly #causes = new Map<string, readonly string[]>();

  plan(faults: readonly ScheduledFault[]): void {
    for (const fault of faults) this.#set(fault, 'waiting');
  }

  /** Marks a fault that was planned; ignores other schedules. `causes`: the causes of the client's breaches. */
  mark(fault: ScheduledFault, state: CellState, causes: readonly string[] = []): void {
    const key = keyOf(cellOf(fault, state));
    if (!this.#cells.has(key)) return;
    this.#set(fault, state);
    this.#causes.set(key, causes);
  }

  /**
   * Returns the cells in the order of the plan. `numberOf` returns the number of the finding with one of these causes.
   */
  cells(numberOf: (causes: readonly string[]) => number | null = () => null): CoverageCell[] {
    return [...this.#cells].map(([key, cell]) => ({ ...cell, finding: numberOf(this.#causes.get(key) ?? []) }));
  }

  counts(): { readonly done: number; readonly total: number } {
    const cells = [...this.#cells.values()];
    return { done: cells.filter(({ state }) => state !== 'waiting').length, total: cells.length };
  }

  #set(fault: ScheduledFault, state: CellState): void {
    const cell = cellOf(fault, state);
    this.#cells.set(keyOf(cell), cell);
  }
}

function cellOf(fault: ScheduledFault, state: CellState): TriedCell {
  const kind = 'action' in fault ? kindOfFault(fault) : wordOf(fault.body);
  return { target: faultTarget(fault), fault: kind, occurrence: occurrenceOf(fault), state };
}

function keyOf({ target, fault, occurrence }: TriedCell): string {
  return `${target} ${fault} ${occurrence}`;
}
