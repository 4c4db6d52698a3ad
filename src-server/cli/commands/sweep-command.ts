/** `ballast sweep`: plays a scenario with many seeds and values (decisions K60 to K67). */

import type { Command } from 'commander';
import type { SweepProgress } from '../../app.ts';
import { type SweepFlags, sweepOptions, type ValidatedSweep } from '../options/sweep-options.ts';
import { collectUnknownArguments } from '../options/unknown-arguments.ts';
import type { Shutdown } from '../shutdown-signals.ts';
import { type RunListeners, runWithProgress } from '../terminal/run-with-progress.ts';

export function addSweepCommand(program: Command, shutdown: Shutdown, end: (exitCode: number) => void): void {
  const command = program.command('sweep').description('run a scenario with many seeds and values');
  collectUnknownArguments(command)
    .usage('[options] <file>')
    .option('--seeds <list>', "seeds such as 1..1000 or 1,5,9..20 (default: the file's own)")
    .option(
      '--vary <path=values>',
      'a JSON pointer or variable and its values, such as budget=5,10,20; may be repeated',
      append,
    )
    .option('--assert <condition>', "a condition on all runs, such as 'drift/p95 <= 0.02'; may be repeated", append)
    .option('--workers <number>', 'threads (default: as many as there are cores)')
    .option('--out <folder>', 'the folder of the sweep (default: the name of the file, with .sweep)')
    .option('--resume', 'continue the sweep in the folder; run only the missing jobs')
    .option('--limit-failures <number>', 'stop after this number of failures')
    .option('--html <file>', 'also write the summary as an HTML page')
    .option('--json', 'print the summary as JSON')
    .option('--queue <url>', 'let `ballast worker` run the jobs, through the Redis at this address')
    .helpOption('-h, --help', 'show these flags')
    .action(async (flags: SweepFlags) => {
      const { createProgressMeter } = await import('../../app.ts');
      const format = createProgressMeter();
      end(await runWithProgress(command, shutdown, (files) => sweepOptions(flags, files), sweep, { format }));
    });
}

async function sweep(options: ValidatedSweep & RunListeners<SweepProgress>): Promise<number> {
  const { sweepScenario } = await import('../../app.ts');
  return sweepScenario(options);
}

function append(text: string, before: readonly string[] | undefined): readonly string[] {
  return [...(before ?? []), text];
}
