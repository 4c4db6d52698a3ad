/** `ballast doctor`: whether a data folder is sound, without a server (decision K115). */

import type { Command } from 'commander';
import { collectUnknownArguments, faultsOfLeftovers } from '../options/unknown-arguments.ts';
import type { Shutdown } from '../shutdown-signals.ts';
import { reportFaults } from '../terminal/report-failure.ts';
import { writeLine } from '../terminal/write-out.ts';

export function addDoctorCommand(program: Command, _shutdown: Shutdown, end: (exitCode: number) => void): void {
  const command = program
    .command('doctor')
    .description('check the worlds and snapshots of a data folder for damage, without a server');
  collectUnknownArguments(command)
    .usage('[options] [folder]')
    .option('--json', 'print the findings as JSON')
    .helpOption('-h, --help', 'show these flags')
    .action(async (flags: { readonly json?: boolean }) => end(await examine(command, flags)));
}

async function examine(command: Command, flags: { readonly json?: boolean }): Promise<number> {
  const [place = '.', ...more] = command.args.filter((word) => !word.startsWith('-'));
  const faults = faultsOfLeftovers(command).filter((fault) => fault.startsWith('unknown option'));
  faults.push(...more.map((word) => `unexpected argument '${word}'`));
  if (faults.length > 0) return reportFaults(faults);
  const { examineFolder } = await import('../../app.ts');
  const write = writeLine;
  return examineFolder({ place, json: flags.json ?? false, write });
}
