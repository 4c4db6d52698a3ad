/**
 * A sweep of the control plane in the shape of the contract: its state, statistics of all its figures, and one of them
 * in full. Reads the results and changes nothing. Statistics are computed again only after further jobs have finished.
 */
import type { SweepFacts, SweepStatistics, SweepWire } from '../../contract/control/scenarios/sweeps.ts';
import { checkSweep } from '../../sweep/check-sweep.ts';
import { distributionOf } from '../../sweep/distribution.ts';
import { formatSeeds } from '../../sweep/seed-ranges.ts';
import { figureOf, type SweepSubject, summarisedFailures, unprovenSweep } from '../../sweep/summarise-sweep.ts';
import { combinationAt, countCombinations, countJobs } from '../../sweep/sweep-plan.ts';
import { tallyOf } from '../../sweep/sweep-result-store.ts';
import { replayCommandLine } from '../replay/replay-command-line.ts';
import type { ServedSweep } from './served-sweep.ts';

const MAX_FAILURES = 100;
const MAX_EXTREMES = 10;
/** The most informative figures of a rebalance if the scenario has no measures. */
const DEFAULT_FIGURES = ['costs_total_eur_minor', 'traded_eur_minor'];

export function sweepFactsOf(sweep: ServedSweep, nowMs: number): SweepFacts {
  const { sweepId, file, name, plan, threads, status, error, store, startedMs, endedMs, perSecond } = sweep;
  const { done, passed, failed } = tallyOf(store.counts(null));
  return {
    sweep_id: sweepId,
    file,
    name,
    threads,
    status,
    error,
    seeds: formatSeeds(plan.seeds),
    vary: Object.fromEntries(plan.variations.map(({ key, values }) => [key, [...values]])) as SweepFacts['vary'],
    jobs: countJobs(plan),
    done,
    passed,
    failed,
    elapsed_ms: startedMs === null ? 0 : Math.round((endedMs ?? nowMs) - startedMs),
    jobs_per_second: Math.round(perSecond * 10) / 10,
  };
}

/** `null` if the sweep has no such figure. */
export function sweepWireOf(sweep: ServedSweep, figure: string | null, nowMs: number): SweepWire | null {
  const facts = sweepFactsOf(sweep, nowMs);
  const figures = statisticsOf(sweep, facts.done);
  const chosen = figure ?? chooseFigure(figures);
  // The figures are unknown until the first run has passed.
  if (figure !== null && figures.length > 0 && !figures.some(({ name }) => name === figure)) return null;
  const subject: SweepSubject = {
    store: sweep.store,
    plan: sweep.plan,
    file: sweep.path,
    name: sweep.name,
    maxExtremes: MAX_EXTREMES,
    replayLine: (seed, vary) => replayCommandLine({ file: sweep.path, vary }, seed, []),
  };
  return {
    ...facts,
    figures,
    figure: chosen === null ? null : (figureOf(subject, chosen, null)[0] ?? null),
    variations: variationsOf(sweep, chosen),
    checks: facts.done === 0 ? [] : checkSweep(subject, sweep.asserts),
    unproven: unprovenSweep({ ...sweep, end: sweep.status }, { failed: facts.failed, figures }),
    failures: summarisedFailures(subject, MAX_FAILURES),
  };
}

function statisticsOf(sweep: ServedSweep, done: number): SweepStatistics[] {
  if (sweep.statistics.done !== done) {
    const figures = sweep.store.figureNames().flatMap((name) => statisticOf(sweep, name, null) ?? []);
    sweep.statistics = { done, figures };
  }
  return sweep.statistics.figures;
}

function statisticOf({ store }: ServedSweep, name: string, combination: number | null): SweepStatistics | null {
  const distribution = distributionOf(store.values(name, combination));
  return distribution === null ? null : { name, ...distribution };
}

function variationsOf(sweep: ServedSweep, figure: string | null): SweepWire['variations'] {
  const { plan, store } = sweep;
  if (plan.variations.length === 0) return [];
  const combinations = countCombinations(plan);
  return Array.from({ length: combinations }, (_, combination) => {
    const { passed, failed } = tallyOf(store.counts(combination));
    return {
      vary: combinationAt(plan, combination) as SweepWire['variations'][number]['vary'],
      jobs: countJobs(plan) / combinations,
      passed,
      failed,
      figure: figure === null ? null : statisticOf(sweep, figure, combination),
    };
  });
}

/** A measure of the scenario, else a default figure, else any; each only if it differs between runs. */
function chooseFigure(figures: readonly SweepStatistics[]): string | null {
  const varying = figures.filter(({ min, max }) => min !== max);
  const first =
    varying.find(({ name }) => name.startsWith('measure.')) ??
    varying.find(({ name }) => DEFAULT_FIGURES.includes(name)) ??
    varying.find(({ name }) => name.endsWith('.max_drift_bps')) ??
    varying[0] ??
    figures[0];
  return first?.name ?? null;
}
