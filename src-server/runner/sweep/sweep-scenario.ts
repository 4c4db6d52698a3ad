/**
 * `ballast sweep`: runs one scenario with many seeds and values, on threads of this process or by workers behind a
 * queue. Validates everything before anything is started. Does not know how progress is shown.
 */
import { availableParallelism } from 'node:os';
import { basename } from 'node:path';
import { sweepConditionFaults } from '../../scenario/check/sweep-condition.ts';
import { runSweep, type SweepEnd } from '../../sweep/run-sweep.ts';
import { formatSeeds, parseSeeds } from '../../sweep/seed-ranges.ts';
import { countJobs, type SweepPlan } from '../../sweep/sweep-plan.ts';
import { randomToken } from '../../system/files/world-files.ts';
import { StartupError } from '../../world/startup-error.ts';
import { currentCompatibilityKey } from '../jobs/compatibility-key.ts';
import type { JobRunTask } from '../jobs/job-run.ts';
import { openExecutor } from '../jobs/open-executor.ts';
import { environmentValues } from '../library/environment-values.ts';
import { otherSeed } from '../replay/scenario-world.ts';
import { concludeSweep } from './conclude-sweep.ts';
import { type PreparedScenario, prepareScenario } from './prepare-sweep.ts';
import { knownPlan, type OpenSweep, openSweep } from './sweep-folder.ts';
import type { SweepOptions } from './sweep-options.ts';

const MAX_JOBS = 1_000_000;

/**
 * 0: all passed; 1: some did not; 65: some, or all together, proved nothing (decision K118); 130: interrupted. Throws
 * `StartupError` (2, 64, 65), before anything was run.
 */
export async function sweepScenario(options: SweepOptions, workerFile: URL): Promise<0 | 1 | 65 | 130> {
  const folder = options.out ?? `${basename(options.file).replace(/\.(ya?ml|json)$/, '')}.sweep`;
  const known = options.resume ? knownPlan(folder) : null;
  if (options.resume && known === null) throw new StartupError(64, [`there is no sweep in ${folder} to continue`]);
  const isKnown = options.variations === null && known !== null;
  const variations = isKnown ? known.variations : withEnvironment(options);
  const read = prepareScenario(options.file, variations);
  if (!read.ok) throw new StartupError(65, read.faults);
  const wrong = options.asserts.flatMap((text) =>
    sweepConditionFaults(text, read.prepared.measures).map((issue) => `--assert '${text}' ${issue}`),
  );
  if (wrong.length > 0) throw new StartupError(64, wrong);
  const plan = { seeds: chooseSeeds(options, known, read.prepared), variations };
  const jobs = countJobs(plan);
  if (jobs > MAX_JOBS) throw new StartupError(64, [`this sweep would have ${jobs} jobs; the maximum is ${MAX_JOBS}`]);
  const { file, resume } = options;
  const request = { folder, file, resume, compatibilityKey: currentCompatibilityKey(), newId: randomToken };
  const open = openSweep(request, plan, read.prepared.name, read.prepared.bundle);
  try {
    const end = await playOpened(options, open, read.prepared.bundle, workerFile).finally(options.onEnd);
    const asserts = [...read.prepared.asserts, ...options.asserts];
    return concludeSweep({ ...options, asserts, hasChecks: read.prepared.hasChecks, folder, end, open });
  } finally {
    open.store.close();
  }
}

/** A value from the environment applies to every job, on every machine (decision K134). */
function withEnvironment({ file, variations }: SweepOptions): SweepPlan['variations'] {
  const named = variations ?? [];
  const set = Object.entries(environmentValues(file)).filter(([key]) => !named.some((each) => each.key === key));
  return [...named, ...set.map(([key, value]) => ({ key, values: [value] }))];
}

function chooseSeeds(
  { file, seeds }: SweepOptions,
  known: SweepPlan | null,
  { seed: own, isSaved }: PreparedScenario,
): SweepPlan['seeds'] {
  const chosen = (seeds === null ? known?.seeds : parseSeeds(seeds)) ?? [{ first: own, last: own }];
  const isOwn = chosen.every(({ first, last }) => first === own && last === own);
  if (isSaved && !isOwn) throw new StartupError(64, [`--seeds: ${file} ${otherSeed(own, formatSeeds(chosen))}`]);
  return chosen;
}

type PlayOptions = Pick<SweepOptions, 'queue' | 'workers' | 'note' | 'signal' | 'mostFailures' | 'onProgress'>;

/** Runs the jobs that have no result yet, by threads or through a queue; for a sweep or a lab run. */
export async function playOpened(
  { workers, note, signal, mostFailures, onProgress, ...options }: PlayOptions,
  { facts, plan, store, scenarioFolder: folder }: OpenSweep,
  bundle: JobRunTask['bundle'],
  workerFile: URL,
): Promise<SweepEnd> {
  const pool = { threads: workers ?? availableParallelism(), workerFile };
  const queue = options.queue === null ? null : { url: options.queue, facts, note };
  const executor = await openExecutor(bundle, { pool, folder, queue });
  const { scenarioHash } = facts;
  try {
    return await runSweep({ plan, scenarioHash, store, executor, signal, mostFailures, onProgress });
  } finally {
    await executor.close();
  }
}
