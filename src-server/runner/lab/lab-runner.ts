/**
 * Runs lab runs for the control plane, one after the other, and stores the latest few (decisions P1 and P7). A run is a
 * sweep of lives; it only reads the portfolios of the served world.
 */
import { availableParallelism } from 'node:os';
import type {
  LabLifeQuery,
  LabPortfolioResult,
  LabRunFacts,
  LabRunWire,
  StartLabRun,
} from '../../contract/control/lab/lab-runs.ts';
import { accepted, mapOutcome, type Outcome, type ValidationIssue } from '../../engine/outcome.ts';
import type { World } from '../../engine/world.ts';
import { labFactsOf } from '../../lab/lab-facts.ts';
import { LAB_TASK_FILE, labBundle, labPlan, lifeOf } from '../../lab/lab-plan.ts';
import type { LabTask } from '../../lab/lab-task.ts';
import { makeLabTask } from '../../lab/make-lab-task.ts';
import { labCsv } from '../../lab/report/lab-csv.ts';
import { labReport } from '../../lab/report/lab-report.ts';
import { labFailuresOf, summariseLab, unprovenLab } from '../../lab/summarise-lab.ts';
import type { LabService } from '../../scenario/run/lab-service.ts';
import type { JobBundle } from '../../sweep/job-bundle.ts';
import { hasSeed } from '../../sweep/seed-ranges.ts';
import { type JobRun, jobProgress, jobRun, playJobs } from '../jobs/job-run.ts';
import { createRunRegistry, type RunPorts, type RunRegistry } from '../jobs/run-registry.ts';
import { elapsedMsOf, type ServedRun } from '../jobs/served-run.ts';
import { readPlan, type StoredSweepPlan, storedPlan } from '../jobs/stored-plan.ts';
import { LabContext } from './lab-context.ts';
import { readHistory } from './lab-history.ts';
import { choosePortfolios, refuseIssues } from './lab-portfolios.ts';
import { lifeScenario } from './life-scenario.ts';
import type { LabWorldParts } from './open-lab-world.ts';

/** Statistics are computed again once this share of the jobs has finished since the last time. */
const REFRESH_SHARE = 0.02;
/** The first lives are shown immediately. */
const REFRESHED_AT_ONCE = 100;

interface ServedLab extends JobRun {
  readonly labRunId: string;
  readonly name: string;
  readonly task: LabTask;
  readonly ids: readonly (string | null)[];
  /** The statistics at this number of finished lives; once the run is complete, those of all paths. */
  results: { readonly done: number; readonly isComplete: boolean; readonly results: LabPortfolioResult[] };
}

/** The input of a run, in its folder. Bundles of earlier builds have no kind. */
interface StoredLab extends Pick<ServedLab, 'name' | 'ids' | 'threads'>, StoredSweepPlan {
  readonly bundle: Omit<JobBundle, 'kind'>;
}

interface LabRunner extends LabService, Pick<RunRegistry<never, never>, 'restore' | 'close'> {}

export function createLabRunner(parts: LabWorldParts, ports: RunPorts, workerFile: URL): LabRunner {
  const runs = createRunRegistry<StoredLab, ServedLab>(
    {
      kind: 'lab',
      open: newLab,
      work: (run) => playJobs(run, workerFile, () => runs.noteProgress(run)),
      progress: jobProgress,
    },
    ports,
  );
  return {
    ...runs,
    list: () => runs.list().map(factsOf),
    async start(world, wanted) {
      const prepared = await prepare(world, wanted, parts);
      return prepared.ok ? mapOutcome(runs.begin(prepared.value), factsOf) : prepared;
    },
    find: (id) => mapOutcome(runs.find(id), wireOf),
    stop: (id) => mapOutcome(runs.stop(id), factsOf),
    csv: (id) => mapOutcome(runs.find(id), (run) => [...labCsv(run)].join('')),
    async scenario(id, life) {
      const run = runs.find(id);
      return run.ok ? scenarioOf(run.value, life, parts) : run;
    },
    report: (id) => mapOutcome(runs.find(id), (run) => labReport(wireOf(run))),
  };
}

async function prepare(world: World, wanted: StartLabRun, parts: LabWorldParts): Promise<Outcome<StoredLab>> {
  const chosen = await choosePortfolios(world, wanted.portfolios, parts);
  if (!chosen.ok) return chosen;
  const portfolios = chosen.value.map(({ portfolio }) => portfolio);
  const series = await readHistory(wanted.paths, world.market);
  if (!series.ok) return series;
  const made = makeLabTask(world, portfolios, wanted, series.value);
  if (!made.ok) return refuseIssues(made.issues);
  const { task, seeds } = made.made;
  // The served world keeps a core if there is more than one.
  const most = Math.max(1, availableParallelism() - 1);
  const threads = Math.min(wanted.threads ?? most, most);
  const bundle = labBundle(task);
  const ids = chosen.value.map(({ id }) => id);
  return accepted({ name: wanted.name, ids, threads, bundle, ...storedPlan(labPlan(task, seeds)) });
}

function newLab({ name, ids, threads, ...stored }: StoredLab, served: ServedRun): ServedLab {
  const bundle = { ...stored.bundle, kind: 'simulation' } as const;
  const task = JSON.parse(bundle.files[LAB_TASK_FILE] ?? '') as LabTask;
  const run = jobRun({ plan: readPlan(stored), threads, bundle }, served);
  return { ...run, labRunId: served.run.id, name, task, ids, results: { done: -1, isComplete: false, results: [] } };
}

async function scenarioOf({ task, plan }: ServedLab, wanted: LabLifeQuery, { solver }: LabWorldParts) {
  const { portfolio, policy, seed } = wanted;
  const issues: ValidationIssue[] = [];
  const isOf = (one: { readonly name: string }, name: string) => one.name === name;
  if (!task.portfolios.some((each) => isOf(each, portfolio)))
    issues.push({ path: '/portfolio', issue: 'is not a portfolio of the run' });
  if (!task.policies.some((each) => isOf(each, policy)))
    issues.push({ path: '/policy', issue: 'is not a policy of the run' });
  if (task.history !== null)
    issues.push({ path: '/seed', issue: 'uses loaded prices, for which no scenario can be written' });
  else if (!hasSeed(plan.seeds, seed)) issues.push({ path: '/seed', issue: 'is not a path of the run' });
  if (issues.length > 0) return refuseIssues(issues);
  const context = new LabContext(task);
  return accepted(await lifeScenario(lifeOf(context.lives, { portfolio, policy }), context.pathOf(seed), solver));
}

function factsOf(run: ServedLab): LabRunFacts {
  return labFactsOf({ ...run, elapsedMs: elapsedMsOf(run) });
}

function wireOf(run: ServedLab): LabRunWire {
  const facts = factsOf(run);
  const isComplete = facts.status === 'complete';
  const isStale =
    run.results.done < 0 ||
    (facts.done !== run.results.done && facts.done <= REFRESHED_AT_ONCE) ||
    facts.done - run.results.done >= facts.lives * REFRESH_SHARE ||
    (facts.status !== 'running' && facts.done !== run.results.done) ||
    isComplete !== run.results.isComplete;
  if (isStale) run.results = { done: facts.done, isComplete, results: summariseLab(run, facts.status) };
  const { results } = run.results;
  return { ...facts, results, unproven: unprovenLab({ ...facts, results }), failures: labFailuresOf(run) };
}
