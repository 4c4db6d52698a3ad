/** Wire schemas of `/sim/scenarios` and `/sim/scenario-runs`: a folder of scenarios, and what came of playing them. */
import { z } from 'zod';
import { at, count, real, text } from '../../fields/described.ts';
import { wholeNumber } from '../../fields/fields.ts';
import { jsonValue } from '../../fields/json-value.ts';
import { replayedScenario, replayedStep } from './replay-report.ts';

export const SCENARIO_RUN_STATES = ['queued', 'running', 'passed', 'failed', 'stopped', 'bad'] as const;
export type ScenarioRunState = (typeof SCENARIO_RUN_STATES)[number];

const runId = text('Identifier of the run.');
const runState = z
  .enum(SCENARIO_RUN_STATES)
  .describe(
    'Where it is, or how it ended: `failed` by a check or because its golden log differs, `bad` because its file cannot be played.',
  );
export const libraryFile = text(
  "Its file, below its folder; after `own/` where a folder of one's own is shown beside the library.",
);

const listedScenario = z
  .strictObject({
    file: libraryFile,
    origin: z
      .enum(['shipped', 'own', 'opened'])
      .describe(
        'Whether it comes with Ballast and is read-only, lies in a folder that is written to, or was opened for as long as the server runs.',
      ),
    name: text('Its name; that of the file where it cannot be read.'),
    description: z.string().nullable().describe('What it shows; null without one.'),
    tags: z.array(z.string()).describe('Words to choose scenarios by.'),
    seed: z
      .int()
      .nonnegative()
      .nullable()
      .describe('The seed it has; null where it cannot be read, and where it begins from a saved world.'),
    from_snapshot: z.boolean().describe('Whether it begins from a saved world, whose seed and contents it has.'),
    steps: count('How many steps it takes, as far as the file says; 0 where it cannot be read.'),
    has_golden: z.boolean().describe('Whether a golden log lies beside it.'),
    faults: z.array(z.string()).describe('Its errors, a line each with its place; empty for a valid file.'),
    last_run: z
      .strictObject({
        scenario_run_id: runId,
        status: runState,
        duration_ms: z
          .number()
          .nonnegative()
          .nullable()
          .describe('How long it took, in milliseconds of the host; null until it has ended.'),
      })
      .nullable()
      .describe('Its latest run since the server began, which may not be stored any more; null without one.'),
  })
  .meta({ id: 'ListedScenario', description: 'A scenario of the folder.' });
export type ListedScenario = z.infer<typeof listedScenario>;

export const scenarioList = z
  .strictObject({
    folders: z.array(text('A folder.')).describe('Where they lie.'),
    own_folder: z.string().nullable().describe('The one of them that is written to; null where there is none.'),
    can_save: z
      .boolean()
      .describe(
        "Whether recordings can be saved: in the app's own folder, or in the one that `serve --scenarios` names.",
      ),
    scenarios: z.array(listedScenario).describe('By file; those that cannot be played, too.'),
  })
  .meta({ id: 'ScenarioList', description: 'The scenarios of all folders that are shown.' });
export type ScenarioList = z.infer<typeof scenarioList>;

/** `POST /sim/scenario-runs`. */
export const startScenarioRun = z
  .strictObject({
    file: z
      .string()
      .max(1000)
      .regex(/^[^\\\p{Cc}\u2028\u2029]+\.(?:ya?ml|json)$/u, 'is not the name of a .yaml, .yml or .json file')
      .describe('File of the scenario, below the folder.'),
    seed: z
      .int()
      .nonnegative()
      .optional()
      .describe("In place of the scenario's own; the golden log is not compared with another one."),
    vary: z
      .record(z.string().max(500), jsonValue)
      .default({})
      .describe(
        'Values in place of those of the file, by JSON pointer or variable; the golden log is not compared then.',
      ),
  })
  .meta({ id: 'StartScenarioRun', description: 'What to play.' });

/** A run may take a hundred thousand steps; of those before the latest is known that they held. */
export const MOST_REPORTED_STEPS = 1000;

/** `GET /sim/scenario-runs/{id}`. */
export const scenarioRunQuery = z.strictObject({
  steps: wholeNumber(1, MOST_REPORTED_STEPS)
    .default(MOST_REPORTED_STEPS)
    .describe('How many of the latest steps to show.'),
});

export const scenarioRun = z
  .strictObject({
    scenario_run_id: runId,
    file: libraryFile,
    name: text('Name of the scenario.'),
    seed: z.int().nonnegative().nullable().describe('The requested seed; null: the one of the file.'),
    vary: z.record(z.string(), jsonValue).describe('Values in place of those of the file.'),
    status: runState,
    done: count('Steps taken.'),
    total: count('Steps it will take; grows while a step repeats itself as often as only the run can say.'),
    steps: z
      .array(replayedStep)
      .describe('The latest steps that were taken, oldest first. A run ends with the first that fails.'),
    report: replayedScenario
      .omit({ steps: true })
      .meta({ id: 'ScenarioRunReport', description: 'What came of a run.' })
      .nullable()
      .describe('As in `ballast replay --json`; null while it runs, and where it was stopped before it began.'),
  })
  .meta({ id: 'ScenarioRun', description: 'A scenario that is played in a world of its own.' });
export type ScenarioRunWire = z.infer<typeof scenarioRun>;

const runChart = z
  .strictObject({
    title: text('What is drawn.'),
    unit: text('Unit of its values; empty for counts.'),
    stepped: z.boolean().describe('Whether a value is valid until the next.'),
    band: real('The value up to which everything is as it should be; null where there is none.').nullable(),
    times: z.array(at('An instant.')).describe('Instants of virtual time, rising.'),
    lines: z
      .array(
        z.strictObject({
          label: text('Whose values they are.'),
          values: z.array(z.number().nullable()).describe('One for each instant; null where there is none.'),
        }),
      )
      .describe('Lines that have something to show.'),
  })
  .meta({ id: 'ScenarioRunChart', description: 'Curves over virtual time on one axis.' });

export const scenarioRunCharts = z
  .strictObject({ charts: z.array(runChart).describe('Charts that have something to show.') })
  .meta({ id: 'ScenarioRunCharts', description: 'The curves of a run; none while it runs.' });
export type ScenarioRunCharts = z.infer<typeof scenarioRunCharts>;
