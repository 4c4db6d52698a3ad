/**
 * Evaluates conditions of a whole sweep (decision K136): a name is a measure, with its distribution, or a count.
 * Changes nothing.
 */
import type { SweepCheck } from '../contract/control/scenarios/sweep-summary.ts';
import { checkCondition } from '../scenario/references/fill-references.ts';
import { CannotFillIn } from '../scenario/references/fill-room.ts';
import { distributionOf } from './distribution.ts';
import { MEASURE } from './flat-figures.ts';
import { combinationAt, countCombinations, type SweepPlan } from './sweep-plan.ts';
import { type SweepResultStore, tallyOf } from './sweep-result-store.ts';

interface CheckedSweep {
  readonly store: Pick<SweepResultStore, 'counts' | 'figureNames' | 'values'>;
  readonly plan: SweepPlan;
}

export function checkSweep(sweep: CheckedSweep, asserts: readonly string[]): SweepCheck[] {
  const get = (name: string) => valueIn(sweep, null, name);
  return asserts.map((assert) => ({ assert, failure: failureOf(assert, { get }) }));
}

function failureOf(assert: string, names: { get(name: string): unknown }): string | null {
  try {
    return checkCondition(assert, names);
  } catch (error) {
    if (error instanceof CannotFillIn) return `${assert}: ${error.message}`;
    throw error;
  }
}

/** Returns the value of a name: measures come first, as in their scenario. Every value is computed on demand. */
function valueIn(sweep: CheckedSweep, combination: number | null, name: string): unknown {
  const { store, plan } = sweep;
  const measure = figureIn(sweep, combination, `${MEASURE}${name}`);
  if (measure !== null) return measure;
  const { passed, failed } = tallyOf(store.counts(combination));
  switch (name) {
    case 'passed':
      return passed;
    case 'failed':
      return failed;
    case 'figures':
      return Object.fromEntries(store.figureNames().map((each) => [each, figureIn(sweep, combination, each)]));
    case 'variations':
      return Array.from({ length: plan.variations.length === 0 ? 0 : countCombinations(plan) }, (_, each) =>
        variationOf(sweep, each),
      );
    default:
      return undefined;
  }
}

function figureIn({ store }: CheckedSweep, combination: number | null, name: string) {
  return store.figureNames().includes(name) ? distributionOf(store.values(name, combination)) : null;
}

function variationOf(sweep: CheckedSweep, combination: number): object {
  const measures = sweep.store.figureNames().filter((name) => name.startsWith(MEASURE));
  const named = measures.map((name) => [name.slice(MEASURE.length), figureIn(sweep, combination, name)]);
  const counts = ['passed', 'failed'].map((name) => [name, valueIn(sweep, combination, name)]);
  return { vary: combinationAt(sweep.plan, combination), ...Object.fromEntries([...counts, ...named]) };
}
