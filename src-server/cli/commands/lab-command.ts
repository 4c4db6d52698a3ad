/** `ballast lab`: compares policies over years (decision P1). */
import type { Command } from 'commander';
import type { SweepProgress } from '../../app.ts';
import { type LabFlags, labOptions, type ValidatedLab } from '../options/lab-options.ts';
import { collectUnknownArguments } from '../options/unknown-arguments.ts';
import type { Shutdown } from '../shutdown-signals.ts';
import { type RunListeners, runWithProgress } from '../terminal/run-with-progress.ts';

export function addLabCommand(program: Command, shutdown: Shutdown, end: (exitCode: number) => void): void {
  const command = program
    .command('lab')
    .description('compare rebalancing policies over years, on the same price paths');
  collectUnknownArguments(command)
    .usage('[options] <file>')
    .option('--seeds <list>', "seeds of the paths, such as 1..200 (default: the file's own)")
    .option('--jobs <number>', 'threads (default: as many as there are cores)')
    .option('--out <folder>', 'the folder of the results (default: the name of the file, with .lab)')
    .option('--resume', 'continue the run in the folder; run only the missing simulations')
    .option('--json', 'print the results as JSON')
    .option('--queue <url>', 'let `ballast worker` run the simulations, through the Redis at this address')
    .helpOption('-h, --help', 'show these flags')
    .action(async (flags: LabFlags) => {
      const { createProgressMeter } = await import('../../app.ts');
      const format = createProgressMeter();
      end(await runWithProgress(command, shutdown, (files) => labOptions(flags, files), lab, { format }));
    });
}

async function lab(options: ValidatedLab & RunListeners<SweepProgress>): Promise<number> {
  const { runLab } = await import('../../app.ts');
  return runLab(options);
}
