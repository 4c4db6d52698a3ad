/** Compares the lab with the service itself (decision P3): the same dates and orders, and costs within the spread. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import type { Plan } from '../../src-server/domain/plan/plan.ts';
import type { OrderRecord } from '../../src-server/engine/records.ts';
import { type LifeTrade, liveThrough } from '../../src-server/lab/live-through.ts';
import { listingLiquidity } from '../../src-server/market/prices/liquidity.ts';
import { createTickTable } from '../../src-server/market/prices/tick-size.ts';
import { type FullTrade, simulateInFull } from '../../src-server/runner/lab/simulate-in-full.ts';
import type { FlatFigures } from '../../src-server/sweep/flat-figures.ts';
import { packageRoot } from '../../src-server/system/package-root.ts';
import { readMarketFacts } from '../../src-server/world/market-facts.ts';
import { proves } from '../conformance/proves.ts';
import { labContextOf, solver } from './lab-context-of.ts';

const demo = parse(readFileSync(join(packageRoot(), 'fixtures/worlds/demo.yaml'), 'utf8'));
const [ofFormB, ofFormA] = [demo.portfolios[0], demo.portfolios.find(({ form }: { form: string }) => form === 'A')];
const TARGETS = [
  { isin: 'IE00B4L5Y983', weight: 0.6 },
  { isin: 'DE0007164600', weight: 0.4 },
];
const POLICIES = [
  { name: 'monthly', when: [{ calendar: { every: 'month' } }], settings: { drift_threshold: 0.01 } },
  { name: '3 points', when: [{ drift: { threshold: 0.03 } }] },
  { name: '5/25, to the edge', when: [{ drift: {} }], band_5_25: true, to: 'band_edge' },
];
/** Share of the portfolio: fills cost slightly more or less than estimated, which changes later orders by as much. */
const TOLERANCE = 0.0002;

test.each([1, 2])('a year of path %i has the same rebalances in both executions', proves('P3.3'), async (seed) => {
  const context = await labContextOf(
    { portfolios: [ofFormB] },
    { to: '2027-03-02T00:00:00Z', paths: { seeds: '1' }, policies: POLICIES, taxes: false },
  );
  for (const life of context.lives) {
    const [fast, full]: [LifeTrade[], FullTrade[]] = [[], []];
    const quick = liveThrough(life, context.pathOf(seed), solver, (trade) => fast.push(trade));
    const { figures } = await simulateInFull(life, context.pathOf(seed), solver, (trade) => full.push(trade));
    expect(full.map(({ atMs }) => atMs)).toEqual(fast.map(({ atMs }) => atMs));
    expect(fast.length).toBeGreaterThan(0);
    expect(exactly(full[0]?.orders ?? [])).toEqual(exactly(fast[0]?.plan.orders ?? []));
    for (const [index, { plan }] of fast.entries()) expectAlike(plan, full[index]?.orders ?? []);
    const differs = Math.abs((quick.total_costs_bps ?? 0) - (figures.total_costs_bps ?? 0));
    expect(differs).toBeLessThan(Math.max(0.05, spreadBps(fast, quick)));
    expect(figures.value_at_end).toBeCloseTo(quick.value_at_end ?? 0, -4);
  }
});

test.each([
  ['2026-04-01T06:00:00Z', '2026-04-01T07:30:00.000Z'],
  ['2026-04-01T12:00:00Z', '2026-05-05T07:30:00.000Z'],
])('a run from %s has its first cash flow at %s', proves('P1.3'), async (from, first) => {
  const policies = [{ name: 'hold' }];
  const context = await labContextOf(
    { portfolios: [ofFormB] },
    { from, to: '2026-07-02T00:00:00Z', paths: { seeds: '1' }, policies, cash_flow: { amount: 100, every: 'month' } },
  );
  const [life] = context.lives;
  if (life === undefined) throw new Error('no life');
  const flows: string[] = [];
  liveThrough(life, context.pathOf(1), solver, undefined, ({ atMs }) => flows.push(new Date(atMs).toISOString()));
  expect(flows[0]).toBe(first);
});

test('a portfolio of Form A is rebalanced on the same dates in both', proves('P3.3'), async () => {
  const policies = [{ name: '3 points', when: [{ drift: { threshold: 0.03 } }] }];
  const context = await labContextOf(
    { portfolios: [ofFormA] },
    { to: '2026-09-02T00:00:00Z', paths: { seeds: '1' }, policies },
    { targets: TARGETS },
  );
  const [life] = context.lives;
  if (life === undefined) throw new Error('no life');
  const [fast, full]: [number[], number[]] = [[], []];
  liveThrough(life, context.pathOf(3), solver, ({ atMs }) => fast.push(atMs));
  await simulateInFull(life, context.pathOf(3), solver, ({ atMs }) => full.push(atMs));
  expect(full).toEqual(fast);
});

