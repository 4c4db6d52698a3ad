/**
 * The JSON document that `ballast sweep --json` prints: how the runs ended, the values of each figure, and notable
 * runs.
 */
import { z } from 'zod';
import { count, real, text } from '../../fields/described.ts';
import { jsonValue } from '../../fields/json-value.ts';

const vary = z.record(z.string(), jsonValue).meta({ description: 'Varied values, by JSON pointer or variable.' });
const replay = text('Command that replays this run.');
const seed = count('Seed of the run.');

const bin = z
  .strictObject({
    from: real('Lower end of the bar, inclusive.'),
    to: real('Upper end of the bar, inclusive only for the last bar.'),
    count: count('Number of runs whose value is within the bar.'),
  })
  .meta({ id: 'SweepBin', description: 'One bar of a histogram.' });

const run = z
  .strictObject({ seed, vary, value: real('Value of the figure.'), replay })
  .meta({ id: 'SweepRun', description: 'A run with one of the lowest or highest values.' });

export const sweepFigure = z
  .strictObject({
    name: text('Name of the figure, as in the results; names of measures of the scenario begin with `measure.`.'),
    count: count('Number of runs that passed and have the figure; only these count.'),
    min: real('Lowest value.'),
    p5: real('The 5 % quantile (type 7 of Hyndman and Fan, as in NumPy, R and Excel).'),
    p25: real('The 25 % quantile.'),
    median: real('The 50 % quantile.'),
    p75: real('The 75 % quantile.'),
    p95: real('The 95 % quantile.'),
    max: real('Highest value.'),
    mean: real('Arithmetic mean.'),
    stddev: real('Standard deviation of a sample (n − 1); 0 for one run.'),
    histogram: z.array(bin).meta({
      description:
        'Bars of equal width, 5 to 24 depending on the number of runs; one per whole number if the values are few ' +
        'whole numbers.',
    }),
    lowest: z.array(run).meta({ description: 'Runs with the lowest values; none if all values are the same.' }),
    highest: z.array(run).meta({ description: 'Runs with the highest values.' }),
  })
  .meta({ id: 'SweepFigure', description: 'A figure over many runs.' });
export type SweepFigure = z.infer<typeof sweepFigure>;

export const sweepGroup = z
  .strictObject({
    vary: vary.nullable().meta({ description: 'Varied values that these runs share; null: all runs.' }),
    jobs: count('Number of runs in the group.'),
    passed: count('Number of runs that passed.'),
    failed: count('Number of runs that did not pass.'),
    figures: z.array(sweepFigure).meta({ description: 'Figures, measures first, then by name.' }),
  })
  .meta({ id: 'SweepGroup', description: 'All runs, or those of one combination of varied values.' });
export type SweepGroup = z.infer<typeof sweepGroup>;

export const sweepFailure = z
  .strictObject({
    seed,
    vary,
    status: z
      .enum(['failed', 'unmet', 'bad', 'broken'])
      .describe(
        '`unmet`: a fault that the run set hit nothing. `broken`: the run ended without an outcome of its own.',
      ),
    failure: text('Reason for the failure, in one line.'),
    replay,
  })
  .meta({ id: 'SweepFailure', description: 'A run that did not pass.' });

export const sweepCheck = z
  .strictObject({
    assert: text('The condition.'),
    failure: text('Reason the condition does not hold.')
      .nullable()
      .meta({ description: 'Reason the condition does not hold; null: it holds.' }),
  })
  .meta({ id: 'SweepCheck', description: 'A condition on all runs that passed.' });
export type SweepCheck = z.infer<typeof sweepCheck>;

export const SWEEP_ENDS = ['complete', 'interrupted', 'too many failures'] as const;

export const sweepSummary = z
  .strictObject({
    file: text('File of the scenario.'),
    name: text('Name of the scenario.'),
    seeds: text('Seeds, such as `1..1000`.'),
    end: z.enum(SWEEP_ENDS).describe('Reason the sweep ended.'),
    jobs: count('Number of runs of the whole sweep.'),
    done: count('Number of runs that have results.'),
    passed: count('Number of runs that passed.'),
    failed: count('Number of runs that did not pass.'),
    over_all: sweepGroup.meta({ description: 'All runs together.' }),
    variations: z
      .array(sweepGroup)
      .meta({ description: 'Runs of each combination of varied values; none if nothing is varied.' }),
    failures: z
      .array(sweepFailure)
      .meta({ description: 'First 1000 runs that did not pass, in the order of the plan.' }),
    checks: z.array(sweepCheck).meta({ description: 'Conditions of the scenario and of --assert.' }),
    unproven: text('Reason the sweep proves nothing although all runs passed.').nullable().meta({
      description: 'Reason the sweep proves nothing although all runs passed; null: it proves something, or failed.',
    }),
    out: text('Folder with sweep.db, results.ndjson, results.csv and columns.json.'),
    continue: text('Command that continues the sweep.')
      .nullable()
      .meta({ description: 'Command that continues the sweep; null: the sweep is complete.' }),
  })
  .meta({ id: 'SweepSummary', description: 'Summary of a sweep.' });
export type SweepSummary = z.infer<typeof sweepSummary>;
