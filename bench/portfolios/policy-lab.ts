/**
 * Measures the lab on the demo's portfolio in euros: six policies, two hundred paths, ten years, as `ballast lab` runs
 * it on two threads. The limit is the cost of the prices of these paths alone on two threads, each evaluated once.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { runLab } from '../../src-server/app.ts';
import { LabContext } from '../../src-server/runner/lab/lab-context.ts';
import { loadLab } from '../../src-server/runner/lab/load-lab.ts';
import { readTextFile } from '../../src-server/system/files/world-files.ts';
import { loadLinearSolver } from '../../src-server/system/highs-solver.ts';
import { packageRoot } from '../../src-server/system/package-root.ts';
import { readMarketFacts } from '../../src-server/world/market-facts.ts';
import type { Figure } from '../figure.ts';
import { withTempFolder } from '../with-temp-folder.ts';

const LAB = join(packageRoot(), 'fixtures/labs/demo.yaml');
const THREADS = 2;
const GOALS_S = { month: 60, day: 360 } as const;
const PRICED_PATHS = 20;
const PATHS = 200;
const MB = 1_048_576;

export async function benchLab(): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const check of ['month', 'day'] as const) {
    const { seconds, maxMb, halfMb } = await run(check);
    const goal = GOALS_S[check];
    figures.push(
      {
        name: `six policies, 200 paths, ten years, looked at every ${check}`,
        value: seconds,
        unit: 's',
        reference: { what: 'the prices of the paths alone', value: await pricesAlone(check) },
        goal: { text: `≤ ${goal} s`, met: seconds <= goal },
      },
      {
        name: `memory of it, second half less first, ${check}`,
        value: maxMb - halfMb,
        unit: 'MB',
        reference: null,
        goal: { text: '≤ 64 MB', met: maxMb - halfMb <= 64 },
      },
    );
  }
  return figures;
}

/** `halfMb`, `maxMb`: the peak resident memory in the first half of the lives, and in the second. */
async function run(check: 'month' | 'day') {
  let [halfMb, maxMb] = [0, 0];
  const startedMs = performance.now();
  const exit = await withTempFolder(async (folder) =>
    runLab({
      file: labFileIn(folder, check),
      seeds: null,
      workers: THREADS,
      out: join(folder, 'out'),
      resume: false,
      json: true,
      queue: null,
      signal: new AbortController().signal,
      write() {},
      note() {},
      onProgress({ done, total }) {
        const residentMb = Math.round(process.memoryUsage.rss() / MB);
        if (done < total / 2) halfMb = Math.max(halfMb, residentMb);
        else maxMb = Math.max(maxMb, residentMb);
      },
      onEnd() {},
    }),
  );
  if (exit !== 0) throw new Error(`the lab run ended with ${exit}`);
  return { seconds: (performance.now() - startedMs) / 1000, halfMb, maxMb };
}

function labFileIn(folder: string, check: string): string {
  const read = readTextFile(LAB);
  if (!read.ok) throw new Error(read.issue);
  const file = join(folder, 'lab.yaml');
  writeFileSync(file, read.text.replace('check: month', `check: ${check}`).replace('../worlds/demo.yaml', 'demo.yaml'));
  const world = readTextFile(join(packageRoot(), 'fixtures/worlds/demo.yaml'));
  if (!world.ok) throw new Error(world.issue);
  writeFileSync(join(folder, 'demo.yaml'), world.text);
  return file;
}

/** Seconds that the prices of all paths take on as many threads, measured with some of them on one. */
async function pricesAlone(check: 'month' | 'day'): Promise<number> {
  const parts = { facts: readMarketFacts(packageRoot()), solver: await loadLinearSolver() };
  const { task } = await loadLab(LAB, packageRoot(), parts);
  const context = new LabContext({ ...task, check });
  const [life] = context.lives;
  if (life === undefined) throw new Error('no life');
  const startedMs = performance.now();
  for (let seed = 1; seed <= PRICED_PATHS; seed += 1) {
    const path = context.pathOf(seed);
    for (const { atMs } of life.schedule) life.viewAt(path, atMs);
  }
  const oneMs = (performance.now() - startedMs) / PRICED_PATHS;
  return (oneMs * PATHS) / THREADS / 1000;
}
