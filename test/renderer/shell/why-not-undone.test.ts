/** The reason why Undo is impossible. */
import { beforeEach, expect, it } from 'vitest';
import { whyNotUndone } from '../../../src-renderer/components/commands/command-table.ts';
import { useLayout } from '../../../src-renderer/state/layout-store.ts';
import {
  addUndoable,
  nextUndo,
  noteFinal,
  useUndo,
  withdrawUndoables,
} from '../../../src-renderer/state/undo-store.ts';

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

it('is no longer shown once something else was done, or the world is another one', () => {
  noteFinal(WHY);
  addUndoable(renamed, 0);
  expect(announced()).toBe('undoes Renamed.');
  withdrawUndoables();
  expect(announced()).toBe('There is nothing to undo.');
});
