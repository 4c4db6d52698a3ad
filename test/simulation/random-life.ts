/**
 * Random lives for property tests: up to three portfolios of a few instruments, and their events over some weeks. Only
 * draws; the effect of a step depends on the world (`take-step.ts`).
 */

import { LOT_METHODS, type LotMethod } from '../../src-server/domain/lots/lot.ts';
import type { CashFlowInterval, CashFlowKind } from '../../src-server/engine/cash-flows/cash-flow.ts';
import type { OrderActionName } from '../../src-server/engine/execution/order-obstacles.ts';
import type { PolicyTerms } from '../../src-server/engine/policies/policy.ts';
import type { FaultKind } from '../../src-server/market/faults/fault.ts';
import { packageRoot } from '../../src-server/system/package-root.ts';
import { readMarketFacts } from '../../src-server/world/market-facts.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../engine/execution/exchange-world.ts';
import { fc } from '../support/draws.ts';
import {
  portfolio,
  type RandomPortfolio,
  type RandomRow,
  type RandomTarget,
  rows,
  targets,
  terms,
  which,
} from './random-portfolio.ts';

const { market } = readMarketFacts(packageRoot());
const ISINS = [...market.instruments.keys()].filter((isin) => !market.fates.has(isin));

/** Picks a portfolio by `who`, an instrument by `of`. */
export type LifeStep = { readonly afterMs: number } & (
  | { readonly does: 'rebalance'; readonly who: number; readonly method: LotMethod | undefined }
  | {
      readonly does: 'cash_flow';
      readonly who: number;
      readonly kind: CashFlowKind;
      readonly percent: number;
      readonly inMs: number;
      readonly every: CashFlowInterval | null;
      readonly forDays: number | null;
    }
  | { readonly does: 'end_cash_flow' | 'remove_policy' | 'delete' | 'cancel_orders'; readonly who: number }
  | { readonly does: 'policy'; readonly who: number; readonly terms: PolicyTerms }
  | {
      readonly does: 'corporate_action';
      readonly of: number;
      readonly kind: 'split' | 'isin_change' | 'delisting' | 'cash_dividend';
      readonly inMs: number;
      readonly ratio: readonly [newShares: number, oldShares: number];
      readonly percent: number;
      readonly payDays: number;
    }
  | { readonly does: 'cancel_action' | 'restart' | 'repair' }
  | { readonly does: 'constraints'; readonly who: number; readonly of: number; readonly which: number }
  | { readonly does: 'fault'; readonly kind: FaultKind; readonly share: number; readonly size: number }
  | { readonly does: 'line'; readonly of: number; readonly connected: boolean }
  | { readonly does: 'order'; readonly who: number; readonly which: number; readonly action: OrderActionName }
  | { readonly does: 'jump'; readonly of: number; readonly percent: number }
  | { readonly does: 'cash'; readonly who: number; readonly minor: number }
  | { readonly does: 'positions'; readonly who: number; readonly rows: readonly RandomRow[] }
  | { readonly does: 'targets'; readonly who: number; readonly targets: readonly RandomTarget[] }
);

export interface RandomLife {
  readonly seed: number;
  readonly startMs: number;
  readonly instruments: readonly string[];
  readonly dividends: boolean;
  readonly simulated: boolean;
  readonly wholeLots: boolean;
  readonly portfolios: readonly RandomPortfolio[];
  readonly steps: readonly LifeStep[];
  readonly tailMs: number;
}

/**
 * Seasons of dividends, ends of months and years, changes of the clocks, and the first days of settlement a day later;
 * at the hours at which exchanges open and trades settle, or at any other.
 */
const STARTS = ['2026-04-13', '2026-05-04', '2026-07-27', '2026-10-19', '2026-12-14', '2027-01-25', '2027-03-22'];
const startMs = fc
  .tuple(
    fc.oneof(fc.constantFrom(...STARTS), fc.constantFrom('2027-10-04', '2027-10-07')),
    fc.oneof(fc.constantFrom(7 * 60, 8 * 60, 16 * 60, 17 * 60), fc.integer({ min: 6 * 60, max: 18 * 60 })),
  )
  .map(([date, minutes]) => Date.parse(date) + minutes * MINUTE_MS);

/** Moments, hours and days: what matters is whether orders are out, and whether exchanges are open. */
const soon = fc.oneof(
  fc.integer({ min: 0, max: 1_000 }),
  fc.integer({ min: 0, max: 5 * MINUTE_MS }),
  fc.integer({ min: 0, max: 8 * HOUR_MS }),
  fc.integer({ min: 0, max: 3 * DAY_MS }),
  fc.constantFrom(0, HOUR_MS, DAY_MS),
);
const later = fc.oneof(
  fc.constant(0),
  fc.integer({ min: 1, max: 10 * MINUTE_MS }),
  fc.integer({ min: 1, max: 9 * DAY_MS }),
  fc.integer({ min: 1, max: 9 }).map((days) => days * DAY_MS),
);

