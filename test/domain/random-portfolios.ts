/**
 * Random portfolios for the properties of planning: up to eight rows in three currencies with real costs, some held,
 * some targeted, some both, sometimes with an exchange that cannot be reached. Also sets how many plans a property
 * checks.
 */

import type { InstrumentView, TaxRule } from '../../src-server/domain/market-view.ts';
import type { Plan, PlanInput, PlanResult, PlanSettings } from '../../src-server/domain/plan/plan.ts';
import { planRebalance } from '../../src-server/domain/plan/plan-rebalance.ts';
import { draws, fc } from '../support/draws.ts';
import { makeInstrument, makeListing, makeView } from './make-view.ts';

export const PLANS_PER_PROPERTY = draws(10_000, 1 / 80);

/** Mostly without a budget, because other properties test its effects. */
export const DEFAULT_BUDGETS_BPS = [null, null, null, 0, 3, 40] as const;

const USUALLY_REACHABLE = [null, null, null, null, null, null, 'XETR', 'XLON', 'XSWX'] as const;

export interface PortfolioShape {
  readonly maxRows?: number;
  readonly budgetsBps?: readonly (number | null)[];
  /** The exchange that cannot be reached, drawn from these; usually none. */
  readonly unreachable?: readonly (string | null)[];
}

/** By shape, in the order of their draws: every property draws the same portfolios, so that each is planned once. */
const planned = new Map<string, PlanResult[]>();

/** Checks as many plans as a property requires; portfolios inside their band do not count. */
export function forEveryPlan(check: (plan: Plan, input: PlanInput) => void, shape: PortfolioShape = {}): void {
  const name = JSON.stringify(shape);
  const known = planned.get(name) ?? [];
  planned.set(name, known);
  let draw = 0;
  let isShrinking = false;
  const planOf = (input: PlanInput): PlanResult => {
    if (isShrinking) return planRebalance(input);
    const result = known[draw] ?? planRebalance(input);
    known[draw++] = result;
    return result;
  };
  const property = fc.property(randomPlanInput(shape), (input) => {
    const result = planOf(input);
    fc.pre(result.kind === 'plan');
    try {
      check(result.plan, input);
    } catch (error) {
      // From here on come smaller variants of this one, in place of further draws.
      isShrinking = true;
      throw error;
    }
  });
  fc.assert(property, { numRuns: PLANS_PER_PROPERTY });
}

/** The input of one plan. Targets may sum to slightly more than one, as rounded ones do. */
export function randomPlanInput(shape: PortfolioShape = {}): fc.Arbitrary<PlanInput> {
  const { maxRows = 8, budgetsBps = DEFAULT_BUDGETS_BPS, unreachable: mics = USUALLY_REACHABLE } = shape;
  const parts = fc.record({
    rows: fc.array(randomRow, { minLength: 1, maxLength: maxRows }),
    cashShare: fc.integer({ min: 0, max: 50 }),
    cashMinor: fc.nat(50_000_000),
    currency: fc.constantFrom('EUR', 'GBP', 'CHF'),
    unreachable: fc.constantFrom(...mics),
    settings: randomSettings(budgetsBps),
  });
  return parts.map(({ rows, cashShare, cashMinor, currency, unreachable, settings }) => {
    const shares = rows.reduce((sum, { share }) => sum + (share ?? 0), cashShare) || 1;
    const instruments = rows.map((row, index) => instrumentOf(isinOf(index), row, unreachable));
    return {
      currency,
      cashMinor,
      positions: rows.flatMap((row, index) => positionsOf(isinOf(index), row)),
      targets: rows.flatMap(({ share }, index) =>
        share === null ? [] : [{ isin: isinOf(index), weight: Math.round((share / shares) * 1e4) / 1e4 }],
      ),
      view: makeView(instruments, { fxConversionBps: 20, impactCoefficient: 0.7 }),
      settings,
      referencePerEurMicro: { GBP: 850_000, CHF: 950_000 },
    };
  });
}

interface RandomRow {
  readonly priceMicro: number;
  readonly spreadBps: number;
  readonly shares: number | null;
  readonly heldAt: string;
  /** Some rows are also held at a second exchange. */
  readonly alsoAtXlse: number | null;
  readonly share: number | null;
  readonly taxes: readonly TaxRule[];
}

const SDRT: TaxRule = { code: 'GB_SDRT', side: 'buy', rate: 0.005, roundToMinor: 1 };
const STAMP: TaxRule = { code: 'CH_STAMP', side: 'both', rate: 0.0015, roundToMinor: 5, currency: 'CHF' };

const randomRow: fc.Arbitrary<RandomRow> = fc.record({
  priceMicro: fc.integer({ min: 1_000_000, max: 600_000_000 }),
  spreadBps: fc.integer({ min: 0, max: 30 }),
  shares: fc.option(fc.integer({ min: 0, max: 3_000_000_000 })),
  heldAt: fc.constantFrom('XETR', 'XLON', 'XSWX'),
  alsoAtXlse: fc.option(fc.integer({ min: 1, max: 500_000_000 }), { freq: 2 }),
  share: fc.option(fc.integer({ min: 0, max: 100 })),
  taxes: fc.constantFrom([], [SDRT], [STAMP], [SDRT, STAMP]),
});

function randomSettings(budgetsBps: readonly (number | null)[]): fc.Arbitrary<PlanSettings> {
  return fc.record({
    driftThreshold: fc.constantFrom(0.01, 0.05),
    bandType: fc.constantFrom('absolute', 'relative'),
    rebalanceTrigger: fc.constantFrom('any_position', 'portfolio'),
    costBudgetBps: fc.constantFrom(...budgetsBps),
    fractionalPrecision: fc.integer({ min: 2, max: 6 }),
    fxOverlay: fc.boolean(),
  });
}

function isinOf(index: number): string {
  return `ISIN${index}`;
}

function positionsOf(isin: string, { shares, heldAt, alsoAtXlse }: RandomRow): PlanInput['positions'] {
  const held = shares === null ? [] : [{ isin, mic: heldAt, quantityMicro: shares }];
  return alsoAtXlse === null ? held : [...held, { isin, mic: 'XLSE', quantityMicro: alsoAtXlse }];
}

/** Four listings that differ in currency, minimum and rate of commission; XLSE charges only its spread. */
function instrumentOf(isin: string, row: RandomRow, unreachable: string | null): InstrumentView {
  const { priceMicro } = row;
  const halfMicro = Math.round((priceMicro * row.spreadBps) / 20_000);
  const quotes = { bidMicro: priceMicro - halfMicro, askMicro: priceMicro + halfMicro };
  const commission = { bps: 4, minimumMinor: 350, capMinor: 9900 };
  const listing = (mic: string, currency: string, change: Partial<typeof commission>) =>
    makeListing(mic, priceMicro / 1e6, {
      ...quotes,
      currency,
      connected: mic !== unreachable,
      commission: { ...commission, ...change },
    });
  const listings = [
    listing('XETR', 'EUR', {}),
    listing('XLON', 'GBP', { bps: 3 }),
    listing('XSWX', 'CHF', { minimumMinor: 0 }),
    listing('XLSE', 'EUR', { bps: 0, minimumMinor: 0 }),
  ];
  return makeInstrument(isin, listings, { dailyVolatility: 0.02, taxes: row.taxes });
}
