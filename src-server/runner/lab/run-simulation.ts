/**
 * The thread side of a lab run: simulates one life of its task and returns its figures. Never rejects for a bug in a
 * life.
 */
import { lifeOf } from '../../lab/lab-plan.ts';
import type { LabTask } from '../../lab/lab-task.ts';
import { liveThrough } from '../../lab/live-through.ts';
import { brokenResult, type JobResult } from '../../sweep/job-result.ts';
import type { Vary } from '../../sweep/sweep-plan.ts';
import { readTextFile } from '../../system/files/world-files.ts';
import { loadLinearSolver } from '../../system/highs-solver.ts';
import { hostClock } from '../../system/host-time.ts';
import { LabContext } from './lab-context.ts';
import { simulateInFull } from './simulate-in-full.ts';

export interface SimulationJob {
  /** The file of the task. */
  readonly file: string;
  readonly seed: number;
  readonly vary: Vary;
}

export async function runSimulation({ file, seed, vary }: SimulationJob): Promise<JobResult> {
  const beganMs = hostClock.monotonicMs();
  try {
    const context = contextOf(file);
    const { task } = context;
    const life = lifeOf(context.lives, vary);
    const hasBudget = life.policy.terms.settings?.cost_budget !== undefined;
    const solver = hasBudget || task.execution === 'full' ? await loadLinearSolver() : null;
    const path = context.pathOf(seed);
    const end =
      task.execution === 'full' && solver !== null
        ? await simulateInFull(life, path, solver)
        : { figures: liveThrough(life, path, solver), head: '', events: 0 };
    const durationMs = Math.round((hostClock.monotonicMs() - beganMs) * 1000) / 1000;
    const simulatedMs = task.toMs - task.fromMs;
    return { status: 'passed', ...end, simulatedMs, durationMs, failure: null };
  } catch (error) {
    return brokenResult(error instanceof Error ? error.message : String(error));
  }
}

/** Caches the latest: a thread works on one run at a time. */
let latest: { readonly file: string; readonly context: LabContext } | null = null;

function contextOf(file: string): LabContext {
  if (latest?.file === file) return latest.context;
  const read = readTextFile(file);
  if (!read.ok) throw new Error(`${file}: ${read.issue}`);
  const context = new LabContext(JSON.parse(read.text) as LabTask);
  latest = { file, context };
  return context;
}
