import { describe, expect, it } from 'vitest';
import type { FaultSpan } from '../../../src-server/market/faults/fault-registry.ts';
import { seenMs, withFrozenSpans } from '../../../src-server/market/faults/frozen-prices.ts';
import { fc } from '../../support/draws.ts';
import { NOON, SAP } from '../exchange/exchange-fixture.ts';
import { makeMarket } from '../market-fixture.ts';
import { openFaults, someFault } from './fault-fixture.ts';

const { prices } = makeMarket(42);
const HOUR_MS = 3_600_000;
const OPEN = Number.POSITIVE_INFINITY;
const span = (fromMs: number, untilMs: number): FaultSpan => ({ fromMs, untilMs });

describe('the instant whose prices are shown', () => {
  it.each<[string, FaultSpan[], number, number]>([
    ['is the instant itself without spans', [], 50, 50],
    ['is the instant itself before a span', [span(10, 20)], 9, 9],
    ['is the beginning of a span at its beginning', [span(10, 20)], 10, 10],
    ['is the beginning of a span inside it', [span(10, 20)], 19, 10],
    ['is the instant itself from the end of a span on', [span(10, 20)], 20, 20],
    ['is the beginning of a span that is open', [span(10, OPEN)], 1e12, 10],
    ['is the beginning of the first of two that overlap', [span(15, 30), span(10, 20)], 25, 10],
    ['is the beginning of the first of three in a row', [span(28, 40), span(15, 30), span(10, 20)], 35, 10],
    ['is the beginning of the outer of two, beyond the inner one', [span(15, 18), span(10, 30)], 25, 10],
    ['is the beginning of the later of two with a gap between', [span(15, 30), span(5, 10)], 25, 15],
    // If one begins as the other ends, prices are current for that very instant.
    ['is the beginning of the second of two that touch', [span(20, 30), span(10, 20)], 25, 20],
  ])('%s', (_, spans, instantMs, shownMs) => {
    expect(seenMs(spans, instantMs)).toBe(shownMs);
  });

  it('equals the result of going back span by span', () => {
    const spans = fc
      .array(fc.record({ fromMs: fc.nat(100), lengthMs: fc.oneof(fc.integer({ min: 1, max: 40 }), fc.constant(OPEN)) }))
      .map((all) => all.map(({ fromMs, lengthMs }) => span(fromMs, fromMs + lengthMs)))
      .map((all) => all.sort((one, other) => other.fromMs - one.fromMs));
    fc.assert(
      fc.property(spans, fc.nat(160), (all, instantMs) => {
        let shownMs = instantMs;
        for (;;) {
          const holding = all.find(({ fromMs, untilMs }) => fromMs < shownMs && shownMs < untilMs);
          if (holding === undefined) break;
          shownMs = holding.fromMs;
        }
        expect(seenMs(all, instantMs)).toBe(shownMs);
      }),
      { numRuns: 1000 },
    );
  });
});

