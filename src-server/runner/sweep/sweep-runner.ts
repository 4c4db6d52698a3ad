/**
 * Runs sweeps for the control plane, one after the other in the order of the requests, and stores the latest few. Does
 * not touch the served world, and leaves it a core.
 */
import { availableParallelism } from 'node:os';
import type { StartSweep, SweepFacts } from '../../contract/control/scenarios/sweeps.ts';
import { BOUNDS } from '../../contract/fields/number-bounds.ts';
import {
  accepted,
  mapOutcome,
  type Outcome,
  type Refusal,
  refused,
  type ValidationIssue,
} from '../../engine/outcome.ts';
import type { SweepService } from '../../scenario/run/sweep-service.ts';
import type { JobBundle } from '../../sweep/job-bundle.ts';
import { formatSeeds } from '../../sweep/seed-ranges.ts';
import { countJobs, type SweepPlan } from '../../sweep/sweep-plan.ts';
import { hostClock } from '../../system/host-time.ts';
import { jobProgress, jobRun, playJobs } from '../jobs/job-run.ts';
import { createRunRegistry, type RunPorts, type RunRegistry } from '../jobs/run-registry.ts';
import type { ServedRun } from '../jobs/served-run.ts';
import { readPlan, type StoredSweepPlan, storedPlan } from '../jobs/stored-plan.ts';
import type { ScenarioLibrary } from '../library/scenario-library.ts';
import { otherSeed } from '../replay/scenario-world.ts';
import { prepareScenario } from './prepare-sweep.ts';
import type { ServedSweep } from './served-sweep.ts';
import { sweepFactsOf, sweepWireOf } from './sweep-view.ts';

interface SweepRunner extends SweepService, Pick<RunRegistry<never, never>, 'restore' | 'close'> {}

export function createSweepRunner(library: ScenarioLibrary, ports: RunPorts, workerFile: URL): SweepRunner {
  const runs = createRunRegistry<StoredSweep, ServedSweep>(
    {
      kind: 'sw',
      open: newSweep,
      work: (sweep) => playJobs(sweep, workerFile, () => runs.noteProgress(sweep)),
      progress: jobProgress,
    },
    ports,
  );
  return {
    ...runs,
    list: () => runs.list().map(factsOf),
    async start(wanted) {
      const prepared = await prepareSweep(library, wanted);
      if (!prepared.ok) return prepared;
      const { plan, ...stored } = prepared.value;
      return mapOutcome(runs.begin({ ...stored, ...storedPlan(plan) }), factsOf);
    },
    find(sweepId, figure) {
      const found = runs.find(sweepId);
      if (!found.ok) return found;
      const wire = sweepWireOf(found.value, figure, hostClock.monotonicMs());
      if (wire !== null) return accepted(wire);
      return refuse([{ path: '/figure', issue: 'is not a figure of this sweep' }]);
    },
    stop: (sweepId) => mapOutcome(runs.stop(sweepId), factsOf),
  };
}

function factsOf(sweep: ServedSweep): SweepFacts {
  return sweepFactsOf(sweep, hostClock.monotonicMs());
}

interface PreparedSweep
  extends Pick<ServedSweep, 'file' | 'path' | 'name' | 'plan' | 'bundle' | 'threads' | 'asserts' | 'hasChecks'> {}

/** Validates everything with every varied value before anything is started. */
async function prepareSweep(library: ScenarioLibrary, wanted: StartSweep): Promise<Outcome<PreparedSweep>> {
  const { file, vary } = wanted;
  const sought = await library.find(file);
  if (!sought.ok) return sought;
  const { path, root, entry } = sought.value;
  const variations = Object.entries(vary).map(([key, values]) => ({ key, values }));
  const [usualFirst, defaultSeeds] = entry.fromSnapshot ? [entry.seed ?? 1, 1] : [1, 100];
  const { first_seed: first = usualFirst, seeds = defaultSeeds } = wanted;
  const plan: SweepPlan = { seeds: [{ first, last: first + seeds - 1 }], variations };
  const faults: ValidationIssue[] = variations
    .filter(({ values }) => new Set(values.map((value) => JSON.stringify(value))).size < values.length)
    .map(({ key }) => ({ path: `/vary/${pointerPart(key)}`, issue: 'has a value twice' }));
  if (countJobs(plan) > BOUNDS.sweepJobs.max)
    faults.push({
      path: '/seeds',
      issue: `makes ${countJobs(plan)} jobs with the varied values; the maximum is ${BOUNDS.sweepJobs.max}`,
    });
  if (entry.fromSnapshot && (first !== usualFirst || seeds !== 1))
    faults.push({ path: '/seeds', issue: `${file} ${otherSeed(usualFirst, formatSeeds(plan.seeds))}` });
  faults.push(...entry.faults.map((fault) => ({ path: '/file', issue: `cannot be run: ${fault}` })));
  if (faults.length > 0) return refuse(faults);
  const read = prepareScenario(path, variations, root);
  if (!read.ok)
    return refuse(
      read.faults.map((fault) => ({ path: '/vary', issue: `leads to a scenario that cannot be run: ${fault}` })),
    );
  const { name, bundle, asserts, hasChecks } = read.prepared;
  // The served world keeps a core if there is more than one.
  const most = Math.max(1, availableParallelism() - 1);
  return accepted({
    file,
    path,
    name,
    plan,
    bundle,
    asserts,
    hasChecks,
    threads: Math.min(wanted.threads ?? most, most),
  });
}

/** As a part of a JSON pointer (RFC 6901). */
function pointerPart(key: string): string {
  return key.replaceAll('~', '~0').replaceAll('/', '~1');
}

function refuse(details: readonly ValidationIssue[]): Refusal {
  const issues = details.map(({ path, issue }) => `${path} ${issue}`).join('; ');
  return refused('invalid_request', `The request is invalid: ${issues}.`, details);
}

/**
 * The input of a sweep, in its folder. Sweeps of earlier builds have no conditions, say nothing of checks, and their
 * bundles have no kind.
 */
interface StoredSweep extends Omit<PreparedSweep, 'plan' | 'asserts' | 'hasChecks' | 'bundle'>, StoredSweepPlan {
  readonly asserts?: PreparedSweep['asserts'];
  readonly hasChecks?: PreparedSweep['hasChecks'];
  readonly bundle: Omit<JobBundle, 'kind'>;
}

function newSweep(
  { asserts = [], hasChecks = true, file, path, name, threads, ...stored }: StoredSweep,
  served: ServedRun,
): ServedSweep {
  const bundle = { ...stored.bundle, kind: 'scenario' } as const;
  const run = jobRun({ plan: readPlan(stored), threads, bundle }, served);
  return { ...run, sweepId: served.run.id, file, path, name, asserts, hasChecks, statistics: { done: 0, figures: [] } };
}
