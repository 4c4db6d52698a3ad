/** The part of an axis that a drag, the wheel and keys show, and its rows as lines of a file. */
import { describe, expect, it } from 'vitest';
import { chartLines } from '../../../src-renderer/components/charts/chart-lines.ts';
import {
  dragged,
  panned,
  pressed,
  rowsInRange,
  turned,
  zoomedBy,
} from '../../../src-renderer/components/charts/chart-zoom.ts';

const ALL = { from: 1000, to: 2000 };
const HALF = { from: 1200, to: 1700 };
const WHEEL = { deltaX: 0, deltaY: 0, shiftKey: false };

describe('a zoom', () => {
  it('shows what a drag selects, in either direction, and nothing else for a click', () => {
    expect(dragged(0.25, 0.75, ALL, ALL)).toEqual({ from: 1250, to: 1750 });
    expect(dragged(0.75, 0.25, ALL, ALL)).toEqual({ from: 1250, to: 1750 });
    // A fifth to two fifths of 500 from 1200.
    expect(dragged(0.2, 0.4, HALF, ALL)).toEqual({ from: 1300, to: 1400 });
    expect(dragged(0.5, 1.8, ALL, ALL)).toEqual({ from: 1500, to: 2000 });
    expect(dragged(0.5, 0.505, ALL, ALL)).toBeNull();
  });

  it('retains the position under the pointer, and remains on the axis', () => {
    expect(zoomedBy(2, 0.2, ALL, ALL)).toEqual({ from: 1100, to: 1600 });
    expect(zoomedBy(0.5, 0.5, HALF, ALL)).toEqual(ALL);
    expect(zoomedBy(0.8, 0, { from: 1600, to: 2000 }, ALL)).toEqual({ from: 1500, to: 2000 });
    // 500 times as close at most.
    expect(zoomedBy(1e9, 0, ALL, ALL)).toEqual({ from: 1000, to: 1002 });
  });

  it('follows the wheel and keys', () => {
    expect(turned({ ...WHEEL, deltaY: -1 }, 0, ALL, ALL).to).toBeCloseTo(1000 + 1000 / 1.5);
    expect(turned({ ...WHEEL, deltaY: 1, shiftKey: true }, 0, HALF, ALL)).toEqual({ from: 1250, to: 1750 });
    expect(turned({ ...WHEEL, deltaX: -3, deltaY: 1 }, 0, HALF, ALL)).toEqual({ from: 1150, to: 1650 });
    expect(pressed({ key: '+', shiftKey: false }, 0, ALL, ALL)?.to).toBeCloseTo(1000 + 1000 / 1.5);
    expect(pressed({ key: '0', shiftKey: false }, 0.5, HALF, ALL)).toEqual(ALL);
    expect(pressed({ key: 'ArrowLeft', shiftKey: true }, 0.5, HALF, ALL)).toEqual({ from: 1150, to: 1650 });
    expect(pressed({ key: 'ArrowLeft', shiftKey: false }, 0.5, HALF, ALL)).toBeNull();
    expect(panned(9, HALF, ALL)).toEqual({ from: 1500, to: 2000 });
  });

  it('draws the visible rows and one more on either side', () => {
    const rows = [1000, 1100, 1300, 1600, 1800, 2000].map((atMs) => ({ atMs }));
    expect(rowsInRange(rows, HALF).map(({ atMs }) => atMs)).toEqual([1100, 1300, 1600, 1800]);
    expect(rowsInRange(rows, ALL)).toHaveLength(6);
    expect(rowsInRange([], ALL)).toEqual([]);
  });
});

describe('a chart as a file', () => {
  it('has the visible rows, ISO times, and every series in its unit with full precision', () => {
    const rows = [
      { atMs: Date.UTC(2026, 2, 2, 9, 30), share: 0.0671, price: 12.5 },
      { atMs: Date.UTC(2026, 2, 3, 9, 30), share: 0.12000000000000001, price: null },
      { atMs: Date.UTC(2026, 2, 4, 9, 30), share: 0.2, price: 13 },
    ];
    const series = [
      { name: 'Weight', unit: '%', shift: 2, value: (row: (typeof rows)[number]) => row.share },
      { name: 'Mid', unit: 'EUR', value: (row: (typeof rows)[number]) => row.price },
    ];
    const shown = { from: 0, to: Date.UTC(2026, 2, 3, 12) };
    expect(chartLines(rows, series, shown)).toEqual([
      ['Time (virtual UTC)', 'Weight (%)', 'Mid (EUR)'],
      ['2026-03-02T09:30:00.000Z', '6.71', '12.5'],
      ['2026-03-03T09:30:00.000Z', '12', ''],
    ]);
    expect(chartLines(rows, series)).toHaveLength(4);
  });
});
