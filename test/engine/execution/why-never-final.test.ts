/** When a rebalance is reported as never becoming final (decision J11). */
import { expect, test } from 'vitest';
import { whyNeverFinal } from '../../../src-server/engine/execution/why-never-final.ts';
import { proves } from '../../conformance/proves.ts';
import {
  breakMarket,
  closeWorldsAfterEach,
  HOUR_MS,
  planAndExecute,
  rebalanceOf,
  SAP,
  SECOND_MS,
  start,
} from './exchange-world.ts';

closeWorldsAfterEach();

test('an order that is halted without an end may become final if a fault will cancel it', proves('J11'), () => {
  const started = start();
  const { world } = started;
  const rebalanceId = planAndExecute(started);
  started.advanceTo(world.kernel.nowMs + 2 * SECOND_MS);
  breakMarket(started, 'halt_instrument', { isin: SAP });
  const why = () => whyNeverFinal(world, rebalanceOf(started, rebalanceId));
  expect(why()).toEqual([expect.stringContaining(`the halt of ${SAP}`)]);
  const fromMs = world.kernel.nowMs + HOUR_MS;
  breakMarket(started, 'exchange_down', { cancelsOrders: true, fromMs, untilMs: fromMs + HOUR_MS });
  expect(why()).toEqual([]);
});
