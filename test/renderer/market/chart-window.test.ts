/** The visible bars of a price chart: moving and widening over the read data, and the data to be read for it. */
import { describe, expect, test } from 'vitest';
import {
  type ChartWindow,
  MAX_BARS,
  MIN_BARS,
  moved,
  rangeFor,
  selected,
  visibleBars,
  widened,
} from '../../../src-renderer/screens/market/prices/chart-window.ts';

const MINUTE_MS = 60_000;
const FIRST_MS = Date.UTC(2026, 2, 2, 8);
const at = (minute: number) => new Date(FIRST_MS + minute * MINUTE_MS).toISOString();
/** Two hours of minutes; the last one begins at 09:59. */
const LOADED = Array.from({ length: 120 }, (_, minute) => ({ at: at(minute) }));
const NOW_MS = FIRST_MS + 120 * MINUTE_MS;
const live: ChartWindow = { interval: '1m', bars: 30, to: null };

describe('a window', () => {
  test('that ends now shows the latest bars, and one that ends earlier those before its end', () => {
    expect(visibleBars(LOADED, live).map((bar) => bar.at)).toEqual(LOADED.slice(90).map((bar) => bar.at));
    expect(visibleBars(LOADED, { ...live, to: at(50) }).map((bar) => bar.at)).toEqual(
      LOADED.slice(20, 50).map((b) => b.at),
    );
  });

  test('moved back and forth by the same distance returns to now, and follows it again', () => {
    const earlier = moved(LOADED, live, -20, NOW_MS);
    expect(earlier).toEqual({ ...live, to: at(100) });
    expect(moved(LOADED, earlier, 20, NOW_MS)).toEqual(live);
  });

  test('is bounded by the read data, on both sides', () => {
    expect(visibleBars(LOADED, moved(LOADED, live, -1000, NOW_MS))).toEqual(LOADED.slice(0, 30));
    expect(moved(LOADED, live, 1000, NOW_MS)).toEqual(live);
  });

  test('widened around a bar leaves that bar in its place', () => {
    const window = { ...live, to: at(80) };
    // 30 bars end with minute 79; the one in the middle is minute 65.
    const wider = widened(LOADED, window, 2, 0.5, NOW_MS);
    expect(wider).toEqual({ ...live, bars: 60, to: at(95) });
    expect(visibleBars(LOADED, wider)[30]).toEqual(LOADED[65]);
  });

  test('that follows now continues to do so when it is widened, within its bounds', () => {
    expect(widened(LOADED, live, 1.5, 0.5, NOW_MS)).toEqual({ ...live, bars: 45 });
    expect(widened(LOADED, live, 0.01, 0.5, NOW_MS).bars).toBe(MIN_BARS);
    expect(widened(LOADED, live, 100, 0.5, NOW_MS).bars).toBe(MAX_BARS);
  });
});

describe('a drag over a window', () => {
  const window = { ...live, bars: 100 };
  const spanOf = (next: ChartWindow | null) => {
    const bars = next === null ? [] : visibleBars(LOADED, next);
    return [bars[0]?.at, bars.at(-1)?.at];
  };

  test('selects the bars under it, in either direction, and nothing for a click', () => {
    // Of minutes 20 to 119.
    expect(spanOf(selected(LOADED, window, [0.25, 0.75], NOW_MS))).toEqual([at(45), at(94)]);
    expect(spanOf(selected(LOADED, window, [0.75, 0.25], NOW_MS))).toEqual([at(45), at(94)]);
    expect(selected(LOADED, window, [0.5, 0.505], NOW_MS)).toBeNull();
  });

  test('shows the minimum number of bars around a short selection, and follows now at its end', () => {
    const short = selected(LOADED, window, [0.5, 0.54], NOW_MS);
    expect(short?.bars).toBe(MIN_BARS);
    expect(spanOf(short)).toEqual([at(62), at(81)]);
    expect(selected(LOADED, window, [0.5, 1], NOW_MS)).toEqual({ ...live, bars: 50 });
  });
});

describe('the request for a window', () => {
  test('has as many further bars on either side, and is the same request while it moves a little', () => {
    const window = { ...live, to: '2026-02-20T10:10:00.000Z' };
    const range = rangeFor(window);
    const spare = (Date.parse(range.to ?? '') - Date.parse(window.to)) / MINUTE_MS;
    expect(range.limit - spare - window.bars).toBeGreaterThanOrEqual(window.bars);
    expect(rangeFor({ ...window, bars: 29, to: '2026-02-20T10:09:00.000Z' })).toEqual(range);
  });

  test('up to now has no end', () => {
    expect(rangeFor(live)).toEqual({ to: null, limit: 64 });
  });
});
