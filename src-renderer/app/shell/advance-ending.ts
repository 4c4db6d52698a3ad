/** What is said when an advance ended before its goal. One that reached it says so by the clock standing there. */
import type { ClockWire } from '../../../src-server/contract/control/world/clock.ts';
import { plural } from '../../components/format/format-number.ts';
import { formatInstant } from '../../components/format/format-time.ts';

export type LastAdvance = NonNullable<ClockWire['last_advance']>;

/** Title and text of the toast, or null when the advance got where it was to go. */
export function advanceEnding(last: LastAdvance): { readonly title: string; readonly message: string } | null {
  const after = `after ${plural(last.events, 'event')}`;
  const at = `The virtual clock is at ${formatInstant(last.now)} UTC`;
  switch (last.ended) {
    case 'reached':
      return null;
    case 'stopped':
      return { title: 'Advance stopped', message: `${at}, ${after}. Everything up to there has happened.` };
    case 'event_limit':
      return { title: 'Advance ended by its event limit', message: `${at}, ${after}. Advance again to go on.` };
    case 'time_limit':
      return {
        title: 'Advance ended by its time limit',
        message: `${at}, ${after}. What was waited for did not come by then. Advance again to wait longer.`,
      };
  }
}

/** What a long advance did, in one sentence or two: also said when it reached its goal, as it can be gone back on. */
export function formatJumpEnding(last: LastAdvance): string {
  const ending = advanceEnding(last);
  if (ending !== null) return `${ending.title}. ${ending.message}`;
  const events = plural(last.events, 'event');
  return `The virtual clock went from ${formatInstant(last.from)} to ${formatInstant(last.now)} UTC, with ${events}.`;
}
