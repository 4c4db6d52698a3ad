/**
 * Wire schemas of the runs that are kept, and of two logs side by side: those of two runs, or of a run and its golden
 * log.
 */
import { z } from 'zod';
import { count, text } from '../../fields/described.ts';
import { pastEvent } from '../world/history.ts';
import { worldEvent } from '../world/records.ts';
import { SCENARIO_RUN_STATES } from './scenario-runs.ts';

/** Of longer logs the comparison would keep everybody else waiting. */
export const MOST_COMPARED_EVENTS = 20_000;
export const GOLDEN_SIDE = 'golden';

const keptRun = z
  .strictObject({
    scenario_run_id: text('Identifier of the run.'),
    file: text('Its file, below the folder.'),
    name: text('Name of the scenario.'),
    seed: z.int().nonnegative().nullable().describe('The seed it ran with; null while it is not known.'),
    status: z.enum(SCENARIO_RUN_STATES).describe('Where it is, or how it ended.'),
    has_past: z.boolean().describe('Whether its log and its world are stored.'),
    has_golden: z.boolean().describe('Whether a golden log lay beside its file when it began.'),
  })
  .meta({ id: 'KeptRun', description: 'A stored run.' });
export const scenarioRunList = z
  .strictObject({ runs: z.array(keptRun).describe('Latest first.') })
  .meta({ id: 'ScenarioRunList', description: 'The stored runs.' });
export type ScenarioRunList = z.infer<typeof scenarioRunList>;

export const comparisonQuery = z.strictObject({
  with: z
    .string()
    .regex(/^(?:golden|sr_\d+)$/, 'is neither a run nor golden')
    .describe("Another run by its identifier, or `golden`: the golden log beside the run's file."),
});

const comparedSide = z
  .strictObject({
    scenario_run_id: z.string().nullable().describe('The run; null: a golden log.'),
    name: text('How texts call it.'),
    seed: z.number().nullable().describe('Its seed; null where a log does not say.'),
    events: count('Entries of its log.'),
    head: z.string().nullable().describe("Head of the log's hash chain; null for an empty log."),
  })
  .meta({ id: 'ComparedSide', description: 'One of two logs.' });

const partedSide = z
  .strictObject({
    event: worldEvent.nullable().describe('The first entry that is not the same; null: the log ends before.'),
    entry: pastEvent.nullable().describe('The same in short.'),
    next: z.array(pastEvent).describe('What the log says after it, at most three.'),
    cause: z.string().nullable().describe('The step, request or timer behind it; null where nobody can say.'),
  })
  .meta({ id: 'PartedSide', description: 'Where two logs part, in one of them.' });

const parting = z
  .strictObject({
    event: z.int().nullable().describe('Number of the first entry that differs; null: all entries agree.'),
    heading: text('What differs, as a sentence.'),
    remarks: z.array(z.string()).describe('Notes, a sentence each.'),
    first: partedSide.nullable().describe('In the first log; null where no entry differs.'),
    second: partedSide.nullable().describe('In the second log; null where no entry differs.'),
    common: z.array(pastEvent).describe('The last entries that both share, oldest first, at most three.'),
    led_there: z.array(pastEvent).describe('Earlier entries about the same thing, oldest first, at most five.'),
    text: text('All of it as text.'),
  })
  .meta({ id: 'LogParting', description: 'Where two logs part.' });

const figure = z.union([z.number(), z.string(), z.null()]);

export const runComparison = z
  .strictObject({
    same: z.boolean().describe('Whether both logs are the same to the last hash.'),
    first: comparedSide,
    second: comparedSide,
    parting: parting.nullable().describe('Where the logs part; null where they do not.'),
    differences: z
      .array(
        z
          .strictObject({
            area: z
              .enum(['rebalances', 'fills', 'costs', 'cash', 'holdings', 'deliveries'])
              .describe('What it is about.'),
            subject: text('Of what: a portfolio, an instrument, a status.'),
            first: figure.describe('Null where there is none.'),
            second: figure.describe('Null where there is none.'),
            unit: text('Currency of an amount; empty for what has none.'),
          })
          .meta({ id: 'FigureDifference', description: 'A figure that is not the same.' }),
      )
      .describe('The differences in results.'),
  })
  .meta({ id: 'RunComparison', description: 'Two logs side by side.' });
export type RunComparison = z.infer<typeof runComparison>;
