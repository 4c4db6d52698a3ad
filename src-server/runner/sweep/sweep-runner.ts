/**
 * Sweeps for the control plane: one after the other, in the order in which they were asked for, and the latest few
 * stored. Refuses to touch the world that is served, and to take its last core.
 */
import { availableParallelism } from 'node:os';
import { MOST_SWEEP_JOBS } from '../../contract/control/scenarios/sweep-limits.ts';
import type { StartSweep } from '../../contract/control/scenarios/sweeps.ts';
import { accepted, type Outcome, type Refusal, refused, type ValidationIssue } from '../../engine/outcome.ts';
import type { SweepService } from '../../scenario/run/sweep-service.ts';
import { formatSeeds } from '../../sweep/seed-ranges.ts';
import { countJobs, type SweepPlan } from '../../sweep/sweep-plan.ts';
import { hostClock } from '../../system/host-time.ts';
import type { ScenarioLibrary } from '../library/scenario-library.ts';
import { otherSeed } from '../replay/scenario-world.ts';
import type { RestoredRun, RunEnd, RunFolder, RunFolders } from '../runs/run-folders.ts';
import { readPlan, type StoredPlan, storedPlan } from '../runs/stored-plan.ts';
import type { PlayInTurn } from './play-in-turn.ts';
import { makeRoom, newRun, type ServedSweep, stopRun } from './play-sweep.ts';
import { prepareScenario } from './prepare-sweep.ts';
import { sweepFactsOf, sweepWireOf } from './sweep-view.ts';

const MOST_SWEEPS = 5;

export interface SweepRunner extends SweepService {
  /** Those that earlier servers began; the ones that had not ended wait for their turn. */
  restore(): RestoredRun[];
  /** Interrupts the runs that have not ended. */
  close(): void;
}

export function createSweepRunner(library: ScenarioLibrary, folders: RunFolders, playInTurn: PlayInTurn): SweepRunner {
  const sweeps = new Map<string, ServedSweep>();
  const found = (sweepId: string): Outcome<ServedSweep> => {
    const sweep = sweeps.get(sweepId);
    return sweep === undefined ? refused('not_found', `There is no sweep ${sweepId}.`) : accepted(sweep);
  };
  const factsOf = (sweep: ServedSweep) => sweepFactsOf(sweep, hostClock.monotonicMs());
  return {
    list: () => [...sweeps.values()].map(factsOf),
    async start(wanted) {
      const prepared = await prepareSweep(library, wanted);
      if (!prepared.ok) return prepared;
      if (!makeRoom(sweeps, MOST_SWEEPS))
        return refused('invalid_request', `${MOST_SWEEPS} sweeps have not ended yet. Stop one first.`);
      const { plan, ...stored } = prepared.value;
      const task: StoredSweep = { ...stored, ...storedPlan(plan) };
      const sweep = folders.begin('sw', task, (run) => newSweep(prepared.value, run));
      sweeps.set(sweep.sweepId, sweep);
      playInTurn(sweep);
      return accepted(factsOf(sweep));
    },
    find(sweepId, figure) {
      const outcome = found(sweepId);
      if (!outcome.ok) return outcome;
      const wire = sweepWireOf(outcome.value, figure, hostClock.monotonicMs());
      if (wire !== null) return accepted(wire);
      return refuse([{ path: '/figure', issue: 'is not a figure of this sweep' }]);
    },
    stop(sweepId) {
      const outcome = found(sweepId);
      if (!outcome.ok) return outcome;
      stopRun(outcome.value);
      return accepted(factsOf(outcome.value));
    },
    restore: () =>
      folders.restore('sw', ({ run, task, end, order }) => {
        const sweep = newSweep(preparedOf(task as StoredSweep), run, end);
        sweeps.set(run.id, sweep);
        return { order, begin: () => playInTurn(sweep) };
      }),
    close() {
      for (const { stopping } of sweeps.values()) stopping.abort();
    },
  };
}

interface PreparedSweep
  extends Pick<ServedSweep, 'file' | 'path' | 'name' | 'plan' | 'bundle' | 'threads' | 'asserts'> {}

/** Everything is judged before anything is started, with every varied value. */
async function prepareSweep(library: ScenarioLibrary, wanted: StartSweep): Promise<Outcome<PreparedSweep>> {
  const { file, vary } = wanted;
  const sought = await library.find(file);
  if (!sought.ok) return sought;
  const { path, root, entry } = sought.value;
  const variations = Object.entries(vary).map(([key, values]) => ({ key, values }));
  const [usualFirst, usualSeeds] = entry.fromSnapshot ? [entry.seed ?? 1, 1] : [1, 100];
  const { first_seed: first = usualFirst, seeds = usualSeeds } = wanted;
  const plan: SweepPlan = { seeds: [{ first, last: first + seeds - 1 }], variations };
  const faults: ValidationIssue[] = variations
    .filter(({ values }) => new Set(values.map((value) => JSON.stringify(value))).size < values.length)
    .map(({ key }) => ({ path: `/vary/${pointerPart(key)}`, issue: 'has a value twice' }));
  if (countJobs(plan) > MOST_SWEEP_JOBS)
    faults.push({
      path: '/seeds',
      issue: `makes ${countJobs(plan)} jobs with what is varied; ${MOST_SWEEP_JOBS} are the most`,
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
  const { name, bundle, asserts } = read.prepared;
  // The world that is served keeps a core where there is more than one.
  const most = Math.max(1, availableParallelism() - 1);
  return accepted({ file, path, name, plan, bundle, asserts, threads: Math.min(wanted.threads ?? most, most) });
}

/** As a part of a JSON pointer (RFC 6901). */
function pointerPart(key: string): string {
  return key.replaceAll('~', '~0').replaceAll('/', '~1');
}

function refuse(details: readonly ValidationIssue[]): Refusal {
  const issues = details.map(({ path, issue }) => `${path} ${issue}`).join('; ');
  return refused('invalid_request', `The request is invalid: ${issues}.`, details);
}

function newSweep(prepared: PreparedSweep, run: RunFolder, end: RunEnd | null = null): ServedSweep {
  const { file, path, name, asserts } = prepared;
  const statistics = { done: 0, figures: [] };
  return { ...newRun(prepared, run, end), sweepId: run.id, file, path, name, asserts, statistics };
}

/** What a sweep is of, in its folder. */
type StoredSweep = Omit<PreparedSweep, 'plan' | 'asserts'> & Partial<Pick<PreparedSweep, 'asserts'>> & StoredPlan;

/** Sweeps of earlier builds have no conditions. */
function preparedOf({ seeds, variations, asserts = [], ...prepared }: StoredSweep): PreparedSweep {
  return { ...prepared, asserts, plan: readPlan({ seeds, variations }) };
}
