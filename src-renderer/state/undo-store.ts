/**
 * The actions that can be undone, latest last: while their toast is shown, and afterwards until the world changes
 * again. `changes` counts requests sent from here and changes by others that the stream reports. A reload clears it.
 */
import { notifications } from '@mantine/notifications';
import { create } from 'zustand';
import { type Layout, useLayout } from './layout-store.ts';

export interface Undoable {
  /** Also the id of its toast. */
  readonly id: string;
  /** "Undo", or another label. */
  readonly offer: string;
  /** The action, as a sentence. */
  readonly done: string;
  readonly undo: () => void;
}

interface StoredUndoable extends Undoable {
  readonly isShown: boolean;
  /** The value of `othersOf` after the action: a different one is a later change of something else. */
  readonly others: number;
  /** The layout at the time of the action: a different one is a later step. */
  readonly layout: Layout;
}

interface UndoState {
  readonly undoables: readonly StoredUndoable[];
  /** Number of changes of the world, by anybody. */
  readonly changes: number;
  /** Those of actions that can be undone, and of their undos, as values that `changes` got. */
  readonly undoable: ReadonlySet<number>;
  /** Requests from here that the stream has not reported yet, such as `PUT /sim/portfolios/pf_1/targets`. */
  readonly unreported: readonly string[];
  /** Number of undos in progress. */
  readonly underWay: number;
  /** Why the latest action cannot be undone, as a sentence; null if it can, or no reason was given. */
  readonly whyFinal: string | null;
}

const INITIAL_STATE: UndoState = {
  undoables: [],
  changes: 0,
  undoable: new Set(),
  unreported: [],
  underWay: 0,
  whyFinal: null,
};

export const useUndo = create<UndoState>()(() => INITIAL_STATE);

/** `changesBefore`: the value of `changes` when the action began. An action before another change cannot be undone. */
export function addUndoable(undoable: Undoable, changesBefore: number): void {
  const { layout } = useLayout.getState();
  useUndo.setState((before) => {
    const counted = withChangesFrom(before, changesBefore);
    const others = othersOf(counted);
    return {
      ...counted,
      undoables: [
        ...before.undoables.filter((each) => each.isShown || each.others === others),
        { ...undoable, isShown: true, layout, others },
      ],
      whyFinal: null,
    };
  });
}

type Changes = Pick<UndoState, 'changes' | 'undoable'>;

/** The changes since `changesBefore` are those of an action that can be undone, or of an undo. */
function withChangesFrom({ changes, undoable }: Changes, changesBefore: number): Changes {
  const own = new Set(undoable);
  for (let change = changesBefore + 1; change <= changes; change += 1) own.add(change);
  return { changes, undoable: own };
}

/** Number of changes that cannot be undone from here: no action before one of them can be undone. */
const othersOf = ({ changes, undoable }: Changes) => changes - undoable.size;

/** The latest action cannot be undone: Undo gives the reason, and undoes nothing before it. */
export function noteFinal(whyFinal: string): void {
  useUndo.setState({ undoables: [], whyFinal });
}

/** Its toast has been closed. */
export function hideUndoable(id: string): void {
  useUndo.setState(({ undoables }) => ({
    undoables: undoables.map((each) => (each.id === id ? { ...each, isShown: false } : each)),
  }));
}

/** Removes the action, so that it cannot be undone twice, and runs its undo. */
export async function takeBack(id: string, run: () => Promise<void>): Promise<void> {
  const { changes: changesBefore } = useUndo.getState();
  useUndo.setState(({ undoables, underWay }) => ({
    undoables: undoables.filter((each) => each.id !== id),
    underWay: underWay + 1,
  }));
  await run();
  useUndo.setState((before) => ({ ...withChangesFrom(before, changesBefore), underWay: before.underWay - 1 }));
}

/** First segments of paths below `/sim` whose requests change nothing that an undo would revert. */
const NOT_UNDOABLE = new Set(
  'clock compare explorations journal lab-runs opened-scenarios preferences recordings scenario-runs scenarios signature sink snapshots sweeps worlds'.split(
    ' ',
  ),
);

function changesWorld(method: string, path: string): boolean {
  const [, , first = ''] = path.split('/');
  return method !== 'GET' && !NOT_UNDOABLE.has(first) && !path.endsWith('/rebalance-preview');
}

/** A request of the control plane is sent from here. */
export function noteSent(method: string, path: string): void {
  if (!changesWorld(method, path)) return;
  useUndo.setState(({ changes, unreported }) => ({
    changes: changes + 1,
    unreported: [...unreported, `${method} ${path}`],
  }));
}

/** The stream has reported it, or never will, because it was refused. */
export function settleSent(method: string, path: string): void {
  useUndo.setState(({ unreported }) => ({ unreported: without(unreported, `${method} ${path}`) }));
}

/**
 * The stream reports a request of the control plane; returns whether it was sent from here, and so is not a change by
 * somebody else.
 */
export function noteReported(method: string, path: string): boolean {
  const isOwn = useUndo.getState().unreported.includes(`${method} ${path}`);
  if (isOwn) settleSent(method, path);
  else if (changesWorld(method, path)) noteChange();
  return isOwn;
}

/** The world has changed without a request of the control plane: a rebalance is executed. */
export function noteChange(): void {
  useUndo.setState(({ changes }) => ({ changes: changes + 1 }));
}

function without(all: readonly string[], one: string): readonly string[] {
  const index = all.indexOf(one);
  return index === -1 ? all : all.toSpliced(index, 1);
}

/**
 * The target of Ctrl/⌘ Z now. A change of the world takes precedence over one of the layout, unless the latter is
 * newer.
 */
export function nextUndo(
  { undoables, ...counts }: UndoState,
  { layout, past }: { layout: Layout; past: readonly Layout[] },
) {
  const latest = undoables.at(-1);
  if (latest !== undefined && (latest.isShown || latest.layout === layout || past.length === 0)) {
    const isLast = latest.isShown || counts.underWay > 0 || othersOf(counts) === latest.others;
    return { kind: isLast ? 'world' : 'overtaken', latest } as const;
  }
  return { kind: past.length > 0 ? 'layout' : 'nothing', latest } as const;
}

/** Hides all messages. Their actions can still be undone. */
export function dismissMessages(): void {
  for (const { id } of useUndo.getState().undoables) hideUndoable(id);
  notifications.clean();
}

/** After a reset or a restored snapshot: earlier actions are no longer in this world. */
export function withdrawUndoables(): void {
  for (const { id } of useUndo.getState().undoables) notifications.hide(id);
  useUndo.setState({ undoables: [], whyFinal: null });
}
