/** Constraints in the form and in sentences (decision O5). */
import { describe, expect, it } from 'vitest';
import { boundAt } from '../../../src-renderer/components/constraints/constraint-labels.ts';
import { formatEffect, limitSentences } from '../../../src-renderer/components/constraints/limited-trades.ts';
import {
  constraintsBody,
  draftOf,
} from '../../../src-renderer/screens/portfolios/detail/constraints/constraints-draft.ts';
import type { ConstraintEffectWire } from '../../../src-server/contract/control/portfolios/constraints.ts';
import { proves } from '../../conformance/proves.ts';

const spaced = (text: string) => text.replaceAll(/[\u00a0\u202f]/g, ' ');

describe('the form of constraints', () => {
  it.each([
    {},
    { max_turnover: 0.07, min_order_bps: 12.5 },
    { min_order_value: 250.5, whole_shares: true, do_not_sell: ['DE0007164600'], do_not_buy: ['IE00B4L5Y983'] },
    { cash_flow_only: true, gains_tax_budget: 0, max_turnover: 0 },
  ])('sends its initial content unchanged: %j', proves('O5.1'), (constraints) => {
    expect(constraintsBody(draftOf(constraints))).toEqual(constraints);
  });
});

describe('the effect of constraints on a plan', () => {
  const order = { sequence: null, wanted_value: 100, unconstrained_value: 100 };
  const bound: ConstraintEffectWire['bound'] = [
    {
      constraint: 'cash_flow_only',
      text: '',
      orders: [{ ...order, isin: 'A', side: 'sell', allowed_value: 0 }],
    },
    {
      constraint: 'whole_shares',
      text: '',
      orders: [{ ...order, isin: 'B', side: 'buy', sequence: 1, allowed_value: 90 }],
    },
  ];

  it('is a sentence with the orders that are cut and the drift that remains', proves('O5.7'), () => {
    expect(spaced(formatEffect({ bound, drift_without: 0.0012, drift_cost: 0.0333, gains_tax_budget: null }))).toBe(
      'Nothing would be sold; 2 orders are reduced, 1 of them to zero: 3.45 % of portfolio drift remains instead of 0.12 %.',
    );
    expect(formatEffect({ bound: [], drift_without: 0, drift_cost: 0, gains_tax_budget: null })).toMatch(
      /^The constraints of the portfolio do not affect/,
    );
  });

  it('has one sentence for each order, with one figure and all its causes', proves('O5.7'), () => {
    const sellOf = (isin: string, wanted: number, allowed: number) =>
      ({
        isin,
        side: 'sell',
        sequence: 1,
        wanted_value: wanted,
        unconstrained_value: 11_702.47,
        allowed_value: allowed,
      }) as const;
    const limits: ConstraintEffectWire['bound'] = [
      { constraint: 'gains_tax_budget', text: '', orders: [sellOf('A', 11_702.47, 10_851.38)] },
      {
        constraint: 'do_not_buy',
        text: '',
        orders: [
          {
            isin: 'C',
            side: 'buy',
            sequence: null,
            wanted_value: 1110.38,
            unconstrained_value: 1110.38,
            allowed_value: 0,
          },
          sellOf('A', 11_064.15, 10_851.38),
        ],
      },
      { constraint: 'whole_shares', text: '', orders: [sellOf('A', 11_217.75, 10_851.38)] },
    ];
    const forLoss = {
      ...({ isin: 'D', side: 'sell', weight_after: 0.0892, weight_target: 0.1 } as const),
      reason: { code: 'tax_loss', text: '' } as const,
    };
    const naming = { nameOf: (isin: string) => `Company ${isin}`, currency: 'EUR' };
    expect(limitSentences(limits, [forLoss], naming).map(spaced)).toEqual([
      'Company C (C): 1 110.38 EUR is not bought, because of the constraint “do not buy”.',
      'Company A (A): 10 851.38 EUR is sold instead of 11 702.47 EUR, because of the gains tax budget, whole shares and the constraint “do not buy” for Company C.',
      'Company D (D): sold below its target, to 8.92 % instead of 10.00 %, because its loss offsets other gains and keeps the plan within the gains tax budget.',
    ]);
    expect(
      spaced(formatEffect({ bound: limits, drift_without: 0, drift_cost: 0.0193, gains_tax_budget: null }, [forLoss])),
    ).toBe(
      '2 orders are reduced, 1 of them to zero, and 1 is enlarged: 1.93 % of portfolio drift remains instead of 0.00 %.',
    );
  });

  it('is found at the order that remains', proves('O5.7'), () => {
    const effect = { bound, drift_without: 0, drift_cost: 0, gains_tax_budget: null };
    expect(boundAt(effect, { isin: 'B', side: 'buy' }).map(({ constraint }) => constraint)).toEqual(['whole_shares']);
    expect(boundAt(effect, { isin: 'B', side: 'sell' })).toEqual([]);
    expect(boundAt(null, { isin: 'B', side: 'buy' })).toEqual([]);
  });
});
