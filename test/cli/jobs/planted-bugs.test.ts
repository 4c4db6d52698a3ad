/** What `ballast explore` finds in clients whose bugs are known, and in clients without any (decisions Q2 to Q4). */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { explorationReport } from '../../../src-server/contract/control/explorer/explorations.ts';
import { packageRoot } from '../../../src-server/system/package-root.ts';
import { proves } from '../../conformance/proves.ts';
import { type RunningProcess, runBallast } from '../../support/run-process.ts';

const clients = resolve('test/explorer/clients');
let folder = '';
let running: RunningProcess | null = null;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'ballast-planted-'));
});
afterEach(async () => {
  running?.child.kill('SIGKILL');
  await running?.ended;
  rmSync(folder, { recursive: true, force: true });
});

/** With the check only where the bug is one of what the client stores: to start a process for each trial takes long. */
function explore(name: string, bug: readonly string[], flags: readonly string[]): RunningProcess {
  const hasCheck = STORED.some((stored) => bug.includes(stored));
  const check = hasCheck ? `check: [${process.execPath}, ${join(clients, 'check.mjs')}]\n` : '';
  const file = join(folder, 'explore.yaml');
  writeFileSync(file, `keep_alive: true\ntimeout: 12s\n${check}`);
  const client = [process.execPath, join(clients, `${name}.mjs`), '--keep-alive', ...bug];
  running = runBallast(['explore', file, '--out', join(folder, 'out'), ...flags, '--', ...client], { cwd: folder });
  return running;
}

const STORED = ['no-dedup', 'answers-before-storing'];

/** The lines of the first finding that says this; an exploration is stopped as soon as it has it. */
async function firstFinding({ child, stderr, ended }: RunningProcess, says: RegExp): Promise<string[]> {
  const seek = () => {
    const lines = stderr().split('\n');
    const at = lines.findIndex((line) => line.startsWith('ballast: finding-') && says.test(line));
    const end = lines.findIndex((line, index) => index > at && line.includes('/story.html'));
    return at < 0 || end < 0 ? null : lines.slice(at, end);
  };
  const found = new Promise<void>((seen) => child.stderr?.on('data', () => seek() !== null && seen()));
  await Promise.race([found, ended]);
  child.kill('SIGINT');
  await ended;
  return seek() ?? [`nothing of the kind in:\n${stderr()}`];
}

describe('a planted bug is found within 90 seconds, by at most two faults', { tags: ['deep'] }, () => {
  test.each([
    ['no-retry', /ended with code 1 after a single fault/],
    ['retries-without-key', /gave up .*: startRebalance is done, and (its answer is lost|not answered)/],
    ['new-key', /gave up .*: startRebalance is done/],
    ['no-dedup', /answered 2xx to \d+ webhooks, and the check fails/],
    ['trusts-order', /gave up .*: rebalance.partially_filled comes after the next event/],
    ['no-signature-check', /whose signature is wrong|that another secret has signed/],
    ['no-timestamp-check', /whose timestamp is too old/],
    ['ignores-retry-after', /Retry-After was 1 s/],
    ['retry-storm', /requests within a second/],
    ['partial-is-complete', /says that all is well, but .* is (failed|partially filled)/],
    ['forgets-lost-202', /carried out twice/],
    ['polls-failed-forever', /did not end/],
    ['caches-secret', /did not end|gave up .*the webhook secret is rotated/],
    ['conflict-is-failure', /ended with code 1 .*: executePlan/],
    ['answers-before-storing', /answered 2xx to .*, and the check fails/],
  ])('%s', proves('Q2', 'Q3', 'Q4'), async (bug, says) => {
    const lines = await firstFinding(explore('client', ['--bug', bug], ['--budget', '90s']), says);
    expect(lines.join('\n')).toMatch(says);
    expect(lines.filter((line) => line.startsWith('ballast:   when ')).length).toBeOneOf([1, 2]);
  });
});

describe('nothing is found in a correct client', { tags: ['deep'] }, () => {
  test.each(['client', 'polling', 'webhooks', 'both'])('%s', proves('Q2', 'Q3'), async (name) => {
    const { ended, stdout, stderr } = explore(name, [], ['--budget', '20s', '--json']);
    const { exitCode } = await ended;
    expect(exitCode, stderr()).toBe(0);
    const { findings, trials } = explorationReport.parse(JSON.parse(stdout()));
    expect(findings).toEqual([]);
    expect(trials).toBeGreaterThan(40);
  });

  test.each(['node-test', 'jest', 'vitest', 'python'])('of the example for %s', proves('Q1', 'K92'), async (name) => {
    const example = join(packageRoot(), 'docs/examples', name);
    const words = ['explore', 'explore.yaml', '--trials', '40', '--json', '--out', join(folder, 'out')];
    running = runBallast(words, { cwd: example });
    const { exitCode } = await running.ended;
    expect(exitCode, running.stdout() + running.stderr()).toBe(0);
  });
});
