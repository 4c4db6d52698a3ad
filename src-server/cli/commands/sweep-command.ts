/** `ballast sweep`: plays a scenario with many seeds and values (decisions K60 to K67). */

import type { Command } from 'commander';
import { type SweepFlags, sweepOptions } from '../options/sweep-options.ts';
import { collectUnknownArguments, faultsOfLeftovers } from '../options/unknown-arguments.ts';
import type { Shutdown } from '../shutdown-signals.ts';
import { reportFaults } from '../terminal/report-failure.ts';
import { showProgress } from '../terminal/show-progress.ts';

export function addSweepCommand(program: Command, shutdown: Shutdown, end: (exitCode: number) => void): void {
  const command = program.command('sweep').description('play a scenario with many seeds and values');
  collectUnknownArguments(command)
    .usage('[options] <file>')
    .option('--seeds <list>', "seeds such as 1..1000 or 1,5,9..20 (default: the file's own)")
    .option(
      '--vary <path=values>',
      'a JSON pointer or variable, and its values: budget=5,10,20; may be repeated',
      append,
    )
    .option('--workers <number>', 'threads (default: as many as there are cores)')
    .option('--out <folder>', 'the folder of the sweep (default: the name of the file, with .sweep)')
    .option('--resume', 'continue the sweep in the folder: only missing jobs are played')
    .option('--limit-failures <number>', 'stop after this number of failures')
    .option('--html <file>', 'also write the summary as a page')
    .option('--json', 'print the summary as JSON')
    .option('--queue <url>', 'let `ballast worker` play, through the Redis at this address')
    .helpOption('--help', 'show these flags')
    .action(async (flags: SweepFlags) => end(await sweep(command, flags, shutdown)));
}

async function sweep(command: Command, flags: SweepFlags, shutdown: Shutdown): Promise<number> {
  const files = command.args.filter((word) => !word.startsWith('-'));
  const leftovers = faultsOfLeftovers(command).filter((fault) => fault.startsWith('unknown option'));
  const options = sweepOptions(flags, files);
  if ('faults' in options) return reportFaults([...leftovers, ...options.faults]);
  if (leftovers.length > 0) return reportFaults(leftovers);
  const stopping = new AbortController();
  shutdown.requested.then(() => stopping.abort());
  const { createProgressMeter, sweepScenario } = await import('../../app.ts');
  const show = await showProgress(createProgressMeter());
  return sweepScenario({
    ...options,
    signal: stopping.signal,
    write: (line) => process.stdout.write(`${line}\n`),
    note: show.note,
    onProgress: show.update,
    onEnd: show.end,
  });
}

function append(text: string, before: readonly string[] | undefined): readonly string[] {
  return [...(before ?? []), text];
}
