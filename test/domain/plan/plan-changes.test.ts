/** Which changes of a plan do not need a new confirmation by the user (decision L93). */
import { describe, expect, it } from 'vitest';
import { type ComparedOrder, type ComparedPlan, planChanges } from '../../../src-server/domain/plan/plan-changes.ts';
import { measureDrift } from '../../../src-server/domain/valuation/drift.ts';
import { proves } from '../../conformance/proves.ts';

const [SAP, ALLIANZ] = ['DE0007164600', 'DE0008404005'];
const NAV = 100_000_00;

function order(isin: string, shares: number, change: Partial<ComparedOrder> = {}): ComparedOrder {
  const listing = { side: 'buy', isin, mic: 'XETR', currency: 'EUR' } as const;
  const estimate = { estimatedPriceMicro: 100_000_000, estimatedValueMinor: shares * 100_00, costMinor: 0 };
  const lotMicro = 100;
  return { ...listing, quantityMicro: shares * 1_000_000, lotMicro, ...estimate, ...change };
}

function plan(orders: readonly ComparedOrder[], heldMinor: number, isBudgeted: boolean): ComparedPlan {
  const positions = [{ isin: SAP, valueMinor: heldMinor }];
  const valuation = { asOf: 0, totalMinor: NAV, cashMinor: NAV - heldMinor, positions };
  const driftBefore = measureDrift(valuation, [{ isin: SAP, weight: 0.5 }]);
  return { orders, costMinor: 0, navMinor: NAV, driftBefore, isBudgeted };
}

const isBeyond = (before: ComparedPlan, after: ComparedPlan) => planChanges(before, after).isBeyond;

describe('the tolerance', () => {
  it('counts an order that is new or gone with all that it trades', proves('L93.2'), () => {
    const before = plan([order(SAP, 10)], 40_000_00, false);
    const small = { estimatedValueMinor: 99_00 };
    expect(isBeyond(before, plan([order(SAP, 10), order(ALLIANZ, 1, small)], 40_000_00, false))).toBe(false);
    expect(isBeyond(before, plan([order(SAP, 10), order(ALLIANZ, 2)], 40_000_00, false))).toBe(true);
    expect(isBeyond(before, plan([], 40_000_00, false))).toBe(true);
  });

  it('counts a lot more of one order together with what another one has less for it', proves('L93.2'), () => {
    const whole = { lotMicro: 1_000_000 };
    const dear = { ...whole, estimatedPriceMicro: 352_000_000 };
    const planOf = (allianz: number, sap: number) =>
      plan(
        [order(ALLIANZ, allianz, { ...dear, estimatedValueMinor: allianz * 352_00 }), order(SAP, sap, whole)],
        40_000_00,
        false,
      );
    // A lot is 352.00 or 100.00, and 0.1 % of the portfolio is 100.00.
    const changes = planChanges(planOf(42, 33), planOf(43, 29));
    expect([changes.valueShare, changes.isBeyond]).toEqual([0.00452, false]);
    expect(planChanges(planOf(42, 33), planOf(44, 33)).isBeyond).toBe(true);
    expect(planChanges(planOf(42, 33), planOf(42, 28)).isBeyond).toBe(true);
  });

  it('allows another exchange, unless its price or the quantity is beyond', proves('L93.3'), () => {
    const before = plan([order(SAP, 10)], 40_000_00, false);
    const atParis = (change: Partial<ComparedOrder>) =>
      plan([order(SAP, 10, { mic: 'XPAR', ...change })], 40_000_00, false);
    expect(planChanges(before, atParis({})).orders).toMatchObject([{ kind: 'other_exchange', isBeyond: false }]);
    expect(isBeyond(before, atParis({ estimatedPriceMicro: 101_000_000 }))).toBe(true);
    expect(isBeyond(before, atParis({ quantityMicro: 12_000_000 }))).toBe(true);
    const inSterling = { currency: 'GBP', estimatedPriceMicro: 85_000_000 };
    expect(isBeyond(before, atParis(inSterling))).toBe(false);
    expect(isBeyond(before, atParis({ ...inSterling, estimatedValueMinor: 1_003_00 }))).toBe(true);
  });

  it('counts a quantity under a cost budget only if its drift has changed', proves('L93.4'), () => {
    const [fewer, more] = [[order(SAP, 10)], [order(SAP, 30)]];
    expect(isBeyond(plan(fewer, 40_000_00, false), plan(more, 40_000_00, false))).toBe(true);
    expect(isBeyond(plan(fewer, 40_000_00, true), plan(more, 40_050_00, true))).toBe(false);
    expect(isBeyond(plan(fewer, 40_000_00, true), plan(more, 38_000_00, true))).toBe(true);
    expect(isBeyond(plan(fewer, 40_000_00, true), plan(more, 40_000_00, false))).toBe(true);
  });
});
