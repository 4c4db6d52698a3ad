/**
 * Runs a sweep of the first scenario, as `ballast sweep` does: a thousand seeds on two threads, the gain of a second
 * thread, and whether memory grows. The latter two ignore the first half: threads load the program with it, and V8
 * compiles it on further threads, which are not those that are compared.
 */
import { join } from 'node:path';
import { sweepScenario } from '../../src-server/app.ts';
import { packageRoot } from '../../src-server/system/package-root.ts';
import type { Figure } from '../figure.ts';
import { withTempFolder } from '../with-temp-folder.ts';

const SCENARIO = join(packageRoot(), 'fixtures/scenarios/rebalancing/first-rebalance.yaml');
const JOBS = 1000;
const GOAL_S = 60;
const GOAL_RATIO = 1.8;
const ROUNDS = 2;
/** From this share of the jobs on, everything is loaded, compiled and warm. */
const WARM_SHARE = 0.5;
const GROWTH_MB = 64;
const SAMPLE_EVERY_JOBS = 25;
const MB = 1_048_576;

export async function benchSweep(): Promise<Figure[]> {
  const sweeps: Record<1 | 2, Awaited<ReturnType<typeof sweep>>[]> = { 1: [], 2: [] };
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const workers of [2, 1] as const) sweeps[workers].push(await sweep(JOBS, workers));
  }
  const whole = sweeps[2][0];
  if (whole === undefined) throw new Error('nothing was swept');
  // The best of each: another program that uses a core makes one worse, and never the other better.
  const [one, two] = [1, 2].map((workers) => Math.max(...sweeps[workers as 1 | 2].map(({ warmRate }) => warmRate)));
  if (one === undefined || two === undefined) throw new Error('nothing was swept');
  // The heaps of threads rise and fall with their collections; a leak would raise the lowest points.
  const half = whole.rssMb.length / 2;
  const [early, late] = [Math.min(...whole.rssMb.slice(0, half)), Math.min(...whole.rssMb.slice(half))];
  const growthMb = late - early;
  process.stderr.write(`  memory: at least ${early} MB in the first half, ${late} MB in the second\n`);
  return [
    figure('sweep of 1,000 seeds, two threads', whole.totalS, 's', `≤ ${GOAL_S} s`, whole.totalS <= GOAL_S),
    {
      ...figure('jobs of a sweep, two threads', two, 'jobs/s', `≥ ${GOAL_RATIO} ×`, two / one >= GOAL_RATIO),
      reference: { what: 'one thread', value: one },
    },
    figure('memory of a sweep, first to second half', growthMb, 'MB', `≤ ${GROWTH_MB} MB`, growthMb <= GROWTH_MB),
  ];
}

function figure(name: string, value: number, unit: string, text: string, met: boolean): Figure {
  return { name, value, unit, reference: null, goal: { text, met } };
}

async function sweep(jobs: number, workers: number) {
  const warmJobs = jobs * WARM_SHARE;
  let [warmMs, lastMs] = [0, 0];
  const rssMb: number[] = [];
  const startedMs = performance.now();
  const exit = await withTempFolder((folder) =>
    sweepScenario({
      file: SCENARIO,
      seeds: `1..${jobs}`,
      variations: null,
      workers,
      out: join(folder, 'sweep'),
      asserts: [],
      resume: false,
      html: null,
      json: true,
      mostFailures: null,
      queue: null,
      signal: new AbortController().signal,
      write() {},
      note() {},
      onProgress({ done }) {
        if (done === warmJobs) warmMs = performance.now();
        if (done === jobs) lastMs = performance.now();
        if (done >= warmJobs && done % SAMPLE_EVERY_JOBS === 0) rssMb.push(Math.round(process.memoryUsage.rss() / MB));
      },
      onEnd() {},
    }),
  );
  if (exit !== 0) throw new Error(`the sweep ended with ${exit}`);
  const endedMs = performance.now();
  return {
    totalS: (endedMs - startedMs) / 1000,
    warmRate: (jobs - warmJobs) / ((lastMs - warmMs) / 1000),
    rssMb,
  };
}
