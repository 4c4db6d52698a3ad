/** Which constraint is the reason for which trade (decision O5): cases in which two are set and one of them binds. */
import { describe, expect, test } from 'vitest';
import { boundText } from '../../../src-server/domain/explain/constraint-text.ts';
import { explainPlan } from '../../../src-server/domain/explain/explain-plan.ts';
import type {
  BoundConstraint,
  EstimateSaleGains,
  PlanConstraints,
} from '../../../src-server/domain/plan/constraints.ts';
import { UNCONSTRAINED } from '../../../src-server/domain/plan/constraints.ts';
import type { PlanInput } from '../../../src-server/domain/plan/plan.ts';
import { planRebalance } from '../../../src-server/domain/plan/plan-rebalance.ts';
import { proves } from '../../conformance/proves.ts';
import { makeInstrument, makeListing, makeView } from '../make-view.ts';
import { saleGainsAt } from '../sale-gains.ts';

/** A tenth of each sale is tax. */
const estimateGains: EstimateSaleGains = (sales) => ({
  ...saleGainsAt(0.2, sales, ({ estimatedValueMinor }) => estimatedValueMinor / 2),
  taxMinor: Math.ceil(sales.reduce((sum, { estimatedValueMinor }) => sum + estimatedValueMinor, 0) / 10),
});

interface Row {
  readonly price: number;
  /** In percent of 100 000.00. */
  readonly held: number;
  readonly target: number;
}

function explained(rows: Readonly<Record<string, Row>>, constraints: Partial<PlanConstraints>) {
  const input = inputOf(rows, constraints);
  const result = planRebalance(input);
  if (result.kind !== 'plan') throw new Error(`expected a plan, got ${result.kind}`);
  return { plan: result.plan, explanation: explainPlan(result.plan, input, () => null) };
}

function inputOf(rows: Readonly<Record<string, Row>>, constraints: Partial<PlanConstraints>): PlanInput {
  const names = Object.keys(rows);
  const row = (isin: string) => rows[isin] ?? { price: 1, held: 0, target: 0 };
  const positions = names.flatMap((isin) => {
    const { held, price } = row(isin);
    return held === 0 ? [] : [{ isin, mic: 'XETR', quantityMicro: Math.round((held * 1000) / price) * 1e6 }];
  });
  const worth = positions.reduce((sum, { isin, quantityMicro }) => sum + (quantityMicro / 1e6) * row(isin).price, 0);
  return {
    currency: 'EUR',
    referencePerEurMicro: {},
    positions,
    estimateGains,
    view: makeView(names.map((isin) => makeInstrument(isin, [makeListing('XETR', row(isin).price)]))),
    cashMinor: Math.round((100_000 - worth) * 100),
    targets: names.map((isin) => ({ isin, weight: row(isin).target / 100 })),
    settings: {
      ...({ driftThreshold: 0.01, bandType: 'absolute', rebalanceTrigger: 'any_position' } as const),
      costBudgetBps: null,
      fractionalPrecision: 4,
      fxOverlay: false,
    },
    constraints: { ...UNCONSTRAINED, ...constraints },
  };
}

describe('a plan that leaves out the effect of its constraints', () => {
  const rows = {
    SAP: { price: 231, held: 40, target: 20 },
    ALV: { price: 351, held: 35, target: 30 },
    IWDA: { price: 110, held: 5, target: 45 },
  };
  test.each<[Partial<PlanConstraints>]>([
    [{ wholeShares: true, gainsTaxBudgetMinor: 80_000 }],
    [{ doNotSell: ['SAP'], wholeShares: true, minOrderMinor: 50_000 }],
    [{ maxTurnover: 0.1 }],
    [{ doNotSell: ['SAP', 'ALV'], doNotBuy: ['IWDA'] }],
  ])('has the same orders and the same result: %j', (constraints) => {
    const input = inputOf(rows, constraints);
    const [full, short] = [planRebalance(input), planRebalance({ ...input, explainsConstraints: false })];
    expect(short.kind).toBe(full.kind);
    if (full.kind !== 'plan' || short.kind !== 'plan') return expect(short).toEqual(full);
    const { constraints: effect, warnings, ...plan } = full.plan;
    expect(effect?.bound.length).toBeGreaterThan(0);
    expect({ ...short.plan, warnings }).toEqual({ ...plan, warnings });
  });
});

