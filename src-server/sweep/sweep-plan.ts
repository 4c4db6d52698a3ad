/**
 * The jobs of a sweep: every seed with every combination of the varied values. Job *n* is computed on demand, so that a
 * million jobs take no memory.
 */
import { createHash } from 'node:crypto';
import { canonicalJson, type Json } from '../kernel/canonical-json.ts';
import type { Job, SeedInput } from './job.ts';
import { countSeeds, type SeedRange, seedAt } from './seed-ranges.ts';

/** One variation: a JSON pointer into the scenario, or the name of one of its variables. */
export interface Variation {
  readonly key: string;
  readonly values: readonly Json[];
}

export type Vary = Readonly<Record<string, Json>>;

export interface SweepPlan {
  readonly seeds: readonly SeedRange[];
  readonly variations: readonly Variation[];
  /** Which jobs are consecutive: those of one combination, or (`by_seed`) those of one seed, which share its prices. */
  readonly order?: 'by_seed';
}

/** Its identity is equal for equal scenario text, seed and values. */
export interface SweepJob extends Job<SeedInput> {
  /** From 0, in the order of the plan. */
  readonly place: number;
}

export function countJobs(plan: SweepPlan): number {
  return countSeeds(plan.seeds) * countCombinations(plan);
}

/** The number of combinations of varied values: 1 if nothing is varied. */
export function countCombinations({ variations }: SweepPlan): number {
  return variations.reduce((product, { values }) => product * values.length, 1);
}

export function jobAt(plan: SweepPlan, index: number, scenarioHash: string): SweepJob {
  const combinations = countCombinations(plan);
  const seedPlace = plan.order === 'by_seed' ? Math.floor(index / combinations) : index % countSeeds(plan.seeds);
  const seed = seedAt(plan.seeds, seedPlace);
  const vary = combinationAt(plan, combinationOf(plan, index));
  return { place: index, identity: identityOf(scenarioHash, seed, vary), input: { seed, vary } };
}

/** Returns the combination of a job. */
export function combinationOf(plan: SweepPlan, index: number): number {
  return plan.order === 'by_seed' ? index % countCombinations(plan) : Math.floor(index / countSeeds(plan.seeds));
}

/** Combination *n*; the last variation changes first. */
export function combinationAt({ variations }: SweepPlan, index: number): Vary {
  const vary: Record<string, Json> = {};
  let left = index;
  for (const { key, values } of variations.toReversed()) {
    vary[key] = values[left % values.length] ?? null;
    left = Math.floor(left / values.length);
  }
  return Object.fromEntries(variations.map(({ key }) => [key, vary[key] ?? null]));
}

/** Seeds and values as one text, to compare two plans. */
export function formatPlan({ seeds, variations }: SweepPlan): string {
  return canonicalJson({
    seeds: seeds.map(({ first, last }) => [first, last]),
    vary: variations.map(({ key, values }) => [key, values]),
  });
}

const IDENTITY_CHARS = 32;

function identityOf(scenario: string, seed: number, vary: Vary): string {
  const text = canonicalJson({ scenario, seed, vary });
  return createHash('sha256').update(text).digest('hex').slice(0, IDENTITY_CHARS);
}
