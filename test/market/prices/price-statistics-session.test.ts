import { describe, expect, it } from 'vitest';
import { createVarianceClock } from '../../../src-server/market/calendar/variance-clock.ts';
import { at } from '../market-fixture.ts';
import { acrossSeeds, BAR, basisCorrelation, roundingVariance, varianceIsOffBy } from './price-samples.ts';

/** Xetra trades from 09:00 to 17:30 in Berlin: an opening and the next one, which after a Friday is that of Monday. */
const SESSIONS: readonly { readonly open: string; readonly next: string }[] = [
  { open: '2026-03-03T08:00:00Z', next: '2026-03-04T08:00:00Z' },
  { open: '2026-03-13T08:00:00Z', next: '2026-03-16T08:00:00Z' },
  { open: '2026-07-07T07:00:00Z', next: '2026-07-08T07:00:00Z' },
  { open: '2026-10-23T07:00:00Z', next: '2026-10-26T08:00:00Z' },
  { open: '2031-02-04T08:00:00Z', next: '2031-02-05T08:00:00Z' },
];

const EIGHTH_MS = (8.5 * 3_600_000) / 8;

/**
 * Shares of a session's variance: differences of F(x) = 0.6 x + 0.2 ((2x - 1)^3 + 1) at eighths, which is
 * 0, 0.190625, 0.325, 0.421875, 0.5 and the same backwards.
 */
const EIGHTHS = [0.190625, 0.134375, 0.096875, 0.078125, 0.078125, 0.096875, 0.134375, 0.190625];

const SHARES: readonly { readonly name: string; readonly from: number; readonly to: number; readonly share: number }[] =
  [
    ...EIGHTHS.map((share, part) => ({ name: `eighth ${part + 1}`, from: part, to: part + 1, share: 0.75 * share })),
    { name: 'first half', from: 0, to: 4, share: 0.375 },
    { name: 'whole session', from: 0, to: 8, share: 0.75 },
    { name: 'night', from: 8, to: 9, share: 0.25 },
    { name: 'day from open to open', from: 0, to: 9, share: 1 },
  ];

const LISTINGS = [
  { name: 'SAP', isin: 'DE0007164600', volatility: 0.27, basis: 0.00015, priceMicro: 231_500_000 },
  { name: 'a bond fund', isin: 'IE00B4WXJJ64', volatility: 0.055, basis: 0.00015, priceMicro: 109_800_000 },
];

describe('a session over two thousand seeds', () => {
  const clock = createVarianceClock(0.25);
  const instants = SESSIONS.map(({ open, next }) => {
    const eighths = [...EIGHTHS, 'close'].map((_, part) => at(open) + part * EIGHTH_MS);
    return [...eighths, at(next)];
  });
  const isins = LISTINGS.map(({ isin }) => isin);
  const samples = acrossSeeds(isins, (prices) =>
    LISTINGS.map(({ isin }) =>
      instants.map((session) => session.map((instant) => Math.log(prices.midMicro(isin, 'XETR', instant)))),
    ),
  );

  describe.each(LISTINGS.map((listing, row) => ({ ...listing, row })))('of $name', (listing) => {
    it.each(SHARES)('has in its $name the variance of the U-shape, basis included', ({ from, to, share }) => {
      const returns = samples.flatMap((seed) =>
        (seed[listing.row] ?? []).map((logs) => (logs[to] as number) - (logs[from] as number)),
      );
      // Each end has its own basis, and over a short part the two are nearly the same: 2 b^2 (1 - r). The lattice of
      // the basis fits into a day a whole number of times, so r is the same in every session.
      const session = instants[0] as number[];
      const same = basisCorrelation(clock.tauAt(session[from] as number), clock.tauAt(session[to] as number));
      const ends = 2 * listing.basis ** 2 * (1 - same) + roundingVariance(listing.priceMicro);
      const expected = (share * listing.volatility ** 2) / 260 + ends;
      expect(varianceIsOffBy(returns, expected)).toBeLessThan(BAR);
    });
  });
});
