/** The flags of `ballast lab`. */
import { type GivenFlags, readFlags, switchFlag, valueFlag } from '../../contract/flags/flag-table.ts';
import { FOLDER, QUEUE, SEEDS, WORKERS } from '../../contract/flags/value-types.ts';

export const LAB_FLAGS = {
  seeds: valueFlag(SEEDS, 'seeds of the paths, such as 1..200', { shown: "the file's own" }),
  jobs: valueFlag(WORKERS, 'threads', { shown: 'as many as there are cores' }),
  out: valueFlag(FOLDER, 'the folder of the results', { shown: 'the name of the file, with .lab' }),
  resume: switchFlag('continue the run in the folder; run only the missing simulations'),
  json: switchFlag('print the results as JSON'),
  queue: valueFlag(QUEUE, 'let `ballast worker` run the simulations, through the Redis at this address'),
};

export type LabFlags = GivenFlags<typeof LAB_FLAGS>;
export type ValidatedLab = Exclude<ReturnType<typeof labOptions>, { faults: string[] }>;

export function labOptions(given: LabFlags, files: readonly string[]) {
  const faults: string[] = [];
  const [file] = files;
  if (files.length !== 1) faults.push('lab needs one file');
  const { jobs: workers, ...flags } = readFlags(LAB_FLAGS, given, faults);
  if (given.jobs !== undefined && given.queue !== undefined) faults.push(jobsAndQueue('--jobs'));
  if (faults.length > 0 || file === undefined) return { faults };
  return { file, workers, ...flags };
}

/** `flag`: the one that sets the number of concurrent jobs. */
export function jobsAndQueue(flag: string): string {
  return `${flag} and --queue exclude each other: with a queue, each worker has its own number of jobs`;
}
