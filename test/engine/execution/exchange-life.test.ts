/**
 * An exchange's days and connections: the effect of the end of a day, a closing auction or a lost connection on
 * rebalances.
 */
import { describe, expect, it } from 'vitest';
import { valuePortfolioAt } from '../../../src-server/engine/planning/value-portfolio.ts';
import { impactShare } from '../../../src-server/market/exchange/price-impact.ts';
import { listingLiquidity } from '../../../src-server/market/prices/liquidity.ts';
import { createTickTable } from '../../../src-server/market/prices/tick-size.ts';
import { proves } from '../../conformance/proves.ts';
import { TEST_START_MS } from '../../support/ballast-defaults.ts';
import {
  ALLIANZ,
  addPortfolio,
  allCash,
  breakMarket,
  change,
  closeWorldsAfterEach,
  DAY_MS,
  eventsOf,
  fillsOf,
  HOUR_MS,
  MINUTE_MS,
  NO_ROWS,
  orderOf,
  planAndExecute,
  rebalanceOf,
  rowsLeft,
  SAP,
  SECOND_MS,
  type StartedWorld,
  start,
  statuses,
} from './exchange-world.ts';

closeWorldsAfterEach();

const at = (ms: number) => TEST_START_MS + ms;
/** Xetra on Monday 2 March 2026: continuous trading until 17:30 Berlin time, the auction until 17:35. */
const CLOSE_MS = Date.UTC(2026, 2, 2, 16, 30);
const AUCTION_END_MS = CLOSE_MS + 5 * MINUTE_MS;
const TUESDAY_OPEN_MS = Date.UTC(2026, 2, 3, 8);

describe('the end of the day', () => {
  /** So much that a minute before the close and the auction are not enough. */
  const large = () => ({ holdings: [{ isin: SAP, exchange: 'XETR', quantity: 150_000 }] });

  it('expires the rest if the exchange is set to, and the rebalance fails with its fills', proves('G34'), () => {
    const test = start(large(), { startAt: CLOSE_MS - MINUTE_MS });
    change(test, { settings: { dayEnd: 'expire' } });
    const rebalanceId = planAndExecute(test);
    test.advanceTo(CLOSE_MS + 2 * DAY_MS);
    const sell = orderOf(test, rebalanceId, 'sell');
    expect([sell.status, sell.termination]).toEqual([
      'expired',
      { code: 'day_end', message: 'The day of XETR ended.' },
    ]);
    const fills = fillsOf(test, rebalanceId).filter(({ orderId }) => orderId === sell.orderId);
    expect(fills.length).toBeGreaterThan(3);
    expect(Math.max(...fills.map(({ filledMs }) => filledMs))).toBeLessThan(AUCTION_END_MS);
    const [expired] = eventsOf(test, 'order.expired');
    expect(expired?.data).toMatchObject({ order: { order_id: sell.orderId, status: 'expired' } });
    expect(expired?.atMs).toBeGreaterThanOrEqual(AUCTION_END_MS);
    expect(rebalanceOf(test, rebalanceId).status).toBe('failed');
    expect(rowsLeft(test)).toEqual(NO_ROWS);
  });

  it('carries the rest into the next day if the exchange is set to, and the rebalance completes', () => {
    const test = start(large(), { startAt: CLOSE_MS - MINUTE_MS });
    const rebalanceId = planAndExecute(test);
    test.advanceTo(TUESDAY_OPEN_MS - 1);
    expect(statuses(test, rebalanceId)).toEqual(['sell partially_filled', 'buy new']);
    test.advanceTo(CLOSE_MS + 3 * DAY_MS);
    expect(rebalanceOf(test, rebalanceId).status).toBe('complete');
    const instants = fillsOf(test, rebalanceId).map(({ filledMs }) => filledMs);
    expect(instants.some((ms) => ms >= AUCTION_END_MS && ms < TUESDAY_OPEN_MS)).toBe(false);
    expect(instants.some((ms) => ms >= TUESDAY_OPEN_MS)).toBe(true);
    expect(rowsLeft(test)).toEqual(NO_ROWS);
  });

  it('returns a carried buy, which is sent again at once with a new limit', proves('G30', 'G15'), () => {
    const test = start(allCash(ALLIANZ, 30_000_000), { startAt: CLOSE_MS - MINUTE_MS });
    const rebalanceId = planAndExecute(test);
    test.advanceTo(AUCTION_END_MS + SECOND_MS);
    const { submissions, workingMicro, filledMicro, quantityMicro } = orderOf(test, rebalanceId, 'buy');
    expect([submissions, workingMicro]).toEqual([2, quantityMicro - filledMicro]);
    expect(eventsOf(test, 'order.returned')).toHaveLength(1);
    test.advanceTo(CLOSE_MS + 10 * DAY_MS);
    expect(rebalanceOf(test, rebalanceId).status).toBe('complete');
  });

  it('does not change the day end of orders that were already sent', () => {
    const test = start(large(), { startAt: CLOSE_MS - MINUTE_MS });
    const rebalanceId = planAndExecute(test);
    test.advanceTo(CLOSE_MS - 30 * SECOND_MS);
    change(test, { settings: { dayEnd: 'expire' } });
    test.advanceTo(TUESDAY_OPEN_MS);
    expect(orderOf(test, rebalanceId, 'sell').status).toBe('partially_filled');
    expect(eventsOf(test, 'order.expired')).toEqual([]);
  });
});

