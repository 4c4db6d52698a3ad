/** The price at which an order of a test instrument trades as soon as it has arrived (decision O8). */
import { expect, test } from 'vitest';
import { touchWithinLimit } from '../../../src-server/market/exchange/fated-orders.ts';
import { proves } from '../../conformance/proves.ts';

const QUOTE = { bidMicro: 99_000_000, askMicro: 101_000_000 };

test.each([
  ['buy', null, 101],
  ['buy', 100, 100],
  ['buy', 102, 101],
  ['sell', null, 99],
  ['sell', 100, 100],
  ['sell', 98, 99],
] as const)('a %s with a limit of %j trades at %d', proves('O8.3'), (side, limit, price) => {
  const limitPriceMicro = limit === null ? null : limit * 1e6;
  expect(touchWithinLimit({ side, limitPriceMicro }, QUOTE)).toBe(price * 1e6);
});
