/**
 * Random faults for random worlds: up to five of any kind at the listings of a portfolio, and interventions that cut
 * connections, change settings or cancel in between. All follow from the world's seed, so a world that is drawn again
 * has its faults again.
 */

import { FAULT_KINDS } from '../../src-server/domain/events/event-choices.ts';
import { changeExchange, type ExchangeChange } from '../../src-server/engine/commands/market/change-exchange.ts';
import { endAllFaults, type FaultRequest, setFault } from '../../src-server/engine/commands/market/set-fault.ts';
import { createPortfolioB } from '../../src-server/engine/commands/portfolios/create-portfolio-b.ts';
import { cancelOpenOrders } from '../../src-server/engine/commands/rebalances/cancel-open-orders.ts';
import { createPlan } from '../../src-server/engine/commands/rebalances/create-plan.ts';
import { executePlan } from '../../src-server/engine/commands/rebalances/execute-plan.ts';
import { DEFAULT_ACCOUNT } from '../../src-server/engine/world.ts';
import type { FaultKind } from '../../src-server/market/faults/fault.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS, type OpenTestWorld, openTestWorld } from '../engine/execution/exchange-world.ts';
import { fc } from '../support/draws.ts';
import type { RandomWorld } from './random-world.ts';

/** When every fault is ended and every connection restored by hand, and when everything has to be over. */
export const FAULTS_OVER_MS = 10 * DAY_MS;
export const FAULTY_HORIZON_MS = 45 * DAY_MS;

interface RandomFault {
  readonly kind: FaultKind;
  /** Selects one of the portfolio's listings; without exchange or instrument where it is not `narrow`. */
  readonly place: number;
  readonly narrow: readonly [exchange: boolean, instrument: boolean];
  readonly fromMs: number;
  readonly forMs: number | null;
  readonly share: number;
  readonly count: number | null;
  readonly size: number;
  readonly cancelsOrders: boolean;
  /** Set before the plan is made rather than once it is executed. */
  readonly isEarly: boolean;
}

interface Intervention {
  readonly atMs: number;
  readonly does: 'cancel' | 'disconnect' | 'connect' | 'change';
  readonly place: number;
}

export interface RandomTrouble {
  readonly faults: readonly RandomFault[];
  readonly interventions: readonly Intervention[];
}

/** Where trades settle at once, no settlement can fail. */
const EXECUTION_FAULTS = FAULT_KINDS.filter((kind) => kind !== 'settlement_fail');

/** Minutes and days alike: what matters is whether a fault comes while orders are out, or while a day ends. */
const soonMs = fc.oneof(
  fc.integer({ min: 0, max: 30_000 }),
  fc.integer({ min: 0, max: 20 * MINUTE_MS }),
  fc.integer({ min: 0, max: 3 * DAY_MS }),
);
const lengthMs = fc.oneof(
  fc.integer({ min: 1, max: 10_000 }),
  fc.integer({ min: 1, max: HOUR_MS }),
  fc.integer({ min: 1, max: 4 * DAY_MS }),
);
const place = fc.nat({ max: 1000 });

const randomTrouble: fc.Arbitrary<RandomTrouble> = fc.record({
  faults: fc.array(
    fc.record({
      kind: fc.constantFrom(...EXECUTION_FAULTS),
      place,
      narrow: fc.tuple(fc.boolean(), fc.boolean()),
      fromMs: fc.oneof(fc.constant(0), soonMs),
      forMs: fc.option(lengthMs, { freq: 5 }),
      share: fc.constantFrom(1, 1, 0.5, 0.1),
      count: fc.option(fc.integer({ min: 1, max: 20 }), { freq: 2 }),
      size: fc.integer({ min: 1, max: 1000 }),
      cancelsOrders: fc.boolean(),
      isEarly: fc.boolean(),
    }),
    { minLength: 1, maxLength: 5 },
  ),
  interventions: fc.oneof(
    fc.constant([]),
    fc.array(
      fc.record({
        atMs: soonMs,
        does: fc.constantFrom('disconnect', 'connect', 'change', 'disconnect', 'connect', 'change', 'cancel'),
        place,
      }),
      { maxLength: 4 },
    ),
  ),
});

export function troubleOf({ seed }: RandomWorld): RandomTrouble {
  const [trouble] = fc.sample(randomTrouble, { seed, numRuns: 1 });
  if (trouble === undefined) throw new Error('nothing was drawn');
  return trouble;
}

export interface FaultyWorld extends OpenTestWorld {
  readonly portfolioId: string;
  /** Advances like a command line would, with the interventions at their instants. */
  runTo(targetMs: number): void;
}

/**
 * The random portfolio with its faults set and its plan executed, as soon as that is not refused for a lost connection.
 */