describe('of a tax budget and a turnover limit', () => {
  const rows = {
    AA: { price: 10, held: 50, target: 40 },
    BB: { price: 10, held: 30, target: 32 },
    CC: { price: 10, held: 20, target: 28 },
  };

  test(
    'the tax budget is the cause if turnover leaves room: also of buys that are not made for lack of cash',
    proves('O5.8'),
    () => {
      const { plan, explanation } = explained(rows, { maxTurnover: 0.09, gainsTaxBudgetMinor: 20_000 });
      // 200.00 of tax allow sells of 2 000.00, a fiftieth; without it the turnover of 9 % would allow 9 000.00.
      expect(plan.constraints?.bound.map(({ constraint }) => constraint)).toEqual(['gains_tax_budget']);
      expect(plan.constraints?.bound[0]?.cuts).toEqual([
        {
          constraint: 'gains_tax_budget',
          isin: 'AA',
          side: 'sell',
          wantedMinor: 900_000,
          allowedMinor: 200_000,
          freeMinor: 1_000_000,
          isDirect: true,
        },
        {
          constraint: 'gains_tax_budget',
          isin: 'BB',
          side: 'buy',
          wantedMinor: 100_000,
          allowedMinor: 0,
          freeMinor: 200_000,
          isDirect: false,
        },
        {
          constraint: 'gains_tax_budget',
          isin: 'CC',
          side: 'buy',
          wantedMinor: 800_000,
          allowedMinor: 200_000,
          freeMinor: 800_000,
          isDirect: false,
        },
      ]);
      expect(plan.warnings.map(({ message }) => message.replaceAll('\u00a0', ' '))).toEqual([
        'Gains tax budget: Company AA (AA), only 2 000.00 EUR of 9 000.00 EUR is sold. Because less is sold: Company CC (CC), only 2 000.00 EUR of 8 000.00 EUR is bought; Company BB (BB), 1 000.00 EUR is not bought.',
      ]);
      expect(explanation.skipped).toMatchObject([{ isin: 'BB', reason: 'constraint' }]);
      expect(explanation.skipped[0]?.text.replaceAll('\u00a0', ' ')).toContain(
        'buying 1 000.00 EUR is prevented by the constraint “gains tax budget”, because less is sold.',
      );
    },
  );

  test('the turnover limit is the cause if the tax would allow more', proves('O5.8'), () => {
    const { plan } = explained(rows, { maxTurnover: 0.02, gainsTaxBudgetMinor: 90_000 });
    expect(plan.constraints?.bound.map(({ constraint }) => constraint)).toEqual(['max_turnover']);
  });

  test('if each forbids a trade by itself, the one that names it is the cause', proves('O5.8'), () => {
    const some = { ...rows, AA: { price: 10, held: 45, target: 40 }, CC: { price: 10, held: 20, target: 28 } };
    const { plan } = explained(some, { doNotSell: ['AA'], gainsTaxBudgetMinor: 0 });
    const sold = plan.constraints?.bound.flatMap(({ cuts }) => cuts).filter(({ side }) => side === 'sell');
    expect(sold?.map(({ constraint, isin }) => [constraint, isin])).toEqual([['do_not_sell', 'AA']]);
  });
});

