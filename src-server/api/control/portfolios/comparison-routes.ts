/**
 * The runs that are kept, and two logs side by side: those of two runs, or of a run and its golden log (decisions K82,
 * K83).
 */

import type { Router } from 'express';
import {
  comparisonQuery,
  GOLDEN_SIDE,
  MOST_COMPARED_EVENTS,
  type RunComparison,
  type ScenarioRunList,
} from '../../../contract/control/scenarios/run-comparison.ts';
import { historyOperations } from '../../../contract/control/world/history-operations.ts';
import { type ComparedRun, compareRunWithGolden, compareTwoRuns } from '../../../scenario/history/compare-past.ts';
import type { ScenarioRun, ScenarioService } from '../../../scenario/run/scenario-service.ts';
import { addOperation } from '../../http/add-operation.ts';
import { parseQuery } from '../../http/parse-query.ts';
import { acceptedOf, Problem } from '../../http/problem.ts';
import { sendJson } from '../../http/send-response.ts';

export interface ComparisonRouteDependencies {
  readonly scenarios: ScenarioService;
}

export function addComparisonRoutes(router: Router, { scenarios }: ComparisonRouteDependencies): void {
  addOperation(router, historyOperations.listScenarioRuns, (request, response) => {
    const answer: ScenarioRunList = { runs: scenarios.runs().toReversed().map(viewKept) };
    sendJson(request, response, 200, answer);
  });
  addOperation(router, historyOperations.compareScenarioRun, (request, response) => {
    const { with: other } = parseQuery(request, comparisonQuery);
    sendJson(request, response, 200, compare(scenarios, String(request.params.id), other));
  });
}

function viewKept({
  runId,
  file,
  name,
  seed,
  status,
  hasPast,
  hasGolden,
  result,
}: ScenarioRun): ScenarioRunList['runs'][number] {
  return {
    ...{ scenario_run_id: runId, file, name, status },
    seed: result?.outcome.seed ?? seed,
    has_past: hasPast(),
    has_golden: hasGolden,
  };
}

function compare(scenarios: ScenarioService, runId: string, other: string): RunComparison {
  const run = comparedRun(scenarios, runId);
  if (other === GOLDEN_SIDE) return compareRunWithGolden(acceptedOf(scenarios.goldenText(runId)), run);
  return compareTwoRuns(comparedRun(scenarios, other), run);
}

function comparedRun(scenarios: ScenarioService, runId: string): ComparedRun {
  const { history, steps } = acceptedOf(scenarios.past(runId));
  const { result } = acceptedOf(scenarios.find(runId));
  const count = history.source.eventCount();
  if (count > MOST_COMPARED_EVENTS) {
    const issue = `has ${count} events; at most ${MOST_COMPARED_EVENTS} can be compared here; ballast diff compares any number`;
    throw new Problem('invalid_request', `The run ${runId} ${issue}.`, []);
  }
  return {
    runId,
    steps,
    seed: result?.outcome.seed ?? 0,
    events: history.source.events.after(0, count),
    deliveries: result?.outcome.figures?.deliveries ?? null,
    again: result?.again ?? '',
  };
}
