/**
 * Reads the arguments of `ballast replay` into options of app.ts: validates every flag and reports all mistakes at
 * once. Does not touch the disk; files are validated when they are read.
 */

import { resolve } from 'node:path';
import type { ReplayOptions } from '../../app.ts';
import { parseInstant } from '../../domain/numbers/instant.ts';
import { readEnvironment } from '../../system/environment.ts';
import { parseWholeNumber, validateFlag, wholeNumberTo } from './flag-values.ts';

/** The flags as texts from commander, not validated yet. */
export interface ReplayFlags {
  readonly seed?: string;
  readonly vary?: readonly string[];
  readonly filter?: string;
  readonly update?: boolean;
  readonly requireGolden?: boolean;
  readonly twice?: boolean;
  readonly restoreMidway?: boolean;
  readonly workers?: string;
  readonly shuffle?: string | true;
  readonly failFast?: boolean;
  readonly until?: string;
  readonly step?: boolean;
  readonly watch?: boolean;
  readonly data?: string;
  readonly force?: boolean;
  readonly root?: string;
  readonly junit?: string;
  readonly html?: string;
  readonly json?: boolean;
}

type Judged = Omit<ReplayOptions, 'write' | 'signal' | 'live' | 'stepper'>;

const MOST_WORKERS = 256;

/** The options, or one line per mistake. `isCi`: whether the environment says that nobody sits before a screen. */
export function replayOptions(
  files: readonly string[],
  flags: ReplayFlags,
  { ci: isCi }: { readonly ci: boolean } = readEnvironment(),
): Judged | { faults: string[] } {
  const faults = files.length === 0 ? ['replay needs at least one scenario file, folder or pattern'] : [];
  const whole = 'a whole number from 0 to 2^53 - 1';
  const mostWorkers = wholeNumberTo(MOST_WORKERS);
  const wanted = `a whole number from 0 to ${MOST_WORKERS}`;
  const options: Judged = {
    files,
    seed: validateFlag<number | null>(faults, '--seed', flags.seed, parseWholeNumber, whole, null),
    vary: varyOf(flags.vary ?? [], faults),
    filter: flags.filter ?? null,
    update: flags.update ?? false,
    requireGolden: flags.requireGolden ?? isCi,
    twice: flags.twice ?? false,
    restoreMidway: flags.restoreMidway ?? false,
    workers: validateFlag<number | null>(faults, '--workers', flags.workers, mostWorkers, wanted, null),
    shuffle: shuffleOf(flags.shuffle, faults),
    failFast: flags.failFast ?? false,
    untilMs: validateFlag<number | null>(faults, '--until', flags.until, parseInstant, INSTANT, null),
    dataDir: flags.data === undefined ? null : resolve(flags.data),
    force: flags.force ?? false,
    root: flags.root === undefined ? null : resolve(flags.root),
    junit: flags.junit ?? null,
    html: flags.html ?? null,
    json: flags.json ?? false,
  };
  faults.push(...exclusions(flags, files));
  return faults.length > 0 ? { faults } : options;
}

const INSTANT = 'a time such as 2026-03-02T09:30:00Z';

/** Flags that contradict each other. */
function exclusions(flags: ReplayFlags, files: readonly string[]): string[] {
  const faults: string[] = [];
  const refuse = (first: string, second: string) => faults.push(`${first} and ${second} exclude each other`);
  if (flags.step && flags.watch) refuse('--step', '--watch');
  if (flags.step && flags.json) refuse('--step', '--json');
  if (flags.data !== undefined) {
    if (flags.data === '') faults.push('--data: a folder is needed');
    if (files.length > 1) faults.push('--data stores the world of one scenario; name one file');
    if (flags.twice) refuse('--data', '--twice');
    if (flags.restoreMidway) refuse('--data', '--restore-midway');
    if (flags.watch) refuse('--data', '--watch');
  }
  if (flags.force && flags.data === undefined) faults.push('--force needs --data');
  if (flags.update) {
    if (flags.seed !== undefined) refuse('--update', '--seed');
    if (flags.vary !== undefined) refuse('--update', '--vary');
    if (flags.until !== undefined) refuse('--update', '--until');
  }
  return faults;
}

/** `name=value`; the value is JSON where it reads as JSON, else a text. */
export function varyOf(texts: readonly string[], faults: string[]): Record<string, Json> {
  const vary: Record<string, Json> = {};
  for (const text of texts) {
    const [name = '', value] = splitOnce(text);
    if (name === '' || value === undefined) faults.push(`--vary: '${text}' is not name=value`);
    else vary[name] = jsonOr(value);
  }
  return vary;
}

type Json = NonNullable<ReplayOptions['vary']>[string];

function splitOnce(text: string): [string] | [string, string] {
  const at = text.indexOf('=');
  return at < 0 ? [text] : [text.slice(0, at), text.slice(at + 1)];
}

function jsonOr(text: string): Json {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return text;
  }
}

/** Without a seed the order differs every time. It is reported, so that it can be repeated. */
function shuffleOf(flag: string | true | undefined, faults: string[]): number | null {
  if (flag === true) return Date.now() % 1_000_000;
  const whole = 'a whole number from 0 to 2^53 - 1';
  return validateFlag<number | null>(faults, '--shuffle', flag, parseWholeNumber, whole, null);
}
