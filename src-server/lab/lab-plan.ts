/** The jobs of a lab run: every portfolio under every policy on every path, as the plan of a sweep (decision P1). */
import type { JobBundle } from '../sweep/job-bundle.ts';
import type { SeedRange } from '../sweep/seed-ranges.ts';
import type { SweepPlan, Vary } from '../sweep/sweep-plan.ts';
import type { LabTask } from './lab-task.ts';

/** The file of a bundle that contains the task. */
export const LAB_TASK_FILE = 'lab-task.json';

export function labBundle(task: LabTask): JobBundle<'simulation'> {
  return { kind: 'simulation', entry: LAB_TASK_FILE, files: { [LAB_TASK_FILE]: JSON.stringify(task) } };
}

/** The jobs of one path are consecutive: they share its prices. */
export function labPlan({ portfolios, policies, history }: LabTask, seeds: readonly SeedRange[]): SweepPlan {
  return {
    seeds: history === null ? seeds : [{ first: history.seed, last: history.seed }],
    variations: [
      { key: 'portfolio', values: portfolios.map(({ name }) => name) },
      { key: 'policy', values: policies.map(({ name }) => name) },
    ],
    order: 'by_seed',
  };
}

/** Returns the portfolio and the policy of a job; throws for names that the task does not have. */
export function lifeOf<
  L extends { readonly portfolio: { readonly name: string }; readonly policy: { readonly name: string } },
>(lives: readonly L[], vary: Vary): L {
  const found = lives.find(({ portfolio, policy }) => portfolio.name === vary.portfolio && policy.name === vary.policy);
  if (found === undefined)
    throw new RangeError(`the lab run has no ${String(vary.policy)} on ${String(vary.portfolio)}`);
  return found;
}
