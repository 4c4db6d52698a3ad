/**
 * Whatever happens to an instrument, no portfolio gains or loses by it except for the cash that is paid (decision O3):
 * random portfolios with random lots, at random exchanges and in random currencies.
 */
import { expect, test } from 'vitest';
import { costOfLots, quantityOf } from '../../../src-server/domain/lots/lot.ts';
import { createCorporateAction } from '../../../src-server/engine/commands/market/manage-corporate-actions.ts';
import { createPortfolioB } from '../../../src-server/engine/commands/portfolios/create-portfolio-b.ts';
import { setPositions } from '../../../src-server/engine/commands/portfolios/set-positions.ts';
import type { CorporateActionTerms } from '../../../src-server/engine/corporate-actions/corporate-action.ts';
import type { Outcome } from '../../../src-server/engine/outcome.ts';
import { valuePortfolioAt } from '../../../src-server/engine/planning/value-portfolio.ts';
import type { PortfolioRecord } from '../../../src-server/engine/records.ts';
import { DEFAULT_ACCOUNT, type World } from '../../../src-server/engine/world.ts';
import { proves } from '../../conformance/proves.ts';
import { draws, fc } from '../../support/draws.ts';
import { makeWorld } from '../../support/make-world.ts';

const ISIN = 'IE00B4L5Y983';
const NEW_ISIN = 'IE00B4L5YXX1';
const ACQUIRED = '2025-05-05T10:00:00Z';

const lot = fc.record({
  quantity: fc.oneof(
    fc.integer({ min: 1, max: 2_000 }),
    fc.integer({ min: 1, max: 9_999_999 }).map((n) => n / 1e6),
  ),
  unit_cost: fc.integer({ min: 0, max: 40_000 }).map((n) => n / 100),
});
const scenario = fc.record({
  seed: fc.integer({ min: 1, max: 1_000_000 }),
  currency: fc.constantFrom('EUR', 'GBP', 'CHF'),
  wrapper: fc.constantFrom('Depot', 'GIA'),
  wholeLots: fc.boolean(),
  lots: fc.array(lot, { minLength: 1, maxLength: 6 }),
  elsewhere: fc.option(lot),
  terms: fc.oneof(
    fc
      .record({ newShares: fc.integer({ min: 1, max: 1000 }), oldShares: fc.integer({ min: 1, max: 1000 }) })
      .filter(({ newShares, oldShares }) => newShares !== oldShares)
      .map((ratio): CorporateActionTerms => ({ kind: 'split', ratio })),
    fc.constant<CorporateActionTerms>({ kind: 'isin_change', newIsin: NEW_ISIN }),
    fc.constant<CorporateActionTerms>({ kind: 'delisting', cashPrice: null }),
    fc
      .record({ amountMicro: fc.integer({ min: 1, max: 9e8 }), currency: fc.constantFrom('EUR', 'USD', 'SEK') })
      .map((cashPrice): CorporateActionTerms => ({ kind: 'delisting', cashPrice })),
  ),
});
type Scenario = typeof scenario extends fc.Arbitrary<infer S> ? S : never;

test('value and cost, less the cash paid, are conserved to the cent', { ...proves('O3.12'), tags: ['drawn'] }, () => {
  fc.assert(fc.property(scenario, expectConserved), { numRuns: draws(400) });
});

const ratio = fc.record({ newShares: fc.integer({ min: 1, max: 99 }), oldShares: fc.integer({ min: 1, max: 99 }) });
const journey = fc.record({
  seed: fc.integer({ min: 1, max: 1_000_000 }),
  currency: fc.constantFrom('EUR', 'GBP', 'CHF'),
  wrapper: fc.constantFrom('Depot', 'GIA'),
  wholeLots: fc.constant(false),
  lots: fc.array(
    fc.record({ quantity: fc.integer({ min: 10_000, max: 1e10 }).map((n) => n / 1e6), unit_cost: fc.constant(99.99) }),
    { minLength: 1, maxLength: 4 },
  ),
  elsewhere: fc.option(fc.record({ quantity: fc.constantFrom(1, 0.010001, 119), unit_cost: fc.constant(50) })),
  // There, and back in any order.
  ratios: fc
    .array(
      ratio.filter(({ newShares, oldShares }) => newShares !== oldShares),
      { minLength: 1, maxLength: 2 },
    )
    .chain((there) => {
      const back = there.map(({ newShares, oldShares }) => ({ newShares: oldShares, oldShares: newShares }));
      return fc.shuffledSubarray(back, { minLength: back.length }).map((backwards) => [...there, ...backwards]);
    }),
});

test('splits that together change nothing leave every share and every lot unchanged', {
  ...proves('O3.6', 'O3.7'),
  tags: ['drawn'],
}, () => {
  fc.assert(
    fc.property(journey, ({ ratios, ...drawn }) => {
      const { world, close } = makeWorld({ seed: drawn.seed });
      const portfolioId = populate(world, { ...drawn, terms: { kind: 'isin_change', newIsin: NEW_ISIN } });
      // A split ends the unit cost as stated (L23); the cost itself stays.
      const lotsNow = () =>
        world.lots.holding(portfolioOf(world, portfolioId), ISIN).lots.map(({ unitMicro: _stated, ...lot }) => lot);
      const before = { positions: world.portfolios.positions(portfolioId), lots: lotsNow() };
      const totalMinor = stateOf(world, portfolioId, ISIN).totalMinor;
      for (const each of ratios) {
        const terms = { kind: 'split', ratio: each } as const;
        acceptedBy(createCorporateAction(world, { isin: ISIN, exMs: world.kernel.nowMs, terms }));
        const { totalMinor: nowMinor, ...now } = stateOf(world, portfolioId, ISIN);
        expect(Math.abs(nowMinor - totalMinor)).toBeLessThanOrEqual(
          toleranceMinor(world, { totalMinor, ...now }, terms),
        );
        expect([now.lotsMicro, now.cashMinor]).toEqual([now.heldMicro, 100_000]);
      }
      expect({ positions: world.portfolios.positions(portfolioId), lots: lotsNow() }).toEqual(before);
      close();
    }),
    { numRuns: draws(400) },
  );
});

