/** What the explorer finds in clients whose bugs are known, and in clients without any (decisions Q2 to Q4). */
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { scenarioWorkerFile } from '../../src-server/app/scenario-worker-file.ts';
import type { RuleName } from '../../src-server/explorer/verdict.ts';
import { loadExploration } from '../../src-server/runner/explorer/load-exploration.ts';
import { type EndedExploration, runExploration } from '../../src-server/runner/explorer/start-exploration.ts';
import { createMemoryTrialStore } from '../../src-server/runner/explorer/trial-store.ts';
import { proves } from '../conformance/proves.ts';
import { newFolder } from '../support/start-ballast.ts';

const clients = join(import.meta.dirname, 'clients');
const client = (name: string, ...flags: string[]) => [process.execPath, join(clients, `${name}.mjs`), ...flags];
const NOT_ENDING_MS = 15_000;

interface Explored extends EndedExploration {
  readonly foundAtMs: readonly number[];
}

/** Until something is found by one of the rules, or for as long as the budget lasts. */
async function explore(command: readonly string[], budgetMs: number, rules: readonly RuleName[]): Promise<Explored> {
  const loaded = loadExploration(null, command, newFolder());
  const task = {
    ...loaded.task,
    ...{ isReused: true, check: [process.execPath, join(clients, 'check.mjs')] as const, timeoutMs: NOT_ENDING_MS },
  };
  const stopping = new AbortController();
  const ended = await runExploration(
    { ...loaded, task },
    {
      ...{ seed: 1, budgetMs, mostTrials: null, only: null, jobs: null, queue: null, signal: stopping.signal },
      ...{ store: createMemoryTrialStore(), note: () => {}, onProgress: () => {} },
      onFinding(exploration, number) {
        const found = exploration.report().findings[number - 1];
        if (found !== undefined && rules.some((rule) => rule === found.rule)) stopping.abort();
      },
    },
    scenarioWorkerFile(),
  );
  return { ...ended, foundAtMs: [] };
}

const BUDGET_MS = 90_000;

describe('a planted bug is found, with at most two faults', { tags: ['deep'] }, () => {
  test.each<readonly [bug: string, rules: readonly RuleName[]]>([
    ['no-retry', ['crashed']],
    ['retries-without-key', ['gave_up', 'crashed', 'carried_out_twice']],
    ['new-key', ['gave_up', 'crashed', 'carried_out_twice']],
    ['no-dedup', ['failed_check']],
    ['trusts-order', ['gave_up']],
    ['no-signature-check', ['took_forged_webhook']],
    ['no-timestamp-check', ['took_forged_webhook']],
    ['ignores-retry-after', ['early_retry']],
    ['retry-storm', ['storm']],
    ['partial-is-complete', ['another_end']],
    ['forgets-lost-202', ['carried_out_twice', 'another_end', 'gave_up']],
    ['polls-failed-forever', ['never_ends']],
    ['caches-secret', ['gave_up', 'never_ends']],
    ['conflict-is-failure', ['crashed']],
    ['answers-before-storing', ['failed_check']],
  ])('%s', proves('Q3', 'Q4'), async (bug, rules) => {
    const { report } = await explore(client('client', '--keep-alive', '--bug', bug), BUDGET_MS, rules);
    const { findings, elapsed_ms, trials } = report();
    console.log(
      bug,
      elapsed_ms,
      trials,
      findings.map(({ rule, faults }) => `${rule}: ${faults.join(' + ')}`),
    );
    expect(findings.map(({ rule }) => rule)).toEqual(expect.arrayContaining([expect.toBeOneOf([...rules])]));
    for (const { faults } of findings) expect(faults.length).toBeLessThanOrEqual(2);
  });
});

describe('nothing is found in a correct client', { tags: ['deep'] }, () => {
  test.each(['client', 'polling', 'webhooks', 'both'])('%s', proves('Q2', 'Q3'), async (name) => {
    const { report } = await explore(client(name, '--keep-alive'), BUDGET_MS / 3, []);
    const { findings, trials, unconfirmed, broken } = report();
    console.log(
      name,
      trials,
      unconfirmed,
      findings.map(({ text, faults }) => `${text}: ${faults.join(' + ')}`),
    );
    expect([findings, broken]).toEqual([[], 0]);
    expect(trials).toBeGreaterThan(50);
  });
});
