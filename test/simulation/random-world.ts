/** Random worlds for property tests: a portfolio, a plan and the cuts of the time in which it is executed. */

import { LOT_METHODS, type LotMethod } from '../../src-server/domain/lots/lot.ts';
import { createPortfolioA } from '../../src-server/engine/commands/portfolios/create-portfolio-a.ts';
import {
  createPortfolioB,
  type PortfolioRequestB,
} from '../../src-server/engine/commands/portfolios/create-portfolio-b.ts';
import { setCash } from '../../src-server/engine/commands/portfolios/set-cash.ts';
import { setPositions } from '../../src-server/engine/commands/portfolios/set-positions.ts';
import { createPlan } from '../../src-server/engine/commands/rebalances/create-plan.ts';
import { executePlan } from '../../src-server/engine/commands/rebalances/execute-plan.ts';
import { rebalancePortfolioA } from '../../src-server/engine/commands/rebalances/rebalance-portfolio-a.ts';
import type { Outcome } from '../../src-server/engine/outcome.ts';
import { DEFAULT_ACCOUNT } from '../../src-server/engine/world.ts';
import { packageRoot } from '../../src-server/system/package-root.ts';
import { readMarketFacts } from '../../src-server/world/market-facts.ts';
import { TEST_START_MS } from '../support/ballast-defaults.ts';
import { fc } from '../support/draws.ts';
import { makeWorld, type TestWorld } from '../support/make-world.ts';

const { market } = readMarketFacts(packageRoot());
/** Without test instruments, of which some are never filled or priced. */
const ISINS = [...market.instruments.keys()].filter((isin) => !market.fates.has(isin));
const LISTINGS = ISINS.flatMap((isin) =>
  (market.instruments.get(isin)?.listings ?? []).map((exchange) => ({ isin, exchange })),
);
const HOUR_MS = 3_600_000;
/** Long enough for a rebalance that starts before a long weekend and has to wait for cash. */
export const HORIZON_MS = 21 * 24 * HOUR_MS;

/** Form B, or Form A with the fields that only it has. */
export type RandomForm = null | {
  readonly jurisdiction: string;
  readonly accountType: string;
  readonly method: LotMethod | undefined;
};

export interface RandomWorld {
  readonly seed: number;
  readonly startAt: number;
  /** The form of its portfolio, with the same positions and cash; Form A's targets leave no cash. */
  readonly form: RandomForm;
  readonly portfolio: PortfolioRequestB;
  readonly precision: number;
  readonly costBudget: number | undefined;
  readonly fxOverlay: boolean;
}

const holdings = fc.uniqueArray(
  fc.record({ listing: fc.constantFrom(...LISTINGS), thousandths: fc.integer({ min: 1, max: 300_000 }) }),
  { minLength: 1, maxLength: 8, selector: ({ listing }) => `${listing.isin} ${listing.exchange}` },
);
const targets = fc.uniqueArray(
  fc.record({ isin: fc.constantFrom(...ISINS), parts: fc.integer({ min: 1, max: 100 }) }),
  { minLength: 1, maxLength: 8, selector: ({ isin }) => isin },
);

const form: fc.Arbitrary<RandomForm> = fc.option(
  fc.record({
    jurisdiction: fc.constantFrom('DE', 'GB', 'FR', 'CH', 'SE'),
    accountType: fc.constantFrom('depot', 'isa', 'pea', 'pension'),
    method: fc.constantFrom(undefined, ...LOT_METHODS),
  }),
  { freq: 2 },
);

export const randomWorld: fc.Arbitrary<RandomWorld> = fc
  .record({
    seed: fc.integer({ min: 0, max: 2 ** 31 }),
    hours: fc.integer({ min: 0, max: 24 * 365 }),
    currency: fc.constantFrom('EUR', 'GBP', 'CHF'),
    wrapper: fc.constantFrom('GIA', 'ISA', 'PEA', 'Depot', 'SIPP'),
    holdings,
    targets,
    cashMinor: fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 5_000_000 })),
    invested: fc.constantFrom(0.5, 0.9, 0.98, 1),
    precision: fc.integer({ min: 2, max: 6 }),
    costBudget: fc.constantFrom(undefined, undefined, 3, 15),
    fxOverlay: fc.boolean(),
    form,
  })
  .map((draw) => {
    const invested = draw.form === null ? draw.invested : 1;
    const parts = draw.targets.reduce((sum, target) => sum + target.parts, 0);
    return {
      seed: draw.seed,
      startAt: TEST_START_MS + draw.hours * HOUR_MS,
      precision: draw.precision,
      costBudget: draw.costBudget,
      fxOverlay: draw.fxOverlay,
      form: draw.form,
      portfolio: {
        external_id: 'random',
        currency: draw.currency,
        tax_wrapper: draw.wrapper,
        cash: draw.cashMinor / 100,
        holdings: draw.holdings.map(({ listing, thousandths }) => ({ ...listing, quantity: thousandths / 1000 })),
        targets: draw.targets.map((target) => ({
          isin: target.isin,
          weight: Math.floor((target.parts / parts) * invested * 1e4) / 1e4,
        })),
      },
    };
  });

/** Fractions of the horizon at which an advance is cut. */
export const randomCuts = fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 12 });

export interface ExecutingWorld extends TestWorld {
  readonly portfolioId: string;
  /** `null` where the portfolio was inside its band, so nothing is executed. */
  readonly rebalanceId: string | null;
}

/** A world in which the random portfolio's rebalance was just started. */
export function startRandomWorld(random: RandomWorld): ExecutingWorld {
  const testWorld = makeWorld({ seed: random.seed, startAt: random.startAt });
  const { form: formA } = random;
  return formA === null ? startFormB(testWorld, random) : startFormA(testWorld, random, formA);
}

function startFormA(testWorld: TestWorld, { portfolio }: RandomWorld, drawn: NonNullable<RandomForm>): ExecutingWorld {
  const { world } = testWorld;
  const { portfolioId } = madeOf(
    createPortfolioA(world, DEFAULT_ACCOUNT, {
      name: portfolio.external_id,
      currency: portfolio.currency,
      tax_jurisdiction: drawn.jurisdiction,
      account_type: drawn.accountType,
      metadata: {},
    }),
  );
  madeOf(setCash(world, portfolioId, portfolio.cash));
  madeOf(setPositions(world, portfolioId, portfolio.holdings));
  const started = rebalancePortfolioA(world, DEFAULT_ACCOUNT, portfolioId, {
    target_weights: Object.fromEntries(portfolio.targets.map(({ isin, weight }) => [isin, weight])),
    tax_method: drawn.method,
    drift_threshold: 0.01,
  });
  return { ...testWorld, portfolioId, rebalanceId: started.ok ? started.value.rebalanceId : null };
}

function madeOf<T>(outcome: Outcome<T>): T {
  if (!outcome.ok) throw new Error(`random portfolio refused: ${JSON.stringify(outcome)}`);
  return outcome.value;
}

function startFormB(testWorld: TestWorld, random: RandomWorld): ExecutingWorld {
  const { world } = testWorld;
  const { portfolioId } = madeOf(createPortfolioB(world, DEFAULT_ACCOUNT, random.portfolio));
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
  if (!plan.ok) return { ...testWorld, portfolioId, rebalanceId: null };
  const executed = executePlan(world, DEFAULT_ACCOUNT, plan.value.rebalanceId);
  if (!executed.ok) throw new Error(`execution refused: ${JSON.stringify(executed)}`);
  return { ...testWorld, portfolioId, rebalanceId: plan.value.rebalanceId };
}