describe('the closing auction', () => {
  it("fills the rest after the last slice at its instant and price, worsened by the order's own impact", () => {
    const test = start({}, { startAt: CLOSE_MS - 3 * SECOND_MS });
    const rebalanceId = planAndExecute(test);
    test.advanceTo(AUCTION_END_MS - 1);
    const { market, prices } = test.world;
    const sell = orderOf(test, rebalanceId, 'sell');
    const [fill, ...others] = fillsOf(test, rebalanceId).filter(({ orderId }) => orderId === sell.orderId);
    expect(others).toEqual([]);
    const trade = prices.lastTrade(SAP, 'XETR', AUCTION_END_MS);
    expect(fill?.filledMs).toBe(trade.at);
    expect(trade.at).toBeGreaterThan(CLOSE_MS);
    const flow = { netMicro: -sell.quantityMicro, asOfMs: trade.at };
    const impact = impactShare(market, prices, { isin: SAP, mic: 'XETR' }, 'sell', flow);
    const { band } = listingLiquidity(market, instrument(test, SAP), 'XETR');
    const pushedMicro = createTickTable(market.tickSizes).floorToTick(trade.priceMicro * (1 - impact), band);
    expect(fill?.priceMicro).toBe(pushedMicro);
    expect(impact).toBeLessThan(0.001);
  });

  it('is the last trade of the day until the next one trades', () => {
    const test = start();
    const shown = [AUCTION_END_MS, AUCTION_END_MS + HOUR_MS, TUESDAY_OPEN_MS - 1].map((ms) =>
      test.world.prices.lastTrade(SAP, 'XETR', ms),
    );
    expect(new Set(shown.map((trade) => JSON.stringify(trade))).size).toBe(1);
    expect(shown[0]?.at).toBeGreaterThan(CLOSE_MS);
    expect(test.world.prices.lastTrade(SAP, 'XETR', TUESDAY_OPEN_MS + HOUR_MS)).not.toEqual(shown[0]);
  });
});

describe('the impact of our own trading', () => {
  it('decays: the same order costs less after several half-lives than right after another one', () => {
    const [rightAfter, later] = [0, 6 * HOUR_MS].map((waitMs) => {
      const test = start(allCash(ALLIANZ, 3_000_000), { startAt: Date.UTC(2026, 2, 2, 8, 30) });
      const firstId = planAndExecute(test);
      test.advanceTo(Date.UTC(2026, 2, 2, 9, 30));
      expect(rebalanceOf(test, firstId).status).toBe('complete');
      const { completedMs } = rebalanceOf(test, firstId);
      const twin = { ...test, portfolioId: addPortfolio(test, allCash(ALLIANZ, 100_000)) };
      test.advanceTo(Math.max(test.world.kernel.nowMs, (completedMs ?? 0) + waitMs));
      const secondId = planAndExecute(twin);
      test.advanceTo(test.world.kernel.nowMs + HOUR_MS);
      expect(rebalanceOf(test, secondId).status).toBe('complete');
      const fills = fillsOf(test, secondId);
      const [impactMinor, valueMinor] = [
        fills.reduce((sum, { costs }) => sum + costs.impactMinor, 0),
        fills.reduce((sum, fill) => sum + fill.valueMinor, 0),
      ];
      return impactMinor / valueMinor;
    });
    // Six hours are eighteen half-lives of twenty minutes: nothing of the first order is left.
    expect(rightAfter).toBeGreaterThan(1.5 * (later ?? 0));
    expect(later).toBeGreaterThan(0);
  });
});

