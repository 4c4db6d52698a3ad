/** How prices of different instants compare around a corporate action (decision O3). */
import { expect, test } from 'vitest';
import { InstrumentChanges } from '../../../src-server/market/corporate-actions/instrument-changes.ts';
import { proves } from '../../conformance/proves.ts';

test('a price at the instant of a split is one after it, so that it is not divided again', proves('O3.5'), () => {
  const [isin, atMs] = ['DE0007164600', 1000];
  const split = { isin, atMs, priceFactor: 0.5, newIsin: null, isDelisting: false, isSplit: true };
  const changes = new InstrumentChanges(new Map(), () => [split]);
  expect(changes.factor(isin, atMs - 1, atMs)).toBe(0.5);
  expect(changes.factor(isin, atMs, atMs + 1)).toBe(1);
  expect(changes.factor(isin, atMs - 2, atMs - 1)).toBe(1);
});
