/** The sentences that summarise a plan, and the rows that it does not trade. */
import { describe, expect, test } from 'vitest';
import { explainPlan } from '../../../src-server/domain/explain/explain-plan.ts';
import { formatPercent } from '../../../src-server/domain/numbers/format-number.ts';
import type { EstimateSaleGains } from '../../../src-server/domain/plan/constraints.ts';
import type { PlanInput } from '../../../src-server/domain/plan/plan.ts';
import { proves } from '../../conformance/proves.ts';
import { makeInstrument, makeListing, makeView } from '../make-view.ts';
import { saleGainsAt } from '../sale-gains.ts';
import { alphaAndBeta, explained, held, inputOf, SETTINGS } from './explained-portfolio.ts';

const summaryOf = (changes: Partial<PlanInput>) => explained(changes).explanation.summary;
const BOUGHT_AND_SOLD = { positions: held(['AA', 120], ['BB', 80]) };
/** Every order costs 10 bps of its value. */
const DEAR = { commission: { bps: 10, minimumMinor: 0, capMinor: null } };
const dear = alphaAndBeta([makeListing('XETR', 150, DEAR)], [makeListing('XETR', 150, DEAR)]);

describe('the summary of a plan', () => {
  test('states reason, trades, amount and remaining drift: 20 sold and 20 bought at 150 is 6 000.00 of 30 000.00', () => {
    expect(summaryOf(BOUGHT_AND_SOLD)).toBe(
      'Alpha SE is above its target by 10.00 % of the portfolio, beyond the band of 5.00 %. The plan sells 3_000.00 EUR in 1 order and buys 3_000.00 EUR in 1 order. It costs 0.00 EUR (0.00 bps of the portfolio). Portfolio drift falls from 10.00 % to 0.00 %.',
    );
  });

  test('names the largest part of the costs', () => {
    // 20 × 150 sold and a little less bought at 10 bps: 3.00 each, of 30 000.00 together 2 bps.
    expect(summaryOf({ ...BOUGHT_AND_SOLD, view: dear })).toContain(
      'It costs 6.00 EUR (2.00 bps of the portfolio), 6.00 EUR of which is commission.',
    );
  });

  test('measures a relative band by the target: 10 % of the portfolio is 20 % of a target of one half', () => {
    const settings = { ...SETTINGS, bandType: 'relative', driftThreshold: 0.15 } as const;
    expect(summaryOf({ ...BOUGHT_AND_SOLD, settings })).toContain(
      'Alpha SE is 20.00 % above its target, beyond the band of 15.00 %.',
    );
  });

  test('names the portfolio if the portfolio is the trigger', () => {
    const settings = { ...SETTINGS, rebalanceTrigger: 'portfolio' } as const;
    expect(summaryOf({ ...BOUGHT_AND_SOLD, settings })).toContain(
      'The portfolio is away from its targets by 10.00 %, beyond the band of 5.00 %.',
    );
  });

  test('with the FX overlay separates drift from what exchange rates add to it', () => {
    const view = makeView([
      makeInstrument('AA', [makeListing('XETR', 100)], { name: 'Alpha SE' }),
      makeInstrument('GG', [makeListing('XLON', 86.2, { currency: 'GBP' })], { name: 'Gamma plc' }),
    ]);
    // At one pound per euro GG is 8 620 of 14 620 or 58.96 %; at 0.862 it is 10 000 of 16 000 or 62.50 %.
    const summary = summaryOf({
      view,
      positions: held(['AA', 60], ['GG', 100, 'XLON']),
      targets: [
        { isin: 'AA', weight: 0.5 },
        { isin: 'GG', weight: 0.5 },
      ],
      referencePerEurMicro: { GBP: 1_000_000 },
      settings: { ...SETTINGS, fxOverlay: true },
    });
    expect(summary).toContain(
      'is below its target by 12.50 % of the portfolio (8.96 % without currency moves), beyond',
    );
  });

  test('counts one order as one', () => {
    const changes = { cashMinor: 100_000, positions: [], targets: [{ isin: 'AA', weight: 0.9 }] };
    expect(summaryOf(changes)).toContain(
      '. The plan buys 900.00 EUR in 1 order. It costs 0.00 EUR (0.00 bps of the portfolio). Portfolio drift falls from',
    );
  });
});

