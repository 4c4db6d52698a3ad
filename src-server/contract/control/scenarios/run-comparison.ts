/**
 * API schemas of the stored runs, and of comparisons of two logs: those of two runs, or of a run and its golden log.
 */

import { z } from 'zod';
import { count, text } from '../../fields/described.ts';
import { pastEvent } from '../world/history.ts';
import { worldEvent } from '../world/records.ts';
import { DIFFERENCE_AREAS } from './diff-report.ts';
import { SCENARIO_RUN_STATES } from './scenario-runs.ts';

/** Comparing longer logs would delay all other requests. */
export const MAX_COMPARED_EVENTS = 20_000;
export const GOLDEN_SIDE = 'golden';

const storedRun = z
  .strictObject({
    scenario_run_id: text('Identifier of the run.'),
    file: text('Path of the scenario file, relative to the folder.'),
    name: text('Name of the scenario.'),
    seed: z.int().nonnegative().nullable().describe('Seed of the run; null while it is not known.'),
    status: z.enum(SCENARIO_RUN_STATES).describe('Status or outcome of the run.'),
    has_past: z.boolean().describe('Whether the event log and the world of the run are stored.'),
    has_golden: z.boolean().describe('Whether there was a golden log beside its file when the run started.'),
  })
  .meta({ id: 'KeptRun', description: 'A stored run.' });
export const scenarioRunList = z
  .strictObject({ runs: z.array(storedRun).describe('Runs, latest first.') })
  .meta({ id: 'ScenarioRunList', description: 'The stored runs.' });
export type ScenarioRunList = z.infer<typeof scenarioRunList>;

export const runComparisonQuery = z.strictObject({
  with: z
    .string()
    .regex(/^(?:golden|sr_\d+)$/, 'is neither a run nor golden')
    .describe("Identifier of another run, or `golden` for the golden log beside the run's file."),
});

const comparedSide = z
  .strictObject({
    scenario_run_id: z.string().nullable().describe('Identifier of the run; null: a golden log.'),
    name: text('Name of the log in texts.'),
    seed: z.number().nullable().describe('Seed of the run; null if its log does not have it.'),
    events: count('Number of entries in the log.'),
    head: z.string().nullable().describe("Head of the log's hash chain; null for an empty log."),
  })
  .meta({ id: 'ComparedSide', description: 'One of two logs.' });

const partedSide = z
  .strictObject({
    event: worldEvent.nullable().describe('First entry that differs; null: the log ends before it.'),
    entry: pastEvent.nullable().describe('The same entry in short form.'),
    next: z.array(pastEvent).describe('Next entries of the log, at most three.'),
    cause: z.string().nullable().describe('Step, request or timer that caused the entry; null if unknown.'),
  })
  .meta({ id: 'PartedSide', description: 'One of two logs, at the point where they diverge.' });

const divergence = z
  .strictObject({
    event: z.int().nullable().describe('Number of the first entry that differs; null: all entries agree.'),
    heading: text('The difference, as a sentence.'),
    remarks: z.array(z.string()).describe('Notes, one sentence each.'),
    first: partedSide.nullable().describe('The first log at the divergence; null if no entry differs.'),
    second: partedSide.nullable().describe('The second log at the divergence; null if no entry differs.'),
    common: z.array(pastEvent).describe('Last entries that both logs share, oldest first, at most three.'),
    led_there: z.array(pastEvent).describe('Earlier entries about the same subject, oldest first, at most five.'),
    text: text('The whole divergence as text.'),
  })
  .meta({ id: 'LogDivergence', description: 'Point at which two logs diverge.' });

const figure = z.union([z.number(), z.string(), z.null()]);

export const runComparison = z
  .strictObject({
    same: z.boolean().describe('Whether both logs are the same, down to the last hash.'),
    first: comparedSide,
    second: comparedSide,
    divergence: divergence.nullable().describe('Point at which the logs diverge; null if they do not.'),
    differences: z
      .array(
        z
          .strictObject({
            area: z.enum(DIFFERENCE_AREAS).describe('Area of the difference.'),
            subject: text('Subject of the difference: a portfolio, an instrument or a status.'),
            first: figure.describe('Value in the first run; null if it has none.'),
            second: figure.describe('Value in the second run; null if it has none.'),
            unit: text('Currency of an amount; empty for figures that have none.'),
          })
          .meta({ id: 'FigureDifference', description: 'A figure that differs.' }),
      )
      .describe('Differences in the results.'),
  })
  .meta({ id: 'RunComparison', description: 'Comparison of two event logs.' });
export type RunComparison = z.infer<typeof runComparison>;
