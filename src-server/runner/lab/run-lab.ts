/**
 * `ballast lab`: compares policies over years, on threads of this process or by workers behind a queue. A lab run is a
 * sweep of lives, and is stored, resumed and executed like one.
 */
import { basename, join } from 'node:path';
import type { LabRunWire } from '../../contract/control/lab/lab-runs.ts';
import { labFactsOf } from '../../lab/lab-facts.ts';
import { labBundle, labPlan } from '../../lab/lab-plan.ts';
import { labCsv } from '../../lab/report/lab-csv.ts';
import { labReport } from '../../lab/report/lab-report.ts';
import { labText } from '../../lab/report/lab-text.ts';
import { labFailuresOf, summariseLab, unprovenLab } from '../../lab/summarise-lab.ts';
import { formatCount } from '../../sweep/format-figure.ts';
import type { SweepEnd } from '../../sweep/run-sweep.ts';
import { parseSeeds } from '../../sweep/seed-ranges.ts';
import { countJobs } from '../../sweep/sweep-plan.ts';
import { projectRoot } from '../../system/files/read-source.ts';
import { writeInParts } from '../../system/files/text-folder.ts';
import { randomToken } from '../../system/files/world-files.ts';
import { loadLinearSolver } from '../../system/highs-solver.ts';
import { packageRoot } from '../../system/package-root.ts';
import { readMarketFacts } from '../../world/market-facts.ts';
import { currentCompatibilityKey } from '../jobs/compatibility-key.ts';
import { resumeCommand } from '../jobs/resume-command.ts';
import { type OpenSweep, openSweep } from '../sweep/sweep-folder.ts';
import type { SweepOptions } from '../sweep/sweep-options.ts';
import { playOpened } from '../sweep/sweep-scenario.ts';
import { type LoadedLab, loadLab } from './load-lab.ts';

export type LabOptions = Omit<SweepOptions, 'variations' | 'html' | 'mostFailures' | 'asserts'>;

/**
 * 0: all lives are over; 1: some failed; 65: no policy traded; 130: interrupted. Throws `StartupError` (2, 64, 65),
 * before anything was run.
 */
export async function runLab(options: LabOptions, workerFile: URL): Promise<0 | 1 | 65 | 130> {
  const { file, resume } = options;
  const folder = options.out ?? `${basename(file).replace(/\.(ya?ml|json)$/, '')}.lab`;
  const parts = { facts: readMarketFacts(packageRoot()), solver: await loadLinearSolver() };
  const lab = await loadLab(file, projectRoot(file), parts);
  const plan = labPlan(lab.task, options.seeds === null ? lab.seeds : (parseSeeds(options.seeds) ?? []));
  const bundle = labBundle(lab.task);
  const request = { folder, file, resume, compatibilityKey: currentCompatibilityKey(), newId: randomToken };
  const open = openSweep(request, plan, lab.name, bundle);
  try {
    const end = await playOpened({ ...options, mostFailures: null }, open, bundle, workerFile).finally(options.onEnd);
    return conclude(options, { folder, end, open, lab });
  } finally {
    open.store.close();
  }
}

interface EndedLab {
  readonly folder: string;
  readonly end: SweepEnd;
  readonly open: OpenSweep;
  readonly lab: LoadedLab;
}

/** An interrupted run writes no files; its stored results allow it to be resumed. */
function conclude(options: LabOptions, { folder, end, open, lab }: EndedLab): 0 | 1 | 65 | 130 {
  const { store, plan, facts } = open;
  if (end !== 'complete') {
    const done = Object.values(store.counts(null)).reduce((sum, count) => sum + count, 0);
    const stored = `${formatCount(done)} of ${formatCount(countJobs(plan))} simulations are complete and stored`;
    const { file, queue, seeds } = options;
    const flags = seeds === null ? [] : ['--seeds', seeds];
    options.note(
      `interrupted; ${stored}; continue with: ${resumeCommand({ command: 'lab', file, folder, flags, queue })}`,
    );
    return 130;
  }
  const { task, name } = lab;
  const subject = { store, plan, task };
  const described = { labRunId: facts.sweepId, name, ...subject, ids: [], status: 'complete' as const, error: null };
  const lives = summariseLab(subject, described.status);
  const about = labFactsOf({ ...described, elapsedMs: 0, meanPerSecond: 0 });
  const results: LabRunWire = {
    ...about,
    results: lives,
    unproven: unprovenLab({ ...about, results: lives }),
    failures: labFailuresOf(subject),
  };
  writeInParts(join(folder, 'results.csv'), labCsv(subject));
  writeInParts(join(folder, 'results.json'), [`${JSON.stringify(results, null, 2)}\n`]);
  writeInParts(join(folder, 'report.html'), [labReport(results)]);
  if (options.json) options.write(JSON.stringify(results));
  else for (const line of labText(results, folder)) options.write(line);
  if (results.failed > 0) return 1;
  return results.unproven === null ? 0 : 65;
}
