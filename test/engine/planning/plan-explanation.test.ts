/** The explanation of a plan is stored with it and read back, and older plans have none. */
import { expect, it } from 'vitest';
import { viewRebalance } from '../../../src-server/api/views/portfolios/view-portfolios.ts';
import { rebalanceView } from '../../../src-server/contract/control/portfolios/portfolios.ts';
import { TEST_START_MS } from '../../support/ballast-defaults.ts';
import { testFolder } from '../../support/test-folders.ts';
import { closeWorldsAfterEach, openTestWorld, plan, start } from '../execution/exchange-world.ts';

closeWorldsAfterEach();

it('a plan stored in a folder has the same explanation after the world was reopened', () => {
  const dataDir = testFolder('explanation');
  const test = start({}, { dataDir });
  const rebalanceId = plan(test);
  const before = rebalanceView.parse(viewRebalance(test.world, rebalanceId));
  expect(before.explanation?.summary).toContain('SAP SE is above its target by 51.00 % of the portfolio');
  expect(before.rebalance.orders[0]?.reason.text).toMatch(/^.* Selling .* shares \(.* EUR\) at XETR /);
  test.close();
  const again = openTestWorld(3, TEST_START_MS, dataDir);
  expect(rebalanceView.parse(viewRebalance(again.world, rebalanceId))).toEqual(before);
});

it('a plan from before there were explanations is shown without one', () => {
  const test = start();
  const rebalance = test.world.rebalances.find(plan(test));
  if (rebalance === null) throw new Error('the plan was not kept');
  const { explanation, ...older } = rebalance.plan;
  expect(explanation).toBeDefined();
  test.world.kernel.execute(() => test.world.rebalances.update({ ...rebalance, plan: older }));
  const view = rebalanceView.parse(viewRebalance(test.world, rebalance.rebalanceId));
  expect(view.explanation).toBeNull();
  expect(view.rebalance.orders).toHaveLength(2);
});
