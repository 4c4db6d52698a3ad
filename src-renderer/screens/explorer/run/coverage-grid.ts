/** The single faults of an exploration as tables: by target and kind. Pure. */
import type { ExplorationCell } from '../../../api/runs/explorations-api.ts';
import { formatCount } from '../../../components/format/format-number.ts';
import { describeFault, groupOfFault } from './fault-labels.ts';

type CellState = ExplorationCell['state'];

export interface CoverageCell {
  readonly key: string;
  readonly occurrence: number;
  readonly state: CellState;
  /** The trial, and its result. */
  readonly description: string;
  /** The finding that it led to; null: none. */
  readonly finding: number | null;
}

export interface CoverageRow {
  readonly target: string;
  /** One for each column; null if the fault does not fit the target. */
  readonly entries: readonly (CoverageEntry | null)[];
}

interface CoverageEntry {
  readonly fault: string;
  /** By occurrence. */
  readonly shown: readonly CoverageCell[];
  /** The others that do not fit; empty: all are shown. */
  readonly more: string;
}

export interface CoverageTable {
  readonly title: string;
  /** Kinds of faults. */
  readonly faults: readonly string[];
  readonly rows: readonly CoverageRow[];
}

/** Best-established results first. */
export const STATE_LABELS: Readonly<Record<CellState, string>> = {
  finding: 'the client failed',
  sound: 'the client passed',
  missed: 'the fault had no effect',
  waiting: 'not tried yet',
};

/** For use after a count; findings are always shown. */
const SHORT_LABELS: Readonly<Record<CellState, string>> = {
  finding: 'failed',
  sound: 'passed',
  missed: 'no effect',
  waiting: 'not tried',
};

const TITLES = { operations: 'Requests', webhooks: 'Webhooks', exchanges: 'Exchanges' } as const;
/** For one kind of fault at one target; findings are shown beyond it. */
const MAX_SHOWN = 25;

/** Rows and columns in the order of the search. */
export function coverageTables(cells: readonly ExplorationCell[]): CoverageTable[] {
  const groups = Map.groupBy(cells, ({ fault }) => groupOfFault(fault));
  return (['operations', 'webhooks', 'exchanges'] as const).flatMap((group) => {
    const found = groups.get(group) ?? [];
    return found.length === 0 ? [] : [tableOf(TITLES[group], found)];
  });
}

function tableOf(title: string, cells: readonly ExplorationCell[]): CoverageTable {
  const faults = [...new Set(cells.map(({ fault }) => fault))];
  const rows = [...Map.groupBy(cells, ({ target }) => target)].map(([target, ofTarget]) => {
    const byFault = Map.groupBy(ofTarget, ({ fault }) => fault);
    return { target, entries: faults.map((fault) => entryOf(fault, byFault.get(fault) ?? [])) };
  });
  return { title, faults, rows };
}

function entryOf(fault: string, cells: readonly ExplorationCell[]): CoverageEntry | null {
  if (cells.length === 0) return null;
  const inOrder = [...cells].sort((one, other) => one.occurrence - other.occurrence);
  const isShown = ({ state }: ExplorationCell, index: number) => index < MAX_SHOWN || state === 'finding';
  const hidden = inOrder.filter((cell, index) => !isShown(cell, index));
  return {
    fault,
    shown: inOrder.filter(isShown).map((cell) => ({
      key: `${cell.target} ${cell.fault} ${cell.occurrence}`,
      occurrence: cell.occurrence,
      state: cell.state,
      description: describeCell(cell),
      finding: cell.finding,
    })),
    more: hidden.length === 0 ? '' : `and ${formatCount(hidden.length)} more: ${formatStates(hidden)}`,
  };
}

/** `startRebalance, the 2nd: no response (api_hang): the client passed`. */
export function describeCell(cell: ExplorationCell): string {
  const found = cell.finding === null ? '' : `: finding ${cell.finding}`;
  return `${describeTarget(cell)}: ${STATE_LABELS[cell.state]}${found}`;
}

function describeTarget({ target, fault, occurrence }: ExplorationCell): string {
  const what = groupOfFault(fault) === 'exchanges' ? target : `${target}, the ${ordinal(occurrence)}`;
  return `${what}: ${describeFault(fault)}`;
}

/** The single faults that led to a finding, as sentences. */
export function cellsOfFinding(cells: readonly ExplorationCell[], number: number): readonly string[] {
  return cells.filter(({ finding }) => finding === number).map((cell) => describeTarget(cell));
}

/** The number of cells in each state that occurs. */
export function countStates(cells: readonly Pick<ExplorationCell, 'state'>[]): [CellState, number][] {
  const states = Object.keys(STATE_LABELS) as CellState[];
  return states.map((state) => [state, cells.filter((cell) => cell.state === state).length]);
}

/** `27 did well, 48 not tried`, or `not tried` if that is true of all. */
function formatStates(cells: readonly ExplorationCell[]): string {
  const counts = countStates(cells).filter(([, count]) => count > 0);
  const [[only] = []] = counts;
  if (counts.length === 1 && only !== undefined) return SHORT_LABELS[only];
  return counts.map(([state, count]) => `${formatCount(count)} ${SHORT_LABELS[state]}`).join(', ');
}

/** `1st`, `2nd`, `3rd`, `11th`. */
export function ordinal(count: number): string {
  const isTeen = count % 100 >= 11 && count % 100 <= 13;
  const ending = isTeen ? 'th' : (['th', 'st', 'nd', 'rd'][count % 10] ?? 'th');
  return `${count}${ending}`;
}
