/** Whether a plan could be executed now, and which portfolios cannot be planned at all, without a trace in the log. */
import { expect, test } from 'vitest';
import { changeAccount } from '../../../src-server/engine/commands/accounts/manage-accounts.ts';
import { comparePlans } from '../../../src-server/engine/planning/compare-plans.ts';
import { findPlanChanges } from '../../../src-server/engine/planning/find-plan-changes.ts';
import { DEFAULT_ACCOUNT } from '../../../src-server/engine/world.ts';
import { proves } from '../../conformance/proves.ts';
import { accept, addPortfolio, closeWorldsAfterEach, plan, refusal, start } from '../execution/exchange-world.ts';

closeWorldsAfterEach();
const VARIANT = {
  drift_threshold: 0.01,
  band_type: 'absolute',
  rebalance_trigger: 'any_position',
  fractional_precision: 4,
  fx_overlay: false,
} as const;

test('a plan that was counted can be executed although the quota has been used up since', proves('L93.5'), () => {
  const started = start();
  const rebalanceId = plan(started);
  accept(changeAccount(started.world, DEFAULT_ACCOUNT, { monthlyLimit: 1 }));
  const { other } = accept(findPlanChanges(started.world, rebalanceId, undefined));
  expect(other).toMatchObject({ outcome: 'plan', obstacle: null });
});

test('plans of a portfolio without cash and positions are refused, not compared', proves('L24'), () => {
  const started = start();
  const { world } = started;
  const portfolioId = addPortfolio(started, { external_id: 'empty', holdings: [], cash: 0 });
  const compared = comparePlans(world, { portfolio_id: portfolioId, variants: [VARIANT] }, world.kernel.nowMs);
  expect(refusal(compared)).toMatchObject({
    code: 'invalid_request',
    message: expect.stringContaining('has no value'),
  });
});
