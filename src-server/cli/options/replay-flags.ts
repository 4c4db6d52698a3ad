/** The flags of `ballast replay`. Does not touch the disk; files are validated when they are read. */

import { resolve } from 'node:path';
import type { ReplayOptions } from '../../app.ts';
import { type JsonValue, jsonOrText } from '../../contract/fields/json-value.ts';
import {
  type GivenFlags,
  offFlag,
  readFlags,
  switchFlag,
  valueFlag,
  valuesFlag,
} from '../../contract/flags/flag-table.ts';
import {
  anyText,
  FILE,
  FOLDER,
  SEED_VALUE,
  TIME,
  textValue,
  wholeNumberValue,
} from '../../contract/flags/value-types.ts';
import { readEnvironment } from '../../system/environment.ts';

/** The value is JSON if it parses as JSON, otherwise a text. */
const VARIABLE = textValue('name=value', 'name=value', (text): readonly [name: string, value: JsonValue] | null => {
  const at = text.indexOf('=');
  return at < 1 ? null : [text.slice(0, at), jsonOrText(text.slice(at + 1))];
});

export const REPLAY_FLAGS = {
  seed: valueFlag(SEED_VALUE, 'use this seed instead of the one in the file'),
  vary: valuesFlag(VARIABLE, 'set a variable, or the value at a JSON pointer'),
  filter: valueFlag(anyText('text'), 'run only scenarios with this text in name, file or tags'),
  update: switchFlag('write the event log as the new golden log if every check passes'),
  requireGolden: switchFlag('fail if no golden log is compared', { shown: 'if CI is set' }),
  noRequireGolden: offFlag('pass even if no golden log is compared, also in CI'),
  twice: switchFlag('run each twice and compare the event logs'),
  restoreMidway: switchFlag('run each again from a snapshot taken halfway'),
  workers: valueFlag(wholeNumberValue(0, 256), 'threads; 0 runs in this process', { shown: 'one per core' }),
  // Without a seed the order differs every time. The seed is reported, so that the order can be repeated.
  shuffle: valueFlag({ ...SEED_VALUE, shown: 'seed' }, 'run the scenarios in a random order', {
    bare: () => Date.now() % 1_000_000,
  }),
  failFast: switchFlag('stop at the first failure'),
  until: valueFlag(TIME, 'end each run at this virtual time'),
  step: switchFlag('wait for Enter before each step and show what changed'),
  watch: switchFlag('rerun whenever a file is saved, until Ctrl-C'),
  data: valueFlag(FOLDER, 'store the world of a single scenario in this folder'),
  force: switchFlag('replace the existing world in the folder of --data'),
  root: valueFlag(FOLDER, 'folder that included files must not leave', { shown: 'the project' }),
  junit: valueFlag(FILE, 'also write a JUnit XML report'),
  html: valueFlag(FILE, 'also write an HTML report'),
  json: switchFlag('print the results as JSON'),
};

/** The flags as texts, not validated yet. */
export type ReplayFlags = GivenFlags<typeof REPLAY_FLAGS>;

type ValidatedReplay = Omit<ReplayOptions, 'write' | 'signal' | 'live' | 'stepper'>;

/** Returns the options, or one line per mistake. `isCi`: whether the environment declares a run without a user. */
export function replayOptions(
  files: readonly string[],
  given: ReplayFlags,
  { ci: isCi }: { readonly ci: boolean } = readEnvironment(),
): ValidatedReplay | { faults: string[] } {
  const faults = files.length === 0 ? ['replay needs at least one scenario file, folder or pattern'] : [];
  const {
    requireGolden: _golden,
    noRequireGolden: _no,
    step: _step,
    watch: _watch,
    ...flags
  } = readFlags(REPLAY_FLAGS, given, faults);
  const { vary, until: untilMs, data, root, ...same } = flags;
  const options: ValidatedReplay = {
    ...same,
    files,
    vary: Object.fromEntries(vary),
    requireGolden: typeof given.requireGolden === 'boolean' ? given.requireGolden : isCi,
    untilMs,
    dataDir: data === null ? null : resolve(data),
    root: root === null ? null : resolve(root),
  };
  faults.push(...exclusions(given, files));
  return faults.length > 0 ? { faults } : options;
}

/** Flags that contradict each other. */
function exclusions(flags: ReplayFlags, files: readonly string[]): string[] {
  const faults: string[] = [];
  const refuse = (first: string, second: string) => faults.push(`${first} and ${second} exclude each other`);
  if (flags.step && flags.watch) refuse('--step', '--watch');
  if (flags.step && flags.json) refuse('--step', '--json');
  if (flags.data !== undefined) {
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
