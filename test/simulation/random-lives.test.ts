/**
 * Random lives of portfolios (decisions O1 to O7): whatever comes and goes, is paid, split, renamed, delisted, traded
 * and settled, and wherever the world is closed and opened again, independent accounts from the event log alone have
 * the same cash, positions, lots, gains and value, to the cent; and the same life writes the same log.
 */
import { setImmediate as breathe } from 'node:timers/promises';
import { afterAll, expect, test } from 'vitest';
import type { LoggedEvent } from '../../src-server/kernel/event-chain.ts';
import { proves } from '../conformance/proves.ts';
import { expectSound } from '../doctor/examined.ts';
import { closeWorldsAfterEach, eventsOf } from '../engine/execution/exchange-world.ts';
import { draws, fc } from '../support/draws.ts';
import { drawing, repeatCommand } from '../support/fast-check.ts';
import { stopAll } from '../support/start-ballast.ts';
import { expectAgreement } from './check-life.ts';
import { compareRuns, type RecordedRun } from './compare-runs.ts';
import { live } from './live.ts';
import { type RandomLife, randomLife } from './random-life.ts';

closeWorldsAfterEach();
afterAll(stopAll);

test('every life balances to the cent, after every restart, and writes the same log twice', {
  ...proves('O6.12', 'O1.7', 'O2.5', 'O3.13', 'O4.8', 'O7.1'),
  tags: ['drawn'],
}, async () => {
  await fc.assert(
    fc.asyncProperty(randomLife, async (life) => {
      // A life runs without a break; between two of them the test runner learns that this process is alive.
      await breathe();
      const runs = [record(life, 'with restarts'), record(life, 'without restarts')];
      expect(compareRuns(runs, repeatCommand(drawing.seed, null))).toBeNull();
    }),
    { numRuns: draws(400, 1 / 50) },
  );
});

function record(life: RandomLife, name: 'with restarts' | 'without restarts'): RecordedRun {
  const isRestarted = name === 'with restarts' && life.steps.some(({ does }) => does === 'restart');
  const living = live(life, isRestarted, ({ test, stated }) => {
    expectAgreement(test, stated);
    expectSound(test);
  });
  const { head } = living.test.world.kernel;
  const run = { name, seed: life.seed, events: eventsOf(living.test), head };
  living.test.close();
  return run;
}

test('the drawn lives include everything that may happen to a portfolio', {
  tags: ['deep'],
}, async () => {
  const seen = new Set<string>();
  for (const life of fc.sample(randomLife, { seed: 2, numRuns: 100 })) {
    await breathe();
    for (const event of record(life, 'without restarts').events) seen.add(kindOf(event));
  }
  expect([...EXPECTED].filter((kind) => !seen.has(kind))).toEqual([]);
});

/** The type of an event, and the fields that distinguish its kinds. */
function kindOf({ type, data }: LoggedEvent): string {
  const reason = data.reason as { code?: string } | undefined;
  const detail = DETAILS[type]?.map((name) => data[name]) ?? (reason?.code === undefined ? [] : [reason.code]);
  return [type, ...detail].join(' ');
}

const DETAILS: Readonly<Record<string, readonly string[]>> = {
  'cash_flow.booked': ['kind'],
  'cash_flow.refused': ['reason'],
  'corporate_action.applied': ['kind'],
  'policy.triggered': ['when'],
  'policy.skipped': ['reason'],
};

const EXPECTED: ReadonlySet<string> = new Set([
  ...['deposit', 'withdrawal', 'fee', 'interest'].map((kind) => `cash_flow.booked ${kind}`),
  ...['insufficient_cash', 'unsettled_cash'].map((reason) => `cash_flow.refused ${reason}`),
  ...['split', 'isin_change', 'delisting', 'cash_dividend'].map((kind) => `corporate_action.applied ${kind}`),
  ...['drift', 'calendar', 'cash_flow'].map((when) => `policy.triggered ${when}`),
  ...['in_progress', 'below_threshold', 'internal_error'].map((reason) => `policy.skipped ${reason}`),
  ...['cash_flow.ended', 'dividend.accrued', 'dividend.paid', 'gains.restated', 'order.action_taken', 'order.filled'],
  ...['order.cancelled corporate_action', 'rebalance.cancelled', 'rebalance.requested'],
  ...['constraints.set', 'portfolio.deleted', 'corporate_action.cancelled', 'trade.settled'],
  ...['trade.settlement_failed', 'exchange.disconnected', 'rebalance.complete', 'rebalance.failed'],
]);
