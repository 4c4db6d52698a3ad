/** The sentence of an order (decision G5): weight and target, what is traded where, its value and its cost. */
import { describe, expect, test } from 'vitest';
import { explainOrder } from '../../../src-server/domain/explain/explain-order.ts';
import {
  type EstimateSaleGains,
  type PlannedSale,
  UNCONSTRAINED,
} from '../../../src-server/domain/plan/constraints.ts';
import type { PlanInput } from '../../../src-server/domain/plan/plan.ts';
import { makeInstrument, makeListing, makeView } from '../make-view.ts';
import { saleGainsAt } from '../sale-gains.ts';
import { alphaAndBeta, explained, held, inputOf } from './explained-portfolio.ts';

/** Code and sentence of every order; narrow spaces as _. */
function reasonsOf(changes: Partial<PlanInput>) {
  const input = inputOf(changes);
  const { plan } = explained(changes);
  return plan.orders.map((order) => [order.reasonCode, explainOrder(order, plan, input).replaceAll('\u00a0', '_')]);
}

describe('the sentence of an order', () => {
  test('states weight, target, quantity, value, place and cost: 120 and 80 shares at 150 against halves', () => {
    expect(reasonsOf({ positions: held(['AA', 120], ['BB', 80]) })).toEqual([
      [
        'overweight',
        'Alpha SE is 60.00 % of the portfolio; its target is 50.00 %. Selling 20 shares (3_000.00 EUR) at XETR restores the target; estimated cost 0.00 EUR.',
      ],
      [
        'underweight',
        'Beta SE is 40.00 % of the portfolio; its target is 50.00 %. Buying 20 shares (3_000.00 EUR) at XETR restores the target; estimated cost 0.00 EUR.',
      ],
    ]);
  });

  test('says that a position without target is sold, to the last millionth: 10.123456 × 150 is 1 518.52', () => {
    const changes = { positions: held(['AA', 10.123456], ['BB', 80]), targets: [{ isin: 'BB', weight: 1 }] };
    expect(reasonsOf(changes)[0]).toEqual([
      'not_in_targets',
      'Alpha SE is 11.23 % of the portfolio and has no target. Selling 10.123456 shares (1_518.52 EUR) at XETR closes the position; estimated cost 0.00 EUR.',
    ]);
  });

  test('says of a sell at its target that it raises cash for the others', () => {
    // 50 000.00 each at 3 %: Beta must fall to 40 %, and Alpha bears half of that cost.
    const dear = [makeListing('XETR', 100, { commission: { bps: 300, minimumMinor: 0, capMinor: null } })];
    const targets = [
      { isin: 'AA', weight: 0.5 },
      { isin: 'BB', weight: 0.4 },
    ];
    const reasons = reasonsOf({ view: alphaAndBeta(dear, dear), positions: held(['AA', 500], ['BB', 500]), targets });
    expect(reasons[1]?.[0]).toBe('funding');
    expect(reasons[1]?.[1]).toMatch(
      /^Alpha SE is 50\.00 % of the portfolio, not above its target of 50\.00 %\. Selling 1\.\d+ shares \(15\d\.\d\d EUR\) at XETR raises cash for costs and other orders; estimated cost 4\.\d\d EUR\.$/,
    );
  });

  test('says that a sell goes below its target for its loss, and how little of it would restore the target', () => {
    // Alpha's gain is taxed at a quarter, so 250.00 allows 2 000.00 of it; a loss of Beta allows more.
    const gain = ({ isin, estimatedValueMinor: value }: PlannedSale) => (isin === 'AA' ? value / 2 : -value / 10);
    const estimateGains: EstimateSaleGains = (sales) => saleGainsAt(0.25, sales, gain);
    const view = makeView(
      ['AA', 'BB', 'CC'].map((isin) => makeInstrument(isin, [makeListing('XETR', 1000)], { name: `Company ${isin}` })),
    );
    const input = inputOf({
      view,
      positions: held(['AA', 60], ['BB', 15]),
      cashMinor: 2_500_000,
      estimateGains,
      targets: [
        { isin: 'AA', weight: 0.3 },
        { isin: 'BB', weight: 0.12 },
        { isin: 'CC', weight: 0.58 },
      ],
      constraints: { ...UNCONSTRAINED, wholeShares: true, gainsTaxBudgetMinor: 25_000 },
    });
    const { plan } = explained(input);
    const sell = plan.orders.find(({ isin }) => isin === 'BB');
    expect(sell?.reasonCode).toBe('tax_loss');
    expect(sell === undefined ? '' : explainOrder(sell, plan, input).replaceAll('\u00a0', '_')).toMatch(
      /^Company BB is 15\.00 % of the portfolio; its target is 12\.00 %\. Selling \d+ shares \([\d_.]+ EUR\) at XETR brings it below its target, to \d\.\d\d %, to realise a loss of [\d_.]+ EUR, which makes room in the gains tax budget; about 3 shares would restore the target; estimated cost 0\.00 EUR\.$/,
    );
    expect(plan.orders.find(({ isin }) => isin === 'AA')?.reasonCode).toBe('overweight');
  });
});
