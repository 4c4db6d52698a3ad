/** The reason why Undo is impossible. */
import { beforeEach, expect, it } from 'vitest';
import { whyNotUndone } from '../../../src-renderer/components/commands/command-table.ts';
import { useLayout } from '../../../src-renderer/state/layout-store.ts';
import {
  addUndoable,
  hideUndoable,
  nextUndo,
  noteChange,
  noteFinal,
  takeBack,
  useUndo,
  withdrawUndoables,
} from '../../../src-renderer/state/undo-store.ts';
import { proves } from '../../conformance/proves.ts';

const WHY = 'A booked cash flow cannot be undone. Book a withdrawal of the same amount instead.';
const renamed = { id: 'undo-1', offer: 'Undo', done: 'Renamed.', undo: () => undefined };

beforeEach(withdrawUndoables);

function announced(): string {
  const { kind, latest } = nextUndo(useUndo.getState(), { ...useLayout.getState(), past: [] });
  return kind === 'world' ? `undoes ${latest?.done}` : whyNotUndone(latest, useUndo.getState().whyFinal);
}

it('is shown where the latest action is final, and no earlier one is undone', () => {
  addUndoable(renamed, 0);
  expect(announced()).toBe('undoes Renamed.');
  noteFinal(WHY);
  expect(announced()).toBe(WHY);
});

const booked = { ...renamed, id: 'undo-2', done: 'Booked.' };

/** An action with one request, and its undo with another one. */
function act(action: typeof renamed): void {
  const { changes } = useUndo.getState();
  noteChange();
  addUndoable(action, changes);
}
const undo = ({ id }: typeof renamed) => takeBack(id, async () => noteChange());

it('is a change by somebody else, although a later action was undone', proves('L77'), async () => {
  act(renamed);
  noteChange();
  act(booked);
  expect(announced()).toBe('undoes Booked.');
  await undo(booked);
  hideUndoable(renamed.id);
  expect(announced()).toBe('“Renamed.” can no longer be undone, because the world has changed since.');
});

it('is none where everything since was undone, in any order', async () => {
  act(renamed);
  act(booked);
  for (const { id } of [renamed, booked]) hideUndoable(id);
  await undo(booked);
  expect(announced()).toBe('undoes Renamed.');
  act(booked);
  hideUndoable(booked.id);
  await undo(renamed);
  expect(announced()).toBe('undoes Booked.');
});

it('is none where two undos run at once', async () => {
  const ended = { ...renamed, id: 'undo-3', done: 'Ended.' };
  for (const action of [renamed, booked, ended]) act(action);
  for (const { id } of [renamed, booked, ended]) hideUndoable(id);
  await Promise.all([undo(ended), undo(booked)]);
  expect(announced()).toBe('undoes Renamed.');
});

it('is no longer shown once something else was done, or the world is another one', () => {
  noteFinal(WHY);
  addUndoable(renamed, 0);
  expect(announced()).toBe('undoes Renamed.');
  withdrawUndoables();
  expect(announced()).toBe('There is nothing to undo.');
});
