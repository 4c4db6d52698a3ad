/**
 * Stores the results of a sweep in memory, for a sweep that is never resumed. It supports the same queries as the store
 * on disk, by arrays that are sorted on demand: ten thousand jobs take some megabytes. It cannot return results as
 * tables.
 */
import type { JobResult, JobStatus } from './job-result.ts';
import type { StoredFailure, StoredValue, SweepResultStore } from './sweep-result-store.ts';

export type MemorySweepResultStore = Pick<
  SweepResultStore,
  'save' | 'isStored' | 'counts' | 'figureNames' | 'values' | 'valuesByJob' | 'extremes' | 'failures'
>;

interface StoredJob extends Pick<JobResult, 'status' | 'failure' | 'figures'> {
  readonly place: number;
  readonly seed: number;
  readonly combination: number;
}

export function createMemorySweepResultStore(): MemorySweepResultStore {
  const all: StoredJob[] = [];
  const places = new Set<number>();
  const names = new Set<string>();
  const byCombination = new Map<number, StoredJob[]>();
  const jobsOf = (combination: number | null) => (combination === null ? all : (byCombination.get(combination) ?? []));
  return {
    save({ place: index, input: { seed } }, combination, { status, failure, figures }) {
      if (places.has(index)) return false;
      places.add(index);
      const job = { place: index, seed, combination, status, failure, figures };
      all.push(job);
      const mates = byCombination.get(combination);
      if (mates === undefined) byCombination.set(combination, [job]);
      else mates.push(job);
      for (const name of Object.keys(figures)) names.add(name);
      return true;
    },
    isStored: (place) => places.has(place),
    counts: (combination) => countsOf(jobsOf(combination)),
    figureNames: () => [...names].sort(measuresFirst),
    values: (figure, combination) =>
      Float64Array.from(valuesOf(jobsOf(combination), figure), ({ value }) => value).sort(),
    valuesByJob: (figure, combination) =>
      valuesOf(jobsOf(combination), figure).sort((left, right) => left.place - right.place),
    extremes: (figure, combination, end, most) => furthest(valuesOf(jobsOf(combination), figure), end, most),
    failures: (most) => failuresOf(all).slice(0, most),
  };
}

function countsOf(jobs: readonly StoredJob[]): Record<JobStatus, number> {
  const counts = { passed: 0, failed: 0, unmet: 0, bad: 0, broken: 0 };
  for (const { status } of jobs) counts[status] += 1;
  return counts;
}

function measuresFirst(left: string, right: string): number {
  const rank = (name: string) => (name.startsWith('measure.') ? 0 : 1);
  return rank(left) - rank(right) || (left < right ? -1 : 1);
}

/** The values of jobs that passed and have the figure. */
function valuesOf(jobs: readonly StoredJob[], figure: string): StoredValue[] {
  return jobs.flatMap(({ status, place: index, seed, figures }) => {
    const value = figures[figure];
    return status === 'passed' && value !== undefined ? [{ place: index, seed, value }] : [];
  });
}

/** Equal values are ordered as in the plan. */
export function furthest(values: readonly StoredValue[], end: 'lowest' | 'highest', most: number): StoredValue[] {
  const sign = end === 'lowest' ? 1 : -1;
  return values.toSorted((left, right) => sign * (left.value - right.value) || left.place - right.place).slice(0, most);
}

function failuresOf(jobs: readonly StoredJob[]): StoredFailure[] {
  return jobs
    .filter(({ status }) => status !== 'passed')
    .map(({ place: index, combination, seed, status, failure }) => ({
      place: index,
      combination,
      seed,
      status,
      failure: failure ?? '',
    }))
    .sort((left, right) => left.place - right.place);
}
