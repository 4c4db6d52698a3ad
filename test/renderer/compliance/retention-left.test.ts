/**
 * The countdown of a record's retention: years and days by the calendar, the status indicator, and the instant at which
 * it ends.
 */
import { describe, expect, it } from 'vitest';
import { retentionLeft } from '../../../src-renderer/screens/compliance/retention-left.ts';

const left = (until: string, now: string) => retentionLeft(until, Date.parse(now));

describe('the remaining retention', () => {
  it.each([
    ['five years at once', '2031-03-02T09:30:00.000Z', '2026-03-02T09:30:00.000Z', '5 y 0 d'],
    ['a millisecond later', '2031-03-02T09:30:00.000Z', '2026-03-02T09:30:00.001Z', '4 y 364 d'],
    ['over a leap day', '2028-03-02T00:00:00.000Z', '2027-03-01T00:00:00.000Z', '1 y 1 d'],
    ['from a leap day', '2033-03-01T10:00:00.000Z', '2028-02-29T10:00:00.000Z', '5 y 0 d'],
    ['less than a year', '2031-03-02T09:30:00.000Z', '2030-03-02T09:30:00.001Z', '364 d'],
    ['less than a day', '2031-03-02T09:30:00.000Z', '2031-03-02T04:27:00.000Z', '5 h 3 m'],
    ['less than an hour', '2031-03-02T09:30:00.000Z', '2031-03-02T09:29:59.999Z', '1 m'],
  ])('%s is shown as %s to %s: %s', (_what, until, now, label) => {
    expect(left(until, now).label).toBe(label);
  });

  it('has a status indicator: full, half from 90 days on, hollow from the very instant of the end', () => {
    const until = '2031-03-02T09:30:00.000Z';
    const instants = ['2030-12-02T09:29:59.999Z', '2030-12-02T09:30:00.000Z', '2031-03-02T09:29:59.999Z', until];
    expect(instants.map((now) => left(until, now).state)).toEqual([
      'retained',
      'ends within 90 days',
      'ends within 90 days',
      'expired',
    ]);
    expect(left(until, until)).toMatchObject({ label: 'ended', mark: '○' });
  });
});
