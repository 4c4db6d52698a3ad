/** What `ballast sweep --json` prints: how the runs ended, what each figure came to, and where to look closer. */
import { z } from 'zod';
import { count, real, text } from '../../fields/described.ts';
import { jsonValue } from '../../fields/json-value.ts';

const vary = z.record(z.string(), jsonValue).meta({ description: 'Varied values by JSON pointer or variable.' });
const replay = text('The command that shows this run again.');
const seed = count('Seed of the run.');

const bin = z
  .strictObject({
    from: real('Where the bar begins, included.'),
    to: real('Where it ends; included by the last bar alone.'),
    count: count('Runs whose value lies there.'),
  })
  .meta({ id: 'SweepBin', description: 'One bar of a histogram.' });

const run = z
  .strictObject({ seed, vary, value: real('Its value.'), replay })
  .meta({ id: 'SweepRun', description: 'A run worth looking at.' });

export const sweepFigure = z
  .strictObject({
    name: text('As in the results; measures of the scenario begin with `measure.`.'),
    count: count('Runs that passed and have the figure; only these count.'),
    min: real('The lowest value.'),
    p5: real('The 5 % quantile (type 7 of Hyndman and Fan, as NumPy, R and Excel have it).'),
    p25: real('The 25 % quantile.'),
    median: real('The 50 % quantile.'),
    p75: real('The 75 % quantile.'),
    p95: real('The 95 % quantile.'),
    max: real('The highest value.'),
    mean: real('Arithmetic mean.'),
    stddev: real('Standard deviation of a sample (n − 1); 0 for one run.'),
    histogram: z.array(bin).meta({
      description:
        'Bars of one width, 5 to 24 by the number of runs; one a whole number for values that are few whole numbers.',
    }),
    lowest: z.array(run).meta({ description: 'The runs with the lowest values; none where all are the same.' }),
    highest: z.array(run).meta({ description: 'The runs with the highest values.' }),
  })
  .meta({ id: 'SweepFigure', description: 'A figure over many runs.' });
export type SweepFigure = z.infer<typeof sweepFigure>;

export const sweepGroup = z
  .strictObject({
    vary: vary.nullable().meta({ description: 'The varied values these runs share; null: all runs.' }),
    jobs: count('Runs that belong here.'),
    passed: count('Of them, passed.'),
    failed: count('Of them, not passed.'),
    figures: z.array(sweepFigure).meta({ description: 'Measures first, then by name.' }),
  })
  .meta({ id: 'SweepGroup', description: 'All runs, or those of one combination of varied values.' });
export type SweepGroup = z.infer<typeof sweepGroup>;

export const sweepFailure = z
  .strictObject({
    seed,
    vary,
    status: z
      .enum(['failed', 'unmet', 'bad', 'broken'])
      .describe('`unmet`: a fault that it set met nothing. `broken`: the run ended without an outcome of its own.'),
    failure: text('Why, in one line.'),
    replay,
  })
  .meta({ id: 'SweepFailure', description: 'A run that did not pass.' });

export const sweepCheck = z
  .strictObject({
    assert: text('The condition.'),
    failure: text('Why it does not hold.').nullable().meta({ description: 'Why it does not hold; null: it holds.' }),
  })
  .meta({ id: 'SweepCheck', description: 'A condition of all runs that passed.' });
export type SweepCheck = z.infer<typeof sweepCheck>;

export const sweepSummary = z
  .strictObject({
    file: text('The scenario.'),
    name: text('Its name.'),
    seeds: text('The seeds, as `1..1000`.'),
    end: z.enum(['complete', 'interrupted', 'too many failures']).describe('Why it ended.'),
    jobs: count('Runs of the whole sweep.'),
    done: count('Runs there are results of.'),
    passed: count('Of them, passed.'),
    failed: count('Of them, not passed.'),
    over_all: sweepGroup.meta({ description: 'All runs.' }),
    variations: z
      .array(sweepGroup)
      .meta({ description: 'Each combination of varied values; none where nothing is varied.' }),
    failures: z
      .array(sweepFailure)
      .meta({ description: 'The first 1000 that did not pass, in the order of the plan.' }),
    checks: z.array(sweepCheck).meta({ description: 'Conditions of the scenario and of --assert.' }),
    unproven: text('Why it proves nothing although all passed.')
      .nullable()
      .meta({ description: 'Why it proves nothing although all passed; null: it proves something, or failed.' }),
    out: text('The folder with sweep.db, results.ndjson, results.csv and columns.json.'),
    continue: text('The command that continues it.')
      .nullable()
      .meta({ description: 'The command that goes on; null: complete.' }),
  })
  .meta({ id: 'SweepSummary', description: 'What a sweep came to.' });
export type SweepSummary = z.infer<typeof sweepSummary>;
