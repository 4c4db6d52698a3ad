/** Events that change the volume of shares: charts, slices, depth and auctions follow, prices do not. */
import { describe, expect, it } from 'vitest';
import { createVolumeCurve } from '../../../src-server/market/calendar/volume-curve.ts';
import { createOrderMatching } from '../../../src-server/market/exchange/order-matching.ts';
import { NO_FLOW } from '../../../src-server/market/exchange/price-impact.ts';
import { createVolumeFactor, withVolumeEvents } from '../../../src-server/market/prices/overlaid-volumes.ts';
import { type Overlay, OverlayRegistry } from '../../../src-server/market/prices/overlay-registry.ts';
import { withOverlays } from '../../../src-server/market/prices/price-overlays.ts';
import { BUY_SAP } from '../exchange/matching-fixture.ts';
import { at, makeMarket } from '../market-fixture.ts';

const { data, calendars, prices, auctions, matching } = makeMarket(42);
const SAP = 'DE0007164600';
const NOON = at('2026-03-04T11:00:00Z');
const LATER = NOON + 3_600_000;
const THIN: Overlay = {
  marketEventId: 'me_1',
  subject: SAP,
  kind: 'volume',
  amount: 0.1,
  byBeta: false,
  fromMs: NOON,
  untilMs: LATER,
  endedMs: null,
};
const registry = new OverlayRegistry([THIN]);
const usual = createVolumeCurve(data, calendars);

describe('a tenth of the volume', () => {
  it('is expected within its span, and the usual one around it', () => {
    const curve = withVolumeEvents(usual, registry);
    const of = (fromMs: number, toMs: number) =>
      curve.expectedVolume(SAP, 'XETR', fromMs, toMs) / usual.expectedVolume(SAP, 'XETR', fromMs, toMs);
    expect(of(NOON, LATER)).toBeCloseTo(0.1, 9);
    expect(of(NOON - 3_600_000, NOON)).toBe(1);
    expect(of(LATER, LATER + 1000)).toBe(1);
    const half = usual.expectedVolume(SAP, 'XETR', NOON - 600_000, NOON);
    const inside = usual.expectedVolume(SAP, 'XETR', NOON, NOON + 600_000);
    expect(curve.expectedVolume(SAP, 'XETR', NOON - 600_000, NOON + 600_000)).toBeCloseTo(half + 0.1 * inside, 6);
    expect(curve.dailyVolume(SAP, 'XETR')).toBe(usual.dailyVolume(SAP, 'XETR'));
  });

  it('ends when it is ended manually, and does not affect others', () => {
    const factor = createVolumeFactor(new OverlayRegistry([{ ...THIN, endedMs: NOON + 1000 }]));
    expect([factor(SAP, NOON - 1), factor(SAP, NOON), factor(SAP, NOON + 1000)]).toEqual([1, 0.1, 1]);
    expect(factor('IE00B4L5Y983', NOON)).toBe(1);
  });

  it('lets exchanges trade a tenth of a slice, and moves no price', () => {
    const thin = createOrderMatching(42, data, calendars, prices, auctions, registry);
    const order = { ...BUY_SAP, remainingMicro: 10_000_000_000_000, stepMicro: 1 };
    const total = (of: typeof matching) =>
      of.matchSlice(order, NO_FLOW, NOON + 60_000).executions.reduce((sum, each) => sum + each.quantityMicro, 0);
    expect(total(thin)).toBeGreaterThan(0);
    expect(total(thin)).toBeLessThan(0.2 * total(matching));
    expect(withOverlays(prices, calendars, registry).quote(SAP, 'XETR', NOON)).toEqual(prices.quote(SAP, 'XETR', NOON));
  });
});
