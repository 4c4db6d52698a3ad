/** The accepted formats of an instant, and the message for an invalid one. */
import { describe, expect, it } from 'vitest';
import { instantFault, isPast, pastFault, toInstant } from '../../../src-renderer/components/forms/virtual-instant.ts';

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

  it.each([
    ['2026-03-02', '2026-03-02T00:00:00Z'],
    ['2026-3-2 9:05', '2026-03-02T09:05:00Z'],
    ['2026-03-02T09:30+01:00', '2026-03-02T09:30+01:00'],
    ['2.3.2026 09:30', '2026-03-02T09:30:00Z'],
    ['02.03.2026, 9.30', '2026-03-02T09:30:00Z'],
    ['02-03-2026 09:30:15', '2026-03-02T09:30:15Z'],
    ['2 March 2026 9:30 pm', '2026-03-02T21:30:00Z'],
    ['2 Mar 2026, 12:00 a.m.', '2026-03-02T00:00:00Z'],
    ['02/03/2026 09:30', '2026-03-02T09:30:00Z'],
  ])('may be written %s', (text, instant) => {
    expect(toInstant(text, 'day-first')).toBe(instant);
    expect(instantFault(text, 'day-first')).toBe(null);
  });

  it('with slashes is read as the language of the browser writes it', () => {
    expect(toInstant('03/02/2026 9:30 AM', 'month-first')).toBe('2026-03-02T09:30:00Z');
    expect(toInstant('03/02/2026 9:30 AM', 'day-first')).toBe('2026-02-03T09:30:00Z');
  });

  it('is rejected with the reason', () => {
    const like = 'Enter a date and a time, such as 2026-03-02 09:30.';
    for (const text of ['soon', '2026-03-02 9', '2/3/26 9:30', '2026-03-02 13:30 pm', '2 Xyz 2026'])
      expect(instantFault(text), text).toBe(like);
    expect(instantFault('30/02/2026', 'day-first')).toBe('2026-02-30 is not a valid date.');
    expect(instantFault('2026-02-30 09:30')).toBe('2026-02-30 is not a valid date.');
    expect(instantFault('2026-13-01 09:30')).toBe('2026-13-01 is not a valid date.');
    expect(instantFault('2026-03-02 25:10')).toBe('25:10:00 is not a valid time.');
  });

  it('is in the past only before now', () => {
    const nowMs = Date.parse('2026-03-02T09:30:00Z');
    expect(pastFault('2026-03-02 09:29', nowMs)).toBe(
      'This is in the past. It is already 2026-03-02 09:30:00 UTC, and virtual time only moves forward.',
    );
    expect(isPast(nowMs, '. To go back, choose a point under Rewind')).toBe(
      'This is in the past. It is already 2026-03-02 09:30:00 UTC. To go back, choose a point under Rewind.',
    );
    for (const text of ['2026-03-02 09:30', '2027-01-01', '', 'soon']) expect(pastFault(text, nowMs)).toBeNull();
  });
});
