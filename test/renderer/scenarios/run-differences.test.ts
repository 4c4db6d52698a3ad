/** The differences between the figures of two runs. */
import { expect, it } from 'vitest';
import { formatDifference } from '../../../src-renderer/screens/scenarios/compare/differences.tsx';
import { proves } from '../../conformance/proves.ts';

it('has no difference to a figure that a run does not have', proves('L137'), () => {
  // A portfolio without targets has no drift.
  expect(formatDifference({ first: null, second: 3.2, unit: '%' })).toBe('');
  expect(formatDifference({ first: 1000, second: null, unit: 'EUR' })).toBe('');
  expect(formatDifference({ first: 'complete', second: 'failed', unit: '' })).toBe('');
  // 3.20 − 1.20 is 2.00 points, 990.00 − 1 000.00 is −10.00 EUR.
  expect(formatDifference({ first: 1.2, second: 3.2, unit: '%' })).toMatch(/^\+2\.00/);
  expect(formatDifference({ first: 1000, second: 990, unit: 'EUR' })).toMatch(/^[-\u2212]10\.00 EUR$/);
});
