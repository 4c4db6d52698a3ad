/** Stores the plan of a run in its folder: seeds as ranges, and the variations. */
import { formatSeeds, parseSeeds } from '../../sweep/seed-ranges.ts';
import type { SweepPlan } from '../../sweep/sweep-plan.ts';

export interface StoredSweepPlan extends Pick<SweepPlan, 'variations' | 'order'> {
  readonly seeds: string;
}

export function storedPlan({ seeds, ...plan }: SweepPlan): StoredSweepPlan {
  return { ...plan, seeds: formatSeeds(seeds) };
}

export function readPlan({ seeds, variations, order }: StoredSweepPlan): SweepPlan {
  return { seeds: parseSeeds(seeds) ?? [], variations, ...(order === undefined ? {} : { order }) };
}
