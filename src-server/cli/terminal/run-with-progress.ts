/** Runs a command that takes files, shows its progress, and ends early if the process receives a signal. */

import type { Command } from 'commander';
import { argumentsOf } from '../options/unknown-arguments.ts';
import type { Shutdown } from '../shutdown-signals.ts';
import { reportFaults } from './report-failure.ts';
import { type ProgressFormat, showProgress } from './show-progress.ts';
import { writeLine } from './write-out.ts';

/** Receives the progress and notes of a command while it runs. */
export interface RunListeners<Progress> {
  readonly signal: AbortSignal;
  readonly write: (line: string) => void;
  readonly note: (line: string) => void;
  readonly onProgress: (progress: Progress) => void;
  readonly onEnd: () => void;
}

interface ProgressTerms<Progress> {
  readonly format: ProgressFormat<Progress>;
  /** The number of arguments at the end that belong to another program. */
  readonly foreignArguments?: number;
}

/**
 * `parse` reads the arguments that are not flags; its faults are reported with those of unknown flags, and nothing
 * runs.
 */
export async function runWithProgress<Options extends object, Progress>(
  command: Command,
  shutdown: Shutdown,
  parse: (files: readonly string[]) => Options | { faults: string[] },
  run: (options: Options & RunListeners<Progress>) => Promise<number>,
  { format, foreignArguments = 0 }: ProgressTerms<Progress>,
): Promise<number> {
  const { args: files, faults, mayBeValues } = argumentsOf(command, foreignArguments);
  if (mayBeValues) return reportFaults(faults);
  const options = parse(files);
  if ('faults' in options) return reportFaults([...faults, ...options.faults]);
  if (faults.length > 0) return reportFaults(faults);
  const stopping = new AbortController();
  shutdown.requested.then(() => stopping.abort());
  const show = await showProgress(format);
  return run({
    ...options,
    signal: stopping.signal,
    write: writeLine,
    note: show.note,
    onProgress: show.update,
    onEnd: show.end,
  });
}
