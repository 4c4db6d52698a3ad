/** Random portfolios of random lives: their positions, their owners, and their policies. */
import type { PolicyCondition, PolicyTerms } from '../../src-server/engine/policies/policy.ts';
import { fc } from '../support/draws.ts';

/** `at` picks among the listings of an instrument, `of` among the instruments of the life. */
export interface RandomRow {
  readonly of: number;
  readonly at: number;
  readonly micro: number;
  /** Parts of it that were bought for so many cents a share, so many days before; `null`: none are stated. */
  readonly lots: readonly { readonly parts: number; readonly unitMinor: number; readonly days: number }[] | null;
}

export interface RandomTarget {
  readonly of: number;
  readonly parts: number;
}

export type RandomOwner =
  | { readonly form: 'B'; readonly currency: string; readonly wrapper: string }
  | {
      readonly form: 'A';
      readonly currency: string;
      readonly jurisdiction: string;
      readonly accountType: string;
    };

export interface RandomPortfolio {
  readonly owner: RandomOwner;
  readonly cashMinor: number;
  readonly rows: readonly RandomRow[];
  readonly targets: readonly RandomTarget[];
  readonly policy: PolicyTerms | null;
}

/** Picks one of those that exist. */
export const which = fc.nat({ max: 99 });
const micro = fc.oneof(
  fc.integer({ min: 1, max: 400 }).map((shares) => shares * 1_000_000),
  fc.integer({ min: 1, max: 40_000 }).map((thousandths) => thousandths * 1_000),
  fc.integer({ min: 1, max: 9_999_999 }),
);
const row: fc.Arbitrary<RandomRow> = fc.record({
  of: which,
  at: which,
  micro,
  lots: fc.option(
    fc.array(
      fc.record({
        parts: fc.integer({ min: 1, max: 9 }),
        unitMinor: fc.integer({ min: 0, max: 40_000 }),
        days: fc.constantFrom(0, 1, 5, 29, 30, 31, 400),
      }),
      { minLength: 1, maxLength: 4 },
    ),
  ),
});
export const rows = fc.array(row, { minLength: 1, maxLength: 4 });
export const targets = fc.uniqueArray(fc.record({ of: fc.nat({ max: 4 }), parts: fc.integer({ min: 1, max: 100 }) }), {
  minLength: 1,
  maxLength: 4,
  selector: ({ of }: RandomTarget) => of,
});
const currency = fc.constantFrom('EUR', 'EUR', 'GBP', 'CHF', 'SEK');
const owner: fc.Arbitrary<RandomOwner> = fc.oneof(
  fc.record({
    form: fc.constant('B' as const),
    currency,
    wrapper: fc.constantFrom('GIA', 'GIA', 'ISA', 'PEA', 'Depot', 'SIPP'),
  }),
  fc.record({
    form: fc.constant('A' as const),
    currency,
    jurisdiction: fc.constantFrom('DE', 'GB', 'GB', 'FR', 'CH', 'SE'),
    accountType: fc.constantFrom('depot', 'isa', 'pea', 'pension'),
  }),
);
const condition: fc.Arbitrary<PolicyCondition> = fc.oneof(
  fc.record({ drift: fc.record({ threshold: fc.constantFrom(0.005, 0.02, 0.05) }) }),
  fc.record({
    calendar: fc.record({
      every: fc.constantFrom('month', 'quarter', 'year'),
      day: fc.oneof(fc.constantFrom('first' as const, 'last' as const), fc.integer({ min: 1, max: 28 })),
      at: fc.constantFrom('open', 'open+30m', 'open+2h'),
    }),
  }),
  fc.constant({ cash_flow: {} }),
);
export const terms: fc.Arbitrary<PolicyTerms> = fc
  .record({
    when: fc.uniqueArray(condition, { minLength: 1, maxLength: 3, selector: (each) => Object.keys(each)[0] }),
    cooldown: fc.constantFrom(undefined, undefined, '3d'),
    to: fc.constantFrom('target', 'target', 'band_edge'),
    band_5_25: fc.constantFrom(false, false, false, true),
    execute: fc.constantFrom(true, true, true, false),
    settings: fc.constantFrom(undefined, { drift_threshold: 0.002 }),
  })
  .map((drawn) => (drawn.band_5_25 ? { ...drawn, settings: undefined, when: drawn.when.map(withoutBand) } : drawn));

function withoutBand(each: PolicyCondition): PolicyCondition {
  return each.drift === undefined ? each : { drift: {} };
}

export const portfolio: fc.Arbitrary<RandomPortfolio> = fc.record({
  owner,
  rows,
  targets,
  policy: fc.option(terms, { freq: 2 }),
  cashMinor: fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 5_000_000 }), fc.integer({ min: 0, max: 20_000_000 })),
});
