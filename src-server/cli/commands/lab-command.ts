/** `ballast lab`: compares policies over years (decision P1). */
import type { Command } from 'commander';
import type { SweepProgress } from '../../app.ts';
import { addFlags } from '../options/add-flags.ts';
import { LAB_FLAGS, type LabFlags, labOptions, type ValidatedLab } from '../options/lab-options.ts';
import { collectUnknownArguments } from '../options/unknown-arguments.ts';
import type { Shutdown } from '../shutdown-signals.ts';
import { type RunListeners, runWithProgress } from '../terminal/run-with-progress.ts';

export function addLabCommand(program: Command, shutdown: Shutdown, end: (exitCode: number) => void): void {
  const command = program
    .command('lab')
    .description('compare rebalancing policies over years, on the same price paths');
  addFlags(collectUnknownArguments(command), LAB_FLAGS)
    .usage('[options] <file>')
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
