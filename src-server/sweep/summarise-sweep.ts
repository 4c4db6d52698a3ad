/** From the book of a sweep to its summary: over all runs and for each combination of varied values. Changes nothing. */
import type { z } from 'zod';
import type { SweepFigure, SweepGroup, SweepSummary } from '../contract/sweep-summary.ts';
import { distributionOf, histogramOf } from './distribution.ts';
import { countSeeds, spellSeeds } from './seed-ranges.ts';
import type { KeptValue, SweepBook } from './sweep-book.ts';
import { combinationAt, countCombinations, countJobs, jobAt, type SweepPlan, type Vary } from './sweep-plan.ts';

export interface SweepSubject {
  readonly book: SweepBook;
  readonly plan: SweepPlan;
  /** As commands name it. */
  readonly file: string;
  readonly name: string;
  readonly end: SweepSummary['end'];
  readonly out: string;
  /** The command that goes on. */
  readonly goesOn: string;
  /** The command that shows one run again. */
  readonly replayLine: (seed: number, vary: Vary) => string;
}

const MOST_BARS = 24;
const MOST_EXTREMES = 3;
const MOST_FAILURES = 1000;

export function summariseSweep(subject: SweepSubject): SweepSummary {
  const { plan, file, name, end, out, goesOn } = subject;
  const overAll = groupOf(subject, null);
  const varied = plan.variations.length === 0 ? 0 : countCombinations(plan);
  return {
    file,
    name,
    seeds: spellSeeds(plan.seeds),
    end,
    jobs: countJobs(plan),
    done: overAll.passed + overAll.failed,
    passed: overAll.passed,
    failed: overAll.failed,
    over_all: overAll,
    variations: Array.from({ length: varied }, (_, combination) => groupOf(subject, combination)),
    failures: failuresOf(subject),
    out,
    continue: end === 'complete' ? null : goesOn,
  };
}

function groupOf(subject: SweepSubject, combination: number | null): SweepGroup {
  const { book, plan } = subject;
  const { passed, failed, bad, broken } = book.counts(combination);
  return {
    vary: combination === null ? null : asJson(combinationAt(plan, combination)),
    jobs: combination === null ? countJobs(plan) : countSeeds(plan.seeds),
    passed,
    failed: failed + bad + broken,
    figures: book.figureNames().flatMap((figure) => figureOf(subject, figure, combination)),
  };
}

/** Nothing where no run that passed has the figure. */
function figureOf(subject: SweepSubject, name: string, combination: number | null): SweepFigure[] {
  const { book } = subject;
  const values = book.values(name, combination);
  const distribution = distributionOf(values);
  if (distribution === null) return [];
  const isConstant = distribution.min === distribution.max;
  const extremes = (end: 'lowest' | 'highest') =>
    isConstant ? [] : book.extremes(name, combination, end, MOST_EXTREMES).map((kept) => runOf(subject, kept));
  return [
    {
      name,
      ...distribution,
      histogram: histogramOf(values, MOST_BARS),
      lowest: extremes('lowest'),
      highest: extremes('highest'),
    },
  ];
}

function runOf(subject: SweepSubject, { place, seed, value }: KeptValue) {
  return { seed, value, ...whichRun(subject, place) };
}

function failuresOf(subject: SweepSubject): SweepSummary['failures'] {
  return subject.book.failures(MOST_FAILURES).map(({ place, seed, status, failure }) => ({
    seed,
    ...whichRun(subject, place),
    status: status === 'passed' ? 'failed' : status,
    failure,
  }));
}

function whichRun({ plan, replayLine }: SweepSubject, place: number) {
  const { seed, vary } = jobAt(plan, place, '');
  return { vary: asJson(vary), replay: replayLine(seed, vary) };
}

/** The contract's type of a JSON value is one that may be written to. */
function asJson(vary: Vary): Record<string, z.core.util.JSONType> {
  return vary as Record<string, z.core.util.JSONType>;
}
