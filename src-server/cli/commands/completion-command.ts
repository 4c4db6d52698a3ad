/** `ballast completion`: prints the script with which a shell completes command lines of Ballast (decision R6). */

import type { Command } from 'commander';
import { exitCodes } from '../exit-codes.ts';
import { collectUnknownArguments, faultsOfLeftovers } from '../options/unknown-arguments.ts';
import type { Shutdown } from '../shutdown-signals.ts';
import { reportFaults } from '../terminal/report-failure.ts';
import { writeText } from '../terminal/write-out.ts';

export function addCompletionCommand(program: Command, _shutdown: Shutdown, end: (exitCode: number) => void): void {
  const command = program
    .command('completion')
    .description('print completion of commands, flags and files for a shell');
  collectUnknownArguments(command)
    .usage('bash | zsh | fish')
    .helpOption('-h, --help', 'show this help')
    .action(async () => end(await printCompletion(program, command)));
}

async function printCompletion(program: Command, command: Command): Promise<number> {
  const [shell = '', ...more] = command.args.filter((arg) => !arg.startsWith('-'));
  const faults = faultsOfLeftovers(command).filter((fault) => fault.startsWith('unknown option'));
  const { completionScript, isShell } = await import('../completion/completion-script.ts');
  if (more.length > 0 || !isShell(shell)) faults.push('completion takes the name of one shell: bash, zsh or fish');
  if (faults.length > 0 || !isShell(shell)) return reportFaults(faults);
  writeText(completionScript(program, shell));
  return exitCodes.done;
}
