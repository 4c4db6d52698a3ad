/** Reads the arguments of `ballast explore`, and reports all mistakes at once. */
import { isBudget, VERDICTS, type VerdictKind } from '../../contract/control/explorer/explorations.ts';
import { parseDuration } from '../../domain/numbers/instant.ts';
import { parseWholeNumber, validateFlag } from './flag-values.ts';
import { atLeastOne, MOST_WORKERS, parseQueue, QUEUE_WANTED } from './sweep-options.ts';

export interface ExploreFlags {
  readonly budget?: string;
  readonly trials?: string;
  readonly jobs?: string;
  readonly seed?: string;
  readonly out?: string;
  readonly resume?: boolean;
  readonly json?: boolean;
  readonly junit?: string;
  readonly queue?: string;
  readonly only?: string;
}

export interface ValidatedExplore {
  readonly file: string | null;
  readonly command: readonly string[];
  readonly workingFolder: string;
  readonly seed: number;
  readonly budgetMs: number | null;
  readonly mostTrials: number | null;
  readonly only: VerdictKind | null;
  readonly jobs: number | null;
  readonly queue: string | null;
  readonly out: string | null;
  readonly resume: boolean;
  readonly json: boolean;
  readonly junit: string | null;
}

const USUAL_BUDGET_MS = 600_000;

/** `command`: what follows `--`. */
export function exploreOptions(
  flags: ExploreFlags,
  files: readonly string[],
  command: readonly string[],
): ValidatedExplore | { faults: string[] } {
  const faults: string[] = [];
  const [file = null, ...more] = files;
  if (more.length > 0) faults.push('explore takes one file; the command of your client comes after --');
  const read = <Value>(flag: string, text: string | undefined, parse: (text: string) => Value | null, wanted: string) =>
    validateFlag<Value | null>(faults, flag, text, parse, wanted, null);
  // Whoever counts trials wants them all.
  const usualBudgetMs = flags.trials === undefined ? USUAL_BUDGET_MS : null;
  const budgetMs = read('--budget', flags.budget, parseBudget, 'a duration from 1s to 7d') ?? usualBudgetMs;
  const mostTrials = read('--trials', flags.trials, atLeastOne(10_000_000), 'a whole number above 0');
  const jobs = read('--jobs', flags.jobs, atLeastOne(MOST_WORKERS), `a number from 1 to ${MOST_WORKERS}`);
  const seed = read('--seed', flags.seed, parseWholeNumber, 'a whole number') ?? 1;
  const queue = read('--queue', flags.queue, parseQueue, QUEUE_WANTED);
  const only = read('--only', flags.only, parseVerdict, VERDICTS.join(', '));
  if (flags.jobs !== undefined && flags.queue !== undefined)
    faults.push('--jobs and --queue exclude each other: with a queue, each worker has its own number of jobs');
  if (faults.length > 0) return { faults };
  const { out = null, resume = false, json = false, junit = null } = flags;
  const workingFolder = process.cwd();
  return { file, command, workingFolder, seed, budgetMs, mostTrials, only, jobs, queue, out, resume, json, junit };
}

function parseBudget(text: string): number | null {
  const spanMs = parseDuration(text);
  return isBudget(spanMs) ? spanMs : null;
}

function parseVerdict(text: string): VerdictKind | null {
  // The name that it had until 0.1.0.
  if (text === 'unruly') return 'misbehaving';
  return VERDICTS.find((verdict) => verdict === text) ?? null;
}
