/** The flags of `ballast explore`. */
import { isBudget, VERDICTS, type VerdictKind } from '../../contract/control/explorer/explorations.ts';
import { type GivenFlags, readFlags, switchFlag, valueFlag } from '../../contract/flags/flag-table.ts';
import {
  FILE,
  FOLDER,
  QUEUE,
  SEED_VALUE,
  span,
  textValue,
  WORKERS,
  wholeNumberValue,
} from '../../contract/flags/value-types.ts';
import { TRIALS_OF_CORE } from '../../system/server-defaults.ts';
import { jobsAndQueue } from './lab-options.ts';

const VERDICT = textValue<VerdictKind>('verdict', VERDICTS.join(', '), (text) => {
  // The name of this value until 0.1.0.
  if (text === 'unruly') return 'misbehaving';
  return VERDICTS.find((verdict) => verdict === text) ?? null;
});

export const EXPLORE_FLAGS = {
  budget: valueFlag(
    span('a duration from 1s to 7d', isBudget),
    'time limit of the search, such as 90s; confirming and shrinking its findings takes extra time',
    {
      shown: '10m, or none with --trials',
    },
  ),
  trials: valueFlag(
    wholeNumberValue(1, 10_000_000, 'a whole number above 0'),
    'end the search after this number of trials; confirming and shrinking its findings takes more',
  ),
  jobs: valueFlag(WORKERS, 'trials at once', {
    shown: `${TRIALS_OF_CORE.started} for each core, ${TRIALS_OF_CORE.reused} with keep_alive`,
  }),
  seed: valueFlag(SEED_VALUE, 'seed of the random schedules of faults', { usual: 1 }),
  out: valueFlag(FOLDER, 'the folder of the findings', { shown: 'the name of the file, or client, with .explore' }),
  resume: switchFlag('continue the exploration in the folder without repeating trials'),
  only: valueFlag({ ...VERDICT, choices: VERDICTS }, 'report only findings that are wrong, misbehaving or weak'),
  json: switchFlag('print the report as JSON'),
  junit: valueFlag(FILE, 'also write the report as JUnit XML'),
  queue: valueFlag(QUEUE, 'let `ballast worker --allow-commands` run the client, through the Redis at this address'),
};

export type ExploreFlags = GivenFlags<typeof EXPLORE_FLAGS>;
export type ValidatedExplore = Exclude<ReturnType<typeof exploreFlagOptions>, { faults: string[] }>;

const DEFAULT_BUDGET_MS = 600_000;

/** `command`: the arguments after `--`. */
export function exploreFlagOptions(given: ExploreFlags, files: readonly string[], command: readonly string[]) {
  const faults: string[] = [];
  const [file = null, ...more] = files;
  if (more.length > 0) faults.push('explore takes one file; the command of your client comes after --');
  const { budget, trials: mostTrials, ...flags } = readFlags(EXPLORE_FLAGS, given, faults);
  if (given.jobs !== undefined && given.queue !== undefined) faults.push(jobsAndQueue('--jobs'));
  if (faults.length > 0) return { faults };
  // A given number of trials should be run completely.
  const budgetMs = budget ?? (given.trials === undefined ? DEFAULT_BUDGET_MS : null);
  return { file, command, workingFolder: process.cwd(), budgetMs, mostTrials, ...flags };
}
