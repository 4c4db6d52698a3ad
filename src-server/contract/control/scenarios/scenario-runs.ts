/** API schemas of `/sim/scenarios` and `/sim/scenario-runs`: a folder of scenarios, and the results of their runs. */
import { z } from 'zod';
import { at, count, real, text } from '../../fields/described.ts';
import { wholeNumber } from '../../fields/fields.ts';
import { jsonValue } from '../../fields/json-value.ts';
import { replayedScenario, replayedStep } from './replay-report.ts';

/** From the library that comes with Ballast, from the user's own folder, or opened until the server stops. */
export const SCENARIO_ORIGINS = ['shipped', 'own', 'opened'] as const;
export const SCENARIO_RUN_STATES = ['queued', 'running', 'passed', 'failed', 'stopped', 'bad'] as const;

const runId = text('Identifier of the run.');
const runState = z
  .enum(SCENARIO_RUN_STATES)
  .describe(
    'Status or outcome of the run. `failed`: a check failed, or the golden log differs. `bad`: the file cannot be run.',
  );
export const libraryFile = text(
  "Path of the scenario file, relative to its folder; it begins with `own/` if the user's own folder is shown beside " +
    'the library.',
);

const listedScenario = z
  .strictObject({
    file: libraryFile,
    origin: z
      .enum(SCENARIO_ORIGINS)
      .describe(
        'Origin of the scenario: it comes with Ballast and is read-only, is in a folder that scenarios are saved to, ' +
          'or was opened for as long as the server runs.',
      ),
    name: text('Name of the scenario; the name of the file if it cannot be read.'),
    description: z.string().nullable().describe('Description of the scenario; null if it has none.'),
    tags: z.array(z.string()).describe('Tags by which scenarios can be selected.'),
    seed: z
      .int()
      .nonnegative()
      .nullable()
      .describe('Seed of the scenario; null if it cannot be read, or starts from a saved world.'),
    from_snapshot: z.boolean().describe('Whether it starts from a saved world, whose seed and contents it has.'),
    steps: count('Number of steps, as far as the file shows; 0 if it cannot be read.'),
    has_golden: z.boolean().describe('Whether there is a golden log beside it.'),
    faults: z.array(z.string()).describe('Errors of the file, one per line with its place; empty for a valid file.'),
    last_run: z
      .strictObject({
        scenario_run_id: runId,
        status: runState,
        duration_ms: z
          .number()
          .nonnegative()
          .nullable()
          .describe('Duration of the run in host time, ms; null until it has ended.'),
      })
      .nullable()
      .describe('Latest run since the server started, which may no longer be stored; null if there is none.'),
  })
  .meta({ id: 'ListedScenario', description: 'A listed scenario.' });
export type ListedScenario = z.infer<typeof listedScenario>;

export const scenarioList = z
  .strictObject({
    folders: z.array(text('A folder.')).describe('Folders that contain the scenarios.'),
    own_folder: z
      .string()
      .nullable()
      .describe('The one of these folders that scenarios are saved to; null if there is none.'),
    can_save: z
      .boolean()
      .describe("Whether recordings can be saved: in the app's own folder, or in the folder of `serve --scenarios`."),
    scenarios: z.array(listedScenario).describe('Scenarios, sorted by file, including those that cannot be run.'),
  })
  .meta({ id: 'ScenarioList', description: 'Scenarios of all folders that are shown.' });
export type ScenarioList = z.infer<typeof scenarioList>;

/** `POST /sim/scenario-runs`. */
export const startScenarioRun = z
  .strictObject({
    file: z
      .string()
      .max(1000)
      .regex(/^[^\\\p{Cc}\u2028\u2029]+\.(?:ya?ml|json)$/u, 'is not the name of a .yaml, .yml or .json file')
      .describe('Path of the scenario file, relative to the folder.'),
    seed: z
      .int()
      .nonnegative()
      .optional()
      .describe("Seed in place of the scenario's own; with another seed, the golden log is not compared."),
    vary: z
      .record(z.string().max(500), jsonValue)
      .default({})
      .describe(
        'Values in place of those in the file, by JSON pointer or variable; with any, the golden log is not compared.',
      ),
  })
  .meta({ id: 'StartScenarioRun', description: 'A scenario to run.' });

/**
 * Maximum number of latest steps in a report: a run may have a hundred thousand, and earlier ones are known to have
 * passed.
 */
export const MAX_REPORTED_STEPS = 1000;

/** `GET /sim/scenario-runs/{id}`. */
export const scenarioRunQuery = z.strictObject({
  steps: wholeNumber(1, MAX_REPORTED_STEPS).default(MAX_REPORTED_STEPS).describe('Number of latest steps to show.'),
});

export const scenarioRun = z
  .strictObject({
    scenario_run_id: runId,
    file: libraryFile,
    name: text('Name of the scenario.'),
    seed: z.int().nonnegative().nullable().describe('Requested seed; null: the seed in the file.'),
    vary: z.record(z.string(), jsonValue).describe('Values in place of those in the file.'),
    status: runState,
    done: count('Number of steps that are done.'),
    total: count('Total number of steps; grows while a step repeats as often as only the run can tell.'),
    steps: z
      .array(replayedStep)
      .describe('Latest steps that are done, oldest first. A run ends with the first step that fails.'),
    report: replayedScenario
      .omit({ steps: true })
      .meta({ id: 'ScenarioRunReport', description: 'Result of a run.' })
      .nullable()
      .describe(
        'Report as in `ballast replay --json`; null while the scenario runs, and if it was stopped before it started.',
      ),
  })
  .meta({ id: 'ScenarioRun', description: 'A run of a scenario in a world of its own.' });
export type ScenarioRunWire = z.infer<typeof scenarioRun>;

const runChart = z
  .strictObject({
    title: text('Title of the chart.'),
    unit: text('Unit of its values; empty for counts.'),
    stepped: z.boolean().describe('Whether each value is valid until the next one.'),
    band: real('Largest acceptable value; null if there is none.').nullable(),
    times: z.array(at('An instant.')).describe('Instants of virtual time, ascending.'),
    lines: z
      .array(
        z.strictObject({
          label: text('Label of the line.'),
          values: z.array(z.number().nullable()).describe('Values, one for each instant; null if there is none.'),
        }),
      )
      .describe('Lines that have something to show.'),
  })
  .meta({ id: 'ScenarioRunChart', description: 'Lines over virtual time on one axis.' });

export const scenarioRunCharts = z
  .strictObject({ charts: z.array(runChart).describe('Charts that have something to show.') })
  .meta({ id: 'ScenarioRunCharts', description: 'Charts of a run; none while it runs.' });
export type ScenarioRunCharts = z.infer<typeof scenarioRunCharts>;
