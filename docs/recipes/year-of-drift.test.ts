/** A client rebalances a portfolio that drifts over twelve months of prices; only the test moves time. */
import { type Ballast, startBallast } from 'ballast/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';

const BAND = 0.05;
const HALVES = [
  { isin: 'DE0007164600', weight: 0.5 },
  { isin: 'FR0000120271', weight: 0.5 },
];

let ballast: Ballast;
beforeAll(async () => {
  ballast = await startBallast({ seed: 42 });
});
afterAll(() => ballast.stop());

async function driftOf(portfolioId: string): Promise<number> {
  const response = await ballast.fetch(`/form-b/v1/portfolios/${portfolioId}`);
  return ((await response.json()) as { drift: { max_drift: number } }).drift.max_drift;
}

/** Your client in miniature: once a month it plans and executes a rebalance if drift is outside the band. */
async function lookAfter(portfolioId: string): Promise<string | null> {
  if ((await driftOf(portfolioId)) <= BAND) return null;
  const plan = await ballast.fetch('/form-b/v1/rebalance', { method: 'POST', json: { portfolio_id: portfolioId } });
  const { rebalance_id: id } = (await plan.json()) as { rebalance_id: string };
  await ballast.fetch(`/form-b/v1/rebalance/${id}/execute`, { method: 'POST', json: { confirm: true } });
  return id;
}

test('the client keeps a portfolio within its band for a year', async () => {
  const { portfolio_id: id } = await ballast.createPortfolio({ form: 'B', cash: 100_000, targets: HALVES });
  let rebalanced = 0;
  for (let month = 0; month < 12; month += 1) {
    const rebalanceId = await lookAfter(id);
    if (rebalanceId !== null) {
      rebalanced += 1;
      await ballast.untilComplete(rebalanceId);
      expect(await driftOf(id)).toBeLessThan(BAND);
    }
    await ballast.advance('30d');
  }
  // The first rebalance buys the targets; the others follow from price moves.
  expect(rebalanced).toBeGreaterThan(1);
  await ballast.verify({ operation: 'executePlan', count: rebalanced });
});
