/** How a person writes an instant, and what is said of a text that is none. */
import { describe, expect, it } from 'vitest';
import { instantFault, toInstant } from '../../../src-renderer/components/forms/virtual-instant.ts';

describe('an instant as text', () => {
  it('is a day and a time of day in UTC, or the ISO text of the service', () => {
    expect(toInstant(' 2026-03-02  09:30 ')).toBe('2026-03-02T09:30:00Z');
    for (const text of [
      '',
      '2026-03-02 09:30',
      '2026-03-02T09:30:15',
      '2026-03-02T09:30:00.000Z',
      '2028-02-29 00:00',
    ]) {
      expect(instantFault(text), text).toBeNull();
    }
  });

  it('is refused with what is wrong with it', () => {
    const like = 'Write a date and a time like 2026-03-02 09:30.';
    expect(instantFault('03/02/2026 9:30 AM')).toBe(like);
    expect(instantFault('2026-03-02')).toBe(like);
    expect(instantFault('2026-02-30 09:30')).toBe('There is no day 2026-02-30.');
    expect(instantFault('2026-13-01 09:30')).toBe('There is no day 2026-13-01.');
    expect(instantFault('2026-03-02 25:10')).toBe('There is no time of day 25:10:00.');
  });
});
