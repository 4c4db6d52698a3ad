/** `ballast validate`: reports the issues of scenario and world files, without running them (decision K36). */

import type { Command } from 'commander';
import { type GivenFlags, readFlags, switchFlag, valueFlag } from '../../contract/flags/flag-table.ts';
import { FOLDER } from '../../contract/flags/value-types.ts';
import { addFlags } from '../options/add-flags.ts';
import { argumentsOf, collectUnknownArguments } from '../options/unknown-arguments.ts';
import type { Shutdown } from '../shutdown-signals.ts';
import { reportFaults } from '../terminal/report-failure.ts';
import { writeLine } from '../terminal/write-out.ts';

const FLAGS = {
  root: valueFlag(FOLDER, 'folder that included files must not leave', { shown: 'the project' }),
  json: switchFlag('print the errors as JSON'),
};

export function addValidateCommand(program: Command, _shutdown: Shutdown, end: (exitCode: number) => void): void {
  const command = program
    .command('validate')
    .description('report every error in scenario and world files without running them');
  addFlags(collectUnknownArguments(command), FLAGS)
    .usage('[options] <file, folder or pattern...>')
    .helpOption('-h, --help', 'show these flags')
    .action(async (flags: GivenFlags<typeof FLAGS>) => end(await validate(command, flags)));
}

async function validate(command: Command, given: GivenFlags<typeof FLAGS>): Promise<number> {
  const { args, faults } = argumentsOf(command);
  const { json, root } = readFlags(FLAGS, given, faults);
  if (args.length === 0) faults.push('validate needs at least one file, folder or pattern');
  if (faults.length > 0) return reportFaults(faults);
  const { validateFiles } = await import('../../app.ts');
  return validateFiles({ paths: args, root, json, write: writeLine });
}
