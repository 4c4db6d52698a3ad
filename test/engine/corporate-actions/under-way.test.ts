/**
 * A corporate action at any instant of a rebalance, on any connection (decision O3): the rebalance ends, and the log,
 * the positions and the lots agree about the result.
 */
import { expect, test } from 'vitest';
import { isFinalRebalance } from '../../../src-server/domain/lifecycle/rebalance-life-cycle.ts';
import { quantityOf } from '../../../src-server/domain/lots/lot.ts';
import { changeExchange } from '../../../src-server/engine/commands/market/change-exchange.ts';
import { createCorporateAction } from '../../../src-server/engine/commands/market/manage-corporate-actions.ts';
import { createPortfolioB } from '../../../src-server/engine/commands/portfolios/create-portfolio-b.ts';
import { createPlan } from '../../../src-server/engine/commands/rebalances/create-plan.ts';
import { executePlan } from '../../../src-server/engine/commands/rebalances/execute-plan.ts';
import type { CorporateActionTerms } from '../../../src-server/engine/corporate-actions/corporate-action.ts';
import type { Outcome } from '../../../src-server/engine/outcome.ts';
import { DEFAULT_ACCOUNT } from '../../../src-server/engine/world.ts';
import { ledgerOf } from '../../../src-server/scenario/ledger/portfolio-ledger.ts';
import { proves } from '../../conformance/proves.ts';
import { draws, fc } from '../../support/draws.ts';
import { makeWorld, type TestWorld } from '../../support/make-world.ts';

const [SAP, ALLIANZ, NEW_ISIN] = ['DE0007164600', 'DE0008404005', 'DE000SAPNEW2'] as const;
const DAY_MS = 86_400_000;

const run = fc.record({
  seed: fc.integer({ min: 1, max: 1_000_000 }),
  /** Also while the first messages are being sent. */
  afterMs: fc.oneof(fc.integer({ min: 0, max: 60 }), fc.integer({ min: 61, max: 600_000 })),
  outageAfterMs: fc.option(fc.integer({ min: 0, max: 600_000 })),
  cash: fc.integer({ min: 10_000, max: 3_000_000 }),
  sold: fc.integer({ min: 0, max: 3_000 }),
  terms: fc.constantFrom<CorporateActionTerms>(
    { kind: 'split', ratio: { newShares: 7, oldShares: 3 } },
    { kind: 'split', ratio: { newShares: 1, oldShares: 9 } },
    { kind: 'isin_change', newIsin: NEW_ISIN },
    { kind: 'delisting', cashPrice: { amountMicro: 212_345_678, currency: 'USD' } },
    { kind: 'delisting', cashPrice: null },
  ),
});
type Run = typeof run extends fc.Arbitrary<infer R> ? R : never;

test('every order ends, and all records agree', { ...proves('O3.3', 'G6'), tags: ['drawn'] }, () => {
  fc.assert(
    fc.property(run, (drawn) => {
      const made = makeWorld({ seed: drawn.seed });
      const ids = begin(made, drawn);
      const startMs = made.world.kernel.nowMs;
      if (drawn.outageAfterMs !== null) {
        made.advanceTo(startMs + drawn.outageAfterMs);
        acceptedBy(changeExchange(made.world, 'XETR', { connected: false, settings: {}, latency: {} }));
        made.advanceTo(startMs + Math.max(drawn.afterMs, drawn.outageAfterMs) + 1_000);
        acceptedBy(changeExchange(made.world, 'XETR', { connected: true, settings: {}, latency: {} }));
      }
      made.advanceTo(startMs + 3 * DAY_MS);
      expectAgreement(made, ids);
      made.close();
    }),
    { numRuns: draws(300) },
  );
});

function begin({ world }: TestWorld, { cash, sold, afterMs, terms }: Run) {
  const { portfolioId } = acceptedBy(
    createPortfolioB(world, DEFAULT_ACCOUNT, {
      external_id: 'drawn',
      currency: 'EUR',
      tax_wrapper: 'Depot',
      cash,
      holdings: sold === 0 ? [] : [{ isin: SAP, exchange: 'XETR', quantity: sold }],
      targets: [
        { isin: SAP, weight: 0.4 },
        { isin: ALLIANZ, weight: 0.5 },
      ],
    }),
  );
  const { rebalanceId } = acceptedBy(
    createPlan(world, DEFAULT_ACCOUNT, {
      portfolio_id: portfolioId,
      drift_threshold: 0.001,
      band_type: 'absolute',
      rebalance_trigger: 'any_position',
      simulation: false,
      fractional_precision: 4,
      fx_overlay: false,
    }),
  );
  acceptedBy(executePlan(world, DEFAULT_ACCOUNT, rebalanceId));
  acceptedBy(createCorporateAction(world, { isin: SAP, exMs: world.kernel.nowMs + afterMs, terms }));
  return { portfolioId, rebalanceId };
}

function expectAgreement({ world, events }: TestWorld, ids: { portfolioId: string; rebalanceId: string }): void {
  const rebalance = world.rebalances.find(ids.rebalanceId);
  const portfolio = world.portfolios.find(ids.portfolioId);
  if (rebalance === null || portfolio === null) throw new Error('something has vanished');
  expect(isFinalRebalance(rebalance.status), rebalance.status).toBe(true);
  const log = events.after(0, 100_000);
  const logged = ledgerOf(log).portfolios.get(ids.portfolioId);
  const positions = world.portfolios.positions(ids.portfolioId);
  expect(logged?.cashMinor).toBe(portfolio.cashMinor);
  expect(Object.fromEntries(logged?.positions ?? [])).toEqual(
    Object.fromEntries(positions.map(({ isin, mic, quantityMicro }) => [`${isin} ${mic}`, quantityMicro])),
  );
  for (const isin of [SAP, NEW_ISIN, ALLIANZ]) {
    const heldMicro = quantityOf(positions.filter((position) => position.isin === isin));
    expect([isin, world.lots.heldMicro(portfolio, isin)]).toEqual([isin, heldMicro]);
  }
  // Executions before it are booked before it; nothing is executed afterwards.
  const effective = log.find(({ type }) => type === 'corporate_action.effective');
  for (const fill of world.rebalances.fills(ids.rebalanceId)) {
    const { isin } = world.rebalances.findOrder(fill.orderId) ?? { isin: '' };
    if (isin === SAP) expect(fill.filledMs).toBeLessThanOrEqual(effective?.atMs ?? 0);
  }
}

function acceptedBy<T>(outcome: Outcome<T>): T {
  if (outcome.ok) return outcome.value;
  throw new Error(`${outcome.message} ${JSON.stringify(outcome.details)}`);
}
