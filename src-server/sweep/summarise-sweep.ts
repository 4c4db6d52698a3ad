/**
 * Summarises the stored results of a sweep: over all runs, and for each combination of varied values. Changes nothing.
 */
import type { z } from 'zod';
import type { SweepFigure, SweepGroup, SweepSummary } from '../contract/control/scenarios/sweep-summary.ts';
import { checkSweep } from './check-sweep.ts';
import { distributionOf, histogramOf } from './distribution.ts';
import { MEASURE } from './flat-figures.ts';
import { countSeeds, formatSeeds } from './seed-ranges.ts';
import { combinationAt, countCombinations, countJobs, jobAt, type SweepPlan, type Vary } from './sweep-plan.ts';
import { type StoredValue, type SweepResultStore, tallyOf } from './sweep-result-store.ts';

/** The input of a summary. */
export interface SweepSubject {
  readonly store: Pick<SweepResultStore, 'counts' | 'figureNames' | 'values' | 'extremes' | 'failures'>;
  readonly plan: SweepPlan;
  /** The file name as used in commands. */
  readonly file: string;
  readonly name: string;
  /** Number of runs listed at each end of a figure; 3 by default. */
  readonly maxExtremes?: number;
  /** The command that repeats one run. */
  readonly replayLine: (seed: number, vary: Vary) => string;
}

interface EndedSubject extends SweepSubject {
  readonly end: SweepSummary['end'];
  readonly out: string;
  /** Conditions of the whole sweep. */
  readonly asserts: readonly string[];
  /** Whether its scenario checks anything. */
  readonly hasChecks: boolean;
  /** The command that resumes the sweep. */
  readonly resumeCommand: string;
}

const MAX_EXTREMES = 3;
const MAX_FAILURES = 1000;

export function summariseSweep(subject: EndedSubject): SweepSummary {
  const { plan, file, name, end, out, resumeCommand } = subject;
  const overAll = groupOf(subject, null);
  const varied = plan.variations.length === 0 ? 0 : countCombinations(plan);
  return {
    file,
    name,
    seeds: formatSeeds(plan.seeds),
    end,
    jobs: countJobs(plan),
    done: overAll.passed + overAll.failed,
    passed: overAll.passed,
    failed: overAll.failed,
    over_all: overAll,
    variations: Array.from({ length: varied }, (_, combination) => groupOf(subject, combination)),
    failures: summarisedFailures(subject, MAX_FAILURES),
    checks: checkSweep(subject, subject.asserts),
    unproven: unprovenSweep(subject, overAll),
    out,
    continue: end === 'complete' ? null : resumeCommand,
  };
}

/** Decision K118; if jobs failed, the failures are reported instead. */
export function unprovenSweep(
  { end, asserts, hasChecks }: { readonly end: string } & Pick<EndedSubject, 'asserts' | 'hasChecks'>,
  { failed, figures }: Pick<SweepGroup, 'failed'> & { readonly figures: readonly Ends[] },
): string | null {
  const isMeasured = figures.some(({ name, min, max }) => name.startsWith(MEASURE) || min !== 0 || max !== 0);
  if (hasChecks || asserts.length > 0 || isMeasured || failed > 0 || end !== 'complete') return null;
  return 'no step checks anything, nothing is measured, and every figure is 0; add an expectation or measures';
}

type Ends = Pick<SweepFigure, 'name' | 'min' | 'max'>;

function groupOf(subject: SweepSubject, combination: number | null): SweepGroup {
  const { store, plan } = subject;
  const { passed, failed } = tallyOf(store.counts(combination));
  return {
    vary: combination === null ? null : asJson(combinationAt(plan, combination)),
    jobs: combination === null ? countJobs(plan) : countSeeds(plan.seeds),
    passed,
    failed,
    figures: store.figureNames().flatMap((figure) => figureOf(subject, figure, combination)),
  };
}

/** Returns nothing if no run that passed has the figure. */
export function figureOf(subject: SweepSubject, name: string, combination: number | null): SweepFigure[] {
  const { store, maxExtremes = MAX_EXTREMES } = subject;
  const values = store.values(name, combination);
  const distribution = distributionOf(values);
  if (distribution === null) return [];
  const isConstant = distribution.min === distribution.max;
  const extremes = (end: 'lowest' | 'highest') =>
    isConstant ? [] : store.extremes(name, combination, end, maxExtremes).map((stored) => runOf(subject, stored));
  return [
    {
      name,
      ...distribution,
      histogram: histogramOf(values),
      lowest: extremes('lowest'),
      highest: extremes('highest'),
    },
  ];
}

function runOf(subject: SweepSubject, { place: index, seed, value }: StoredValue) {
  return { seed, value, ...whichRun(subject, index) };
}

export function summarisedFailures(subject: SweepSubject, most: number): SweepSummary['failures'] {
  return subject.store.failures(most).map(({ place: index, seed, status, failure }) => ({
    seed,
    ...whichRun(subject, index),
    status: status === 'passed' ? 'failed' : status,
    failure,
  }));
}

function whichRun({ plan, replayLine }: SweepSubject, index: number) {
  const { seed, vary } = jobAt(plan, index, '').input;
  return { vary: asJson(vary), replay: replayLine(seed, vary) };
}

/** The JSON type of the contract is mutable. */
function asJson(vary: Vary): Record<string, z.core.util.JSONType> {
  return vary as Record<string, z.core.util.JSONType>;
}
