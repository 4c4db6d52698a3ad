/** The outcome of a replay as the one JSON document of `contract/replay-report.ts`. */
import type { ReplayReport } from '../../contract/control/scenarios/replay-report.ts';
import type { CostParts } from '../../domain/costs/cost-parts.ts';
import { fromMicro, fromMinor } from '../../domain/numbers/exact.ts';
import { formatInstant } from '../../domain/numbers/instant.ts';
import type { LoggedEvent } from '../../kernel/event-chain.ts';
import { formatDivergence } from '../compare/format-divergence.ts';
import type { Figures, PortfolioFigures } from '../ledger/figures.ts';
import type { FailureTrace, StepResult } from '../run/play-outcome.ts';
import type { ForeignLog, ReplaySummary, ScenarioResult } from '../run/scenario-result.ts';

type ScenarioReport = ReplayReport['scenarios'][number];
type StepReport = ScenarioReport['steps'][number];

export function jsonReport(results: readonly ScenarioResult[], sum: ReplaySummary): ReplayReport {
  const { passed, failed, stopped, durationMs } = sum;
  return {
    passed: passed === results.length,
    sum: { passed, failed, stopped, duration_ms: roundMs(durationMs) },
    faults: [],
    scenarios: results.map(scenarioReport),
  };
}

export function scenarioReport({
  outcome,
  passed,
  golden,
  divergences,
  faults,
  again,
}: ScenarioResult): ScenarioReport {
  const { file, name, description, status, seed, vary, steps, eventCount, head, trace, figures } = outcome;
  return {
    file,
    name,
    description,
    status,
    passed,
    seed,
    vary: { ...vary },
    faults: [...outcome.faults, ...faults],
    steps: steps.map(stepReport),
    events: eventCount,
    head,
    golden,
    divergences: divergences.map(divergenceReport),
    trace: trace === null ? null : traceReport(trace),
    figures: figures === null ? null : figuresReport(figures),
    duration_ms: roundMs(outcome.durationMs),
    simulated_ms: outcome.simulatedMs,
    again,
  };
}

export function stepReport({ requestId, eventsBefore: _events, failures, ...step }: StepResult): StepReport {
  return { ...step, failures: [...failures], request_id: requestId };
}

function divergenceReport({ name, divergence, cause }: ForeignLog): ScenarioReport['divergences'][number] {
  const { seq, heading, fields, sides, common, again } = divergence;
  const [expected, actual] = sides ?? [null, null];
  return {
    log: name,
    event: seq,
    heading,
    cause,
    fields: fields.map((field) => ({ ...field })),
    expected: expected?.event ? eventReport(expected.event) : null,
    actual: actual?.event ? eventReport(actual.event) : null,
    common: common.map(eventReport),
    text: formatDivergence(divergence, cause),
    again,
  };
}

function eventReport({ seq, atMs, type, data }: LoggedEvent) {
  return { seq, at: formatInstant(atMs), type, data };
}

function traceReport({ id, links, isCut, lastEvents }: FailureTrace): ScenarioReport['trace'] {
  return {
    id,
    links: links.map((link) => ({ ...link })),
    truncated: isCut,
    last_events: lastEvents.map(eventReport),
  };
}

function figuresReport(figures: Figures): ScenarioReport['figures'] {
  const { rebalances, orders, fills, tradedEurMinor, costsEurMinor, deliveries, attempts, portfolios, measures } =
    figures;
  return {
    rebalances: { ...rebalances },
    orders: { ...orders },
    fills,
    traded_eur: fromMinor(tradedEurMinor),
    costs_eur: costsReport(costsEurMinor),
    deliveries: { ...deliveries },
    attempts,
    portfolios: portfolios.map(portfolioReport),
    measures: { ...measures },
  };
}

function costsReport(costs: CostParts) {
  return {
    commission: fromMinor(costs.commissionMinor),
    spread: fromMinor(costs.spreadMinor),
    impact: fromMinor(costs.impactMinor),
    fx: fromMinor(costs.fxMinor),
    transaction_tax: fromMinor(costs.transactionTaxMinor),
    total: fromMinor(costs.totalMinor),
  };
}

function portfolioReport({
  portfolioId,
  alias,
  label,
  currency,
  navMinor,
  cashMinor,
  receivableMinor,
  maxDriftBps,
  holdings,
}: PortfolioFigures) {
  return {
    portfolio_id: portfolioId,
    alias,
    label,
    currency,
    nav: fromMinor(navMinor),
    cash: fromMinor(cashMinor),
    receivable: fromMinor(receivableMinor),
    max_drift_bps: maxDriftBps,
    holdings: holdings.map(({ isin, mic, quantityMicro, valueMinor }) => ({
      isin,
      exchange: mic,
      quantity: fromMicro(quantityMicro),
      value: fromMinor(valueMinor),
    })),
  };
}

/** Host time to a tenth of a millisecond: more digits are noise. */
function roundMs(durationMs: number): number {
  return Math.round(durationMs * 10) / 10;
}