describe('a cost budget', () => {
  const withBudget = (costBudgetBps: number) =>
    explained({ ...BOUGHT_AND_SOLD, view: dear, settings: { ...SETTINGS, costBudgetBps } });

  test('that does not bind is reported as met', () => {
    const { explanation } = withBudget(2);
    expect(explanation.summary).toMatch(/ It keeps the cost budget of 2 bps\.$/);
    expect(explanation.budget).toMatchObject({ binds: false, budgetBps: 2, driftPerBps: null });
  });

  test('that binds is compared with the plan without it, which costs 2 bps and leaves nothing', () => {
    const { explanation } = withBudget(1);
    expect(explanation.summary).toMatch(
      / The cost budget of 1 bps limits the plan, which uses \d\.\d\d bps of it: with 2\.00 bps, 0.00 % of drift would be left\.$/,
    );
    expect(explanation.budget).toMatchObject({ binds: true, budgetBps: 1, unboundBps: 2, unboundDrift: 0 });
    // One basis point pays for half of the plan, so the next one buys the other half of a drift of 10 %.
    expect(explanation.budget?.driftPerBps).toBeCloseTo(0.05, 3);
  });

  test('that affords nothing is the reason for no trades: 2 × 5.00 of 30 000.00 is 3.33 bps', () => {
    const minimum = { commission: { bps: 0, minimumMinor: 500, capMinor: null } };
    const view = alphaAndBeta([makeListing('XETR', 150, minimum)], [makeListing('XETR', 150, minimum)]);
    const { explanation } = explained({ ...BOUGHT_AND_SOLD, view, settings: { ...SETTINGS, costBudgetBps: 1 } });
    expect(explanation.summary).toMatch(
      /, but nothing is traded: the cost budget of 1 bps is too small for any useful trade; with 3\.33 bps, 0.00 % of drift would be left\.$/,
    );
    // Half of the 29 990.00 that are left after costs is 14 995.00; 18 000.00 and 12 000.00 are held. The orders are of
    // four decimals: 20.0333 × 150.00 is 3 005.00, and 19.9666 × 150.00 is 2 994.99.
    expect(explanation.skipped).toEqual([
      {
        isin: 'AA',
        reason: 'budget',
        text: 'Alpha SE is 60.00 % of the portfolio, with a target of 50.00 %: selling 3_005.00 EUR would cost 5.00 EUR; with the other orders, that exceeds the cost budget of 1 bps.',
      },
      {
        isin: 'BB',
        reason: 'budget',
        text: 'Beta SE is 40.00 % of the portfolio, with a target of 50.00 %: buying 2_994.99 EUR would cost 5.00 EUR; with the other orders, that exceeds the cost budget of 1 bps.',
      },
    ]);
  });

  test.for([0.5, 0.7])('of %s bps says that one more basis point has the effect of the plan under it', (budget) => {
    const { explanation, plan } = withBudget(budget);
    const more = withBudget(budget + 1).plan.driftAfter.portfolioDrift;
    expect(explanation.budget?.driftPerBps).toBeCloseTo(plan.driftAfter.portfolioDrift - more, 10);
    expect(explanation.summary).toContain(
      `with 2.00 bps, 0.00 % of drift would be left, and one more basis point would leave ${formatPercent(more)}.`,
    );
  });
});

