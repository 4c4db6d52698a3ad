/**
 * Tests scenarios on threads: outcomes as in this process, steps as they are taken, requested ends, and threads that
 * die.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { scenarioWorkerFile } from '../../../src-server/app/scenario-worker-file.ts';
import { playScenario } from '../../../src-server/app.ts';
import { createScenarioPool } from '../../../src-server/runner/replay/scenario-pool.ts';
import type { PlayJob } from '../../../src-server/scenario/run/play-outcome.ts';
import { packageRoot } from '../../../src-server/system/package-root.ts';
import { proves } from '../../conformance/proves.ts';
import { fixture, removeReplayFolders, replayFolder } from '../../support/replay.ts';

const FIRST = fixture('rebalancing/first-rebalance');
const pool = createScenarioPool({ threads: 2, workerFile: scenarioWorkerFile() });

afterAll(() => pool.close());
afterEach(removeReplayFolders);

describe('a pool of threads', () => {
  it('gives the same outcome as this process, and reports every step on the way', {
    ...proves('K48'),
    tags: ['deep'],
  }, async () => {
    const job = jobOf(fixture('rebalancing/form-a'));
    const steps: string[] = [];
    const far = await pool.play(job, { onStep: (done, total) => steps.push(`${done}/${total}`) });
    const near = await playScenario(job);
    expect({ ...far, durationMs: 0 }).toEqual({ ...near, durationMs: 0 });
    expect(steps).toEqual(Array.from({ length: 13 }, (_, index) => `${index + 1}/13`));
  });

  it('stores neither events nor curves if only figures are requested', async () => {
    const outcome = await pool.play({ ...jobOf(fixture('rebalancing/form-a')), retain: 'figures' });
    expect([outcome.events, outcome.series, outcome.eventCount]).toEqual([[], null, 88]);
    expect(outcome.figures?.rebalances).toEqual({ complete: 2 });
  });

  it('ends a run on request, in the middle and before it begins', proves('K48'), async () => {
    const file = longScenario();
    const stop = new AbortController();
    const outcome = await pool.play(jobOf(file), {
      signal: stop.signal,
      onStep: (done) => done === 3 && stop.abort(),
    });
    expect(outcome.status).toBe('stopped');
    expect(outcome.steps.length).toBeLessThan(2_000);
    const later = await pool.play(jobOf(file), { signal: stop.signal });
    expect([later.status, later.steps]).toEqual(['stopped', []]);
  });

  it('makes a run that crashes the failure of its scenario alone', proves('K48'), async () => {
    const broken = { ...jobOf(FIRST), vary: null as unknown as PlayJob['vary'] };
    const [bad, good] = await Promise.all([pool.play(broken), pool.play(jobOf(FIRST))]);
    expect([bad.status, good.status]).toEqual(['failed', 'passed']);
    expect(bad.faults[0]).toMatch(/^stopped by a bug in Ballast: /);
    expect((await pool.play(jobOf(FIRST))).status).toBe('passed');
  });

  it('stops its runs when it is closed, and leaves its threads to the next pool', { tags: ['deep'] }, async () => {
    const options = { threads: 1, workerFile: scenarioWorkerFile() };
    const closed = createScenarioPool(options);
    const stopped = closed.play(jobOf(longScenario()));
    await closed.close();
    expect((await stopped).status).toBe('stopped');
    expect((await closed.play(jobOf(FIRST))).status).toBe('stopped');
    const next = createScenarioPool(options);
    expect((await next.play(jobOf(FIRST))).status).toBe('passed');
    await next.close();
  });

  it('reports a file that cannot be run as the loader does', async () => {
    const missing = await pool.play(jobOf('/nowhere/at-all.yaml'));
    expect([missing.status, missing.faults]).toEqual(['bad', ['/nowhere/at-all.yaml:1:1 does not exist']]);
  });
});

function longScenario(): string {
  const file = join(replayFolder(), 'long.yaml');
  writeFileSync(file, `name: Long\nworld: {}\nsteps:\n${'  - advance: 1h\n'.repeat(2_000)}`);
  return file;
}

function jobOf(file: string): PlayJob {
  const nothing = { seed: null, vary: {}, dataDir: null, untilMs: null, restoreAfterStep: null };
  return { ...nothing, file, root: packageRoot(), retain: 'all' };
}