function expectConserved(drawn: Scenario): void {
  const { world, close } = makeWorld({ seed: drawn.seed });
  const portfolioId = populate(world, drawn);
  const before = stateOf(world, portfolioId, ISIN);
  const exMs = world.kernel.nowMs;
  const action = acceptedBy(createCorporateAction(world, { isin: ISIN, exMs, terms: drawn.terms }));
  expect(action.appliedMs).toBe(exMs);
  const after = stateOf(world, portfolioId, drawn.terms.kind === 'isin_change' ? NEW_ISIN : ISIN);
  const paidMinor = after.cashMinor - before.cashMinor;
  // No lot is lost: their shares equal the holding, and their cost is still there or was realised.
  expect(after.lotsMicro).toBe(after.heldMicro);
  expect(after.costMinor + after.realisedCostMinor).toBe(before.costMinor);
  if (after.realisedMicro > 0) expect(after.proceedsMinor).toBe(paidMinor);
  if (drawn.terms.kind === 'delisting' && drawn.terms.cashPrice !== null) {
    expect([after.heldMicro, after.realisedMicro]).toEqual([0, before.heldMicro]);
  } else {
    expect(Math.abs(after.totalMinor - before.totalMinor)).toBeLessThanOrEqual(
      toleranceMinor(world, after, drawn.terms),
    );
  }
  expectUndamaged(world, portfolioId);
  close();
}

/**
 * Half a cent for each value that is rounded separately, before and after, and for the cash; a price has six decimals,
 * so each share may be off by half a millionth. Nothing at all if no price changes.
 */
function toleranceMinor(world: World, { positions, heldMicro }: State, { kind }: CorporateActionTerms): number {
  if (kind !== 'split') return 0;
  const currencies = ['EUR', 'GBP', 'CHF', 'SEK', 'DKK', 'NOK', 'USD'] as const;
  const rates = currencies.map((currency) => world.prices.perEurMicro(currency, world.kernel.nowMs) / 1e6);
  const largestRate = Math.max(...rates) / Math.min(...rates);
  return positions + 0.5 + (heldMicro / 1e6) * 0.5e-4 * largestRate + 1e-6;
}

/** A second read of the whole store finds the same. */
function expectUndamaged(world: World, portfolioId: string): void {
  const portfolio = portfolioOf(world, portfolioId);
  for (const { isin, mic } of world.portfolios.positions(portfolioId)) {
    expect(world.market.instruments.get(isin)?.listings).toContain(mic);
  }
  expect(valuePortfolioAt(world, portfolio, world.kernel.nowMs).drift.totalMinor).toBeGreaterThanOrEqual(0);
}

function populate(world: World, { currency, wrapper, wholeLots, lots, elsewhere }: Scenario): string {
  const venue = world.venues.get('XETR');
  if (wholeLots && venue !== undefined) world.venues.set('XETR', { ...venue, lotMicro: 1_000_000 });
  const { portfolioId } = acceptedBy(
    createPortfolioB(world, DEFAULT_ACCOUNT, {
      external_id: 'drawn',
      currency,
      tax_wrapper: wrapper,
      cash: 1000,
      holdings: [],
      targets: [{ isin: ISIN, weight: 0.5 }],
    }),
  );
  const row = (exchange: string, of: typeof lots) => ({
    isin: ISIN,
    exchange,
    lots: of.map((each) => ({ ...each, acquired_at: ACQUIRED })),
    quantity: Math.round(of.reduce((sum, { quantity }) => sum + quantity * 1e6, 0)) / 1e6,
  });
  const rows = [row('XETR', lots), ...(elsewhere === null ? [] : [row('XAMS', [elsewhere])])];
  acceptedBy(setPositions(world, portfolioId, rows));
  return portfolioId;
}

type State = ReturnType<typeof stateOf>;

function stateOf(world: World, portfolioId: string, isin: string) {
  const portfolio = portfolioOf(world, portfolioId);
  const positions = world.portfolios.positions(portfolioId).filter((position) => position.isin === isin);
  const { lots, disposals } = world.lots.holding(portfolio, isin);
  return {
    cashMinor: portfolio.cashMinor,
    totalMinor: valuePortfolioAt(world, portfolio, world.kernel.nowMs).drift.totalMinor,
    positions: positions.length + 1,
    heldMicro: quantityOf(positions),
    lotsMicro: quantityOf(lots),
    costMinor: costOfLots(lots),
    realisedMicro: quantityOf(disposals),
    realisedCostMinor: costOfLots(disposals),
    proceedsMinor: disposals.reduce((sum, { proceedsMinor }) => sum + proceedsMinor, 0),
  };
}

function portfolioOf(world: World, portfolioId: string): PortfolioRecord {
  const portfolio = world.portfolios.find(portfolioId);
  if (portfolio === null) throw new Error(`there is no portfolio ${portfolioId}`);
  return portfolio;
}

function acceptedBy<T>(outcome: Outcome<T>): T {
  if (outcome.ok) return outcome.value;
  throw new Error(`${outcome.message} ${JSON.stringify(outcome.details)}`);
}
