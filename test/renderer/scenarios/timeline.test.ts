/**
 * The computations of a timeline and a comparison: targets of keys and positions, changes, and the pairing of fields
 * and curves.
 */
import { describe, expect, test } from 'vitest';
import { overlayCharts } from '../../../src-renderer/screens/scenarios/compare/compare-runs-page.tsx';
import { fieldPairs } from '../../../src-renderer/screens/scenarios/compare/divergence-panel.tsx';
import {
  axisTicks,
  eventAt,
  eventByKey,
  positionOfEvent,
  positionText,
} from '../../../src-renderer/screens/scenarios/timeline/timeline-scale.ts';
import { changesBetween, FACTS } from '../../../src-renderer/screens/scenarios/timeline/world-changes.ts';
import type { HistoricalWorld, TimelineWire } from '../../../src-server/contract/control/world/history.ts';

/** Ten columns: three events at the very beginning, one in the middle, two at the end. */
const timeline: TimelineWire = {
  events: 6,
  from: '2026-03-02T09:30:00.000Z',
  to: '2026-03-02T09:40:00.000Z',
  columns: 10,
  over: 'time',
  marks: [],
  until: [3, 3, 3, 3, 3, 4, 4, 4, 4, 6],
  failures: [4],
  steps: [],
};

describe('a key', () => {
  test.each([
    ['ArrowRight', false, 3, 4],
    ['ArrowLeft', false, 1, 1],
    ['ArrowDown', false, 6, 6],
    ['PageUp', false, 5, 1],
    ['PageDown', false, 2, 6],
    ['Home', false, 5, 1],
    ['End', false, 5, 6],
    ['ArrowRight', true, 1, 4],
    ['ArrowRight', true, 4, null],
    ['ArrowLeft', true, 6, 4],
    ['x', false, 3, null],
  ])('%s (with Ctrl: %s) leads from event %i to %s', (key, ctrlKey, event, expected) => {
    expect(eventByKey({ key, ctrlKey }, event, timeline)).toBe(expected);
  });

  test('finds the end of a run whose last step failed, though it has no event', () => {
    const step = { index: 0, title: '', at: timeline.from, events_before: 5, failed: true };
    expect(eventByKey({ key: 'ArrowRight', ctrlKey: true }, 4, { ...timeline, steps: [step] })).toBe(6);
  });
});

describe('a position on the line', () => {
  test('of time is the last event until then', () => {
    expect([0, 0.3, 0.55, 0.89, 1].map((index) => eventAt(index, timeline))).toEqual([3, 3, 4, 4, 6]);
    expect(eventAt(positionOfEvent(4, timeline), timeline)).toBe(4);
  });

  test('of the log is exact', () => {
    const byEvent = { ...timeline, over: 'events' as const };
    expect([1, 2, 5, 6].map((event) => eventAt(positionOfEvent(event, byEvent), byEvent))).toEqual([1, 2, 5, 6]);
    expect(positionOfEvent(1, { ...byEvent, events: 1 })).toBe(0);
  });

  test('has round times or numbers of entries on its axis, visible ones and none at its ends', () => {
    const labels = (of: TimelineWire, from: number, to: number) =>
      axisTicks(of, { from, to }).map(({ label }) => label);
    const minutes = [1, 2, 3, 4, 5, 6, 7, 8, 9].map((minute) => `09:3${minute}:00`);
    expect(labels(timeline, 0, 1)).toEqual(minutes);
    // From the fifth to the sixth minute.
    expect(labels(timeline, 0.5, 0.6)).toEqual(['09:35:15', '09:35:30', '09:35:45']);
    expect(labels({ ...timeline, over: 'events' }, 0, 1)).toEqual(['2', '3', '4', '5']);
    expect(positionText(0.5, timeline)).toBe('2026-03-02\u00a009:35:00');
    expect(positionText(1, { ...timeline, over: 'events' })).toBe('entry 6');
  });
});

test('a change of an event is shown with the previous value, and nothing else is', () => {
  const historical: HistoricalWorld = {
    after: 1,
    at: '',
    event: null,
    entry: null,
    cause: null,
    step: null,
    more_portfolios: 0,
    portfolios: [
      {
        portfolio_id: 'pf',
        label: 'pf',
        currency: 'EUR',
        cash: 10,
        settled_cash: 10,
        nav: 20,
        receivable: 0,
        max_drift_bps: null,
      },
    ],
    holdings_of: 'pf',
    holdings: [],
    statuses: {},
    rebalances: [],
    fills: 0,
    webhooks: 0,
    faults: [],
    lines_down: [],
  };
  const held = { isin: 'DE', exchange: 'XETR', quantity: 2, value: 5, weight: 0.5, target: null };
  const after = {
    ...historical,
    portfolios: historical.portfolios.map((row) => ({ ...row, cash: 5 })),
    holdings: [held],
  };
  const changes = changesBetween(historical, after);
  expect(changes.before(FACTS.cash('pf'))).toBe(10);
  expect(changes.before(FACTS.nav('pf'))).toBeUndefined();
  expect(changes.before(FACTS.quantity('DE', 'XETR'))).toBeNull();
});

test('two events are shown field by field, including fields of only one', () => {
  const event = { seq: 1, at: 'then', type: 'order.sent', hash: 'a' };
  const pairs = fieldPairs(
    { ...event, data: { order: { 'a/b': 1 }, same: true } },
    { ...event, hash: 'b', data: { same: true, rows: [] } },
  );
  expect(pairs).toEqual([
    { pointer: '/type', first: '"order.sent"', second: '"order.sent"' },
    { pointer: '/at', first: '"then"', second: '"then"' },
    { pointer: '/data/order/a~1b', first: '1', second: null },
    { pointer: '/data/same', first: 'true', second: 'true' },
    { pointer: '/data/rows', first: null, second: '[]' },
  ]);
});

test('curves of two runs share their instants, and each line names its run', () => {
  const chart = (times: string[], values: number[]) => {
    return { title: 'Value', unit: 'EUR', stepped: false, band: null, times, lines: [{ label: 'depot', values }] };
  };
  const [both] = overlayCharts([chart(['1', '3'], [10, 30])], [chart(['2', '3'], [20, 31])]);
  expect(both?.times).toEqual(['1', '2', '3']);
  expect(both?.lines).toEqual([
    { label: 'depot, first', values: [10, null, 30] },
    { label: 'depot, second', values: [null, 20, 31] },
  ]);
});