test.each([{ calendar: { every: 'month' } }, { cash_flow: {} }])(
  'a condition whose plan is refused leaves the instant to a band that was left: %j',
  proves('P3.1', 'P3.3'),
  async (other) => {
    const band = { drift: { threshold: 0.02 } };
    const policies = [
      { name: 'band alone', when: [band] },
      { name: 'with another', when: [band, other] },
    ];
    const isFlow = 'cash_flow' in other;
    const context = await labContextOf(
      { portfolios: [ofFormB] },
      {
        to: '2027-03-02T00:00:00Z',
        paths: { seeds: '1' },
        policies,
        taxes: false,
        ...(isFlow ? { cash_flow: { amount: 100, every: 'month' } } : {}),
      },
    );
    const instants = async (life: (typeof context.lives)[number]) => {
      const [fast, full]: [number[], number[]] = [[], []];
      liveThrough(life, context.pathOf(1), solver, ({ atMs }) => fast.push(atMs));
      if (!isFlow) await simulateInFull(life, context.pathOf(1), solver, ({ atMs }) => full.push(atMs));
      return isFlow ? [fast] : [fast, full];
    };
    const [alone, both] = await Promise.all(context.lives.map(instants));
    expect(alone?.[0]?.length).toBeGreaterThan(1);
    expect(both).toEqual(alone);
  },
);

/** The half-spreads of all orders, in basis points of the average value per year. */
function spreadBps(trades: readonly LifeTrade[], { total_costs_bps: bps = 0 }: FlatFigures): number {
  const sum = (part: 'spreadMinor' | 'totalMinor') => trades.reduce((all, { plan }) => all + plan.costs[part], 0);
  return bps * (sum('spreadMinor') / sum('totalMinor'));
}

type ComparedOrder = Pick<OrderRecord, 'isin' | 'side' | 'mic' | 'quantityMicro'>;

function exactly(orders: readonly ComparedOrder[]) {
  return orders.map(({ isin, side, mic, quantityMicro }) => ({ isin, side, mic, quantityMicro }));
}

/** The values of orders differ by less than a fifth of a thousandth of the portfolio. */
function expectAlike({ orders: planned, navMinor }: Plan, orders: readonly ComparedOrder[]): void {
  for (const { isin, side, quantityMicro, estimatedValueMinor } of planned) {
    const found = orders.find((order) => order.isin === isin && order.side === side);
    const share = Math.abs((found?.quantityMicro ?? 0) / quantityMicro - 1) * (estimatedValueMinor / navMinor);
    expect(share).toBeLessThan(TOLERANCE);
  }
}

test.each([1, 2, 3])(
  'path %i costs more in full execution only because each fill is rounded to a tick',
  proves('P3.3'),
  async (seed) => {
    const context = await labContextOf(
      { portfolios: [ofFormB] },
      { to: '2027-03-02T00:00:00Z', paths: { seeds: '1' }, policies: POLICIES.slice(0, 1) },
    );
    const [life] = context.lives;
    if (life === undefined) throw new Error('no life');
    const { market } = readMarketFacts(packageRoot());
    const ticks = createTickTable(market.tickSizes);
    let [ticksMinor, estimatedMinor] = [0, 0];
    const quick = liveThrough(life, context.pathOf(seed), solver, ({ plan }) => {
      estimatedMinor += plan.costs.spreadMinor + plan.costs.impactMinor;
      for (const { isin, mic, estimatedPriceMicro, estimatedValueMinor } of plan.orders) {
        const instrument = market.instruments.get(isin);
        if (instrument === undefined) throw new Error(isin);
        const { band } = listingLiquidity(market, instrument, mic);
        // On average a price is half a tick away from the next tradable one.
        ticksMinor += (estimatedValueMinor * ticks.tickMicro(estimatedPriceMicro, band)) / estimatedPriceMicro / 2;
      }
    });
    const { figures } = await simulateInFull(life, context.pathOf(seed), solver);
    const [fast, full] = [quick.implicit_costs_bps ?? 0, figures.implicit_costs_bps ?? 0];
    expect(full).toBeGreaterThan(fast);
    // Without ticks, fills would cost slightly less than estimated: the shares of an order before the last one move the
    // price by less.
    const withoutTicks = full - (fast * ticksMinor) / estimatedMinor;
    expect(withoutTicks / fast).toBeGreaterThan(0.75);
    expect(withoutTicks / fast).toBeLessThan(1);
  },
);
