/**
 * With every price pinned, a plan states the result of its execution: the quantities to the millionth, and the cash to
 * the cent once actual costs replace the estimates. Rates move, so nothing is converted here.
 */

import { expect, test } from 'vitest';
import { pinPrice } from '../../../src-server/engine/commands/market/pin-price.ts';
import {
  createPortfolioB,
  type PortfolioRequestB,
} from '../../../src-server/engine/commands/portfolios/create-portfolio-b.ts';
import { createPlan } from '../../../src-server/engine/commands/rebalances/create-plan.ts';
import { executePlan } from '../../../src-server/engine/commands/rebalances/execute-plan.ts';
import type { Outcome } from '../../../src-server/engine/outcome.ts';
import { valuePortfolioAt } from '../../../src-server/engine/planning/value-portfolio.ts';
import type { FillRecord, OrderRecord, PortfolioRecord, RebalanceRecord } from '../../../src-server/engine/records.ts';
import { DEFAULT_ACCOUNT, type World } from '../../../src-server/engine/world.ts';
import { TEST_START_MS } from '../../support/ballast-defaults.ts';
import { draws, fc } from '../../support/draws.ts';
import { makeWorld } from '../../support/make-world.ts';

const EXECUTED_PLANS = draws(250);
const DAYS_MS = 2 * 86_400_000;

test('a plan executed at prices that do not move ends as planned, to the cent', { tags: ['drawn'] }, () => {
  const property = fc.property(randomPortfolio(), ({ seed, portfolio, mids }) => {
    const { world, advanceTo, close } = makeWorld({ seed });
    const { portfolioId } = acceptedBy(createPortfolioB(world, DEFAULT_ACCOUNT, portfolio));
    for (const [isin, mid] of mids) acceptedBy(pinPrice(world, { isin, mid, currency: portfolio.currency }));
    const planned = createPlan(world, DEFAULT_ACCOUNT, { ...PLAN_OF_IT, portfolio_id: portfolioId });
    const rebalanceId = planned.ok ? planned.value.rebalanceId : null;
    if (rebalanceId !== null) {
      acceptedBy(executePlan(world, DEFAULT_ACCOUNT, rebalanceId));
      advanceTo(TEST_START_MS + DAYS_MS);
      expectAsPlanned(world, portfolioId, rebalanceId, portfolio);
    }
    close();
    fc.pre(rebalanceId !== null);
  });
  // A smaller portfolio takes minutes to find, and shows no more than the first.
  fc.assert(property, { numRuns: EXECUTED_PLANS, endOnFailure: true });
});

const PLAN_OF_IT = {
  drift_threshold: 0.01,
  band_type: 'absolute',
  rebalance_trigger: 'any_position',
  simulation: false,
  fractional_precision: 4,
  fx_overlay: false,
} as const;

function expectAsPlanned(world: World, portfolioId: string, rebalanceId: string, before: PortfolioRequestB): void {
  const rebalance = world.rebalances.find(rebalanceId) as RebalanceRecord;
  const orders = world.rebalances.orders(rebalanceId);
  const fills = world.rebalances.fills(rebalanceId);
  const standing = valuePortfolioAt(world, world.portfolios.find(portfolioId) as PortfolioRecord, world.kernel.nowMs);
  expect(rebalance.status).toBe('complete');
  expect(quantitiesOf(standing.positions)).toEqual(quantitiesOf(afterOrders(before, orders)));

  const { plan } = rebalance;
  const paidMinor = fills.reduce((sum, { costs }) => sum + costs.totalMinor, 0);
  const savedMinor = plan.costs.totalMinor - paidMinor + betterThanMidMinor(orders, fills);
  const cashMinor = standing.portfolio.cashMinor;
  // Half a cent for each value that is rounded separately: every fill's, and every order's estimate.
  const roundedMinor = (fills.length + orders.length) / 2;
  expect(Math.abs(cashMinor - (plan.cashAfterMinor + savedMinor))).toBeLessThanOrEqual(roundedMinor + 1e-6);

  const { drift } = standing;
  expect(drift.totalMinor - plan.driftAfter.totalMinor).toBe(cashMinor - plan.cashAfterMinor);
  plan.driftAfter.positions.forEach(({ isin, currentWeight }, index) => {
    const row = drift.positions.find((each) => each.isin === isin) ?? drift.positions[index];
    const statedMinor = currentWeight * plan.driftAfter.totalMinor;
    const reachedMinor = row?.isin === isin ? row.currentWeight * drift.totalMinor : 0;
    expect(Math.abs(reachedMinor - statedMinor)).toBeLessThanOrEqual(0.5);
  });
}

