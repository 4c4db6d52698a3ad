/** A compared plan's parameters in an address, and the texts about its results. */
import { describe, expect, it } from 'vitest';
import { scaleFromZero } from '../../../src-renderer/components/charts/chart-scales.ts';
import type { DriftTrigger } from '../../../src-renderer/components/charts/drift-band.ts';
import { formatDifferences } from '../../../src-renderer/components/plan/compared-plan.tsx';
import {
  comparePath,
  comparingIn,
  searchOf,
  type Variant,
  variantOf,
} from '../../../src-renderer/components/plan/comparison-state.ts';
import { formatPlan } from '../../../src-renderer/components/plan/format-plan.ts';
import { formatMids } from '../../../src-renderer/components/plan/format-plan-changes.ts';
import { addressOf, parametersIn, planPath } from '../../../src-renderer/components/plan/plan-address.ts';
import { DEFAULT_PARAMETERS, type PlanParameters } from '../../../src-renderer/components/plan/plan-parameters.ts';
import { lowersNoDrift, stayingOutside } from '../../../src-renderer/components/plan/staying-outside.ts';
import { comparedPoints } from '../../../src-renderer/screens/portfolios/compare/frontier-points.ts';
import {
  type ComparedVariant,
  goalCandidates,
  outcomeOfGoal,
} from '../../../src-renderer/screens/portfolios/compare/goal-plan.ts';
import { isBest, resultRows } from '../../../src-renderer/screens/portfolios/compare/result-rows.ts';
import {
  bandSentence,
  planColumns,
  roundUpBps,
  startingSetB,
} from '../../../src-renderer/screens/portfolios/compare/starting-set.ts';
import { taxCurve } from '../../../src-renderer/screens/portfolios/compare/tax-curve.ts';
import type { Comparison } from '../../../src-server/contract/control/portfolios/compare.ts';

const UNUSUAL: PlanParameters = {
  driftThresholdPercent: 2.5,
  bandType: 'relative',
  trigger: 'portfolio',
  costBudgetBps: 0,
  fractionalPrecision: 6,
  fxOverlay: false,
  taxMethod: null,
  targetWeights: null,
};

const USUAL = variantOf(DEFAULT_PARAMETERS);
const AT_10_BPS = { costBps: 10, gainsTax: null };

describe('the parameters of a plan in an address', () => {
  it('are read back unchanged, including a zero budget', () => {
    expect(parametersIn(addressOf(UNUSUAL))).toEqual(UNUSUAL);
    expect(parametersIn(addressOf(DEFAULT_PARAMETERS))).toEqual(DEFAULT_PARAMETERS);
  });

  it('are left out where they are the defaults', () => {
    expect(planPath('pf_1', DEFAULT_PARAMETERS)).toBe('/portfolios/pf_1/plan');
    expect(planPath('pf_1', { ...DEFAULT_PARAMETERS, costBudgetBps: 10 })).toBe('/portfolios/pf_1/plan?budget=10');
  });

  it('are the defaults where they are invalid, so that no address can break the screen', () => {
    const typed = new URLSearchParams('threshold=99&band=round&trigger=&budget=-1&decimals=x&fx=maybe');
    expect(parametersIn(typed)).toEqual(DEFAULT_PARAMETERS);
  });

  it('are described only where they are not the defaults', () => {
    expect(formatPlan(DEFAULT_PARAMETERS)).toBe('default settings');
    expect(formatPlan(UNUSUAL)).toBe(
      'at most 0 bps, 2.50\u202f% relative band, triggered by portfolio drift, 6 decimals, currency moves included',
    );
  });
});

