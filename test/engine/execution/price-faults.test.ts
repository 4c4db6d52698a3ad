/**
 * The effect of price faults on quotes, plans and rebalances, and the 500 of section 7: pricing unavailable,
 * unreachable.
 */
import { describe, expect, it } from 'vitest';
import { viewPrices } from '../../../src-server/api/views/service/view-prices.ts';
import { endFault } from '../../../src-server/engine/commands/market/set-fault.ts';
import type { RefusalCode } from '../../../src-server/engine/outcome.ts';
import type { FaultKind } from '../../../src-server/market/faults/fault.ts';
import { proves } from '../../conformance/proves.ts';
import { TEST_START_MS } from '../../support/ballast-defaults.ts';
import {
  ALLIANZ,
  accept,
  allCash,
  breakMarket,
  change,
  closeWorldsAfterEach,
  DAY_MS,
  eventsOf,
  fillsOf,
  HOUR_MS,
  MINUTE_MS,
  orderOf,
  plan,
  planAndExecute,
  rebalanceOf,
  refusal,
  SAP,
  SECOND_MS,
  type StartedWorld,
  start,
  statuses,
  tryExecute,
  tryPlan,
} from './exchange-world.ts';

closeWorldsAfterEach();

/** Shell, listed in London and Amsterdam. */
const TWICE_LISTED = 'GB00BP6MXD84';
const at = (ms: number) => TEST_START_MS + ms;

describe('a halted instrument', () => {
  it('has no fills in the span; its price and last trade do not change, and it trades again afterwards', () => {
    const test = start();
    const rebalanceId = planAndExecute(test);
    test.advanceTo(at(MINUTE_MS));
    const untilMs = at(11 * MINUTE_MS);
    breakMarket(test, 'halt_instrument', { isin: SAP, untilMs });
    const before = shownPrices(test, SAP);
    test.advanceTo(untilMs - 1);
    expect(shownPrices(test, SAP)).toEqual(before);
    expect(statuses(test, rebalanceId)).toEqual(['sell partially_filled', 'buy new']);
    test.advanceTo(untilMs + SECOND_MS);
    expect(shownPrices(test, SAP)).not.toEqual(before);
    test.advanceTo(at(DAY_MS));
    const { orderId } = orderOf(test, rebalanceId, 'sell');
    const sold = fillsOf(test, rebalanceId).filter((fill) => fill.orderId === orderId);
    // Slices are at most 6 s apart: waiting orders do not wait for the next day.
    expect(sold.some(({ filledMs }) => filledMs >= untilMs && filledMs <= untilMs + 6 * SECOND_MS)).toBe(true);
    expect(sold.some(({ filledMs }) => filledMs >= at(MINUTE_MS) && filledMs < untilMs)).toBe(false);
    expect(rebalanceOf(test, rebalanceId).status).toBe('complete');
  });

  it('has no trade in the span when read afterwards, not even its closing auction', () => {
    const test = start();
    const [fromMs, untilMs] = [at(6 * HOUR_MS), at(8 * HOUR_MS)];
    test.advanceTo(fromMs);
    breakMarket(test, 'halt_instrument', { isin: SAP, untilMs });
    // From 15:30 to 17:30 UTC: Xetra closes at 16:30 and its auction ends at 16:35.
    for (const nowMs of [fromMs + HOUR_MS, untilMs, untilMs + HOUR_MS, at(22 * HOUR_MS)]) {
      test.advanceTo(nowMs);
      expect(test.world.prices.lastTrade(SAP, 'XETR', nowMs).at).toBeLessThanOrEqual(fromMs);
    }
    // The next morning there are new ones.
    test.advanceTo(at(DAY_MS));
    expect(test.world.prices.lastTrade(SAP, 'XETR', at(DAY_MS)).at).toBeGreaterThan(untilMs);
  });

  it('does not affect others: they trade and their prices move', () => {
    const test = start();
    breakMarket(test, 'halt_instrument', { isin: SAP });
    const before = shownPrices(test, ALLIANZ);
    test.advanceTo(at(HOUR_MS));
    expect(shownPrices(test, ALLIANZ)).not.toEqual(before);
  });

  it('has a warning in a plan, whose orders for it wait', () => {
    const test = start();
    breakMarket(test, 'halt_instrument', { isin: SAP, untilMs: at(HOUR_MS) });
    const rebalanceId = planAndExecute(test);
    expect(rebalanceOf(test, rebalanceId).warnings).toContainEqual({
      code: 'instrument_halted',
      message: `${SAP} is halted at XETR: its order will wait until it trades again.`,
    });
    test.advanceTo(at(HOUR_MS - 1));
    expect(statuses(test, rebalanceId)).toEqual(['sell sent', 'buy new']);
    test.advanceTo(at(DAY_MS));
    expect(rebalanceOf(test, rebalanceId).status).toBe('complete');
  });

  it('that lasts over the end of the day trades on the next one', () => {
    const test = start();
    breakMarket(test, 'halt_instrument', { isin: SAP, untilMs: at(12 * HOUR_MS) });
    const rebalanceId = planAndExecute(test);
    test.advanceTo(at(22 * HOUR_MS));
    expect(fillsOf(test, rebalanceId)).toEqual([]);
    test.advanceTo(at(DAY_MS));
    expect(rebalanceOf(test, rebalanceId).status).toBe('complete');
  });
});