export function startFaultyWorld(random: RandomWorld, trouble: RandomTrouble): FaultyWorld {
  const test = openTestWorld(random.seed, random.startAt);
  const { world } = test;
  const created = createPortfolioB(world, DEFAULT_ACCOUNT, random.portfolio);
  if (!created.ok) throw new Error(`random portfolio refused: ${JSON.stringify(created)}`);
  const { portfolioId } = created.value;
  const listings = listingsOf(test, random);
  const setAll = (isEarly: boolean) => {
    for (const fault of trouble.faults) {
      if (fault.isEarly !== isEarly) continue;
      const set = setFault(world, requestOf(fault, listings, random.startAt));
      if (!set.ok) throw new Error(`random fault refused: ${JSON.stringify(set)}`);
    }
  };
  setAll(true);
  const isExecuted = tryRebalance(test, portfolioId, random);
  setAll(false);
  const interventions = trouble.interventions.map((intervention): [number, () => void] => [
    random.startAt + intervention.atMs,
    () => intervene(test, portfolioId, intervention, listings),
  ]);
  interventions.push([random.startAt + FAULTS_OVER_MS, () => repair(test)]);
  if (!isExecuted)
    interventions.push([random.startAt + FAULTS_OVER_MS + HOUR_MS, () => tryRebalance(test, portfolioId, random)]);
  interventions.sort(([one], [other]) => one - other);
  return {
    ...test,
    portfolioId,
    runTo(targetMs) {
      while (interventions[0] !== undefined && interventions[0][0] <= targetMs) {
        const [atMs, act] = interventions[0];
        test.advanceTo(Math.max(atMs, world.kernel.nowMs));
        interventions.shift();
        act();
      }
      test.advanceTo(targetMs);
    },
  };
}

/** False where an exchange is disconnected or unpriced; other refusals are inside the band or worth nothing. */
function tryRebalance({ world }: OpenTestWorld, portfolioId: string, random: RandomWorld): boolean {
  const plan = createPlan(world, DEFAULT_ACCOUNT, {
    portfolio_id: portfolioId,
    drift_threshold: 0.01,
    band_type: 'absolute',
    rebalance_trigger: 'any_position',
    cost_budget: random.costBudget,
    simulation: false,
    fractional_precision: random.precision,
    fx_overlay: random.fxOverlay,
  });
  if (!plan.ok) return plan.code !== 'internal_error';
  return executePlan(world, DEFAULT_ACCOUNT, plan.value.rebalanceId).ok;
}

function intervene(
  { world }: OpenTestWorld,
  portfolioId: string,
  intervention: Intervention,
  listings: readonly Listing[],
): void {
  if (intervention.does === 'cancel') {
    const active = world.rebalances.findActive(portfolioId);
    if (active !== null) cancelOpenOrders(world, active.rebalanceId);
    return;
  }
  const { mic } = listings[intervention.place % listings.length] as Listing;
  const settings = intervention.does === 'change' ? (CHANGES[intervention.place % CHANGES.length] ?? {}) : {};
  const connected = intervention.does === 'change' ? null : intervention.does === 'connect';
  // Refused where a fault interrupts the connection, which is as good as any other response here.
  changeExchange(world, mic, { connected, settings, latency: {} });
}

const CHANGES: readonly ExchangeChange['settings'][] = [
  { lotMicro: 1_000_000 },
  { commission: { bps: 1000, minimumMinor: 50_000, capMinor: 100_000_000 } },
  { commission: { bps: 0, minimumMinor: 0, capMinor: 0 } },
  { lotMicro: 10_000 },
  { dayEnd: 'expire' },
  { participation: 1 },
  { participation: 0.01, sliceIntervalMs: 60_000 },
  { acknowledgeWithinMs: 100 },
];

function repair({ world }: OpenTestWorld): void {
  endAllFaults(world);
  for (const mic of world.market.venues.keys()) {
    changeExchange(world, mic, { connected: true, settings: {}, latency: {} });
  }
}

interface Listing {
  readonly isin: string;
  readonly mic: string;
}

/** Listings of the portfolio's positions, and of all possible purchases. */
function listingsOf({ world }: OpenTestWorld, { portfolio }: RandomWorld): Listing[] {
  const held = portfolio.holdings.map(({ isin, exchange }) => ({ isin, mic: exchange }));
  const wanted = portfolio.targets.flatMap(({ isin }) =>
    (world.market.instruments.get(isin)?.listings ?? []).map((mic) => ({ isin, mic })),
  );
  return [...held, ...wanted];
}

function requestOf(fault: RandomFault, listings: readonly Listing[], startMs: number): FaultRequest {
  const { kind, share, count, size, forMs } = fault;
  const { isin, mic } = listings[fault.place % listings.length] as Listing;
  const fromMs = startMs + fault.fromMs;
  const isOfExchange = kind === 'exchange_down';
  const isCounted = !UNCOUNTED.has(kind);
  return {
    kind,
    mic: isOfExchange || fault.narrow[0] ? mic : null,
    isin: !isOfExchange && (kind === 'halt_instrument' || fault.narrow[1]) ? isin : null,
    share: isCounted ? share : 1,
    amount: AMOUNTS[kind]?.(size) ?? null,
    cancelsOrders: isOfExchange && fault.cancelsOrders,
    fromMs,
    untilMs: forMs === null ? null : fromMs + forMs,
    count: isCounted ? count : null,
  };
}

/** Faults with a duration instead of a count. */
const UNCOUNTED: ReadonlySet<FaultKind> = new Set([
  'exchange_down',
  'halt_instrument',
  'stale_prices',
  'wide_spread',
  'crossed_quotes',
]);

/** From a size of 1 to 1000: the whole range of a kind's number, or as much as ends before the horizon. */
const AMOUNTS: Readonly<Partial<Record<FaultKind, (size: number) => number>>> = {
  exchange_slow: (size) => size ** 2 * 20,
  partial_fills: (size) => (size - 1) / 1000,
  late_fills: (size) => size ** 2 * 80,
  wide_spread: (size) => 1 + size / 10.2,
  crossed_quotes: (size) => size,
};
