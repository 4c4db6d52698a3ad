import { describe, expect, it } from 'vitest';
import type { TradingSession } from '../../../src-server/market/calendar/trading-session.ts';
import { createClosingAuctions, withClosingAuctions } from '../../../src-server/market/exchange/closing-auction.ts';
import { listingLiquidity } from '../../../src-server/market/prices/liquidity.ts';
import { createTickTable } from '../../../src-server/market/prices/tick-size.ts';
import { fc } from '../../support/draws.ts';
import { at, makeMarket } from '../market-fixture.ts';

const { data, calendars, prices, auctions } = makeMarket(42);
const ticks = createTickTable(data.tickSizes);
const model = withClosingAuctions(prices, calendars, auctions);
const DAY_MS = 86_400_000;
const LISTINGS = [...data.instruments.values()].flatMap((instrument) =>
  instrument.listings.map((mic) => ({ instrument, isin: instrument.isin, mic })),
);
const YEAR = Array.from({ length: 365 }, (_, day) =>
  new Date(at('2026-01-01T00:00:00Z') + day * DAY_MS).toISOString().slice(0, 10),
);

/** The sessions of 2026 of an exchange. */
function sessionsOf(mic: string): TradingSession[] {
  return YEAR.flatMap((date) => calendars.get(mic)?.session(date) ?? []);
}

describe('a closing auction', () => {
  it('uncrosses between the close and its end, in its last half minute, every day of a year', () => {
    let halfDays = 0;
    for (const { isin, mic } of LISTINGS) {
      for (const session of sessionsOf(mic)) {
        const uncrossMs = auctions.uncrossMs(isin, mic, session);
        if (!Number.isSafeInteger(uncrossMs)) expect.fail(`${mic} ${session.date}: ${uncrossMs}`);
        if (uncrossMs <= session.closeMs || uncrossMs >= session.auctionEndMs) expect.fail(`${mic} ${session.date}`);
        if (uncrossMs < session.auctionEndMs - 30_000) expect.fail(`${mic} ${session.date}: too early`);
        if (session.halfDay) halfDays += 1;
      }
    }
    expect(halfDays).toBeGreaterThan(10);
  });

  it('has a price on the tick grid, half a spread and half a tick at most from the mid of the close', () => {
    for (const { instrument, isin, mic } of LISTINGS) {
      const { band } = listingLiquidity(data, instrument, mic);
      for (const session of sessionsOf(mic).filter((_, day) => day % 5 === 0)) {
        const priceMicro = auctions.priceMicro(prices, isin, mic, session);
        const { midMicro, bidMicro, askMicro } = prices.quote(isin, mic, session.closeMs);
        // The aim is within half a spread of the mid. Rounding to the nearest price moves it by half a tick at most, of
        // the range of the result: at a floor of the table that is the larger of the two.
        const tickMicro = ticks.tickMicro(priceMicro, band);
        if (priceMicro % tickMicro !== 0) expect.fail(`${isin} ${mic} ${session.date}: ${priceMicro}`);
        const maxMicro = (askMicro - bidMicro) / 2 + tickMicro / 2;
        if (Math.abs(priceMicro - midMicro) > maxMicro) expect.fail(`${isin} ${mic} ${session.date}: ${priceMicro}`);
      }
    }
  });

  it('differs by day, listing and seed, and is the same for every call', () => {
    const sessions = sessionsOf('XETR');
    const early = sessions.map((session) => session.auctionEndMs - auctions.uncrossMs('DE0007164600', 'XETR', session));
    // 250 draws from 30 000 ms: hardly any twice.
    expect(new Set(early).size).toBeGreaterThan(240);
    const session = sessions[40];
    if (session === undefined) throw new Error('a year has more than forty sessions');
    const again = createClosingAuctions(42, data);
    expect(again.uncrossMs('DE0007164600', 'XETR', session)).toBe(auctions.uncrossMs('DE0007164600', 'XETR', session));
    expect(again.priceMicro(prices, 'DE0007164600', 'XETR', session)).toBe(
      auctions.priceMicro(prices, 'DE0007164600', 'XETR', session),
    );
    const others = [
      createClosingAuctions(43, data).uncrossMs('DE0007164600', 'XETR', session),
      auctions.uncrossMs('DE0007236101', 'XETR', session),
    ];
    expect(others).not.toContain(auctions.uncrossMs('DE0007164600', 'XETR', session));
  });

  it('is refused for an instrument that does not exist', () => {
    const [session] = sessionsOf('XETR');
    if (session === undefined) throw new Error('a year has sessions');
    expect(() => auctions.priceMicro(prices, 'DE0000000000', 'XETR', session)).toThrow(RangeError);
  });
});