describe('a stale feed', () => {
  it('freezes the visible prices, while the exchange trades at moving prices', () => {
    const test = start();
    const rebalanceId = planAndExecute(test);
    test.advanceTo(at(30 * SECOND_MS));
    breakMarket(test, 'stale_prices', { isin: SAP, untilMs: at(HOUR_MS) });
    const before = seen(test, SAP);
    test.advanceTo(at(HOUR_MS - 1));
    expect(seen(test, SAP)).toEqual(before);
    const { orderId } = orderOf(test, rebalanceId, 'sell');
    const meanwhile = fillsOf(test, rebalanceId).filter(
      (fill) => fill.orderId === orderId && fill.filledMs > at(30 * SECOND_MS),
    );
    expect(new Set(meanwhile.map(({ priceMicro }) => priceMicro)).size).toBeGreaterThan(3);
    test.advanceTo(at(HOUR_MS));
    expect(seen(test, SAP)).not.toEqual(before);
  });

  it('excludes its listing from the prices, and is 500 if it is the only one', () => {
    const test = start();
    const mics = listingsOf(test, TWICE_LISTED);
    expect(mics.length).toBeGreaterThan(1);
    breakMarket(test, 'stale_prices', { mic: mics[0] as string });
    const { prices } = accept(viewPrices(test.world, TWICE_LISTED, test.world.kernel.nowMs));
    expect(prices.map(({ exchange }) => exchange)).toEqual(mics.slice(1).sort());
    breakMarket(test, 'stale_prices', { mic: null, isin: TWICE_LISTED });
    const { code, message, details } = refusal(viewPrices(test.world, TWICE_LISTED, test.world.kernel.nowMs));
    expect([code, details]).toEqual(['internal_error', []]);
    for (const mic of mics) expect(message).toContain(`the prices of ${mic} are stale`);
  });

  it('delays a buy, which is sent as soon as the feed is current again', () => {
    const test = start();
    const rebalanceId = planAndExecute(test);
    test.advanceTo(at(30 * SECOND_MS));
    const { faultId } = breakMarket(test, 'stale_prices', { isin: ALLIANZ });
    test.advanceTo(at(HOUR_MS));
    expect(statuses(test, rebalanceId)).toEqual(['sell filled', 'buy new']);
    accept(endFault(test.world, faultId));
    expect(statuses(test, rebalanceId)).toEqual(['sell filled', 'buy sent']);
    expect(eventsOf(test, 'order.sent').at(-1)).toMatchObject({ atMs: at(HOUR_MS), data: { isin: ALLIANZ } });
    test.advanceTo(at(DAY_MS));
    expect(rebalanceOf(test, rebalanceId).status).toBe('complete');
  });

  it('caused by two faults delays a buy until both are over', () => {
    const test = start();
    const rebalanceId = planAndExecute(test);
    test.advanceTo(at(30 * SECOND_MS));
    breakMarket(test, 'stale_prices', { isin: ALLIANZ, untilMs: at(HOUR_MS) });
    breakMarket(test, 'stale_prices', { mic: null, untilMs: at(2 * HOUR_MS) });
    test.advanceTo(at(2 * HOUR_MS - 1));
    expect(statuses(test, rebalanceId)).toEqual(['sell filled', 'buy new']);
    test.advanceTo(at(2 * HOUR_MS));
    expect(statuses(test, rebalanceId)).toEqual(['sell filled', 'buy sent']);
  });
});

