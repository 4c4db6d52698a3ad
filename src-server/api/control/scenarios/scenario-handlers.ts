/**
 * `/sim/scenarios`, `/sim/scenario-runs` and `/sim/sweeps`: scenarios of a folder, run apart from the world, once
 * (decisions K76 to K79) or with many seeds and values (K87 to K89).
 */
import type { SavedScenario } from '../../../contract/control/scenarios/save-scenario.ts';
import type { scenarioOperations } from '../../../contract/control/scenarios/scenario-operations.ts';
import {
  MAX_REPORTED_STEPS,
  type ScenarioList,
  type ScenarioRunCharts,
  type ScenarioRunWire,
} from '../../../contract/control/scenarios/scenario-runs.ts';
import type { sweepOperations } from '../../../contract/control/scenarios/sweep-operations.ts';
import { formatInstant } from '../../../domain/numbers/instant.ts';
import { accepted, mapOutcome } from '../../../engine/outcome.ts';
import { chartsOf } from '../../../scenario/reports/chart-data.ts';
import { scenarioReport, stepReport } from '../../../scenario/reports/json-report.ts';
import type {
  LastRun,
  LibraryScenario,
  SavedFiles,
  ScenarioRun,
  ScenarioService,
} from '../../../scenario/run/scenario-service.ts';
import type { HandlersFor } from '../../services.ts';

export const scenarioHandlers: HandlersFor<typeof scenarioOperations, 'scenarios'> = {
  async listScenarios({ scenarios }) {
    const listed = await scenarios.list();
    const latest = scenarios.lastRuns();
    return accepted({
      folders: [...scenarios.folders],
      own_folder: scenarios.ownFolder,
      can_save: scenarios.ownFolder !== null,
      scenarios: listed.map((scenario) => viewScenario(scenario, latest.get(scenario.file))),
    });
  },

  getScenario: async ({ scenarios, params: { file } }) =>
    mapOutcome(await scenarios.read(file), ({ path, text, fields }) => ({ file, path, text, fields: [...fields] })),

  renameScenario: async ({ scenarios, params, body }) =>
    mapOutcome(await scenarios.rename(params.file, body.file), (saved) => viewSaved(scenarios, saved)),

  deleteScenario: async ({ scenarios, params }) =>
    mapOutcome(await scenarios.remove(params.file), ({ file, files }) => ({ file, files: [...files] })),

  restoreScenario: ({ scenarios, params }) =>
    mapOutcome(scenarios.restore(params.file), (saved) => viewSaved(scenarios, saved)),

  startScenarioRun: async ({ scenarios, body: { file, seed = null, vary } }) =>
    mapOutcome(await scenarios.start(file, seed, vary), (run) => viewRun(run)),

  getScenarioRun: ({ scenarios, params, query }) =>
    mapOutcome(scenarios.find(params.id), (run) => viewRun(run, query.steps)),

  getScenarioRunCharts: ({ scenarios, params }) => mapOutcome(scenarios.find(params.id), viewCharts),

  stopScenarioRun: ({ scenarios, params }) => mapOutcome(scenarios.stop(params.id), (run) => viewRun(run)),
};

function viewSaved({ ownFolder }: Pick<ScenarioService, 'ownFolder'>, saved: SavedFiles): SavedScenario {
  return { ...saved, folder: ownFolder ?? '', files: [...saved.files] };
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
  maxSteps = MAX_REPORTED_STEPS,
): ScenarioRunWire {
  return {
    scenario_run_id: runId,
    file,
    name,
    seed,
    status,
    done,
    total,
    vary: vary as ScenarioRunWire['vary'],
    steps: steps.slice(-maxSteps).map(stepReport),
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
      title,
      unit,
      band,
      stepped: isStepped,
      times: times.map((seconds) => formatInstant(Math.round(seconds * 1000))),
      lines: lines.map(({ label, values }) => ({ label, values: [...values] })),
    })),
  };
}

export const sweepHandlers: HandlersFor<typeof sweepOperations, 'sweeps'> = {
  listSweeps: ({ sweeps }) => accepted({ sweeps: sweeps.list() }),

  startSweep: ({ sweeps, body }) => sweeps.start(body),

  getSweep: ({ sweeps, params, query: { figure = null } }) => sweeps.find(params.id, figure),

  stopSweep: ({ sweeps, params }) => sweeps.stop(params.id),
};
