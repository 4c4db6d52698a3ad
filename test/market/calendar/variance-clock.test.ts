import { describe, expect, it } from 'vitest';
import { createVarianceClock, TAU_END, TAU_PER_DAY } from '../../../src-server/market/calendar/variance-clock.ts';
import { fc } from '../../support/draws.ts';
import { at } from '../market-fixture.ts';

const clock = createVarianceClock(0.25);

describe('the variance clock', () => {
  it('starts on 2000-01-03 in Berlin and counts one day per weekday', () => {
    expect(days('2000-01-02T23:00:00Z')).toBe(0);
    expect(days('2000-01-03T23:00:00Z')).toBe(1);
    // 2026-03-02 is 26 years and some weeks later: 9555 days = 1365 weeks, 5 weekdays each.
    expect(days('2026-03-01T23:00:00Z')).toBe(1365 * 5);
  });

  it('puts 75 % of a weekday between 09:00 and 17:30, in winter and summer time', () => {
    expect(days('2026-03-02T16:30:00Z') - days('2026-03-02T08:00:00Z')).toBeCloseTo(0.75, 10);
    expect(days('2026-07-01T15:30:00Z') - days('2026-07-01T07:00:00Z')).toBeCloseTo(0.75, 10);
  });

  it('spreads the other 25 % evenly over the night', () => {
    // 9 of the 15.5 hours outside the session: 0.25 x 9 / 15.5
    expect(days('2026-03-02T08:00:00Z') - days('2026-03-01T23:00:00Z')).toBeCloseTo((0.25 * 9) / 15.5, 10);
  });

  it('does not advance from Friday midnight to Monday midnight in Berlin, even when the clocks change', () => {
    expect(days('2026-03-27T23:00:00Z')).toBe(days('2026-03-29T22:00:00Z'));
    expect(days('2026-10-23T22:00:00Z')).toBe(days('2026-10-25T23:00:00Z'));
    expect(days('2026-03-29T22:00:01Z')).toBeGreaterThan(days('2026-03-29T22:00:00Z'));
  });

  it('runs about three times as fast at the open and the close as in the middle of the session', () => {
    const perMinute = (iso: string) => clock.tauAt(at(iso) + 60_000) - clock.tauAt(at(iso));
    const middle = perMinute('2026-03-02T12:15:00Z');
    expect(perMinute('2026-03-02T08:00:00Z') / middle).toBeCloseTo(3, 1);
    expect(perMinute('2026-03-02T16:29:00Z') / middle).toBeCloseTo(3, 1);
    expect(perMinute('2026-03-02T10:00:00Z')).toBeLessThan(perMinute('2026-03-02T09:00:00Z'));
  });

  it('grows with every millisecond of a weekday and never falls', () => {
    const instant = fc.integer({ min: at('2000-01-03T00:00:00Z'), max: at('2062-09-30T00:00:00Z') });
    fc.assert(
      fc.property(instant, fc.integer({ min: 1, max: 86_400_000 }), (time, aheadMs) => {
        expect(clock.tauAt(time + aheadMs)).toBeGreaterThanOrEqual(clock.tauAt(time));
        const weekday = new Date(time + 7_200_000).getUTCDay();
        const sure = weekday >= 1 && weekday <= 5 && new Date(time).getUTCDay() === weekday;
        if (sure) expect(clock.tauAt(time + 1)).toBeGreaterThan(clock.tauAt(time));
      }),
      { numRuns: 500 },
    );
  });

  it('is clamped outside its 16 384 days', () => {
    expect(days('1990-01-01T00:00:00Z')).toBe(0);
    expect(clock.tauAt(at('2063-01-01T00:00:00Z'))).toBe(TAU_END - 1);
    expect(clock.tauAt(at('2062-10-01T00:00:00Z'))).toBeLessThan(TAU_END - 1);
  });
});

function days(iso: string): number {
  return clock.tauAt(at(iso)) / TAU_PER_DAY;
}
