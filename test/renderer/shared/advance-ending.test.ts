/** The texts about an advance that ended, and about one that had no goal. */
import { describe, expect, it } from 'vitest';
import { ApiError } from '../../../src-renderer/api/api-error.ts';
import { advanceEnding, type LastAdvance } from '../../../src-renderer/app/shell/advance-toast.ts';
import { nothingPending } from '../../../src-renderer/components/feedback/nothing-pending.ts';

const ended = (how: LastAdvance['ended']): LastAdvance => ({
  from: '2026-03-02T09:30:00.000Z',
  to: '2026-03-03T09:30:00.000Z',
  now: '2026-03-02T10:00:00.000Z',
  events: 1200,
  snapshot: null,
  ended: how,
});

describe('an advance that ended', () => {
  it('is not mentioned when it reached its goal', () => {
    expect(advanceEnding(ended('reached'))).toBe(null);
  });

  it.each([
    ['stopped', 'Advance stopped'],
    ['event_limit', 'The advance reached its timer limit'],
    ['time_limit', 'The advance reached its time limit'],
  ] as const)('reports that it was %s, and where the clock is', (how, title) => {
    const ending = advanceEnding(ended(how));
    expect(ending?.title).toBe(title);
    expect(ending?.message).toContain('2026-03-02\u00a010:00:00 UTC. ');
  });
});

describe('an advance to the next event', () => {
  it('that does not exist is reported calmly', () => {
    const details = [{ path: '/until', issue: 'nothing is due: no timer is pending' }];
    const message = 'The clock cannot be advanced: nothing is due: no timer is pending.';
    // Time can still be advanced, so the sentence of the service alone would be confusing.
    expect(nothingPending(new ApiError(400, 'invalid_request', message, details))).toMatch(
      /^No fill, report or retry is due\. Advance by an amount of time/,
    );
  });

  it('that failed for another reason is a failure', () => {
    expect(nothingPending(new ApiError(409, 'already_executing', 'An advance is under way.'))).toBe(null);
    expect(nothingPending(new TypeError('nothing is pending'))).toBe(null);
  });
});
