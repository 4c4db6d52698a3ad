import { describe, expect, it } from 'vitest';
import { createVolumeCurve } from '../../../src-server/market/calendar/volume-curve.ts';
import { at, makeMarket } from '../market-fixture.ts';

const { data, calendars } = makeMarket(1);
const curve = createVolumeCurve(data, calendars);
const SAP = 'DE0007164600';

describe('the volume curve', () => {
  it('gives the average daily volume over a full day at the primary exchange', () => {
    const day = curve.expectedVolume(SAP, 'XETR', at('2026-03-02T00:00:00Z'), at('2026-03-03T00:00:00Z'));
    expect(day).toBeCloseTo(1_900_000, 4);
  });

  it('gives its secondary share elsewhere', () => {
    const day = curve.expectedVolume(SAP, 'XPAR', at('2026-03-02T00:00:00Z'), at('2026-03-03T00:00:00Z'));
    // 1 900 000 x 0.15
    expect(day).toBeCloseTo(285_000, 4);
  });

  it('adds up over parts, nights and weekends', () => {
    const [from, middle, to] = [at('2026-03-06T10:00:00Z'), at('2026-03-08T12:34:56Z'), at('2026-03-10T15:00:00Z')];
    const parts = curve.expectedVolume(SAP, 'XETR', from, middle) + curve.expectedVolume(SAP, 'XETR', middle, to);
    expect(curve.expectedVolume(SAP, 'XETR', from, to)).toBeCloseTo(parts, 4);
    expect(curve.expectedVolume(SAP, 'XETR', at('2026-03-07T00:00:00Z'), at('2026-03-09T07:59:00Z'))).toBe(0);
  });

  it('is higher at the open than at noon', () => {
    const minute = (iso: string) => curve.expectedVolume(SAP, 'XETR', at(iso), at(iso) + 60_000);
    expect(minute('2026-03-02T08:00:00Z') / minute('2026-03-02T12:15:00Z')).toBeCloseTo(3, 1);
  });

  it('gives a half day in proportion to its length', () => {
    const day = curve.expectedVolume('GB0007980591', 'XLON', at('2026-12-24T00:00:00Z'), at('2026-12-25T00:00:00Z'));
    // 08:00 to 12:30 is 4.5 of the usual 8.5 hours
    expect(day).toBeCloseTo((35_000_000 * 4.5) / 8.5, 3);
  });

  it('refuses a listing that does not exist', () => {
    expect(() => curve.dailyVolume(SAP, 'XLON')).toThrow(RangeError);
  });
});
