/** The texts of a run in readable form: failures split into parts, curves as rows, instants and amounts of an axis. */
import { expect, test } from 'vitest';
import { chartRows, shownLines } from '../../../src-renderer/components/charts/chart-rows.ts';
import { compactTicks, formatTimeTick, tickWithin } from '../../../src-renderer/components/charts/chart-scales.ts';
import { runFailure } from '../../../src-renderer/screens/scenarios/run/failure-notices.tsx';

test.each([
  ['/currency: expected "CHF", got "EUR"', '/currency', '"CHF"', '"EUR"'],
  ['status: expected 201, got 200 {"a":", got 3"}', 'status', '201', '200 {"a":", got 3"}'],
  ['expected at least 1, got 0 within 1h', null, 'at least 1', '0 within 1h'],
  ['the rebalance failed: no money', null, null, 'the rebalance failed: no money'],
  ['/text: expected "one\ntwo", got "three\nfour"', '/text', '"one\ntwo"', '"three\nfour"'],
])('the failure %j is split into its parts', (line, subject, expected, came) => {
  expect(runFailure(line)).toEqual({ subject, expected, came });
});

test('a response in place of the expected one is cut to its useful part', () => {
  const { came } = runFailure(`/body: expected 1, got ${'x'.repeat(1000)}`);
  expect(came).toBe(`${'x'.repeat(400)}…`);
});

const CHART = {
  title: 'Value',
  unit: 'EUR',
  stepped: false,
  band: null,
  times: ['2026-03-02T09:30:00.000Z', '2026-03-02T09:31:00.000Z'],
  lines: [
    { label: 'one', values: [1, null] },
    { label: 'two', values: [3, 4] },
    { label: 'three', values: [5, 6] },
  ],
};

test('a chart has a row for each instant, with the values of the distinguishable lines', () => {
  const shown = shownLines(CHART, 2);
  expect(shown).toEqual(['one', 'two']);
  expect(chartRows(CHART, shown)).toEqual([
    { atMs: Date.parse('2026-03-02T09:30:00Z'), values: [1, 3] },
    { atMs: Date.parse('2026-03-02T09:31:00Z'), values: [null, 4] },
  ]);
});

test.each([
  [60, '09:30:00'],
  [3 * 3600, '09:30'],
  [5 * 86_400, '03-02 09:30'],
  [90 * 86_400, '2026-03-02'],
])('an axis of %i seconds shows no more of an instant than it needs', (seconds, text) => {
  const atMs = Date.parse('2026-03-02T09:30:00Z');
  expect(formatTimeTick(atMs, seconds * 1000)).toBe(text);
});

test('a label of an axis moves inwards where an edge of the chart would cut it off', () => {
  // Ten characters of 7 px: 35 px to either side of the middle.
  expect([8, 200, 390].map((x) => tickWithin(x, '2026-04-26', 400))).toEqual([35, 200, 365]);
});

test('an axis abbreviates large amounts, all in the unit of its largest, and shows small ones as they are', () => {
  const written = (...ticks: number[]) => ticks.map(compactTicks(ticks));
  expect(written(0, 12.5, -3, 9_999)).toEqual(['0', '12.5', '\u22123', '9999']);
  expect(written(0, 5_000, 10_000, 15_000)).toEqual(['0', '5\u202fk', '10\u202fk', '15\u202fk']);
  expect(written(-500_000, 0, 2_500_000)).toEqual(['\u22120.5\u202fM', '0', '2.5\u202fM']);
});

test.each([
  [
    [0, 0.005, 0.01, 0.015],
    ['0', '0.005', '0.01', '0.015'],
  ],
  [
    [1_000_000, 1_001_000, 1_002_000],
    ['1\u202fM', '1.001\u202fM', '1.002\u202fM'],
  ],
  [
    [156_842.1, 156_842.2],
    ['156842.1', '156842.2'],
  ],
  [
    [-0.0002, -0.0001, 0],
    ['\u22120.0002', '\u22120.0001', '0'],
  ],
])('the ticks %j of an axis are all written differently', (ticks, text) => {
  expect(ticks.map(compactTicks(ticks))).toEqual(text);
});
