/**
 * Lists the stored runs, and compares two logs: those of two runs, or of a run and its golden log (decisions K82, K83).
 */
import {
  GOLDEN_SIDE,
  MAX_COMPARED_EVENTS,
  type RunComparison,
  type ScenarioRunList,
} from '../../../contract/control/scenarios/run-comparison.ts';
import type { historyOperations } from '../../../contract/control/world/history-operations.ts';
import { accepted, mapOutcome, type Outcome, refused } from '../../../engine/outcome.ts';
import { type ComparedRun, compareRunWithGolden, compareTwoRuns } from '../../../scenario/history/compare-past.ts';
import type { ScenarioRun, ScenarioService } from '../../../scenario/run/scenario-service.ts';
import type { HandlersFor } from '../../services.ts';

type ComparisonRows = Pick<typeof historyOperations, 'listScenarioRuns' | 'compareScenarioRun'>;

export const comparisonHandlers: HandlersFor<ComparisonRows, 'scenarios'> = {
  listScenarioRuns: ({ scenarios }) => accepted({ runs: scenarios.runs().toReversed().map(viewStored) }),

  compareScenarioRun: ({ scenarios, params, query }) => compare(scenarios, params.id, query.with),
};

function viewStored({
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
    scenario_run_id: runId,
    file,
    name,
    status,
    seed: result?.outcome.seed ?? seed,
    has_past: hasPast(),
    has_golden: hasGolden,
  };
}

function compare(scenarios: ScenarioService, runId: string, other: string): Outcome<RunComparison> {
  const run = comparedRun(scenarios, runId);
  if (!run.ok) return run;
  if (other === GOLDEN_SIDE) {
    return mapOutcome(scenarios.goldenText(runId), (text) => compareRunWithGolden(text, run.value));
  }
  return mapOutcome(comparedRun(scenarios, other), (first) => compareTwoRuns(first, run.value));
}

function comparedRun(scenarios: ScenarioService, runId: string): Outcome<ComparedRun> {
  const past = scenarios.past(runId);
  if (!past.ok) return past;
  const found = scenarios.find(runId);
  if (!found.ok) return found;
  const { history, steps } = past.value;
  const { result } = found.value;
  const count = history.source.eventCount();
  if (count > MAX_COMPARED_EVENTS) {
    const issue = `has ${count} events; at most ${MAX_COMPARED_EVENTS} can be compared here; ballast diff compares any number`;
    return refused('invalid_request', `The run ${runId} ${issue}.`);
  }
  return accepted({
    runId,
    steps,
    seed: result?.outcome.seed ?? 0,
    events: history.source.events.after(0, count),
    deliveries: result?.outcome.figures?.deliveries ?? null,
    again: result?.again ?? '',
  });
}
