import { describe, expect, it } from 'vitest';
import { timeZone } from '../../../src-server/market/calendar/time-zone.ts';
import { at } from '../market-fixture.ts';

const HOUR_MS = 3_600_000;

describe('a time zone', () => {
  const berlin = timeZone('Europe/Berlin');
  const london = timeZone('Europe/London');

  it('changes its offset at the exact millisecond, 01:00 UTC on the last Sundays of March and October', () => {
    for (const [zone, winterMs] of [
      [berlin, HOUR_MS],
      [london, 0],
    ] as const) {
      expect(zone.offsetMs(at('2026-03-29T00:59:59.999Z'))).toBe(winterMs);
      expect(zone.offsetMs(at('2026-03-29T01:00:00Z'))).toBe(winterMs + HOUR_MS);
      expect(zone.offsetMs(at('2026-10-25T00:59:59.999Z'))).toBe(winterMs + HOUR_MS);
      expect(zone.offsetMs(at('2026-10-25T01:00:00Z'))).toBe(winterMs);
    }
  });

  it('agrees with Intl at every hour of a year', () => {
    const format = new Intl.DateTimeFormat('sv-SE', {
      timeZone: 'Europe/Berlin',
      dateStyle: 'short',
      timeStyle: 'medium',
    });
    for (let instantMs = at('2027-01-01T00:00:00Z'); instantMs < at('2028-01-01T00:00:00Z'); instantMs += HOUR_MS) {
      const wall = new Date(instantMs + berlin.offsetMs(instantMs)).toISOString().slice(0, 19).replace('T', ' ');
      expect(wall).toBe(format.format(instantMs));
    }
  });

  it('includes a change in December, as in Buenos Aires in 2007', () => {
    const buenosAires = timeZone('America/Argentina/Buenos_Aires');
    expect(buenosAires.offsetMs(at('2007-12-30T02:59:59.999Z'))).toBe(-3 * HOUR_MS);
    expect(buenosAires.offsetMs(at('2007-12-30T03:00:00Z'))).toBe(-2 * HOUR_MS);
  });

  it('turns wall time into the instant that shows it', () => {
    expect(berlin.toInstantMs(at('2026-03-02T09:00:00Z'))).toBe(at('2026-03-02T08:00:00Z'));
    expect(berlin.toInstantMs(at('2026-07-01T09:00:00Z'))).toBe(at('2026-07-01T07:00:00Z'));
  });

  it('takes the earlier instant of a wall time that happens twice and moves a skipped one forward', () => {
    expect(berlin.toInstantMs(at('2026-10-25T02:30:00Z'))).toBe(at('2026-10-25T00:30:00Z'));
    expect(berlin.toInstantMs(at('2026-03-29T02:30:00Z'))).toBe(at('2026-03-29T01:30:00Z'));
  });

  it('refuses an unknown zone', () => {
    expect(() => timeZone('Europe/Atlantis')).toThrow(RangeError);
  });
});
