/** The flags of `ballast sweep`, read all at once. */
import { type GivenFlags, readFlags, switchFlag, valueFlag, valuesFlag } from '../../contract/flags/flag-table.ts';
import { anyText, COUNT, FILE, FOLDER, QUEUE, SEEDS, WORKERS } from '../../contract/flags/value-types.ts';
import { jobsAndQueue } from './lab-options.ts';
import { validateVaryFlags } from './vary-flags.ts';

export const SWEEP_FLAGS = {
  seeds: valueFlag(SEEDS, 'seeds such as 1..1000 or 1,5,9..20', { shown: "the file's own" }),
  vary: valuesFlag(anyText('path=values'), 'a JSON pointer or variable and its values, such as budget=5,10,20'),
  assert: valuesFlag(anyText('condition'), "a condition on all runs, such as 'drift/p95 <= 0.02'"),
  workers: valueFlag(WORKERS, 'threads', { shown: 'as many as there are cores' }),
  out: valueFlag(FOLDER, 'the folder of the sweep', { shown: 'the name of the file, with .sweep' }),
  resume: switchFlag('continue the sweep in the folder; run only the missing jobs'),
  limitFailures: valueFlag(COUNT, 'stop after this number of failures'),
  html: valueFlag(FILE, 'also write the summary as an HTML page'),
  json: switchFlag('print the summary as JSON'),
  queue: valueFlag(QUEUE, 'let `ballast worker` run the jobs, through the Redis at this address'),
};

export type SweepFlags = GivenFlags<typeof SWEEP_FLAGS>;
export type ValidatedSweep = Exclude<ReturnType<typeof sweepOptions>, { faults: string[] }>;

export function sweepOptions(given: SweepFlags, files: readonly string[]) {
  const faults: string[] = [];
  const [file] = files;
  if (files.length !== 1) faults.push('sweep needs one scenario file');
  const flags = readFlags(SWEEP_FLAGS, given, faults);
  const { seeds, assert: asserts, workers, out, resume, html, json, limitFailures: mostFailures, queue } = flags;
  const variations = validateVaryFlags(faults, flags.vary);
  if (given.workers !== undefined && given.queue !== undefined) faults.push(jobsAndQueue('--workers'));
  const refused: { faults: string[] } = { faults };
  if (faults.length > 0 || file === undefined) return refused;
  const varied = given.vary === undefined ? null : variations;
  return { file, seeds, variations: varied, asserts, workers, out, resume, html, json, mostFailures, queue };
}