describe('a comparison', () => {
  const start = (present: Variant, ...results: ComparedVariant[]) =>
    startingSetB(present, outcomeOfGoal(goalCandidates(null, present), comparison(...results))).map(formatPlan);
  const idle = { outcome: 'below_threshold', orders: 0 } as const;

  it('begins with the unlimited plan, and three quarters, half and a quarter of its cost', () => {
    // 8 bps: 6, 4 and 2.
    const labels = ['default settings', 'at most 6 bps', 'at most 4 bps', 'at most 2 bps'];
    expect(start(USUAL, variant('goal', 8, 0))).toEqual(labels);
    expect(start({ ...USUAL, costBudgetBps: 4 }, variant('goal', 8, 0))).toEqual([
      'at most 4 bps',
      'default settings',
      'at most 6 bps',
      'at most 2 bps',
    ]);
  });

  it('takes the narrowest band where the present one has nothing to do', () => {
    const narrowest = '1.00\u202f% relative band, currency moves included';
    expect(start(USUAL, variant('goal', 0, 0.2, idle), variant('goal, narrowest band', 0.6, 0))).toEqual([
      'default settings',
      narrowest,
      `at most 0.45 bps, ${narrowest}`,
      `at most 0.3 bps, ${narrowest}`,
      `at most 0.15 bps, ${narrowest}`,
    ]);
    expect(start(USUAL, variant('goal', 0, 0, idle))).toEqual(['default settings', narrowest]);
  });

  it('says why others trade where the portfolio is inside the band of one, and nothing where all trade', () => {
    const narrow = { ...USUAL, bandType: 'relative', driftThresholdPercent: 1, fxOverlay: false } as const;
    const column = (name: string, parameters: Variant, change: Partial<ComparedVariant> = {}) => ({
      name,
      parameters,
      result: variant(name, 1, 0, change),
    });
    const [idleColumn, narrowColumn] = [column('A', USUAL, idle), column('B', narrow)];
    expect(bandSentence([idleColumn, narrowColumn, column('C', { ...narrow, costBudgetBps: 2 })])).toBe(
      'The portfolio is inside its band with A, so nothing is traded there. B and C plan with another band (1.00\u202f% relative band, currency moves included), to show what trading would cost.',
    );
    expect([bandSentence([narrowColumn]), bandSentence([idleColumn])]).toEqual([null, null]);
  });

  it('joins variants with the same plan, except those that were changed by hand', () => {
    const variants = [1, 2, 3].map((costBudgetBps) => ({ ...USUAL, costBudgetBps }));
    const results = [variant('A', 1, 0.1), variant('B', 1, 0.1), variant('C', 2, 0)];
    expect(planColumns(variants, results, [])).toEqual([
      { indices: [0, 1], sameAs: null },
      { indices: [2], sameAs: null },
    ]);
    expect(planColumns(variants, results, variants.slice(1, 2))).toEqual([
      { indices: [0], sameAs: null },
      { indices: [1], sameAs: 'A' },
      { indices: [2], sameAs: null },
    ]);
  });

  it('is searched under a cost that the full plan does not exceed: never rounded down', () => {
    expect([2.41, 2.4, 0.123].map(roundUpBps)).toEqual([2.5, 2.4, 0.13]);
  });

  it('names the figures that changed since the last plan', () => {
    const before = { orders: 7, cost: 395.08, tax: 15_096.42, maxDrift: 0.0627, portfolioDrift: 0.07 };
    const after = { ...before, orders: 6, tax: 15_936.1, maxDrift: 0.0591, portfolioDrift: 0.070_001 };
    expect(formatDifferences(before, after, 'EUR').replaceAll('\u202f', ' ')).toBe(
      'orders 7 → 6, gains tax 15 096.42 → 15 936.10 EUR, max drift remaining 6.27 → 5.91 %',
    );
    expect(formatDifferences(before, { ...before, cost: 395.081 }, 'EUR')).toBe('');
  });

  it('is restored from its address', () => {
    const unusual = { ...UNUSUAL, gainsTaxBudget: 2000.5 };
    const goal = { costBps: 7.5, gainsTax: 0 };
    const comparing = { variants: [unusual, USUAL], goal, against: 'tax' } as const;
    expect(comparingIn(new URLSearchParams(searchOf(comparing)), 'B')).toEqual(comparing);
    const path = comparePath('pf_1', UNUSUAL);
    const named = comparingIn(new URLSearchParams(path.slice(path.indexOf('?'))), 'B');
    expect(named).toEqual({ variants: [variantOf(UNUSUAL)], goal: null, against: 'cost' });
    const trial = comparePath('pf_1', UNUSUAL, 500);
    expect(comparingIn(new URLSearchParams(trial.slice(trial.indexOf('?'))), 'B')).toEqual({
      variants: [variantOf(UNUSUAL), { ...UNUSUAL, gainsTaxBudget: 500 }],
      goal: null,
      against: 'tax',
    });
    expect(comparingIn(new URLSearchParams('variant=&goal=abc&goal_tax=-1'), 'B').goal).toBeNull();
  });
});

