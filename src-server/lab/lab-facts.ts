/** The definition and progress of a lab run, in the shape of the contract (decision P1). */
import type { LabPolicyWire, LabRunFacts } from '../contract/control/lab/lab-runs.ts';
import { fromMinor } from '../domain/numbers/exact.ts';
import { formatInstant } from '../domain/numbers/instant.ts';
import { measureDrift } from '../domain/valuation/drift.ts';
import { constraintsData } from '../engine/commands/portfolios/set-constraints.ts';
import { formatSeeds } from '../sweep/seed-ranges.ts';
import { countJobs, type SweepPlan } from '../sweep/sweep-plan.ts';
import { type SweepResultStore, tallyOf } from '../sweep/sweep-result-store.ts';
import type { LabPortfolio, LabTask } from './lab-task.ts';

interface DescribedLab {
  readonly labRunId: string;
  readonly name: string;
  readonly task: LabTask;
  readonly plan: SweepPlan;
  readonly store: Pick<SweepResultStore, 'counts'>;
  /** Ids in the served world; `null`: the portfolio is not in it. */
  readonly ids: readonly (string | null)[];
  readonly status: LabRunFacts['status'];
  readonly error: string | null;
  /** Host time. */
  readonly elapsedMs: number;
  /** Jobs per second of host time since the start; 0: not known. */
  readonly meanPerSecond: number;
}

export function labFactsOf(lab: DescribedLab): LabRunFacts {
  const { labRunId, name, task, plan, store, ids, status, error, elapsedMs, meanPerSecond } = lab;
  const { done, failed } = tallyOf(store.counts(null));
  const lives = countJobs(plan);
  return {
    lab_run_id: labRunId,
    name,
    portfolios: task.portfolios.map((portfolio, index) => ({
      name: portfolio.name,
      portfolio_id: ids[index] ?? null,
      currency: portfolio.record.currency,
      ...startOf(portfolio, task.fromMs),
      constraints: constraintsData(portfolio.record.constraints),
    })),
    policies: task.policies.map(policyWireOf),
    from: formatInstant(task.fromMs),
    to: formatInstant(task.toMs),
    check: task.check,
    execution: task.execution,
    taxes: task.taxes,
    with_constraints: task.withConstraints ?? true,
    status,
    error,
    cash_flow: task.cashFlow === null ? null : { amount: task.cashFlow.amountMinor / 100, every: task.cashFlow.every },
    paths: lives / (task.portfolios.length * task.policies.length),
    seeds: task.history === null ? formatSeeds(plan.seeds) : null,
    lives,
    done,
    failed,
    elapsed_ms: Math.round(elapsedMs),
    left_ms: status === 'running' && meanPerSecond > 0 ? Math.round(((lives - done) / meanPerSecond) * 1000) : null,
  };
}

/** The same on every path. */
function startOf({ record, positions, targets }: LabPortfolio, asOf: number) {
  const { cashMinor } = record;
  const totalMinor = positions.reduce((sum, { valueMinor }) => sum + valueMinor, cashMinor);
  const { portfolioDrift, maxDrift } = measureDrift({ asOf, totalMinor, cashMinor, positions }, targets);
  return { value: fromMinor(totalMinor), portfolio_drift: portfolioDrift, max_drift: maxDrift };
}

/** Terms are as in the request. */
function policyWireOf({ name, terms }: LabTask['policies'][number]): LabPolicyWire {
  const { execute: _always, ...requested } = terms;
  return { name, ...requested } as LabPolicyWire;
}
