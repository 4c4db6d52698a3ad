/** `ballast sweep`: plays a scenario with many seeds and values (decisions K60 to K67). */

import type { Command } from 'commander';
import type { SweepProgress } from '../../app.ts';
import { addFlags } from '../options/add-flags.ts';
import { SWEEP_FLAGS, type SweepFlags, sweepOptions, type ValidatedSweep } from '../options/sweep-options.ts';
import { collectUnknownArguments } from '../options/unknown-arguments.ts';
import type { Shutdown } from '../shutdown-signals.ts';
import { type RunListeners, runWithProgress } from '../terminal/run-with-progress.ts';

export function addSweepCommand(program: Command, shutdown: Shutdown, end: (exitCode: number) => void): void {
  const command = program.command('sweep').description('run a scenario with many seeds and values');
  addFlags(collectUnknownArguments(command), SWEEP_FLAGS)
    .usage('[options] <file>')
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
