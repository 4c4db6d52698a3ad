/** `/sim/scenarios` and `/sim/scenario-runs`: scenarios of a folder, played beside the world (decisions K76 to K79). */

import type { Request, Router } from 'express';
import type { SavedScenario } from '../../../contract/control/scenarios/save-scenario.ts';
import {
  type RemovedScenario,
  renameScenario,
  type ScenarioTextWire,
} from '../../../contract/control/scenarios/scenario-files.ts';
import { scenarioOperations } from '../../../contract/control/scenarios/scenario-operations.ts';
import {
  MOST_REPORTED_STEPS,
  type ScenarioList,
  type ScenarioRunCharts,
  type ScenarioRunWire,
  scenarioRunQuery,
  startScenarioRun,
} from '../../../contract/control/scenarios/scenario-runs.ts';
import { formatInstant } from '../../../domain/numbers/instant.ts';
import { chartsOf } from '../../../scenario/reports/chart-data.ts';
import { scenarioReport, stepReport } from '../../../scenario/reports/json-report.ts';
import type {
  LastRun,
  LibraryScenario,
  SavedFiles,
  ScenarioRun,
  ScenarioService,
} from '../../../scenario/run/scenario-service.ts';
import { addOperation } from '../../http/add-operation.ts';
import { parseBody, readJson } from '../../http/bodies/read-body.ts';
import { parseQuery } from '../../http/parse-query.ts';
import { acceptedOf } from '../../http/problem.ts';
import { sendJson } from '../../http/send-response.ts';

export interface ScenarioRouteDependencies {
  readonly scenarios: ScenarioService;
}

export function addScenarioRoutes(router: Router, { scenarios }: ScenarioRouteDependencies): void {
  const idOf = (request: Request) => String(request.params.id);
  addOperation(router, scenarioOperations.listScenarios, async (request, response) => {
    const listed = await scenarios.list();
    const latest = scenarios.lastRuns();
    const answer: ScenarioList = {
      folders: [...scenarios.folders],
      own_folder: scenarios.ownFolder,
      can_save: scenarios.ownFolder !== null,
      scenarios: listed.map((scenario) => viewScenario(scenario, latest.get(scenario.file))),
    };
    sendJson(request, response, 200, answer);
  });
  addFileRoutes(router, scenarios);
  addOperation(router, scenarioOperations.startScenarioRun, readJson, async (request, response) => {
    const { file, seed = null, vary } = parseBody(request, startScenarioRun);
    sendJson(request, response, 202, viewRun(acceptedOf(await scenarios.start(file, seed, vary))));
  });
  addOperation(router, scenarioOperations.getScenarioRun, (request, response) => {
    const { steps } = parseQuery(request, scenarioRunQuery);
    sendJson(request, response, 200, viewRun(acceptedOf(scenarios.find(idOf(request))), steps));
  });
  addOperation(router, scenarioOperations.getScenarioRunCharts, (request, response) => {
    sendJson(request, response, 200, viewCharts(acceptedOf(scenarios.find(idOf(request)))));
  });
  addOperation(router, scenarioOperations.stopScenarioRun, (request, response) => {
    sendJson(request, response, 200, viewRun(acceptedOf(scenarios.stop(idOf(request)))));
  });
}

function addFileRoutes(router: Router, scenarios: ScenarioService): void {
  const viewSaved = (saved: SavedFiles): SavedScenario => {
    return { ...saved, folder: scenarios.ownFolder ?? '', files: [...saved.files] };
  };
  addOperation(router, scenarioOperations.getScenario, async (request, response) => {
    const { file } = request.params;
    const { path, text, fields } = acceptedOf(await scenarios.read(file));
    const answer: ScenarioTextWire = { file, path, text, fields: [...fields] };
    sendJson(request, response, 200, answer);
  });
  addOperation(router, scenarioOperations.renameScenario, readJson, async (request, response) => {
    const { file } = parseBody(request, renameScenario);
    sendJson(request, response, 200, viewSaved(acceptedOf(await scenarios.rename(request.params.file, file))));
  });
  addOperation(router, scenarioOperations.deleteScenario, async (request, response) => {
    const { file, files } = acceptedOf(await scenarios.remove(request.params.file));
    const answer: RemovedScenario = { file, files: [...files] };
    sendJson(request, response, 200, answer);
  });
  addOperation(router, scenarioOperations.restoreScenario, (request, response) => {
    sendJson(request, response, 201, viewSaved(acceptedOf(scenarios.restore(request.params.file))));
  });
}

function viewScenario(scenario: LibraryScenario, run: LastRun | undefined): ScenarioList['scenarios'][number] {
  const { hasGolden, fromSnapshot, seed, tags, faults, ...rest } = scenario;
  return {
    ...rest,
    tags: [...tags],
    seed: fromSnapshot ? null : seed,
    from_snapshot: fromSnapshot,
    has_golden: hasGolden,
    faults: [...faults],
    last_run:
      run === undefined ? null : { scenario_run_id: run.runId, status: run.status, duration_ms: run.durationMs },
  };
}

function viewRun(
  { runId, result, steps, file, name, seed, vary, status, done, total }: ScenarioRun,
  mostSteps = MOST_REPORTED_STEPS,
): ScenarioRunWire {
  return {
    scenario_run_id: runId,
    ...{ file, name, seed, status, done, total },
    vary: vary as ScenarioRunWire['vary'],
    steps: steps.slice(-mostSteps).map(stepReport),
    report: result === null ? null : reportOf(result),
  };
}

function reportOf(result: NonNullable<ScenarioRun['result']>): ScenarioRunWire['report'] {
  const { steps: _steps, ...report } = scenarioReport(result);
  return report;
}

function viewCharts({ result }: ScenarioRun): ScenarioRunCharts {
  const series = result?.outcome.series ?? null;
  const charts = series === null ? [] : chartsOf(series);
  return {
    charts: charts.map(({ title, unit, isStepped, band, times, lines }) => ({
      ...{ title, unit, band },
      stepped: isStepped,
      times: times.map((seconds) => formatInstant(Math.round(seconds * 1000))),
      lines: lines.map(({ label, values }) => ({ label, values: [...values] })),
    })),
  };
}
