/** Reads the arguments of `ballast lab`, and reports all mistakes at once. */
import { validateFlag } from './flag-values.ts';
import { atLeastOne, MOST_WORKERS, parseQueue, QUEUE_WANTED, SEEDS_WANTED, seedText } from './sweep-options.ts';

export interface LabFlags {
  readonly seeds?: string;
  readonly jobs?: string;
  readonly out?: string;
  readonly resume?: boolean;
  readonly json?: boolean;
  readonly queue?: string;
}

export interface ValidatedLab {
  readonly file: string;
  readonly seeds: string | null;
  readonly workers: number | null;
  readonly out: string | null;
  readonly resume: boolean;
  readonly json: boolean;
  readonly queue: string | null;
}

export function labOptions(flags: LabFlags, files: readonly string[]): ValidatedLab | { faults: string[] } {
  const faults: string[] = [];
  const [file] = files;
  if (files.length !== 1) faults.push('lab needs one file');
  const seeds = validateFlag<string | null>(faults, '--seeds', flags.seeds, seedText, SEEDS_WANTED, null);
  const wanted = `a number from 1 to ${MOST_WORKERS}`;
  const workers = validateFlag<number | null>(faults, '--jobs', flags.jobs, atLeastOne(MOST_WORKERS), wanted, null);
  const queue = validateFlag<string | null>(faults, '--queue', flags.queue, parseQueue, QUEUE_WANTED, null);
  if (flags.jobs !== undefined && flags.queue !== undefined)
    faults.push('--jobs and --queue exclude each other: with a queue, each worker has its own number of jobs');
  if (faults.length > 0 || file === undefined) return { faults };
  const { out = null, resume = false, json = false } = flags;
  return { file, seeds, workers, out, resume, json, queue };
}
