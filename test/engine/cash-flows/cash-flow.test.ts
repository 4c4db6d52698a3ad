/** When a cash flow that repeats is booked (decision O1). */
import { expect, test } from 'vitest';
import { occurrenceMs } from '../../../src-server/engine/cash-flows/cash-flow.ts';
import { proves } from '../../conformance/proves.ts';

test('a cash flow is booked for the last time at its end, where it is due at that instant', proves('O1'), () => {
  const firstMs = Date.parse('2026-03-02T09:30:00Z');
  const untilMs = Date.parse('2026-03-16T09:30:00Z');
  const dueMs = (index: number, endMs: number) => occurrenceMs({ firstMs, every: 'week', untilMs: endMs }, index);
  expect([1, 2, 3].map((index) => dueMs(index, untilMs))).toEqual([Date.parse('2026-03-09T09:30:00Z'), untilMs, null]);
  expect(dueMs(2, untilMs - 1)).toBeNull();
});
