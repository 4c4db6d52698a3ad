/** `ballast doctor`: checks whether a data folder is sound, without a server (decision K115). */

import type { Command } from 'commander';
import { type GivenFlags, switchFlag } from '../../contract/flags/flag-table.ts';
import { addFlags } from '../options/add-flags.ts';
import { argumentsOf, collectUnknownArguments } from '../options/unknown-arguments.ts';
import type { Shutdown } from '../shutdown-signals.ts';
import { reportFaults } from '../terminal/report-failure.ts';
import { writeLine } from '../terminal/write-out.ts';

const FLAGS = { json: switchFlag('print the findings as JSON') };

export function addDoctorCommand(program: Command, _shutdown: Shutdown, end: (exitCode: number) => void): void {
  const command = program
    .command('doctor')
    .description('check the worlds and snapshots of a data folder for damage, without a server');
  addFlags(collectUnknownArguments(command), FLAGS)
    .usage('[options] [folder]')
    .helpOption('-h, --help', 'show these flags')
    .action(async (flags: GivenFlags<typeof FLAGS>) => end(await examine(command, flags)));
}

async function examine(command: Command, flags: GivenFlags<typeof FLAGS>): Promise<number> {
  const { args, faults, mayBeValues } = argumentsOf(command);
  if (mayBeValues) return reportFaults(faults);
  const [place = '.', ...more] = args;
  faults.push(...more.map((arg) => `unexpected argument '${arg}'`));
  if (faults.length > 0) return reportFaults(faults);
  const { examineFolder } = await import('../../app.ts');
  const write = writeLine;
  return examineFolder({ place, json: flags.json === true, write });
}
