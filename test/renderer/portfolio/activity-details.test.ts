/** The details of an activity entry beyond its name. */
import { describe, expect, it } from 'vitest';
import {
  costSplit,
  detailsOf,
  withoutRepeated,
} from '../../../src-renderer/screens/portfolios/detail/activity/activity-details.ts';
import {
  chargesOf,
  costsInPrice,
  runningCash,
} from '../../../src-renderer/screens/portfolios/detail/activity/running-cash.ts';
import type { ActivityEntry } from '../../../src-server/contract/control/portfolios/activity.ts';
import { proves } from '../../conformance/proves.ts';

const NOTHING: ActivityEntry = {
  seq: 0,
  at: '2026-03-02T09:30:00.000Z',
  kind: 'change',
  what: 'cash_set',
  isin: null,
  exchange: null,
  fills: null,
  quantity: null,
  quantity_before: null,
  price: null,
  price_currency: null,
  amount: null,
  costs: null,
  cash: null,
  reason: null,
  rebalance_id: null,
  order_id: null,
  mifid_record_id: null,
  cost_parts: null,
  source_id: null,
  dividend: null,
  ratio: null,
  constraints: null,
};
const DIVIDEND: NonNullable<ActivityEntry['dividend']> = {
  dividend_id: 'dv_1',
  portfolio_id: 'pf_1',
  isin: 'CH0038863350',
  source: 'schedule',
  status: 'paid',
  corporate_action_id: null,
  ex_at: '2026-03-05T08:00:00.000Z',
  pay_at: '2026-03-09T08:00:00.000Z',
  quantity: 1_000,
  amount: 2.9,
  currency: 'CHF',
  gross: 2_902.69,
  source_country: 'CH',
  withholding_rate: 0.35,
  withholding_law: null,
  base_currency: 'EUR',
  base_gross: 3_182.33,
  withholding_tax: 1_113.82,
  net: 2_068.51,
};
const details = (entry: Partial<ActivityEntry>) =>
  detailsOf({ ...NOTHING, ...entry }, 'EUR', new Map())?.replaceAll('\u202f', ' ') ?? null;

describe('the details of an entry', () => {
  it('of a dividend are its gross amount and its tax, with groups of digits', () => {
    const kind = 'dividend';
    expect(details({ kind, what: 'dividend_accrued', dividend: DIVIDEND, reason: '2902.69 CHF before tax' })).toBe(
      '2 902.69 CHF gross, 35 % tax withheld (1 886.75 net), payable 2026-03-09',
    );
    expect(details({ kind, what: 'dividend', dividend: DIVIDEND })).toBe(
      '3 182.33 EUR gross, 1 113.82 (35 %) tax withheld',
    );
    const untaxed = { ...DIVIDEND, withholding_rate: 0, withholding_tax: 0, net: 3_182.33 };
    expect(details({ kind, what: 'dividend', dividend: untaxed })).toBe('3 182.33 EUR gross, no tax withheld');
  });

  it('of a dividend at its ex-date have the net amount that is paid later, to the cent', () => {
    // 26.375 % of 2 068.00 is 545.435, and 545.44 is withheld.
    const dividend = { ...DIVIDEND, currency: 'EUR', gross: 2_068, withholding_rate: 0.26375 };
    expect(details({ kind: 'dividend', what: 'dividend_accrued', dividend })).toContain('(1 522.56 net)');
  });

  it('of a split are its ratio and the shares before it', () => {
    const split = { quantity: 1_905.3717, quantity_before: 1_270.2478, ratio: { new: 3, old: 2 } };
    expect(details({ kind: 'corporate_action', what: 'split', ...split })).toBe(
      '3 for 2: 1 270.2478 shares became 1 905.3717',
    );
    const delisted = { quantity: 0, quantity_before: 3_984.5 };
    expect(details({ kind: 'corporate_action', what: 'delisting', ...delisted })).toBe('3 984.5 shares before');
    expect(details({ kind: 'corporate_action', what: 'isin_change', quantity: 5, quantity_before: 5 })).toBeNull();
  });

  it('of a trade show which costs are in its amount and which in its price', () => {
    const parts = { commission: 11.87, spread: 22.1, impact: 18.52, fx: 0, transaction_tax: 0 };
    expect(costSplit({ cost_parts: parts }, 'EUR')).toBe(
      'In the amount: commission 11.87 EUR. In the price: spread 22.10 + market impact 18.52 = 40.62 EUR.',
    );
    expect(costSplit({ cost_parts: { ...parts, commission: 0, spread: 0, impact: 0 } }, 'EUR')).toBe('No costs.');
    expect(costSplit({ cost_parts: null }, 'EUR')).toBeUndefined();
  });

  it(
    'of trades add up: amounts have the charges only, and the cash runs on where fills of orders alternate',
    proves('O10.4'),
    () => {
      const parts = { commission: 11.87, spread: 22.1, impact: 18.52, fx: 0.05, transaction_tax: 0.04 };
      expect([chargesOf({ cost_parts: parts }), costsInPrice({ cost_parts: parts })]).toEqual([11.96, 40.62]);
      expect(chargesOf({ cost_parts: null })).toBeNull();
      const entries = [
        { ...NOTHING, seq: 9, amount: -100.1, cash: 899.9 },
        { ...NOTHING, seq: 8, amount: 400, cash: null },
        { ...NOTHING, seq: 7, amount: null, cash: null },
        { ...NOTHING, seq: 6, amount: 0.3, cash: null },
        { ...NOTHING, seq: 5, amount: 599.7, cash: 599.7 },
      ];
      expect([...runningCash(entries)]).toEqual([
        [8, 1000],
        [6, 600],
      ]);
    },
  );

  it('of a dividend come once, although its corporate action is in the log as well', () => {
    const rows = ['dividend_accrued', 'cash_dividend', 'split'].map((what) => ({ ...NOTHING, what }));
    expect(withoutRepeated(rows).map(({ what }) => what)).toEqual(['dividend_accrued', 'split']);
  });

  it('of constraints name each of them', () => {
    const constraints = { do_not_sell: ['GB00B03MLX29'], whole_shares: true };
    expect(details({ what: 'constraints_set', constraints })).toBe(
      'Do not sell: GB00B03MLX29; Shares: Whole shares only',
    );
    expect(details({ what: 'constraints_set', constraints: {} })).toBe('All removed');
  });

  it('group the digits of amounts in sentences of the service, and nothing else', () => {
    const reason = '9999.50 is more than the free cash, 15250.00, on 2026-03-05';
    expect(details({ kind: 'cash_flow', what: 'withdrawal_refused', reason })).toBe(
      '9 999.50 is more than the free cash, 15 250.00, on 2026-03-05',
    );
    expect(details({})).toBeNull();
  });
});
