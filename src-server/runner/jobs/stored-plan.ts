/** The plan of a run in its folder: seeds as they are written, and what is varied. */
import { formatSeeds, parseSeeds } from '../../sweep/seed-ranges.ts';
import type { SweepPlan } from '../../sweep/sweep-plan.ts';

export interface StoredSweepPlan extends Pick<SweepPlan, 'variations'> {
  readonly seeds: string;
}

export function storedPlan({ seeds, variations }: SweepPlan): StoredSweepPlan {
  return { seeds: formatSeeds(seeds), variations };
}

export function readPlan({ seeds, variations }: StoredSweepPlan): SweepPlan {
  return { seeds: parseSeeds(seeds) ?? [], variations };
}