function variant(name: string, bps: number, drift: number, change: Partial<ComparedVariant> = {}): ComparedVariant {
  const kinds = { commission: bps, spread: 0, impact: 0, fx: 0, transaction_tax: 0, total: bps };
  return {
    name,
    outcome: 'plan',
    orders: 3,
    turnover: 0.1,
    costs: { ...kinds, total_bps: bps, budget_bps: null },
    max_drift_after: drift,
    portfolio_drift_after: drift,
    cash_after: 0,
    gains_tax_budget: null,
    tax_estimate: 0,
    sale_taxes: { tax_rate: 0, net_gain: 0, tax: 0, sells: [], earlier: null },
    tax_cover: { owed: 0, due: 0, missing: 0 },
    on_frontier: true,
    positions_after: [],
    constraints: null,
    warnings: [],
    ...change,
  };
}

function comparison(...variants: ComparedVariant[]): Comparison {
  return {
    portfolio_id: 'pf_1',
    as_of: '2026-03-02T09:30:00.000Z',
    currency: 'EUR',
    total_value: 1,
    frontier: [],
    max_drift: 0.2,
    portfolio_drift: 0.2,
    variants,
  };
}

describe('the plan under a cost', () => {
  const [own, narrow] = goalCandidates(AT_10_BPS, USUAL);

  it('is requested under the band of the first variant, and under the narrowest band', () => {
    expect(own?.parameters).toEqual({ ...USUAL, costBudgetBps: 10 });
    expect(narrow?.parameters).toMatchObject({ costBudgetBps: 10, driftThresholdPercent: 1, fxOverlay: false });
  });

  it('is the one of the own band where that trades, else the narrowest band’s, and names it', () => {
    const responses = (...variants: ComparedVariant[]) =>
      outcomeOfGoal(goalCandidates(AT_10_BPS, USUAL), comparison(...variants));
    const idle = { outcome: 'below_threshold', orders: 0 } as const;
    const [ownName, narrowName] = [own?.name ?? '', narrow?.name ?? ''];
    expect(responses(variant(ownName, 9, 0.01), variant(narrowName, 9, 0.01))).toMatchObject({
      kind: 'found',
      isNarrowed: false,
    });
    expect(responses(variant(ownName, 0, 0.2, idle), variant(narrowName, 9, 0.01))).toMatchObject({
      kind: 'found',
      isNarrowed: true,
      plan: { parameters: { driftThresholdPercent: 1 } },
    });
    expect(responses(variant(ownName, 0, 0.2, idle), variant(narrowName, 0, 0.2, idle))).toEqual({
      kind: 'nothing_to_do',
    });
    expect(responses(variant(ownName, 0, 0.2, { orders: 0 }))).toEqual({ kind: 'nothing_affordable' });
    expect(responses(variant('A', 1, 1))).toBeNull();
  });
});

describe('the order of two plans', () => {
  const side = (currency: string, estimated_price: number) => ({
    ...{ exchange: 'XSTO', currency, quantity: 10, estimated_price, estimated_value: 90, estimated_cost: 1 },
  });
  const mids = (before: ReturnType<typeof side> | null, after: ReturnType<typeof side> | null) =>
    formatMids({ before, after }, (price) => price.toFixed(2));

  it('has its mid with the currency of each exchange', () => {
    expect(mids(side('SEK', 118.1), side('GBP', 8.9))).toBe('118.10 SEK → 8.90 GBP');
    expect(mids(side('SEK', 118.1), side('SEK', 119))).toBe('118.10 → 119.00 SEK');
    expect(mids(null, side('SEK', 119))).toBe('– → 119.00 SEK');
  });
});