describe('the last trade with closing auctions', () => {
  const session = calendars.get('XETR')?.session('2026-03-02');
  if (session === null || session === undefined) throw new Error('Xetra trades on Mondays');
  const uncrossMs = auctions.uncrossMs('DE0007164600', 'XETR', session);

  it('is the usual one until the auction uncrosses, then that of the auction', () => {
    const before = model.lastTrade('DE0007164600', 'XETR', uncrossMs - 1);
    expect(before).toEqual(prices.lastTrade('DE0007164600', 'XETR', session.closeMs));
    const priceMicro = auctions.priceMicro(prices, 'DE0007164600', 'XETR', session);
    expect(model.lastTrade('DE0007164600', 'XETR', uncrossMs)).toEqual({ priceMicro, at: uncrossMs });
  });

  it('remains that of the auction over the night and the opening, until the first trade of the next session', () => {
    // A bond ETF of Xetra: in Amsterdam it trades 274 times a day, about every 112 s.
    const [isin, mic] = ['IE00B4WXJJ64', 'XAMS'];
    const [monday, tuesday] = ['2026-03-02', '2026-03-03'].map((date) => calendars.get(mic)?.session(date));
    if (!monday || !tuesday) throw new Error('Amsterdam trades on Mondays and Tuesdays');
    const auction = {
      priceMicro: auctions.priceMicro(prices, isin, mic, monday),
      at: auctions.uncrossMs(isin, mic, monday),
    };
    let firstTradeMs = tuesday.openMs;
    while (prices.lastTrade(isin, mic, firstTradeMs).at < tuesday.openMs) firstTradeMs += 1;
    expect(firstTradeMs).toBeGreaterThan(tuesday.openMs);
    for (const instantMs of [auction.at, tuesday.openMs - 1, tuesday.openMs, firstTradeMs - 1]) {
      expect(model.lastTrade(isin, mic, instantMs)).toEqual(auction);
    }
    expect(model.lastTrade(isin, mic, firstTradeMs)).toEqual(prices.lastTrade(isin, mic, firstTradeMs));
  });

  it('is that of the auction if a price was pinned before it, and not if one is pinned only since', () => {
    const [isin, mic] = ['DE0007164600', 'XETR'];
    const pinnedSince = (fromMs: number) => {
      const pin = {};
      return withClosingAuctions(prices, calendars, auctions, (_, ms) => (ms >= fromMs ? pin : null));
    };
    const auction = model.lastTrade(isin, mic, uncrossMs + 1000);
    expect(pinnedSince(uncrossMs).lastTrade(isin, mic, uncrossMs + 1000)).toEqual(auction);
    const since = pinnedSince(uncrossMs + 1).lastTrade(isin, mic, uncrossMs + 1000);
    expect(since).toEqual(prices.lastTrade(isin, mic, uncrossMs + 1000));
    expect(since).not.toEqual(auction);
  });

  it('is the latest of all trades and auctions at any instant, for every listing', () => {
    const time = fc.integer({ min: at('2026-01-01T00:00:00Z'), max: at('2027-06-01T00:00:00Z') });
    // Half of the calls are in the first minutes of a day, when its trades follow the auction of the day before.
    const early = fc.option(fc.nat(120_000), { freq: 2 });
    fc.assert(
      fc.property(fc.constantFrom(...LISTINGS), time, early, ({ isin, mic }, ms, afterOpenMs) => {
        const calendar = calendars.get(mic);
        if (calendar === undefined) throw new Error(`no calendar of ${mic}`);
        const instantMs = afterOpenMs === null ? ms : calendar.nextOpen(ms) + afterOpenMs;
        const latest = calendar.latestSession(instantMs);
        const past = [latest, calendar.previousSession(latest.openMs)].map((each) => ({
          at: auctions.uncrossMs(isin, mic, each),
          priceMicro: auctions.priceMicro(prices, isin, mic, each),
        }));
        const trades = [prices.lastTrade(isin, mic, instantMs), ...past].filter((trade) => trade.at <= instantMs);
        trades.sort((one, other) => other.at - one.at);
        expect(model.lastTrade(isin, mic, instantMs)).toEqual(trades[0]);
      }),
      { numRuns: 1000 },
    );
  });
});