describe('bad quotes', () => {
  it('that are wide cost a plan and its fills more spread, by about their factor', () => {
    const [usual, wide] = [start(), start()];
    breakMarket(wide, 'wide_spread', { amount: 10 });
    const [usualId, wideId] = [planAndExecute(usual), planAndExecute(wide)];
    const planned = [usual, wide].map(
      (test, index) => rebalanceOf(test, [usualId, wideId][index] as string).plan.costs.spreadMinor,
    );
    // Ten times the half-spread, before rounding to the tick, which matters more for the usual one.
    expect((planned[1] as number) / (planned[0] as number)).toBeGreaterThan(5);
    expect((planned[1] as number) / (planned[0] as number)).toBeLessThan(11);
    for (const test of [usual, wide]) test.advanceTo(at(DAY_MS));
    const paid = [fillsOf(usual, usualId), fillsOf(wide, wideId)].map((fills) =>
      fills.reduce((sum, { costs }) => sum + costs.spreadMinor, 0),
    );
    expect((paid[1] as number) / (paid[0] as number)).toBeGreaterThan(5);
    expect(rebalanceOf(wide, wideId).status).toBe('complete');
  });

  it('that are crossed show a bid above the ask and do not change the mid', () => {
    const [usual, crossed] = [start(), start()];
    breakMarket(crossed, 'crossed_quotes', { amount: 50 });
    const [fair, odd] = [usual, crossed].map(({ world }) => world.prices.quote(SAP, 'XETR', TEST_START_MS));
    expect(fair?.bidMicro).toBeLessThan(fair?.askMicro ?? 0);
    expect(odd?.midMicro).toBe(fair?.midMicro);
    // 50 bps of the mid.
    expect((odd?.bidMicro ?? 0) - (odd?.askMicro ?? 0)).toBeGreaterThanOrEqual((odd?.midMicro ?? 0) * 0.005);
    expect(shownPrices(crossed, SAP).mid).toBe(shownPrices(usual, SAP).mid);
  });

  it('that are crossed cost no spread, never less than nothing, and the rebalance completes', proves('G12'), () => {
    const test = start();
    breakMarket(test, 'crossed_quotes', { amount: 300 });
    const rebalanceId = planAndExecute(test);
    expect(rebalanceOf(test, rebalanceId).plan.costs.spreadMinor).toBe(0);
    test.advanceTo(at(DAY_MS));
    const fills = fillsOf(test, rebalanceId);
    expect(fills.length).toBeGreaterThan(10);
    for (const { costs } of fills) {
      expect(Math.min(costs.spreadMinor, costs.impactMinor, costs.commissionMinor)).toBeGreaterThanOrEqual(0);
    }
    expect(rebalanceOf(test, rebalanceId).status).toBe('complete');
  });
});

