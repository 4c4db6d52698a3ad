/** The phase of an exchange at the instants of its changes. */
import { expect, test } from 'vitest';
import { phaseOf } from '../../../src-server/engine/market/exchange-status.ts';
import { at, makeMarket } from '../../market/market-fixture.ts';

test('the phase changes at the opening, at the close and at the end of the auction, not after them', () => {
  const calendar = makeMarket(1).calendars.get('XETR');
  const session = calendar?.session('2026-03-04');
  if (calendar === undefined || session == null) throw new Error('4 March 2026 is a trading day of XETR');
  const { openMs, closeMs, auctionEndMs } = session;
  const around = [openMs, closeMs, auctionEndMs].map((ms) => [phaseOf(calendar, ms - 1), phaseOf(calendar, ms)]);
  expect(around).toEqual([
    ['closed', 'open'],
    ['open', 'closing_auction'],
    ['closing_auction', 'closed'],
  ]);
  expect(phaseOf(calendar, at('2026-03-07T12:00:00Z'))).toBe('closed');
});