const rebalance = fc.record({
  does: fc.constant('rebalance' as const),
  who: which,
  method: fc.constantFrom(undefined, undefined, ...LOT_METHODS),
});
const cashFlow = fc.record({
  does: fc.constant('cash_flow' as const),
  who: which,
  inMs: later,
  kind: fc.constantFrom('deposit' as const, 'withdrawal', 'fee', 'interest'),
  percent: fc.oneof(fc.integer({ min: 1, max: 20 }), fc.integer({ min: 50, max: 120 })),
  every: fc.constantFrom(null, null, 'week' as const, 'week', 'month', 'quarter', 'year'),
  forDays: fc.option(fc.integer({ min: 10, max: 40 })),
});
const corporateAction = fc.record({
  does: fc.constant('corporate_action' as const),
  of: which,
  inMs: later,
  kind: fc.constantFrom('split' as const, 'split', 'isin_change', 'delisting', 'cash_dividend'),
  ratio: fc
    .oneof(
      fc.constantFrom([2, 1] as const, [1, 10] as const, [3, 2] as const, [1, 1000] as const),
      fc.tuple(fc.integer({ min: 1, max: 1000 }), fc.integer({ min: 1, max: 1000 })),
    )
    .filter(([newShares, oldShares]) => newShares !== oldShares),
  percent: fc.integer({ min: 0, max: 40 }),
  payDays: fc.integer({ min: 0, max: 10 }),
});
const FAULTS: readonly FaultKind[] = [
  ...(['exchange_slow', 'reject_orders', 'partial_fills', 'lost_acknowledgements', 'duplicate_fills'] as const),
  ...(['late_fills', 'reordered_fills', 'settlement_fail', 'settlement_fail', 'exchange_down'] as const),
];
const order = fc.record({
  does: fc.constant('order' as const),
  who: which,
  which,
  action: fc.constantFrom('fill' as const, 'partial_fill', 'reject', 'cancel', 'expire', 'hold', 'release'),
});

const act = fc.oneof(
  { weight: 5, arbitrary: rebalance },
  { weight: 6, arbitrary: cashFlow },
  { weight: 4, arbitrary: corporateAction },
  { weight: 3, arbitrary: fc.record({ does: fc.constant('restart' as const) }) },
  { weight: 2, arbitrary: order },
  { weight: 2, arbitrary: fc.record({ does: fc.constant('policy' as const), who: which, terms }) },
  {
    weight: 2,
    arbitrary: fc.record({ does: fc.constant('jump' as const), of: which, percent: fc.integer({ min: -40, max: 60 }) }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      does: fc.constant('fault' as const),
      kind: fc.constantFrom(...FAULTS),
      share: fc.constantFrom(1, 0.5),
      size: fc.integer({ min: 1, max: 1000 }),
    }),
  },
  { weight: 1, arbitrary: fc.record({ does: fc.constantFrom('cancel_action' as const, 'repair') }) },
  {
    weight: 1,
    arbitrary: fc.record({
      does: fc.constantFrom('end_cash_flow' as const, 'remove_policy', 'cancel_orders', 'delete'),
      who: which,
    }),
  },
  { weight: 1, arbitrary: fc.record({ does: fc.constant('constraints' as const), who: which, of: which, which }) },
  { weight: 1, arbitrary: fc.record({ does: fc.constant('line' as const), of: which, connected: fc.boolean() }) },
  {
    weight: 1,
    arbitrary: fc.oneof(
      fc.record({ does: fc.constant('cash' as const), who: which, minor: fc.integer({ min: 0, max: 9_000_000 }) }),
      fc.record({ does: fc.constant('positions' as const), who: which, rows }),
      fc.record({ does: fc.constant('targets' as const), who: which, targets }),
    ),
  },
);
const step = fc.tuple(soon, act).map(([afterMs, does]): LifeStep[] => [{ afterMs, ...does }]);

/** Steps while the orders of a rebalance are out. */
const underWay = fc.oneof(
  order,
  corporateAction.map((action) => ({ ...action, inMs: 0 })),
  fc.record({ does: fc.constant('restart' as const) }),
  fc.record({ does: fc.constant('cancel_orders' as const), who: which }),
);
const burst = fc
  .tuple(
    soon,
    rebalance,
    fc.array(fc.tuple(fc.integer({ min: 0, max: 20_000 }), underWay), { minLength: 1, maxLength: 4 }),
  )
  .map(([beginsMs, begins, next]): LifeStep[] => [
    { afterMs: beginsMs, ...begins },
    ...next.map(([afterMs, does]): LifeStep => ({ afterMs, ...does, ...('who' in does ? { who: begins.who } : {}) })),
  ]);
const steps = fc
  .array(fc.oneof({ weight: 4, arbitrary: step }, { weight: 1, arbitrary: burst }), { minLength: 3, maxLength: 12 })
  .map((parts) => parts.flat());

const life: fc.Arbitrary<RandomLife> = fc
  .record({
    seed: fc.integer({ min: 0, max: 2 ** 31 }),
    startMs,
    picks: fc.array(fc.nat({ max: 999 }), { minLength: 5, maxLength: 5 }),
    dividends: fc.boolean(),
    simulated: fc.boolean(),
    wholeLots: fc.boolean(),
    portfolios: fc.array(portfolio, { minLength: 1, maxLength: 3 }),
    steps,
    tailMs: fc.constantFrom(1, 5, 15, 40).map((days) => days * DAY_MS),
  })
  .map(({ picks, ...drawn }) => ({ ...drawn, instruments: instrumentsOf(picks, drawn.startMs) }));

/** Without a preference for small numbers, with which nothing would happen. */
export const randomLife: fc.Arbitrary<RandomLife> = fc.noBias(life);

/** Mostly those that pay in the month in which the life begins, or in the next one. */
function instrumentsOf(picks: readonly number[], fromMs: number): string[] {
  const month = new Date(fromMs).getUTCMonth() + 1;
  const paying = ISINS.filter((isin) => {
    const months = market.dividends.get(isin)?.months ?? [];
    return months.includes(month) || months.includes((month % 12) + 1);
  });
  const pool = [...ISINS, ...paying, ...paying];
  return [...new Set(picks.map((pick) => pool[pick % pool.length] ?? ''))];
}