/** The holding, changed by the orders; nothing left is no row. */
function afterOrders({ holdings }: PortfolioRequestB, orders: readonly OrderRecord[]) {
  const held = holdings.map(({ isin, exchange: mic, quantity }) => ({ isin, mic, quantityMicro: quantity * 1e6 }));
  return [
    ...held,
    ...orders.map(({ isin, mic, side, quantityMicro }) => {
      return { isin, mic, quantityMicro: side === 'buy' ? quantityMicro : -quantityMicro };
    }),
  ];
}

function quantitiesOf(rows: readonly { isin: string; mic: string; quantityMicro: number }[]): Record<string, number> {
  const sums: Record<string, number> = {};
  for (const { isin, mic, quantityMicro } of rows) {
    const key = `${isin} ${mic}`;
    sums[key] = (sums[key] ?? 0) + quantityMicro;
  }
  return Object.fromEntries(Object.entries(sums).filter(([, quantityMicro]) => quantityMicro !== 0));
}

/** A fill better than mid costs nothing and brings that much more than the estimate of its order. */
function betterThanMidMinor(orders: readonly OrderRecord[], fills: readonly FillRecord[]): number {
  const orderOf = new Map(orders.map((order) => [order.orderId, order]));
  return fills.reduce((sum, { orderId, quantityMicro, priceMicro }) => {
    const order = orderOf.get(orderId) as OrderRecord;
    const gainMicro =
      order.side === 'buy' ? order.estimatedPriceMicro - priceMicro : priceMicro - order.estimatedPriceMicro;
    return sum + (quantityMicro * Math.max(0, gainMicro)) / 1e10;
  }, 0);
}

/** Of instruments that trade in the base currency everywhere; a tenth remains cash, as a reserve for buys. */
function randomPortfolio(): fc.Arbitrary<{ seed: number; portfolio: PortfolioRequestB; mids: Map<string, number> }> {
  const row = fc.record({
    pick: fc.nat(1000),
    quantity: fc.integer({ min: 0, max: 100 }),
    parts: fc.nat(100),
    mid: fc.integer({ min: 1_000, max: 40_000 }).map((cents) => cents / 100),
  });
  const drawn = fc.record({
    seed: fc.nat(1e6),
    currency: fc.constantFrom('EUR', 'EUR', 'GBP'),
    cash: fc.integer({ min: 100, max: 10_000 }),
    rows: fc.array(row, { minLength: 2, maxLength: 5 }),
  });
  return drawn.map(({ seed, currency, cash, rows }) => {
    const known = INSTRUMENTS[currency] ?? [];
    const chosen = new Map(rows.map((each) => [(known[each.pick % known.length] as Listed).isin, each]));
    const sum = rows.reduce((total, { parts }) => total + parts, 0) || 1;
    const listed = known.filter(({ isin }) => chosen.has(isin));
    const drawOf = (isin: string) => chosen.get(isin) as (typeof rows)[number];
    const portfolio = {
      external_id: 'pinned',
      currency,
      tax_wrapper: 'Depot',
      cash,
      holdings: listed.map(({ isin, mic }) => ({ isin, exchange: mic, quantity: drawOf(isin).quantity })),
      targets: listed.map(({ isin }) => ({ isin, weight: Math.floor((drawOf(isin).parts / sum) * 9000) / 1e4 })),
    };
    return { seed, portfolio, mids: new Map(listed.map(({ isin }) => [isin, drawOf(isin).mid])) };
  });
}

interface Listed {
  readonly isin: string;
  readonly mic: string;
}

const INSTRUMENTS = instrumentsByCurrency();

function instrumentsByCurrency(): Readonly<Record<string, readonly Listed[]>> {
  const { world, close } = makeWorld();
  const { instruments, exchanges } = world.market;
  const tradedOnlyIn = (currency: string) =>
    [...instruments.values()]
      .filter(({ listings }) => listings.every((mic) => exchanges.get(mic)?.currency === currency))
      .map(({ isin, primaryExchange }) => ({ isin, mic: primaryExchange }));
  const byCurrency = { EUR: tradedOnlyIn('EUR'), GBP: tradedOnlyIn('GBP') };
  close();
  return byCurrency;
}

function acceptedBy<T>(outcome: Outcome<T>): T {
  if (!outcome.ok) throw new Error(`refused: ${JSON.stringify(outcome)}`);
  return outcome.value;
}