describe('a connection that is taken down manually', () => {
  it(
    'during an execution loses nothing and duplicates nothing: after the reconnect every fill is there once',
    proves('G36'),
    () => {
      const [test, twin] = [start(), start()];
      const rebalanceId = planAndExecute(test);
      const twinId = planAndExecute(twin);
      test.advanceTo(at(MINUTE_MS));
      change(test, { connected: false });
      const before = fillsOf(test, rebalanceId).length;
      test.advanceTo(at(20 * MINUTE_MS));
      expect(fillsOf(test, rebalanceId)).toHaveLength(before);
      expect(test.world.connections.status('XETR', at(20 * MINUTE_MS))).toMatchObject({
        connected: false,
        isHeld: true,
        sinceMs: at(MINUTE_MS),
        nextAttemptMs: null,
      });
      change(test, { connected: true });
      test.advanceTo(at(20 * MINUTE_MS + 10 * SECOND_MS));
      twin.advanceTo(at(DAY_MS));
      const sold = (each: StartedWorld, id: string) => {
        const { orderId } = orderOf(each, id, 'sell');
        return fillsOf(each, id)
          .filter((fill) => fill.orderId === orderId)
          .map(({ filledMs, quantityMicro, priceMicro }) => [filledMs, quantityMicro, priceMicro]);
      };
      // The exchange continued meanwhile, so its executions are those of a world whose connection never failed.
      expect(sold(test, rebalanceId)).toEqual(sold(twin, twinId));
      test.advanceTo(at(DAY_MS));
      expect(rebalanceOf(test, rebalanceId).status).toBe('complete');
      expect(rowsLeft(test)).toEqual(NO_ROWS);
    },
  );

  it('and brought up at once has lost the order that was being sent, which is sent again and executed once', () => {
    const test = start(allCash());
    change(test, { latency: { submit: { kind: 'fixed', ms: MINUTE_MS } } });
    const rebalanceId = planAndExecute(test);
    test.advanceTo(at(SECOND_MS));
    change(test, { connected: false });
    change(test, { connected: true });
    test.advanceTo(at(2 * MINUTE_MS));
    expect(eventsOf(test, 'order.acknowledged')).toEqual([]);
    test.advanceTo(at(DAY_MS));
    expect(eventsOf(test, 'order.sent_again')).toHaveLength(1);
    expect(rebalanceOf(test, rebalanceId).status).toBe('complete');
    expect(rowsLeft(test)).toEqual(NO_ROWS);
  });

  it('stays down if a fault began and ended meanwhile, until it is brought up manually', () => {
    const test = start();
    change(test, { connected: false });
    breakMarket(test, 'exchange_down', { untilMs: at(HOUR_MS) });
    test.advanceTo(at(DAY_MS));
    expect(test.world.connectors.isConnected('XETR')).toBe(false);
    change(test, { connected: true });
    expect(test.world.connectors.isConnected('XETR')).toBe(true);
    expect(eventsOf(test, 'exchange.disconnected')).toHaveLength(1);
    expect(eventsOf(test, 'exchange.connected')).toHaveLength(1);
  });

  it('freezes shown prices; portfolios and the drift monitor continue with every exchange down', proves('L19'), () => {
    const test = start();
    const { market, portfolios } = test.world;
    for (const mic of market.venues.keys()) change(test, { connected: false }, mic);
    const record = portfolios.find(test.portfolioId);
    if (record === null) throw new Error('no portfolio');
    const value = () => valuePortfolioAt(test.world, record, test.world.kernel.nowMs).drift.totalMinor;
    const before = value();
    // All of it in SAP with a target of half: outside the band from the first check on.
    test.advanceTo(at(15 * MINUTE_MS));
    expect(eventsOf(test, 'portfolio.drift_exceeded')).toHaveLength(1);
    test.advanceTo(at(3 * DAY_MS));
    expect(value()).toBe(before);
    for (const mic of market.venues.keys()) change(test, { connected: true }, mic);
    expect(value()).not.toBe(before);
    expect(eventsOf(test, 'portfolio.drift_exceeded')).toHaveLength(1);
  });
});

function instrument({ world }: StartedWorld, isin: string) {
  const found = world.market.instruments.get(isin);
  if (found === undefined) throw new Error(`no instrument ${isin}`);
  return found;
}
