/**
 * Tests golden logs against real bugs: the program is copied, one line of the copy is broken, and its command line
 * replays a scenario. The golden log has to find the bug at the exact event, and report its cause.
 */
import { cpSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { packageRoot } from '../../../src-server/system/package-root.ts';
import { proves } from '../../conformance/proves.ts';
import { removeReplayFolders, replayFolder } from '../../support/replay.ts';
import { runProcess } from '../../support/run-process.ts';

const FIRST = 'fixtures/scenarios/rebalancing/first-rebalance.yaml';

let program: string;

beforeAll(() => {
  program = replayFolder();
  const root = packageRoot();
  for (const part of ['src-server', 'fixtures', 'package.json'])
    cpSync(join(root, part), join(program, part), { recursive: true });
  symlinkSync(join(root, 'node_modules'), join(program, 'node_modules'), 'dir');
});

afterAll(removeReplayFolders);

describe('a golden log', () => {
  it('matches the copy as long as it has no bug', { tags: ['deep'] }, async () => {
    expect(await replayCopy()).toMatchObject({ exitCode: 0 });
  });

  it('finds a fee that is off by one cent at the first plan that uses it', {
    ...proves('K43'),
    tags: ['deep'],
  }, async () => {
    const { exitCode, stdout } = await withBug(
      'domain/costs/cost-parts.ts',
      'const totalMinor = commissionMinor +',
      'commissionMinor += 1; const totalMinor = commissionMinor +',
    );
    expect(exitCode).toBe(1);
    expect(stdout).toContain('golden log: event 4 differs');
    expect(stdout).toMatch(/\/data\/total_cost_bps: golden log [\d.]+, run [\d.]+/);
    expect(stdout).toMatch(
      /caused by: the request of step 2 \(fixtures\/scenarios\/rebalancing\/first-rebalance\.yaml:\d+\), POST \/rebalance, rq_/,
    );
  });

  it('finds a commission that is charged a cent too much when fills are booked', {
    ...proves('K43'),
    tags: ['deep'],
  }, async () => {
    const { exitCode, stdout } = await withBug(
      'engine/execution/apply-fill.ts',
      'const { valueMinor, costs, cumulativeAfter } = costed;',
      'const { valueMinor, cumulativeAfter } = costed; const costs = { ...costed.costs, commissionMinor: costed.costs.commissionMinor + 1 };',
    );
    expect(exitCode).toBe(1);
    expect(stdout).toContain('golden log: event 11 differs\n    golden log: order.filled at 2026-03-02T09:30:04.112Z');
    expect(stdout).toContain('/data/fill/costs/commission: golden log 2, run 2.01');
    expect(stdout).toMatch(
      /caused by: a timer due at 2026-03-02T09:30:04\.112Z, while step 6 \(\S+:\d+\) did: advance 6s/,
    );
    expect(stdout).toMatch(
      /led there: event 5, rebalance\.created .*\n.*led there: event 6, rebalance\.executing .*\n.*led there: event 7, order\.sent/,
    );
    expect(stdout).toMatch(
      /again: npx ballast replay fixtures\/scenarios\/rebalancing\/first-rebalance\.yaml --seed 42\n/,
    );
  });

  it('finds two events in the other order', { ...proves('K43'), tags: ['deep'] }, async () => {
    const { stdout } = await withBug(
      'engine/execution/apply-fill.ts',
      /( {2}announce\(world, unit, 'order\.filled'[\s\S]*?\n {2}\}\);\n)( {2}advanceRebalance\(.*\n)/,
      '$2$1',
    );
    expect(stdout).toContain('golden log: event 11 differs\n    golden log: order.filled at');
    expect(stdout).toContain('/type: golden log "order.filled", run "order.sent"');
    expect(stdout).toContain('next in the golden log: event 12, order.sent');
  });

  it('finds an event that is missing', { ...proves('K43'), tags: ['deep'] }, async () => {
    const { stdout } = await withBug(
      'engine/execution/apply-termination.ts',
      /unit\.emit\('order\.acknowledged'/,
      "(() => undefined)(); if (order.side === 'buy') unit.emit('order.acknowledged'",
    );
    expect(stdout).toContain('golden log: event 9 differs\n    golden log: order.acknowledged at');
    expect(stdout).toMatch(/last in common: event 8, order\.sent /);
  });
});

describe('a thread that dies', () => {
  it('is the failure of its scenario alone', { ...proves('K48'), tags: ['deep'] }, async () => {
    const { exitCode, stdout } = await withBug(
      'runner/replay/play-on-thread.ts',
      'return untilStopped(port, async (signal) => {',
      "if (job.file.includes('form-a')) process.exit(7);\n  return untilStopped(port, async (signal) => {",
      [
        'fixtures/scenarios/rebalancing/form-a.yaml',
        'fixtures/scenarios/rebalancing/first-rebalance.yaml',
        '--workers',
        '2',
      ],
    );
    expect(exitCode).toBe(1);
    expect(stdout).toMatch(
      /^FAILED {2}Form A, from cash to a MiFID II record .*\n {2}stopped by a bug in Ballast: .*7/,
    );
    expect(stdout).toContain('again: npx ballast replay fixtures/scenarios/rebalancing/form-a.yaml --seed 42\n');
    expect(stdout).toMatch(/^passed {2}First rebalance {2}\(13 steps/m);
  });
});

/** Replays with one place of the program changed, and restores it. */
async function withBug(file: string, place: string | RegExp, wrong: string, args: readonly string[] = [FIRST]) {
  const path = join(program, 'src-server', file);
  const right = readFileSync(path, 'utf8');
  const changed = right.replace(place, wrong);
  expect(changed).not.toBe(right);
  writeFileSync(path, changed);
  try {
    return await replayCopy(args);
  } finally {
    writeFileSync(path, right);
  }
}

async function replayCopy(args: readonly string[] = [FIRST]) {
  const line = [join(program, 'src-server/cli/ballast.js'), 'replay', ...args];
  const run = runProcess(process.execPath, line, { cwd: program });
  const { exitCode } = await run.ended;
  return { exitCode, stdout: run.stdout(), stderr: run.stderr() };
}
