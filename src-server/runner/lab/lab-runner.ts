/**
 * Lab runs for the control plane: one after the other, and the latest few stored (decisions P1 and P7). A run is a sweep of
 * lives; it touches the served world only to read its portfolios.
 */
import { availableParallelism } from 'node:os';
import type {
  LabLifeQuery,
  LabPortfolioResult,
  LabRunFacts,
  LabRunWire,
  StartLabRun,
} from '../../contract/control/lab/lab-runs.ts';
import { accepted, type Outcome, refused, type ValidationIssue } from '../../engine/outcome.ts';
import type { World } from '../../engine/world.ts';
import { labFactsOf } from '../../lab/lab-facts.ts';
import { LAB_TASK_FILE, labPlan, lifeOf } from '../../lab/lab-plan.ts';
import type { LabTask } from '../../lab/lab-task.ts';
import { makeLabTask } from '../../lab/make-lab-task.ts';
import { labCsv } from '../../lab/report/lab-csv.ts';
import { labReport } from '../../lab/report/lab-report.ts';
import { labFailuresOf, summariseLab, unprovenLab } from '../../lab/summarise-lab.ts';
import type { LabService } from '../../scenario/run/lab-service.ts';
import { hasSeed } from '../../sweep/seed-ranges.ts';
import { hostClock } from '../../system/host-time.ts';
import type { RestoredRun, RunEnd, RunFolder, RunFolders } from '../runs/run-folders.ts';
import { readPlan, type StoredPlan, storedPlan } from '../runs/stored-plan.ts';
import type { PlayInTurn } from '../sweep/play-in-turn.ts';
import { makeRoom, newRun, type ServedRun, stopRun } from '../sweep/play-sweep.ts';
import { LabContext } from './lab-context.ts';
import { readHistory } from './lab-history.ts';
import { choosePortfolios, refuseIssues } from './lab-portfolios.ts';
import { lifeScenario } from './life-scenario.ts';
import type { LabWorldParts } from './open-lab-world.ts';

const MOST_RUNS = 5;
/** Statistics are made anew once this share of the jobs is over since the last time. */
const REFRESH_SHARE = 0.02;
/** The first lives are shown as they come. */
const REFRESHED_AT_ONCE = 100;

interface ServedLab extends ServedRun {
  readonly labRunId: string;
  readonly name: string;
  readonly task: LabTask;
  readonly ids: readonly (string | null)[];
  /** The statistics at this number of finished lives. */
  results: { readonly done: number; readonly results: LabPortfolioResult[] };
}

/** What a run is of, in its folder. */
type StoredLab = Pick<ServedLab, 'name' | 'ids' | 'threads' | 'bundle'> & StoredPlan;

export interface LabRunner extends LabService {
  /** Those that earlier servers began; the ones that had not ended wait for their turn. */
  restore(): RestoredRun[];
  /** Interrupts the runs that have not ended. */
  close(): void;
}

export function createLabRunner(parts: LabWorldParts, folders: RunFolders, playInTurn: PlayInTurn): LabRunner {
  const runs = new Map<string, ServedLab>();
  const found = (id: string): Outcome<ServedLab> => {
    const run = runs.get(id);
    return run === undefined ? refused('not_found', `There is no lab run ${id}.`) : accepted(run);
  };
  const from = <T>(id: string, view: (run: ServedLab) => T): Outcome<T> => {
    const outcome = found(id);
    return outcome.ok ? accepted(view(outcome.value)) : outcome;
  };
  return {
    list: () => [...runs.values()].map(factsOf),
    async start(world, wanted) {
      const prepared = await prepare(world, wanted, parts);
      if (!prepared.ok) return prepared;
      if (!makeRoom(runs, MOST_RUNS)) {
        return refused('invalid_request', `${MOST_RUNS} lab runs have not ended yet. Stop one first.`);
      }
      const stored: StoredLab = prepared.value;
      const run = folders.begin('lab', stored, (folder) => newLab(stored, folder));
      runs.set(run.labRunId, run);
      playInTurn(run);
      return accepted(factsOf(run));
    },
    find: (id) => from(id, wireOf),
    stop: (id) =>
      from(id, (run) => {
        stopRun(run);
        return factsOf(run);
      }),
    csv: (id) => from(id, (run) => [...labCsv(run)].join('')),
    async scenario(id, life) {
      const run = found(id);
      return run.ok ? scenarioOf(run.value, life, parts) : run;
    },
    report: (id) => from(id, (run) => labReport(wireOf(run))),
    restore: () =>
      folders.restore('lab', ({ run, task, end, order }) => {
        const lab = newLab(task as StoredLab, run, end);
        runs.set(run.id, lab);
        return { order, begin: () => playInTurn(lab) };
      }),
    close() {
      for (const { stopping } of runs.values()) stopping.abort();
    },
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
  // The world that is served keeps a core where there is more than one.
  const most = Math.max(1, availableParallelism() - 1);
  const threads = Math.min(wanted.threads ?? most, most);
  const bundle = { entry: LAB_TASK_FILE, files: { [LAB_TASK_FILE]: JSON.stringify(task) } };
  const ids = chosen.value.map(({ id }) => id);
  return accepted({ name: wanted.name, ids, threads, bundle, ...storedPlan(labPlan(task, seeds)) });
}

function newLab(stored: StoredLab, run: RunFolder, end: RunEnd | null = null): ServedLab {
  const { name, ids, bundle } = stored;
  const task = JSON.parse(bundle.files[LAB_TASK_FILE] ?? '') as LabTask;
  const served = newRun({ ...stored, plan: readPlan(stored) }, run, end);
  return { ...served, labRunId: run.id, name, task, ids, results: { done: -1, results: [] } };
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
  const { startedMs, endedMs } = run;
  const elapsedMs = startedMs === null ? 0 : (endedMs ?? hostClock.monotonicMs()) - startedMs;
  return labFactsOf({ ...run, elapsedMs });
}

function wireOf(run: ServedLab): LabRunWire {
  const facts = factsOf(run);
  const isStale =
    run.results.done < 0 ||
    (facts.done !== run.results.done && facts.done <= REFRESHED_AT_ONCE) ||
    facts.done - run.results.done >= facts.lives * REFRESH_SHARE ||
    (facts.status !== 'running' && facts.done !== run.results.done);
  if (isStale) run.results = { done: facts.done, results: summariseLab(run) };
  const { results } = run.results;
  return { ...facts, results, unproven: unprovenLab({ ...facts, results }), failures: labFailuresOf(run) };
}
