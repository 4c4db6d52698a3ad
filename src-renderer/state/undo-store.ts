/**
 * What can be undone, latest last: what a toast offers, and afterwards what nothing else has followed. The numbers of
 * changes say that: `changes` counts what was sent from here and what the stream reports of others. A reload forgets it.
 */
import { notifications } from '@mantine/notifications';
import { create } from 'zustand';
import { type Layout, useLayout } from './layout-store.ts';

export interface Undoable {
  /** Also that of its toast. */
  readonly id: string;
  /** "Undo", or another word for it. */
  readonly offer: string;
  /** What was done, as a sentence. */
  readonly done: string;
  readonly undo: () => void;
}

interface StoredUndoable extends Undoable {
  readonly isShown: boolean;
  /** The layout when it was done: another one is a later step. */
  readonly layout: Layout;
}

interface UndoState {
  readonly undoables: readonly StoredUndoable[];
  /** Of the world, by anybody. */
  readonly changes: number;
  /** What `changes` was after the latest undoable, or after the latest was taken back. */
  readonly changesThen: number;
  /** Requests from here that the stream has not reported yet, like `PUT /sim/portfolios/pf_1/targets`. */
  readonly unreported: readonly string[];
  /** How many are being taken back. */
  readonly underWay: number;
  /** Why the latest thing done cannot be undone, as a sentence; null where it can, or nothing was said. */
  readonly whyFinal: string | null;
}

const NOTHING: UndoState = { undoables: [], changes: 0, changesThen: 0, unreported: [], underWay: 0, whyFinal: null };

export const useUndo = create<UndoState>()(() => NOTHING);

/** `changesBefore`: what `changes` was when the action began. What was done before something else cannot be undone. */
export function addUndoable(undoable: Undoable, changesBefore: number): void {
  const { layout } = useLayout.getState();
  useUndo.setState(({ undoables, changes, changesThen: changesAtUndoable }) => ({
    undoables: [
      ...undoables.filter(({ isShown }) => isShown || changesBefore === changesAtUndoable),
      { ...undoable, isShown: true, layout },
    ],
    changesThen: changes,
    whyFinal: null,
  }));
}

/** What was done cannot be undone: Undo says why, and takes back nothing that was done before it. */
export function noteFinal(whyFinal: string): void {
  useUndo.setState({ undoables: [], whyFinal });
}

/** Its toast has gone. */
export function hideUndoable(id: string): void {
  useUndo.setState(({ undoables }) => ({
    undoables: undoables.map((each) => (each.id === id ? { ...each, isShown: false } : each)),
  }));
}

/** Forgets it, so that nothing takes it back twice, and runs what takes it back. */
export async function takeBack(id: string, run: () => Promise<void>): Promise<void> {
  useUndo.setState(({ undoables, underWay }) => ({
    undoables: undoables.filter((each) => each.id !== id),
    underWay: underWay + 1,
  }));
  await run();
  useUndo.setState(({ changes, underWay }) => ({ changesThen: changes, underWay: underWay - 1 }));
}

/** First parts of paths below `/sim` whose requests change nothing that something undone would take with it. */
const CHANGE_NOTHING = new Set(
  'clock compare explorations journal lab-runs opened-scenarios preferences recordings scenario-runs scenarios signature sink snapshots sweeps worlds'.split(
    ' ',
  ),
);

function changesWorld(method: string, path: string): boolean {
  const [, , first = ''] = path.split('/');
  return method !== 'GET' && !CHANGE_NOTHING.has(first) && !path.endsWith('/rebalance-preview');
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

/** The stream reports a request of the control plane; says whether it was one from here, and no change that somebody else made. */
export function noteReported(method: string, path: string): boolean {
  const isOwn = useUndo.getState().unreported.includes(`${method} ${path}`);
  if (isOwn) settleSent(method, path);
  else if (changesWorld(method, path)) noteChange();
  return isOwn;
}

/** The world has changed by what is no request of the control plane: a rebalance is executed. */
export function noteChange(): void {
  useUndo.setState(({ changes }) => ({ changes: changes + 1 }));
}

function without(all: readonly string[], one: string): readonly string[] {
  const index = all.indexOf(one);
  return index === -1 ? all : all.toSpliced(index, 1);
}

/** What Ctrl/⌘ Z does now. A change of the world comes before one of the layout, unless that was made after it. */
export function nextUndo(
  { undoables, ...counts }: UndoState,
  { layout, past }: { layout: Layout; past: readonly Layout[] },
) {
  const latest = undoables.at(-1);
  if (latest !== undefined && (latest.isShown || latest.layout === layout || past.length === 0)) {
    const isLast = latest.isShown || counts.underWay > 0 || counts.changes === counts.changesThen;
    return { kind: isLast ? 'world' : 'overtaken', latest } as const;
  }
  return { kind: past.length > 0 ? 'layout' : 'nothing', latest } as const;
}

/** Hides all messages. What they offered to undo can still be undone. */
export function dismissMessages(): void {
  for (const { id } of useUndo.getState().undoables) hideUndoable(id);
  notifications.clean();
}

/** After a reset or a restored snapshot: what was done is not in this world any more. */
export function withdrawUndoables(): void {
  for (const { id } of useUndo.getState().undoables) notifications.hide(id);
  useUndo.setState({ undoables: [], whyFinal: null });
}
