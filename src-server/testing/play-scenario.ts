/** Runs a scenario file as one test; a failure has the complete report. */

import { existsSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { countOf } from '../domain/numbers/count-of.ts';
import type { PlayOutcome } from '../scenario/run/play-outcome.ts';
import { BallastScenarioError } from './ballast-errors.ts';
import { traceText } from './failure-text.ts';
import { loadServer } from './load-server.ts';
import { checkArguments } from './valid-arguments.ts';

type Json = PlayOutcome['vary'][string];

export interface PlayOptions {
  /** Replaces the seed of the file. */
  readonly seed?: number;
  /** New values by JSON pointer into the file, or by name of one of its variables. */
  readonly vary?: Readonly<Record<string, Json>>;
  /** The folder that its includes must not leave; by default the nearest one above with a package.json or .git. */
  readonly root?: string;
  /** True: the event log has to be the golden log beside the file, unless the file says `golden: none`. */
  readonly requireGolden?: boolean;
  readonly signal?: AbortSignal;
}

/**
 * Runs the file in a world of its own. Rejects with `BallastArgumentError` for wrong arguments, and with
 * `BallastScenarioError`, whose message has every failed check with its place.
 */
export async function playScenario(file: string, options: PlayOptions = {}): Promise<PlayOutcome> {
  const entry = await loadServer();
  checkArguments(entry, 'playScenario', [file, options]);
  const path = resolve(file);
  const job = {
    file: path,
    root: options.root === undefined ? rootOf(path) : resolve(options.root),
    seed: options.seed ?? null,
    vary: options.vary ?? {},
    dataDir: null,
    untilMs: null,
    restoreAfterStep: null,
    retain: 'all' as const,
  };
  const { signal, requireGolden = false } = options;
  const observer = signal === undefined ? {} : { signal };
  const { outcome, isSame, issue } = requireGolden
    ? await entry.playAgainstGolden(job, observer)
    : { outcome: await entry.playScenario(job, observer), isSame: false, issue: null };
  const isProof = outcome.status === 'passed' && (outcome.proof === 'checked' || isSame);
  if (isProof && issue === null) return outcome;
  const texts = isProof ? [] : [textOfPlayed(outcome)];
  throw new BallastScenarioError([...texts, ...(issue === null ? [] : [issue])].join('\n'), { outcome });
}

function textOfPlayed(outcome: PlayOutcome): string {
  const { file, name, status, faults, steps, trace } = outcome;
  if (status === 'passed') return `Scenario "${name}" proves nothing: no step of ${file} checks anything.`;
  if (status === 'bad') return [`${file} cannot be run:`, ...faults.map((fault) => `  - ${fault}`)].join('\n');
  const passed = steps.filter(({ failures }) => failures.length === 0).length;
  const failed = steps.filter(({ failures }) => failures.length > 0);
  return [
    `Scenario "${name}" ${status === 'stopped' ? 'was stopped' : 'failed'} after ${countOf(passed, 'good step')}.`,
    ...faults.map((fault) => `  - ${fault}`),
    ...failed.flatMap((step) => [
      `${step.file}:${step.line}:${step.column} at ${step.at}: ${step.title}`,
      ...step.failures.map((failure) => `  - ${failure}`),
    ]),
    ...(trace === null || trace.links.length === 0 ? [] : ['What led to it:', traceText(trace.links)]),
    ...(status === 'stopped' ? [] : [`Reproduce it: ${replayCommand(outcome)}`]),
  ].join('\n');
}

function replayCommand({ file, seed, vary }: PlayOutcome): string {
  const varied = Object.entries(vary).map(([name, value]) => `--vary ${quoted(`${name}=${JSON.stringify(value)}`)}`);
  return ['npx ballast replay', quoted(file), `--seed ${seed}`, ...varied].join(' ');
}

/** The folder of the project that a file belongs to. */
function rootOf(path: string): string {
  let folder = dirname(path);
  while (!['package.json', '.git'].some((name) => existsSync(join(folder, name)))) {
    const parent = dirname(folder);
    if (parent === folder) return dirname(path);
    folder = parent;
  }
  return folder;
}

function quoted(text: string): string {
  return /^[\w./=-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}
