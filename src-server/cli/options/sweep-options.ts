/** Reads the arguments of `ballast sweep` into the options of a sweep, and reports all mistakes at once. */

import { parseWholeNumber, validateFlag, wholeNumberTo } from './flag-values.ts';
import { type VaryFlag, validateVaryFlags } from './vary-flags.ts';

export interface SweepFlags {
  readonly seeds?: string;
  readonly vary?: readonly string[];
  readonly assert?: readonly string[];
  readonly workers?: string;
  readonly out?: string;
  readonly resume?: boolean;
  readonly html?: string;
  readonly json?: boolean;
  readonly limitFailures?: string;
  readonly queue?: string;
}

export interface ValidatedSweep {
  readonly file: string;
  readonly seeds: string | null;
  readonly variations: readonly VaryFlag[] | null;
  readonly asserts: readonly string[];
  readonly workers: number | null;
  readonly out: string | null;
  readonly resume: boolean;
  readonly html: string | null;
  readonly json: boolean;
  readonly mostFailures: number | null;
  readonly queue: string | null;
}

export const MOST_WORKERS = 256;

export function sweepOptions(flags: SweepFlags, files: readonly string[]): ValidatedSweep | { faults: string[] } {
  const faults: string[] = [];
  const [file] = files;
  if (files.length !== 1) faults.push('sweep needs one scenario file');
  const judge = <Value>(
    flag: string,
    text: string | undefined,
    parse: (text: string) => Value | null,
    wanted: string,
  ) => validateFlag<Value | null>(faults, flag, text, parse, wanted, null);
  const seeds = judge('--seeds', flags.seeds, seedText, SEEDS_WANTED);
  const workers = judge('--workers', flags.workers, atLeastOne(MOST_WORKERS), `a number from 1 to ${MOST_WORKERS}`);
  const most = atLeastOne(Number.MAX_SAFE_INTEGER);
  const mostFailures = judge('--limit-failures', flags.limitFailures, most, 'a whole number above 0');
  const queue = judge('--queue', flags.queue, parseQueue, QUEUE_WANTED);
  const variations = validateVaryFlags(faults, flags.vary ?? []);
  if (flags.workers !== undefined && flags.queue !== undefined)
    faults.push('--workers and --queue exclude each other: with a queue, each worker has its own number of jobs');
  if (faults.length > 0 || file === undefined) return { faults };
  return {
    file,
    seeds,
    variations: flags.vary === undefined ? null : variations,
    asserts: flags.assert ?? [],
    workers,
    out: flags.out ?? null,
    resume: flags.resume ?? false,
    html: flags.html ?? null,
    json: flags.json ?? false,
    mostFailures,
    queue,
  };
}

export const SEEDS_WANTED = 'seeds such as 1..1000 or 1,5,9..20';

export const QUEUE_WANTED = 'the address of a Redis, such as redis://localhost:6379/0';

/** `redis://` or `rediss://`, with a host; a database by number. */
export function parseQueue(text: string): string | null {
  const url = URL.canParse(text) ? new URL(text) : null;
  const isRedis = url !== null && /^rediss?:$/.test(url.protocol) && url.hostname !== '';
  return isRedis && /^(\/\d{0,4})?$/.test(url.pathname) ? text : null;
}

/** A parser of whole numbers from 1 to `most`. */
export function atLeastOne(most: number): (text: string) => number | null {
  const parse = wholeNumberTo(most);
  return (text) => (parse(text) === 0 ? null : parse(text));
}

export function seedText(text: string): string | null {
  const parts = text.split(',').map((part) => /^(\d{1,16})(?:\.\.(\d{1,16}))?$/.exec(part));
  const isSound = parts.every((part) => {
    const [first, last] = [parseWholeNumber(part?.[1] ?? ''), parseWholeNumber(part?.[2] ?? part?.[1] ?? '')];
    return first !== null && last !== null && first <= last;
  });
  return isSound ? text : null;
}
