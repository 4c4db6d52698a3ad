/**
 * Measures how many plans a second the domain makes for one portfolio: with and without a cost budget, and with more
 * and more positions. Plans alone: the market is read once, before. Every second instrument has twice its target
 * weight.
 */
import type { MarketView } from '../src-server/domain/market-view.ts';
import type { PlanInput, PlanSettings } from '../src-server/domain/plan/plan.ts';
import { planRebalance } from '../src-server/domain/plan/plan-rebalance.ts';
import { takeMarketSnapshot } from '../src-server/engine/planning/take-market-snapshot.ts';
import { makeWorld } from '../test/support/make-world.ts';
import { type Figure, interleave } from './figure.ts';

const ROUNDS = 5;
const ROUND_MS = 300;
const WARM_UP_MS = 500;
const POSITIONS = 50;
const GROWTH_COUNTS = [50, 500, 5000];
/** Less than half of the full plan's cost, so that some trades have to be left out. */
const TIGHT_BUDGET_BPS = 1.5;

const MEASURED: Readonly<Record<string, { settings: Partial<PlanSettings>; minimums: boolean; minPerSecond: number }>> =
  {
    'without budget': { settings: {}, minimums: true, minPerSecond: 10_000 },
    'without budget, FX drift apart': { settings: { fxOverlay: true }, minimums: true, minPerSecond: 10_000 },
    'with a budget': { settings: { costBudgetBps: TIGHT_BUDGET_BPS }, minimums: true, minPerSecond: 100 },
    'with a budget, no minimum commissions': {
      settings: { costBudgetBps: TIGHT_BUDGET_BPS },
      minimums: false,
      minPerSecond: 500,
    },
  };

export async function benchPlanRate(): Promise<Figure[]> {
  const view = realView();
  const works = Object.entries(MEASURED).map(([name, { settings, minimums }]) => {
    const input = planInputOf(POSITIONS, minimums ? view : withoutMinimums(view), settings);
    return [name, () => 1000 / planMs(input)] as const;
  });
  for (const [, work] of works) work();
  const rates = await interleave(ROUNDS, Object.fromEntries(works));
  const figures = works.map(([name]): Figure => {
    const value = rates[name] as number;
    const least = MEASURED[name]?.minPerSecond ?? Number.NaN;
    const goal = { text: `≥ ${least.toLocaleString('en')}/s`, met: value >= least };
    return { name: `plan of ${POSITIONS} positions ${name}`, value, unit: 'plans/s', reference: null, goal };
  });
  return [...figures, ...(await growthFigures(view))];
}

/** Compares each figure with that of the smallest portfolio, scaled by n log n. */
async function growthFigures(view: MarketView): Promise<Figure[]> {
  const works = GROWTH_COUNTS.map((count) => {
    const input = planInputOf(count, view, {});
    return [count, () => planMs(input)] as const;
  });
  for (const [, work] of works) work();
  const takenMs: Record<number, number> = await interleave(ROUNDS, Object.fromEntries(works));
  const [smallest = 0] = GROWTH_COUNTS;
  return GROWTH_COUNTS.slice(1).flatMap((count): Figure[] => {
    const value = takenMs[count] as number;
    const figure = { name: `plan of ${count.toLocaleString('en')} positions`, value, unit: 'ms' };
    const growth = (count * Math.log(count)) / (smallest * Math.log(smallest));
    const grownMs = (takenMs[smallest] as number) * growth;
    const reference = { what: `${smallest} positions × ${growth.toPrecision(3)}, n log n`, value: grownMs };
    const grown: Figure = { ...figure, reference, goal: { text: '≤ n log n', met: value <= grownMs } };
    const bounded: Figure = { ...figure, reference: null, goal: { text: '≤ 100 ms', met: value <= 100 } };
    return count === GROWTH_COUNTS.at(-1) ? [grown, bounded] : [grown];
  });
}

/** Mean time of a plan over a round, after a warm-up in its first round. */
function planMs(input: PlanInput): number {
  const runFor = (durationMs: number) => {
    let plans = 0;
    let elapsedMs = 0;
    for (const startMs = performance.now(); elapsedMs < durationMs; elapsedMs = performance.now() - startMs) {
      const result = planRebalance(input);
      if (result.kind !== 'plan' || result.plan.orders.length === 0) throw new Error('there is nothing in the plan');
      plans += 1;
    }
    return elapsedMs / plans;
  };
  if (!warm.has(input)) runFor(WARM_UP_MS);
  warm.add(input);
  return runFor(ROUND_MS);
}

const warm = new WeakSet<PlanInput>();

/** The shipped market at the start of the test world. */
function realView(): MarketView {
  const { world, close } = makeWorld({ seed: 5 });
  const isins = [...world.market.instruments.keys()].filter((isin) => !world.market.fates.has(isin));
  const view = takeMarketSnapshot(world, isins, { wrapper: 'Depot', taxJurisdiction: null }, world.kernel.nowMs);
  close();
  return view;
}

function withoutMinimums(view: MarketView): MarketView {
  const instruments = [...view.instruments].map(([isin, instrument]) => {
    const listings = instrument.listings.map((listing) => {
      return { ...listing, commission: { ...listing.commission, minimumMinor: 0 } };
    });
    return [isin, { ...instrument, listings }] as const;
  });
  return { ...view, instruments: new Map(instruments) };
}

/** `count` instruments like the real ones, each with its own ISIN, held at its first exchange. */
function planInputOf(count: number, view: MarketView, settings: Partial<PlanSettings>): PlanInput {
  const real = [...view.instruments.values()];
  const instruments = Array.from({ length: count }, (_, index) => {
    const like = real[index % real.length] as (typeof real)[number];
    return { ...like, isin: `XS${String(index).padStart(10, '0')}` };
  });
  const perEur = view.perEurMicro;
  const positions = instruments.map(({ isin, listings }, index) => {
    const listing = listings[0] as (typeof listings)[number];
    const valueEur = index % 2 === 0 ? 20_000 : 10_000;
    const shares = (valueEur * (perEur[listing.currency] as number)) / listing.midMicro;
    return { isin, mic: listing.mic, quantityMicro: Math.round(shares) * 1e6 };
  });
  return {
    currency: 'EUR',
    cashMinor: 5_000_000,
    positions,
    targets: instruments.map(({ isin }) => ({ isin, weight: 0.98 / count })),
    view: { ...view, instruments: new Map(instruments.map((instrument) => [instrument.isin, instrument])) },
    referencePerEurMicro: perEur,
    settings: { ...DEFAULT_SETTINGS, ...settings },
  };
}

const DEFAULT_SETTINGS: PlanSettings = {
  driftThreshold: 0.01,
  bandType: 'absolute',
  rebalanceTrigger: 'portfolio',
  costBudgetBps: null,
  fractionalPrecision: 4,
  fxOverlay: false,
};
