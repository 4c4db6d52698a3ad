/**
 * Summarises a lab run (decision P2) in the shape of the contract: each policy's measures with quantiles and intervals,
 * paired differences between policies on the same paths, the frontier, and fans over time. Reads one figure at a time,
 * so that its memory does not grow with the number of figures.
 */
import {
  LAB_MEASURES,
  type LabMeasure,
  type LabMeasureName,
  type MeasureRange,
} from '../contract/control/lab/lab-measures.ts';
import type {
  LabDifference,
  LabFanPoint,
  LabMeasureWire,
  LabPolicyResult,
  LabPortfolioResult,
  LabQuantiles,
  LabRunWire,
} from '../contract/control/lab/lab-runs.ts';
import { formatInstant } from '../domain/numbers/instant.ts';
import { quantile } from '../sweep/distribution.ts';
import { furthest } from '../sweep/memory-sweep-result-store.ts';
import { combinationAt, type SweepPlan } from '../sweep/sweep-plan.ts';
import type { StoredValue, SweepResultStore } from '../sweep/sweep-result-store.ts';
import type { LabTask } from './lab-task.ts';
import { FAN_POINTS, fanInstantMs, fanName } from './life-ledger.ts';
import { meanInterval, within } from './mean-interval.ts';

const MAX_EXTREMES = 3;
const MAX_FAILURES = 100;

export interface LabSubject {
  readonly store: Pick<SweepResultStore, 'counts' | 'values' | 'valuesByJob' | 'extremes' | 'failures'>;
  readonly plan: SweepPlan;
  readonly task: LabTask;
}

/**
 * Until a run is complete, only the paths that all policies have are summarised, because policies progress unevenly.
 */
export function summariseLab(all: LabSubject, status: LabRunWire['status']): LabPortfolioResult[] {
  return all.task.portfolios.map(({ name, record }, portfolio) => {
    const subject = status === 'complete' ? all : onCommonPaths(all, portfolio);
    const policies = subject.task.policies.map((_, policy) => policyResult(subject, portfolio, policy));
    const frontier = frontierOf(subject, portfolio);
    return {
      portfolio: name,
      currency: record.currency,
      policies: policies.map((each, index) => ({
        ...each,
        on_frontier: frontier.has(index),
      })),
      differences: differencesOf(subject, portfolio),
    };
  });
}

/** Restricts results to the paths that all policies with any path have. */
function onCommonPaths({ store, plan, task }: LabSubject, portfolio: number): LabSubject {
  const [first = new Set<number>(), ...others] = task.policies
    .map((_, policy) => store.valuesByJob('mean_drift', combinationIn(task, portfolio, policy)))
    .filter((values) => values.length > 0)
    .map((values) => new Set(values.map(({ seed }) => seed)));
  const valuesByJob: LabSubject['store']['valuesByJob'] = (figure, combination) =>
    store
      .valuesByJob(figure, combination)
      .filter(({ seed }) => first.has(seed) && others.every((seeds) => seeds.has(seed)));
  return {
    plan,
    task,
    store: {
      valuesByJob,
      values: (figure, combination) => Float64Array.from(valuesByJob(figure, combination), ({ value }) => value).sort(),
      counts: (combination) => ({
        ...store.counts(combination),
        passed: valuesByJob('mean_drift', combination).length,
      }),
      extremes: (figure, combination, end, most) => furthest(valuesByJob(figure, combination), end, most),
      failures: (most) => store.failures(most),
    },
  };
}

/** Why the results prove nothing about the policies (decision K118); `null`: they are valid. */
export function unprovenLab({
  status,
  policies,
  results,
}: Pick<LabRunWire, 'status' | 'policies' | 'results'>): string | null {
  const lived = results.flatMap((result) => result.policies).filter(({ paths }) => paths > 0);
  const hasTraded = ({ measures }: LabPolicyResult) =>
    measures.some(({ name, mean }) => name === 'orders_a_year' && mean > 0);
  // A policy that only holds is meant to send no orders.
  const isMeant = policies.some(({ when }) => when.length > 0);
  if (status !== 'complete' || !isMeant || lived.length === 0 || lived.some(hasTraded)) return null;
  return 'no policy sent an order on any path, so the policies cannot be compared';
}

/**
 * The policies on the frontier, by index. Means are over the paths that all policies with any path share: while a run
 * is under way, policies have different numbers of paths, and paths differ in cost.
 */
function frontierOf({ store, task }: LabSubject, portfolio: number): ReadonlySet<number> {
  const valuesOf = (name: LabMeasureName) =>
    task.policies.map((_, policy) => store.valuesByJob(name, combinationIn(task, portfolio, policy)));
  const [drifts, costs] = [valuesOf('mean_drift'), valuesOf('total_costs_bps')];
  const places = [...drifts.keys()].filter((place) => (drifts[place]?.length ?? 0) > 0);
  const seeds = places.map((place) => new Set(drifts[place]?.map(({ seed }) => seed)));
  const isCommon = ({ seed }: StoredValue) => seeds.every((own) => own.has(seed));
  const meanOf = (values: readonly StoredValue[] = []) => {
    const common = values.filter(isCommon);
    return common.reduce((sum, { value }) => sum + value, 0) / common.length;
  };
  // Without common paths nothing can be compared.
  if (!drifts[places[0] ?? 0]?.some(isCommon)) return new Set();
  const frontier = onFrontier(places.map((place) => ({ drift: meanOf(drifts[place]), cost: meanOf(costs[place]) })));
  return new Set(places.filter((_, index) => frontier[index]));
}

