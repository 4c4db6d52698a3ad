/** Runs a command that takes one file, shows its progress and ends early where the process is told to. */
import type { Command } from 'commander';
import { faultsOfLeftovers } from '../options/unknown-arguments.ts';
import type { Shutdown } from '../shutdown-signals.ts';
import { reportFaults } from './report-failure.ts';
import { showProgress } from './show-progress.ts';

/** What a command of jobs tells while it runs. */
export interface RunListeners {
  readonly signal: AbortSignal;
  readonly write: (line: string) => void;
  readonly note: (line: string) => void;
  readonly onProgress: (progress: { readonly done: number; readonly total: number; readonly failed: number }) => void;
  readonly onEnd: () => void;
}

/** `parse` reads the words that are no flags; its faults are reported with those of unknown flags, and nothing is run. */
export async function runWithProgress<Options extends object>(
  command: Command,
  shutdown: Shutdown,
  parse: (files: readonly string[]) => Options | { faults: string[] },
  run: (options: Options & RunListeners) => Promise<number>,
): Promise<number> {
  const files = command.args.filter((word) => !word.startsWith('-'));
  const leftovers = faultsOfLeftovers(command).filter((fault) => fault.startsWith('unknown option'));
  const options = parse(files);
  if ('faults' in options) return reportFaults([...leftovers, ...options.faults]);
  if (leftovers.length > 0) return reportFaults(leftovers);
  const stopping = new AbortController();
  shutdown.requested.then(() => stopping.abort());
  const { createProgressMeter } = await import('../../app.ts');
  const show = await showProgress(createProgressMeter());
  return run({
    ...options,
    signal: stopping.signal,
    write: (line) => process.stdout.write(`${line}\n`),
    note: show.note,
    onProgress: show.update,
    onEnd: show.end,
  });
}