describe('of a position that is never sold and whole shares', () => {
  const rows = {
    KEPT: { price: 9.1, held: 16, target: 10 },
    HIGH: { price: 26.1, held: 15.6, target: 12 },
    LOW: { price: 18.5, held: 7, target: 8 },
    WIDE: { price: 117.3, held: 55, target: 60 },
    SIDE: { price: 53.7, held: 4.5, target: 8 },
  };

  test('each is compared with its own effect, and no more', proves('O5.8'), () => {
    const { plan } = explained(rows, { doNotSell: ['KEPT'], wholeShares: true });
    const boughtUnder = (constraints: Partial<PlanConstraints>, isin: string) =>
      explained(rows, constraints).plan.orders.find((order) => order.isin === isin && order.side === 'buy')
        ?.estimatedValueMinor;
    const [unsold, whole] = plan.constraints?.bound ?? [];
    expect(unsold?.cuts.find(({ isin }) => isin === 'KEPT')).toMatchObject({ wantedMinor: 599_780, isDirect: true });
    const amounts = (bound: typeof unsold, isin: string) => bound?.cuts.find((cut) => cut.isin === isin);
    for (const isin of ['LOW', 'SIDE']) {
      expect(amounts(unsold, isin)).toMatchObject({
        wantedMinor: boughtUnder({ wholeShares: true }, isin),
        allowedMinor: 0,
      });
      expect(amounts(whole, isin)).toMatchObject({ wantedMinor: boughtUnder({ doNotSell: ['KEPT'] }, isin) });
    }
    const messages = plan.warnings.map(({ message }) => message.replaceAll('\u00a0', ' '));
    expect(messages[0]).toContain('5 997.80 EUR is not sold. Because less is sold: Company');
    expect(messages[0]).toContain('Company LOW (LOW), 999.00 EUR is not bought');
    expect(messages[1]).toMatch(/^Whole shares only: Company SIDE .*; Company LOW \(LOW\), 370\.06 EUR is not bought/);
  });

  test(
    'no position is sold a share past its target to save less than a basis point of drift',
    proves('O5.6', 'G10'),
    () => {
      const whole = explained(rows, { doNotSell: ['KEPT'], wholeShares: true }).plan;
      const free = explained(rows, { doNotSell: ['KEPT'] }).plan;
      const tradedMinor = ({ orders }: typeof whole) =>
        orders.reduce((sum, order) => sum + order.estimatedValueMinor, 0);
      for (const { side, isin, weightAfter, weightTarget } of whole.orders) {
        const share = rows[isin as keyof typeof rows].price / 100_000;
        if (side === 'sell') expect(weightAfter).toBeGreaterThan(weightTarget - share);
      }
      expect(whole.driftAfter.portfolioDrift - free.driftAfter.portfolioDrift).toBeLessThan(0.002);
      expect(tradedMinor(whole) - tradedMinor(free)).toBeLessThan(2 * 11_730);
    },
  );
});

describe('the sentence of a constraint', () => {
  const isins = ['A1', 'A2', 'A3', 'A4', 'A5', 'A6', 'A7'];
  const view = makeView(isins.map((isin) => makeInstrument(isin, [makeListing('XETR', 10)])));
  const cutOf = (constraint: 'whole_shares' | 'gains_tax_budget', isin: string, wanted: number, allowed: number) => ({
    ...({ constraint, isin, side: 'sell', isDirect: true } as const),
    wantedMinor: wanted * 100,
    allowedMinor: allowed * 100,
    freeMinor: wanted * 100,
  });
  const textOf = (bound: BoundConstraint) => boundText(bound, { currency: 'EUR', view }).replaceAll('\u00a0', ' ');

  test('names the orders that are reduced most, and says by how much the others are', () => {
    const cuts = isins.map((isin, index) => cutOf('gains_tax_budget', isin, 1000 + index, 990 - index));
    const text = textOf({ constraint: 'gains_tax_budget', cuts });
    expect(text).toMatch(/^Gains tax budget: Company A7 .*; Company A6 .*; Company A5 .*; Company A4 .*; Company A3 /);
    expect(text).toMatch(/ 2 orders are reduced as well, by 22\.00 EUR in total\.$/);
  });

  test('has one line for the shares lost to rounding, and names rows that are not traded at all', () => {
    const rounded = [cutOf('whole_shares', 'A1', 1008, 1000), cutOf('whole_shares', 'A2', 505, 500)];
    expect(textOf({ constraint: 'whole_shares', cuts: [...rounded, cutOf('whole_shares', 'A3', 9, 0)] })).toBe(
      'Whole shares only: Company A3 (A3), 9.00 EUR is not sold. 2 orders are rounded to whole shares, by 13.00 EUR in total.',
    );
  });
});
