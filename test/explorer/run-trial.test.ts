/** Tests single runs of a real client in a world of its own, and the oracle's verdict (decisions Q1, Q3). */
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { startScenarioWorld } from '../../src-server/app/start-scenario-world.ts';
import { createFault } from '../../src-server/contract/control/market/faults.ts';
import { findingsOf } from '../../src-server/explorer/trial-findings.ts';
import type { TrialTask } from '../../src-server/explorer/trial-task.ts';
import { loadExploration } from '../../src-server/runner/explorer/load-exploration.ts';
import { runSchedule } from '../../src-server/runner/explorer/run-trial.ts';
import { newFolder } from '../support/start-ballast.ts';

const client = join(import.meta.dirname, 'clients/polling.mjs');
const task = (bug?: string, more: Partial<TrialTask> = {}): TrialTask => ({
  ...loadExploration(null, [process.execPath, client, ...(bug === undefined ? [] : ['--bug', bug])], newFolder()).task,
  timeoutMs: 600_000,
  ...more,
});
const run = async (faults: readonly object[], bug?: string, more: Partial<TrialTask> = {}) => {
  const schedule = faults.map((body) => ({ body: createFault.parse(body) }));
  return runSchedule(task(bug, more), schedule, { startWorld: startScenarioWorld });
};
const rules = async (faults: readonly object[], bug?: string, more: Partial<TrialTask> = {}) => {
  const [sound, trial] = [await run([], bug), await run(faults, bug, more)];
  return findingsOf(sound.record, trial.record, { storm: 20, timeoutMs: 30_000 }).map(({ rule }) => rule);
};

const START = { match: { operation: 'startRebalance' }, count: 1 };
const LOST = { kind: 'api_connection_reset', after_processing: true, ...START };
const ERROR = { kind: 'api_error', code: 'internal_error', ...START };
/** Keeps the order of one instrument waiting for longer than a trial takes. */
const HALTED = { kind: 'halt_instrument', isin: 'DE0007236101', for: '30d' };
const LIMITED = { kind: 'api_error', code: 'rate_limit', retry_after_s: 1, ...START };

describe('a run without faults', () => {
  test('is recorded with its requests, its intents and its end, and is reproducible', async () => {
    const [{ record }, again] = [await run([]), await run([])];
    expect(record.end).toEqual({ how: 'exited', code: 0 });
    expect(record.requests.map(({ operation }) => operation).slice(0, 3)).toEqual([
      'createPortfolio',
      'startRebalance',
      'getRebalanceA',
    ]);
    expect(record.requests[1]).toMatchObject({ method: 'POST', status: 202, fault: null, retryAfterS: null });
    expect(record.intents).toEqual([
      {
        name: 'pension (A) to DE0007164600 0.6, DE0007236101 0.4',
        carriedOut: 1,
        status: 'complete',
        drift: expect.any(Number),
        band: 0.05,
      },
    ]);
    // Prices at its end are those of another instant.
    expect(again.record.intents).toMatchObject(record.intents.map(({ drift: _drift, ...intent }) => intent));
  });
});

describe('the correct client', { tags: ['deep'] }, () => {
  test.each([[LOST], [ERROR], [LIMITED], [{ kind: 'api_hang', ...START }], [{ kind: 'api_empty_answer', ...START }]])(
    'has no finding under %j',
    async (fault) => {
      const [sound, trial] = [await run([]), await run([fault])];
      expect(trial.record.faults).toMatchObject([{ kind: fault.kind, isTransient: true, hits: 1 }]);
      expect(findingsOf(sound.record, trial.record, { storm: 20, timeoutMs: 30_000 }), trial.output).toEqual([]);
    },
  );
});

describe('a client with a planted bug', { tags: ['deep'] }, () => {
  test.each([
    ['no-retry', [ERROR], ['crashed']],
    ['no-retry', [LOST], ['crashed']],
    ['no-key', [LOST], ['gave_up']],
    ['new-key', [LOST], ['new_key_on_retry']],
    ['ignores-retry-after', [LIMITED], ['early_retry']],
    ['storm', [ERROR], ['storm']],
    ['partial-is-complete', [HALTED], ['another_end']],
  ])('%s is found under %j', async (bug, faults, found) => {
    expect(await rules(faults, bug)).toEqual(found);
  });

  test('that polls a failed rebalance for ever is stopped when its time is up', async () => {
    const rejected = { kind: 'reject_orders', exchange: 'XETR' };
    // A client that got this far in its time; it gets more time if this machine was too slow.
    let record = null;
    for (let timeoutMs = 4000; (record?.intents ?? []).length === 0; timeoutMs *= 2)
      ({ record } = await run([rejected], 'polls-for-ever', { timeoutMs }));
    expect(record?.end).toEqual({ how: 'timed_out' });
    expect(record?.intents).toMatchObject([{ carriedOut: 0, status: 'failed' }]);
  });
});

describe('a command that is not a client', () => {
  test('is refused if the command does not exist', async () => {
    const missing = run([], undefined, { command: ['/nowhere/client'] });
    await expect(missing).rejects.toMatchObject({ exitCode: 64, lines: [expect.stringContaining('/nowhere/client')] });
  });

  test('is stopped with all processes that it has started, whatever it prints', { tags: ['deep'] }, async () => {
    const script =
      "setInterval(() => {}, 1000); require('node:child_process').spawn('sleep', ['60'], { stdio: 'inherit' })";
    const hanging = await run([], undefined, { command: [process.execPath, '-e', script], timeoutMs: 1500 });
    expect(hanging.record).toMatchObject({ end: { how: 'timed_out' }, requests: [], intents: [] });
    const flood = "for (let i = 0; i < 20000; i += 1) console.log('x'.repeat(1000)); process.exitCode = 3;";
    const flooding = await run([], undefined, { command: [process.execPath, '-e', flood] });
    expect([flooding.record.end, flooding.output.length]).toEqual([{ how: 'exited', code: 3 }, 64_000]);
  });
});
