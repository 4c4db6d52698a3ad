/** Creates results, facts and result stores for tests of sweeps; a test only sets what matters to it. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openSweepFile } from '../../src-server/store/sweep/sqlite-sweep-result-store.ts';
import type { JobResult } from '../../src-server/sweep/job-result.ts';
import type { SweepPlan } from '../../src-server/sweep/sweep-plan.ts';
import type { StoredSweepFacts, SweepResultStore } from '../../src-server/sweep/sweep-result-store.ts';
import { varyColumns } from '../../src-server/sweep/vary-columns.ts';

export function makeResult(given: Partial<JobResult> = {}): JobResult {
  return {
    status: 'passed',
    head: 'ab'.repeat(32),
    events: 31,
    simulatedMs: 60_000,
    durationMs: 12.5,
    failure: null,
    figures: {},
    ...given,
  };
}

export function makeFacts(given: Partial<StoredSweepFacts> = {}): StoredSweepFacts {
  return {
    sweepId: '0123456789abcdef',
    compatibilityKey: '0.1.0, market data 0123456789ab, results 1',
    scenarioHash: 'cd'.repeat(32),
    file: 'a.yaml',
    name: 'A scenario',
    seeds: '1..3',
    variations: '[]',
    ...given,
  };
}

/** Opens a result store on disk, with a function that closes it and removes its folder. */
export function makeResultStore(plan: SweepPlan): {
  readonly store: SweepResultStore;
  readonly file: string;
  close(): void;
} {
  const folder = mkdtempSync(join(tmpdir(), 'ballast-sweep-'));
  const file = join(folder, 'sweep.db');
  const store = openSweepFile(file).openStore(varyColumns(plan.variations));
  return {
    store,
    file,
    close() {
      store.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