describe('the points of cost and drift', () => {
  it('join equal plans, count the present variants as one, and grey dominated ones', () => {
    const points = comparedPoints(
      comparison(variant('A', 8, 0), variant('B', 8, 0), variant('C', 9, 0.05), variant('D', 2, 0.1)),
      null,
      'cost',
    );
    expect(points).toEqual([
      { label: 'now', paid: 0, drift: 0.2, isOnFrontier: true, isOutdone: false },
      { label: 'D', paid: 2, drift: 0.1, isOnFrontier: true, isOutdone: false },
      { label: 'A, B', paid: 8, drift: 0, isOnFrontier: true, isOutdone: false },
      { label: 'C', paid: 9, drift: 0.05, isOnFrontier: false, isOutdone: true },
    ]);
  });

  it('are not outdone by a plan that only costs less because it causes more gains tax, as beyond a limit', () => {
    const [own = ''] = goalCandidates(AT_10_BPS, USUAL).map(({ name }) => name);
    const found = variant(own, 0.61, 0.0707, { tax_estimate: 9990 });
    const all = comparison(found, variant('E', 0.6, 0.0608, { tax_estimate: 15_564.12 }));
    const standing = comparedPoints(all, own, 'cost').map(({ label, isOnFrontier, isOutdone }) => [
      ...[label, isOnFrontier, isOutdone],
    ]);
    expect(standing).toEqual([
      ['now', true, false],
      ['E', true, false],
      ['found', false, false],
    ]);
  });

  it('join plans that differ only beyond the digits that are shown, so that neither dominates the other', () => {
    const points = comparedPoints(
      comparison(variant('A', 1.2604, 0.00612), variant('B', 1.2598, 0.00609)),
      null,
      'cost',
    );
    expect(points.map(({ label, isOnFrontier }) => [label, isOnFrontier])).toEqual([
      ['now', true],
      ['A, B', true],
    ]);
  });

  it('are compared as they are displayed: with equal digits, the one with less drift dominates', () => {
    const all = comparison(variant('A', 1.2599, 0.05), variant('B', 1.2604, 0.04), variant('C', 0.004, 0.1));
    expect(comparedPoints(all, null, 'cost').map(({ label, isOnFrontier }) => [label, isOnFrontier])).toEqual([
      ['now', true],
      ['C', true],
      ['A', false],
      ['B', true],
    ]);
  });

  it('include the found plan, and not the other tries', () => {
    const [own, narrow] = goalCandidates(AT_10_BPS, USUAL).map(({ name }) => name);
    const all = comparison(variant('A', 8, 0), variant(own ?? '', 4, 0.1), variant(narrow ?? '', 5, 0.1));
    expect(comparedPoints(all, own ?? '', 'cost').map(({ label }) => label)).toEqual(['now', 'found', 'A']);
  });

  it('are on axes with round numbers that reach beyond the last one', () => {
    expect(scaleFromZero(2.4).ticks(6)).toEqual([0, 0.5, 1, 1.5, 2, 2.5]);
    expect(scaleFromZero(13.36).ticks(6).at(-1)).toBeGreaterThan(13.36);
    expect(scaleFromZero(0).ticks(6).length).toBeGreaterThan(1);
  });
});

describe('the gains tax of compared plans', () => {
  const free = variant('A', 8, 0, { tax_estimate: 26_985.78, orders: 4 });
  const cheap = variant('B', 2, 0.15, { tax_estimate: 9000 });

  it('is a limit of its own, beside the cost or alone', () => {
    const both = goalCandidates({ costBps: 10, gainsTax: 2000 }, USUAL);
    expect(both.map(({ parameters }) => [parameters.costBudgetBps, parameters.gainsTaxBudget])).toEqual([
      [10, 2000],
      [10, 2000],
    ]);
    const alone = goalCandidates({ costBps: null, gainsTax: 0 }, { ...USUAL, costBudgetBps: 5 });
    expect(alone[0]?.parameters).toEqual({ ...USUAL, gainsTaxBudget: 0 });
  });

  it('that leaves nothing to trade is a limit that is too low, not a portfolio inside its band', () => {
    const [own] = goalCandidates({ costBps: null, gainsTax: 0 }, USUAL);
    const forbidden = variant(own?.name ?? '', 0, 0.2, { outcome: 'constrained', orders: 0 });
    expect(outcomeOfGoal(own === undefined ? [] : [own], comparison(forbidden))).toEqual({
      kind: 'nothing_affordable',
    });
  });

  it('is said of a variant in words', () => {
    expect(formatPlan({ ...USUAL, gainsTaxBudget: 2000 })).toBe('gains tax at most 2\u202f000.00');
  });

  it('has a curve of plans of the variant with the most tax, under budgets that small moves leave as they are', () => {
    const variants = [{ ...USUAL, costBudgetBps: 50 }, USUAL];
    const curve = taxCurve(variants, comparison(free, cheap));
    expect(curve.map(({ parameters }) => parameters.gainsTaxBudget)).toEqual([0, 2700, 6750, 13_500, 20_250]);
    expect(curve.every(({ parameters }) => parameters.costBudgetBps === null)).toBe(true);
    expect(taxCurve(variants, comparison({ ...free, tax_estimate: 26_700 }, cheap))).toEqual(curve);
    expect(taxCurve(variants, comparison(variant('A', 8, 0)))).toEqual([]);
  });

  it('is set against drift with those plans between the variants, but without what trades nothing', () => {
    const curve = taxCurve([USUAL], comparison(free));
    const planned = curve.map(({ name, parameters }) => {
      const tax = parameters.gainsTaxBudget ?? 0;
      return variant(name, 1, 0.2 - tax / 200_000, { tax_estimate: tax, orders: tax === 0 ? 0 : 3 });
    });
    const all = comparison(free, cheap, ...planned);
    const points = comparedPoints(all, null, 'tax');
    expect(points.map(({ label }) => label.replaceAll('\u202f', ' '))).toEqual([
      'now',
      '≤ 2 700',
      '≤ 6 750',
      'B',
      '≤ 13 500',
      '≤ 20 250',
      'A',
    ]);
    expect(points.map(({ paid }) => paid)).toEqual([0, 2700, 6750, 9000, 13_500, 20_250, 26_985.78]);
    expect(comparedPoints(all, null, 'cost').map(({ label }) => label)).toEqual(['now', 'B', 'A']);
  });

  it('is no reason to show equal plans apart: a budget that limits nothing is a parameter alone', () => {
    const limited = variant('B', 8, 0, {
      ...free,
      name: 'B',
      gains_tax_budget: 30_000,
      constraints: { bound: [], drift_without: 0, drift_cost: 0, gains_tax_budget: null },
    });
    const variants = [USUAL, { ...USUAL, gainsTaxBudget: 30_000 }];
    expect(planColumns(variants, [free, limited], [])).toEqual([{ indices: [0, 1], sameAs: null }]);
  });
});