describe('a row that is not traded', () => {
  const skippedOf = (changes: Partial<PlanInput>) =>
    explained(changes, (_, mic) => (mic === 'XPAR' ? 'the prices of XPAR are stale' : `${mic} is not connected`))
      .explanation.skipped;

  test('is at its target to within one unit of the currency', () => {
    const targets = [
      { isin: 'AA', weight: 0.6 },
      { isin: 'BB', weight: 0.3 },
    ];
    expect(skippedOf({ ...BOUGHT_AND_SOLD, targets })).toEqual([
      { isin: 'AA', reason: 'at_target', text: 'Alpha SE is within 1.00 EUR of its target of 60.00 %.' },
    ]);
  });

  test('cannot be bought at any of its exchanges, each with its own reason', () => {
    const off = { connected: false };
    const view = alphaAndBeta(undefined, [makeListing('XETR', 150, off), makeListing('XPAR', 150, off)]);
    expect(skippedOf({ ...BOUGHT_AND_SOLD, view })).toEqual([
      {
        isin: 'BB',
        reason: 'not_connected',
        text: 'Beta SE is 40.00 % of the portfolio, with a target of 50.00 %. It cannot be bought: XETR is not connected and the prices of XPAR are stale.',
      },
    ]);
  });

  test('cannot be sold where it is held, whatever other exchanges do', () => {
    const view = alphaAndBeta([makeListing('XETR', 150, { connected: false }), makeListing('XPAR', 150)]);
    const { skipped, summary } = explained({ ...BOUGHT_AND_SOLD, view }, () => 'XETR is not connected').explanation;
    expect(skipped).toContainEqual({
      isin: 'AA',
      reason: 'not_connected',
      text: 'Alpha SE is 60.00 % of the portfolio, with a target of 50.00 %. It cannot be sold: XETR is not connected.',
    });
    expect(skipped).toContainEqual({
      isin: 'BB',
      reason: 'cash',
      text: 'Beta SE is 40.00 % of the portfolio, with a target of 50.00 %: no cash is left for buying 3_000.00 EUR.',
    });
    expect(summary).toMatch(/, but nothing is traded: a required exchange cannot be reached\.$/);
  });

  test('would cost more than a tenth of its value', () => {
    const minimum = { commission: { bps: 0, minimumMinor: 1000, capMinor: null } };
    const view = alphaAndBeta([makeListing('XETR', 1, minimum)], [makeListing('XETR', 1, minimum)]);
    expect(skippedOf({ view, positions: held(['AA', 12], ['BB', 8]) })).toEqual([
      {
        isin: 'AA',
        reason: 'uneconomic',
        text: 'Alpha SE is 60.00 % of the portfolio, with a target of 50.00 %: selling 2.00 EUR would cost 10.00 EUR, more than 10 % of its value.',
      },
      {
        isin: 'BB',
        reason: 'uneconomic',
        text: 'Beta SE is 40.00 % of the portfolio, with a target of 50.00 %: buying 2.00 EUR would cost 10.00 EUR, more than 10 % of its value.',
      },
    ]);
  });

  test('would cost too much even where its trade is the smallest order: 1.00 of it for 10.00', () => {
    const minimum = { commission: { bps: 0, minimumMinor: 1000, capMinor: null } };
    const view = alphaAndBeta([makeListing('XETR', 1, minimum)], [makeListing('XETR', 1)]);
    const targets = [{ isin: 'BB', weight: 0.5 }];
    expect(skippedOf({ view, targets, positions: held(['AA', 1], ['BB', 99]) })).toEqual([
      {
        isin: 'AA',
        reason: 'uneconomic',
        text: 'Alpha SE is 1.00 % of the portfolio, with a target of 0.00 %: selling 1.00 EUR would cost 10.00 EUR, more than 10 % of its value.',
      },
    ]);
  });

  test(
    'would cost more than 10 % of its value after cost: 2.00 of 21.50 are paid, 2.00 of 19.50 are 10.26 %',
    proves('G47'),
    () => {
      const minimum = { commission: { bps: 0, minimumMinor: 200, capMinor: null } };
      const view = alphaAndBeta([makeListing('XETR', 150, minimum)], []);
      const { skipped, summary } = explained({
        view,
        cashMinor: 2150,
        positions: [],
        targets: [{ isin: 'AA', weight: 1 }],
      }).explanation;
      expect(skipped).toEqual([
        {
          isin: 'AA',
          reason: 'uneconomic',
          text: 'Alpha SE is 0.00 % of the portfolio, with a target of 100.00 %: buying 19.50 EUR would cost 2.00 EUR, more than 10 % of its value.',
        },
      ]);
      expect(summary).toMatch(/, but nothing is traded: the trades would cost more than 10 % of their value\.$/);
    },
  );

  test('is less than a lot of its exchange', () => {
    const whole = { lotMicro: 1_000_000 };
    const view = alphaAndBeta([makeListing('XETR', 900, whole)], [makeListing('XETR', 900, whole)]);
    const { skipped, summary } = explained({ view, cashMinor: 80_000, positions: held(['AA', 1]) }).explanation;
    // 50 % of 1 700.00 is 850.00: Alpha is 50.00 too much, Beta 850.00 short, and a share is 900.00.
    expect(skipped).toEqual([
      {
        isin: 'AA',
        reason: 'too_small',
        text: 'Alpha SE is 52.94 % of the portfolio, with a target of 50.00 %: selling 50.00 EUR is too small for an order.',
      },
      {
        isin: 'BB',
        reason: 'too_small',
        text: 'Beta SE is 0.00 % of the portfolio, with a target of 50.00 %: buying 850.00 EUR is too small for an order.',
      },
    ]);
    expect(summary).toMatch(/, but nothing is traded: the trades would be too small\.$/);
  });

  test('would cost more than it brings', () => {
    // The planner omits trades that do not help as a whole; only its warning reports that.
    const { plan } = explained(BOUGHT_AND_SOLD);
    const dropped = { ...plan, orders: [], warnings: [{ code: 'no_improvement', message: '' }] } as const;
    const { skipped, summary } = explainPlan(dropped, inputOf(BOUGHT_AND_SOLD), () => null);
    expect(skipped.map(({ reason }) => reason)).toEqual(['no_improvement', 'no_improvement']);
    expect(summary).toMatch(/, but nothing is traded: the possible trades would cost more than they gain\.$/);
  });
});

test('a constraint that bound names the orders that it reduced', () => {
  const none = { minOrderMinor: null, minOrderBps: null, gainsTaxBudgetMinor: null, cashFlowOnly: false };
  const constraints = { ...none, wholeShares: false, doNotSell: [], doNotBuy: [], maxTurnover: 0.05 };
  const estimateGains: EstimateSaleGains = (sales) => saleGainsAt(0, sales, () => 0);
  const { plan, explanation } = explained({ ...BOUGHT_AND_SOLD, constraints, estimateGains });
  // Half of a turnover of 10 % is left: 10 of the 20 shares, 1 500.00 each way.
  const cuts = explanation.constraints?.bound.flatMap(({ orders }) => orders);
  const cut = { wantedMinor: 300_000, allowedMinor: 150_000, freeMinor: 300_000 };
  expect(plan.orders.map(({ isin, side, sequence }) => [isin, side, sequence])).toEqual([
    ['AA', 'sell', 1],
    ['BB', 'buy', 2],
  ]);
  expect(cuts).toEqual([
    { isin: 'AA', side: 'sell', sequence: 1, ...cut },
    { isin: 'BB', side: 'buy', sequence: 2, ...cut },
  ]);
});