describe('500 if an exchange cannot be reached or priced', () => {
  const causes: [string, FaultKind][] = [
    ['an exchange is down', 'exchange_down'],
    ['its feed is stale', 'stale_prices'],
  ];

  it.each(causes)('is the response to a plan when %s, and nothing is stored', (_cause, kind) => {
    const test = start();
    breakMarket(test, kind);
    const before = test.world.kernel.eventCount;
    expect(refusal(tryPlan(test))).toMatchObject({ code: 'internal_error', details: [] });
    expect(refusal(tryPlan(test)).message).toMatch(/^Pricing is unavailable for DE\d+: .*XETR/);
    expect(test.world.kernel.eventCount).toBe(before);
    expect(test.world.rebalances.list({ portfolioId: test.portfolioId, limit: 5 })).toEqual([]);
  });

  it.each(causes)(
    'is the response to an execution when %s; the plan stays ready and is executed later',
    proves('B4'),
    (_cause, kind) => {
      const test = start();
      const rebalanceId = plan(test);
      const { faultId } = breakMarket(test, kind);
      const [before, orders] = [rebalanceOf(test, rebalanceId), test.world.rebalances.orders(rebalanceId)];
      const count = test.world.kernel.eventCount;
      expect(refusal(tryExecute(test, rebalanceId))).toMatchObject({ code: 'internal_error', details: [] });
      expect(refusal(tryExecute(test, rebalanceId)).message).toMatch(/^Order 1 \(sell DE\d+\) cannot be sent: .*XETR/);
      expect(test.world.kernel.eventCount).toBe(count);
      expect([rebalanceOf(test, rebalanceId), test.world.rebalances.orders(rebalanceId)]).toEqual([before, orders]);
      expect(before.status).toBe('plan_ready');
      accept(endFault(test.world, faultId));
      test.advanceTo(at(10 * MINUTE_MS));
      accept(tryExecute(test, rebalanceId));
      test.advanceTo(at(DAY_MS));
      expect(rebalanceOf(test, rebalanceId).status).toBe('complete');
    },
  );

  it('comes after 404, 409 and 422', proves('B3'), () => {
    const expectRefused = (outcome: Parameters<typeof refusal>[0], code: RefusalCode) =>
      expect(refusal(outcome).code).toBe(code);
    const test = start();
    const readyId = plan(test);
    const executingId = planAndExecute(test);
    breakMarket(test, 'exchange_down');
    breakMarket(test, 'stale_prices');
    expectRefused(tryPlan({ ...test, portfolioId: 'pf_none' }), 'not_found');
    expectRefused(tryExecute(test, 'rb_none'), 'not_found');
    expectRefused(viewPrices(test.world, 'US0378331005', TEST_START_MS), 'not_found');
    expectRefused(tryPlan(test), 'already_executing');
    expectRefused(tryExecute(test, readyId), 'already_executing');
    expectRefused(tryExecute(test, executingId), 'already_executing');
    const other = start();
    breakMarket(other, 'exchange_down');
    // Everything in SAP although the target is half: 51 points off, which does not cross a band of 60.
    expectRefused(tryPlan(other, 0.6), 'drift_below_threshold');
    expectRefused(tryPlan(other), 'internal_error');
  });

  it('is not the response to a plan while another exchange still prices the instrument: its order goes there', () => {
    const test = start(allCash(TWICE_LISTED));
    const first = plan(test);
    const usual = orderOf(test, first, 'buy').mic;
    change(test, { connected: false }, usual);
    const again = plan(test);
    expect(orderOf(test, again, 'buy').mic).not.toBe(usual);
    // The earlier plan used the exchange that is gone.
    expect(refusal(tryExecute(test, first)).code).toBe('internal_error');
    accept(tryExecute(test, again));
    test.advanceTo(at(3 * DAY_MS));
    expect(rebalanceOf(test, again).status).toBe('complete');
  });
});

/** Mid and last trade at Xetra, by the price model now. */
function seen({ world }: StartedWorld, isin: string) {
  const { nowMs } = world.kernel;
  return {
    mid: world.prices.midMicro(isin, 'XETR', nowMs),
    quote: world.prices.quote(isin, 'XETR', nowMs),
    trade: world.prices.lastTrade(isin, 'XETR', nowMs),
  };
}

/** Mid and last trade at Xetra, by `GET /prices` now. */
function shownPrices({ world }: StartedWorld, isin: string) {
  const { prices } = accept(viewPrices(world, isin, world.kernel.nowMs));
  const price = prices.find(({ exchange }) => exchange === 'XETR');
  return { mid: price?.mid_eur, trade: price?.last_trade_eur };
}

function listingsOf({ world }: StartedWorld, isin: string): readonly string[] {
  return world.market.instruments.get(isin)?.listings ?? [];
}
