/** `ballast validate`: reports what is wrong with scenarios and worlds, without running them (decision K36). */

import type { Command } from 'commander';
import { collectUnknownArguments, faultsOfLeftovers } from '../options/unknown-arguments.ts';
import type { Shutdown } from '../shutdown-signals.ts';
import { reportFaults } from '../terminal/report-failure.ts';
import { writeLine } from '../terminal/write-out.ts';

interface ValidateFlags {
  readonly json?: boolean;
  readonly root?: string;
}

export function addValidateCommand(program: Command, _shutdown: Shutdown, end: (exitCode: number) => void): void {
  const command = program
    .command('validate')
    .description('report every error in scenario and world files without running them');
  collectUnknownArguments(command)
    .usage('[options] <file, folder or pattern...>')
    .option('--root <folder>', 'folder that included files must not leave (default: the project)')
    .option('--json', 'print the errors as JSON')
    .helpOption('-h, --help', 'show these flags')
    .action(async (flags: ValidateFlags) => end(await validate(command, flags)));
}

async function validate(
  command: Command,
  { json = false, root = null }: { json?: boolean; root?: string | null },
): Promise<number> {
  const words = command.args.filter((word) => !word.startsWith('-'));
  const faults = faultsOfLeftovers(command).filter((fault) => fault.startsWith('unknown option'));
  if (words.length === 0) faults.push('validate needs at least one file, folder or pattern');
  if (faults.length > 0) return reportFaults(faults);
  const { validateFiles } = await import('../../app.ts');
  return validateFiles({ paths: words, root, json, write: writeLine });
}
