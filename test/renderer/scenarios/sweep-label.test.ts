/** The typed settings of a sweep, and how its figures and bars are written. */
import { describe, expect, test } from 'vitest';
import { exactDecimal } from '../../../src-renderer/components/tables/table-text.ts';
import { fileName, recordingNotes } from '../../../src-renderer/screens/scenarios/recordings/recording-view.tsx';
import {
  barsOf,
  figureFormat,
  figureTitle,
  formatBin,
  formatFigure,
} from '../../../src-renderer/screens/scenarios/sweeps/format-figure.ts';
import { countCombinations, readVaried } from '../../../src-renderer/screens/scenarios/sweeps/vary-draft.ts';
import { parseVaryFlag } from '../../../src-server/cli/options/vary-flags.ts';

describe('a varied setting', () => {
  test.each([
    'band=0.01,0.02',
    '/clock=2026-03-02T09:30:00Z,never',
    '/world/portfolios/0/request/cash=1.5,-2',
    'text="a,b","c\\"d"',
    'list=[1,2],[3]',
    'object={"a":1,"b":2},null,true',
  ])('is read as the command line reads it: %s', (line) => {
    const flag = parseVaryFlag(line);
    expect(readVaried(line)).toEqual({ [flag?.key ?? '']: flag?.values });
  });

  test('is a line each, without empty ones, and every combination counts', () => {
    const varied = readVaried('a=1,2\n\n b = x, y, z \n');
    expect(varied).toEqual({ a: [1, 2], b: ['x', 'y', 'z'] });
    expect(countCombinations(varied ?? {})).toBe(6);
    expect(countCombinations({})).toBe(1);
  });

  test.each(['band', '=1', 'band=', 'band=1,,2'])('is invalid: %s', (line) => {
    expect(readVaried(line)).toBeNull();
  });
});

describe('a figure', () => {
  test.each([
    ['costs_total_eur_minor', 'Costs total (EUR)', 123456, '1\u202f234.56'],
    ['portfolio.depot.max_drift_bps', 'Max drift of depot (%)', 512.34, '5.12'],
    ['portfolio.2.nav_minor', 'NAV of portfolio 2 (base currency)', -500, '\u22125.00'],
    ['portfolio.depot.cash_minor', 'Cash of depot (base currency)', 100, '1.00'],
    ['portfolio.depot.receivable_minor', 'Receivable of depot (base currency)', 100, '1.00'],
    ['measure.slippage', 'slippage', 0.0123456, '0.012346'],
    ['fills', 'Fills', 12000, '12\u202f000'],
  ])('%s is %s', (name, title, value, written) => {
    expect(figureTitle(name)).toBe(title);
    expect(figureFormat({ name, min: value, median: value, max: value })(value)).toBe(written);
  });

  test('has its exact value in the unit of its column, cents as euros and basis points of drift as per cent', () => {
    const exact = (name: string, value: number) => exactDecimal(value, formatFigure(name).shift);
    expect(exact('costs_total_eur_minor', 123_456)).toBe('1234.56');
    expect(exact('portfolio.depot.max_drift_bps', 512.34)).toBe('5.1234');
    expect(exact('fills', 12)).toBe('12');
  });

  test('has the same decimals in every value, none where it counts', () => {
    const price = figureFormat({ name: 'measure.price', min: 231.05, median: 231.4, max: 231.7 });
    expect([231.05, 231.4, 0.169].map(price)).toEqual(['231.05', '231.40', '0.17']);
    const cash = figureFormat({ name: 'measure.cash', min: 138_543, median: 138_872.08, max: 139_227.3 });
    expect(cash(138_543)).toBe('138\u202f543.00');
    const fills = figureFormat({ name: 'fills', min: 2, median: 3, max: 12 });
    expect([2, 3.4375].map(fills)).toEqual(['2', '3.44']);
  });
});

describe('a bar', () => {
  const none = { count: 0, p5: 0, p25: 0, p75: 0, p95: 0, mean: 0, stddev: 0, lowest: [], highest: [] };
  const figure = (min: number, max: number, histogram: { from: number; to: number; count: number }[]) => ({
    ...none,
    name: 'fills',
    min,
    median: min,
    max,
    histogram,
  });

  test('of a single integer is above it and shows it', () => {
    const counted = figure(3, 4, [
      { from: 3, to: 4, count: 2 },
      { from: 4, to: 5, count: 1 },
    ]);
    expect(barsOf(counted).map(({ middle }) => middle)).toEqual([3, 4]);
    expect(formatBin({ from: 4, to: 5, count: 1 }, counted, String)).toBe('4');
  });

  test('of a span shows both of its ends', () => {
    const spans = figure(0, 1, [
      { from: 0, to: 0.5, count: 2 },
      { from: 0.5, to: 1, count: 1 },
    ]);
    expect(barsOf(spans).map(({ middle }) => middle)).toEqual([0.25, 0.75]);
    expect(formatBin({ from: 0.5, to: 1, count: 1 }, spans, String)).toBe('0.5 to 1');
  });

  test('has a width where all runs have the same value', () => {
    const [bar] = barsOf(figure(7, 7, [{ from: 7, to: 7, count: 9 }]));
    expect(bar).toEqual({ middle: 7, from: 6.5, to: 7.5, count: 9 });
  });
});

describe('a recording', () => {
  test.each([
    ['Monday, after lunch', 'monday-after-lunch.ballast'],
    ['Übung Nº 3', 'ubung-no-3.ballast'],
    ['../..', 'recording.ballast'],
  ])('%j is a file called %s', (name, file) => {
    expect(fileName(name)).toBe(file);
  });

  test('reads the comments above its steps, not those of its top or within a body', () => {
    const text = '# Recorded.\nname: A\nsteps:\n  # One.\n  - advance: 1m\n    # Not this.\n  # Two.\n';
    expect(recordingNotes(text)).toEqual(['One.', 'Two.']);
  });
});