describe('the best value of a row', () => {
  const cost = resultRows('EUR', []).find(({ id }) => id === 'total');

  it('is the lowest of those that trade: doing nothing costs nothing, and is no achievement', () => {
    const idle = variant('A', 0, 0.2, { outcome: 'below_threshold', orders: 0 });
    const variants = [idle, variant('B', 4, 0.1), variant('C', 8, 0)];
    expect(cost && variants.map((each) => isBest(cost, each, variants))).toEqual([false, true, false]);
  });

  it('is marked nowhere if all are equal', () => {
    const variants = [variant('A', 4, 0), variant('B', 4, 0.1)];
    expect(cost && variants.map((each) => isBest(cost, each, variants))).toEqual([false, false]);
  });
});

describe('a position that remains outside its band', () => {
  const nameOf = (isin: string) => isin;
  const ANY: DriftTrigger = { type: 'absolute', threshold: 0.05, trigger: 'any_position', fxOverlay: true };
  const left = [
    { isin: 'ESE', target: 0.2, drift: 0.064 },
    { isin: 'IWDA', target: 0.8, drift: -0.05 },
  ];

  it('is explained for a plan that costs money and lowers no drift, where the excess cannot be sold', () => {
    const plan = (orders: number, after: number) => ({
      orders: Array.from({ length: orders }),
      cost_estimate: { total: 54.95 },
      drift_before: { portfolio_drift: 0.2692 },
      drift_after: { portfolio_drift: after },
    });
    expect(lowersNoDrift(plan(1, 0.2693), 'EUR')).toEqual([
      'This plan does not lower the drift. It costs 54.95 EUR, and the portfolio drift goes from 26.92\u202f% to 26.93\u202f%.',
    ]);
    expect([lowersNoDrift(plan(1, 0.2), 'EUR'), lowersNoDrift(plan(0, 0.2692), 'EUR')]).toEqual([[], []]);
  });

  it('is shown with its drift, and with the budget if that is the reason', () => {
    expect(stayingOutside(left, ANY, () => true, nameOf)).toEqual([
      'ESE stays outside its band: +6.40\u202f% of the portfolio after the plan. The cost budget is too small to change that.',
    ]);
    expect(stayingOutside(left, { ...ANY, threshold: 0.07 }, () => true, nameOf)).toEqual([]);
    const withRates = left.map((row) => ({ ...row, whole: row.drift - 0.01 }));
    expect(stayingOutside(withRates, ANY, () => false, nameOf)).toEqual([
      'ESE stays outside its band: +6.40\u202f% of the portfolio after the plan (+5.40\u202f% including currency moves).',
    ]);
  });

  it('is compared with each target where the band is relative, and as a whole by the portfolio trigger', () => {
    expect(stayingOutside(left, { ...ANY, type: 'relative', threshold: 0.3 }, () => false, nameOf)).toEqual([
      'ESE stays outside its band: +32.00\u202f% of its target after the plan.',
    ]);
    expect(stayingOutside(left, { ...ANY, trigger: 'portfolio' }, () => false, nameOf)).toEqual([
      'The portfolio drift stays above its threshold: 6.40\u202f% after the plan, above 5.00\u202f%.',
    ]);
  });
});