describe('frozen prices', () => {
  it('equal those of the beginning of the span, and afterwards are as without it', () => {
    const frozen = withFrozenSpans(prices, () => [span(NOON, NOON + HOUR_MS)], 'seeing');
    const during = NOON + HOUR_MS / 2;
    expect(frozen.midMicro(SAP, 'XETR', during)).toBe(prices.midMicro(SAP, 'XETR', NOON));
    expect(frozen.quote(SAP, 'XETR', during)).toEqual(prices.quote(SAP, 'XETR', NOON));
    expect(frozen.lastTrade(SAP, 'XETR', during)).toEqual(prices.lastTrade(SAP, 'XETR', NOON));
    expect(frozen.quote(SAP, 'XETR', during)).not.toEqual(prices.quote(SAP, 'XETR', during));
    for (const instantMs of [NOON - 1, NOON + HOUR_MS, NOON + 5 * HOUR_MS]) {
      expect(frozen.quote(SAP, 'XETR', instantMs)).toEqual(prices.quote(SAP, 'XETR', instantMs));
      expect(frozen.lastTrade(SAP, 'XETR', instantMs)).toEqual(prices.lastTrade(SAP, 'XETR', instantMs));
    }
  });

  it('have no trade from a span without trades, until there is one after it', () => {
    const halted = withFrozenSpans(prices, () => [span(NOON, NOON + HOUR_MS)], 'trading');
    const before = prices.lastTrade(SAP, 'XETR', NOON);
    let firstMs = NOON + HOUR_MS;
    while (prices.lastTrade(SAP, 'XETR', firstMs).at < NOON + HOUR_MS) firstMs += 1;
    for (const instantMs of [NOON, NOON + HOUR_MS - 1, NOON + HOUR_MS, firstMs - 1]) {
      expect(halted.lastTrade(SAP, 'XETR', instantMs)).toEqual(before);
    }
    expect(halted.lastTrade(SAP, 'XETR', firstMs)).toEqual(prices.lastTrade(SAP, 'XETR', firstMs));
  });

  it('have the latest trade outside of every span', () => {
    // SAP trades about every five seconds: short spans with short gaps often leave no trade between them.
    const lengths = fc.array(fc.tuple(fc.integer({ min: 1, max: 20_000 }), fc.integer({ min: 1, max: 8000 })), {
      minLength: 1,
      maxLength: 6,
    });
    fc.assert(
      fc.property(lengths, fc.nat(120_000), (all, afterMs) => {
        let fromMs = NOON;
        const spans = all.map(([lengthMs, gapMs]) => {
          const each = span(fromMs, fromMs + lengthMs);
          fromMs += lengthMs + gapMs;
          return each;
        });
        const halted = withFrozenSpans(prices, () => spans.toReversed(), 'trading');
        const isHalted = (ms: number) => spans.some((each) => each.fromMs < ms && ms < each.untilMs);
        let trade = prices.lastTrade(SAP, 'XETR', NOON + afterMs);
        while (isHalted(trade.at)) trade = prices.lastTrade(SAP, 'XETR', trade.at - 1);
        expect(halted.lastTrade(SAP, 'XETR', NOON + afterMs)).toEqual(trade);
      }),
      { numRuns: 300 },
    );
  });

  it('are quoted around another mid with the spread of the beginning', () => {
    // 07:00 UTC is an hour before the opening; just after it the spread is doubled.
    const openingMs = NOON - 3 * HOUR_MS;
    const frozen = withFrozenSpans(prices, () => [span(openingMs, NOON + HOUR_MS)], 'seeing');
    const asOpened = prices.quoteAround(SAP, 'XETR', 200_000_000, openingMs);
    expect(frozen.quoteAround(SAP, 'XETR', 200_000_000, NOON)).toEqual(asOpened);
    expect(asOpened).not.toEqual(prices.quoteAround(SAP, 'XETR', 200_000_000, NOON));
  });

  it('are those of their own listing alone', () => {
    const frozen = withFrozenSpans(
      prices,
      (isin, mic) => (isin === SAP && mic === 'XETR' ? [span(NOON, OPEN)] : null),
      'seeing',
    );
    const later = NOON + HOUR_MS;
    expect(frozen.midMicro(SAP, 'XETR', later)).toBe(prices.midMicro(SAP, 'XETR', NOON));
    expect(frozen.midMicro(SAP, 'XPAR', later)).toBe(prices.midMicro(SAP, 'XPAR', later));
  });

  it('follow the faults of a registry: still open, ended manually, and overlapping', () => {
    const { registry, kernel } = openFaults([someFault({ kind: 'stale_prices', mic: 'XETR' })]);
    const seen = withFrozenSpans(prices, (isin, mic) => registry.spans('stale_prices', mic, isin), 'seeing');
    const mid = (atMs: number) => seen.midMicro(SAP, 'XETR', atMs);
    expect(mid(NOON + 100 * HOUR_MS)).toBe(prices.midMicro(SAP, 'XETR', NOON));
    const ended = { kind: 'stale_prices', mic: 'XETR', endedMs: NOON + 2 * HOUR_MS } as const;
    const second = { faultId: 'ft_2', isin: SAP, fromMs: NOON + HOUR_MS, untilMs: NOON + 3 * HOUR_MS };
    kernel.execute(() => {
      registry.put(someFault(ended));
      registry.put(someFault({ kind: 'stale_prices', ...second }));
    });
    expect(mid(NOON + 2.5 * HOUR_MS)).toBe(prices.midMicro(SAP, 'XETR', NOON));
    expect(mid(NOON + 3 * HOUR_MS)).toBe(prices.midMicro(SAP, 'XETR', NOON + 3 * HOUR_MS));
    // Elsewhere only the second applies, which affects the instrument at every exchange.
    expect(seen.midMicro(SAP, 'XPAR', NOON + 2.5 * HOUR_MS)).toBe(prices.midMicro(SAP, 'XPAR', NOON + HOUR_MS));
  });
});
