/** The description of the effects of an undone advance. */
import { expect, it } from 'vitest';
import { undoLevels } from '../../../src-renderer/app/shell/undo-levels.ts';
import { AUTOMATIC_PREFIX } from '../../../src-server/contract/control/world/automatic-prefix.ts';

const NOW_MS = Date.parse('2026-03-02T09:35:00Z');

function takenBack(entries: Record<string, number>): string | undefined {
  const snapshot = {
    name: `${AUTOMATIC_PREFIX}1`,
    created_at: '2026-03-02T09:30:00.000Z',
    saved_at: '2026-03-02T09:30:00.000Z',
    now: '2026-03-02T09:30:00.000Z',
    seed: 1,
    events: 10,
    head: '',
    bytes: 1,
    takes_back: entries,
  };
  return undoLevels([snapshot], NOW_MS)[0]?.takesBack;
}

it('reports that rebalances were under way before where more ended than started', () => {
  expect(takenBack({ 'rebalance.executing': 2, 'rebalance.complete': 3 })).toBe(
    '5 m: 2 rebalances started and 3 completed (at least 1 of these started earlier)',
  );
  expect(takenBack({ 'rebalance.executing': 3, 'rebalance.complete': 3 })).toBe(
    '5 m: 3 rebalances started and 3 completed',
  );
  expect(
    takenBack({ 'rebalance.executing': 4, 'rebalance.complete': 2, 'rebalance.failed': 1, 'order.filled': 9 }),
  ).toBe('5 m: 4 rebalances started, 2 completed and 1 failed, 9 fills');
  expect(takenBack({ 'rebalance.complete': 1 })).toBe('5 m: 1 rebalance completed');
  expect(takenBack({})).toBe('5 m: nothing else has happened');
});

it('names what its user has made, which would be lost, and counts only the rest together', () => {
  const made = { 'portfolio.created': 1, 'policy.set': 2, 'constraints.set': 1, 'cash_flow.scheduled': 1 };
  expect(takenBack({ ...made, 'cash_flow.booked': 1, 'order.sent': 26, 'trade.settled': 3 })).toBe(
    '5 m: 1 created portfolio, 2 policies that were set, 1 change of constraints, 1 scheduled cash flow, ' +
      '1 booked cash flow, 29 other log entries',
  );
});