type PolicyWithoutFrontier = Omit<LabPolicyResult, 'on_frontier'>;

function policyResult(subject: LabSubject, portfolio: number, policy: number): PolicyWithoutFrontier {
  const { store, task } = subject;
  const combination = combinationIn(task, portfolio, policy);
  return {
    policy: task.policies[policy]?.name ?? '',
    paths: store.counts(combination).passed,
    measures: LAB_MEASURES.flatMap((measure) => measureOf(subject, measure, combination)),
    value_over_time: fanOf(subject, 'value', combination),
    drift_over_time: fanOf(subject, 'drift', combination),
  };
}

/** The policy changes first, as in the plan. */
function combinationIn({ policies }: LabTask, portfolio: number, policy: number): number {
  return portfolio * policies.length + policy;
}

function measureOf({ store }: LabSubject, { name, range }: LabMeasure, combination: number): LabMeasureWire[] {
  const sorted = store.values(name, combination);
  const interval = meanInterval(sorted, range);
  if (interval === null) return [];
  const extremes = (end: 'lowest' | 'highest') =>
    sorted[0] === sorted.at(-1)
      ? []
      : store.extremes(name, combination, end, MAX_EXTREMES).map(({ seed, value }) => ({ seed, value }));
  return [
    {
      name,
      count: interval.count,
      mean: interval.mean,
      ci_low: interval.low,
      ci_high: interval.high,
      ...quantilesOf(sorted),
      lowest: extremes('lowest'),
      highest: extremes('highest'),
    },
  ];
}

function quantilesOf(sorted: Float64Array): LabQuantiles {
  return {
    p5: quantile(sorted, 0.05),
    p25: quantile(sorted, 0.25),
    median: quantile(sorted, 0.5),
    p75: quantile(sorted, 0.75),
    p95: quantile(sorted, 0.95),
  };
}

function fanOf({ store, task }: LabSubject, what: 'value' | 'drift', combination: number): LabFanPoint[] {
  return Array.from({ length: FAN_POINTS }, (_, index) => index).flatMap((index) => {
    const sorted = store.values(fanName(what, index), combination);
    if (sorted.length === 0) return [];
    const atMs = Math.round(fanInstantMs(task.fromMs, task.toMs, index));
    return [{ at: formatInstant(atMs), ...quantilesOf(sorted) }];
  });
}

/** Every pair of policies, measure by measure, on the paths that both have. */
function differencesOf({ store, task }: LabSubject, portfolio: number): LabDifference[] {
  const { policies } = task;
  const columns = new Map(
    LAB_MEASURES.map(({ name }) => [
      name,
      policies.map((_, policy) => store.valuesByJob(name, combinationIn(task, portfolio, policy))),
    ]),
  );
  return policies.flatMap(({ name: against }, first) =>
    policies.slice(first + 1).map(({ name: policy }, offset) => ({
      policy,
      against,
      measures: LAB_MEASURES.flatMap((measure) => {
        const values = columns.get(measure.name) ?? [];
        return pairedDifference(measure, values[first + 1 + offset] ?? [], values[first] ?? []);
      }),
    })),
  );
}

function pairedDifference(
  { name, range }: LabMeasure,
  ones: readonly StoredValue[],
  others: readonly StoredValue[],
): LabDifference['measures'] {
  const bySeed = new Map(others.map(({ seed, value }) => [seed, value]));
  const differences = ones.flatMap(({ seed, value }) => {
    const other = bySeed.get(seed);
    return other === undefined ? [] : [value - other];
  });
  const interval = meanInterval(differences);
  if (interval === null) return [];
  const { count, mean, low, high } = interval;
  if (low === null || high === null) return [{ name, count, mean, ci_low: low, ci_high: high, is_significant: false }];
  const possible = within({ low, high }, rangeOfDifferences(range));
  const isSignificant = low > 0 || high < 0;
  return [{ name, count, mean, ci_low: possible.low, ci_high: possible.high, is_significant: isSignificant }];
}

function rangeOfDifferences({ least, most }: MeasureRange): MeasureRange {
  if (least === null || most === null) return { least: null, most: null };
  return { least: least - most, most: most - least };
}

export function labFailuresOf({ store, plan }: Pick<LabSubject, 'store' | 'plan'>): LabRunWire['failures'] {
  return store.failures(MAX_FAILURES).map(({ combination, seed, failure }) => {
    const { portfolio, policy } = combinationAt(plan, combination);
    return { portfolio: String(portfolio), policy: String(policy), seed, failure };
  });
}

/**
 * A policy for the frontier of mean drift against costs, which has the policies that no other beats in both
 * (decision P2).
 */
interface FrontierPoint {
  readonly drift: number;
  readonly cost: number;
}

/** Returns for each point whether no other has at most its drift and at most its cost, and less of one of them. */
export function onFrontier(points: readonly FrontierPoint[]): boolean[] {
  return points.map(({ drift, cost }) =>
    points.every((other) => other.drift > drift || other.cost > cost || (other.drift === drift && other.cost === cost)),
  );
}
