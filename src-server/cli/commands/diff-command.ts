/** `ballast diff`: shows the differences between two runs (decision K47). */

import type { Command } from 'commander';
import { exitCodes } from '../exit-codes.ts';
import { collectUnknownArguments, faultsOfLeftovers } from '../options/unknown-arguments.ts';
import type { Shutdown } from '../shutdown-signals.ts';
import { reportFaults } from '../terminal/report-failure.ts';
import { writeLine } from '../terminal/write-out.ts';

export function addDiffCommand(program: Command, shutdown: Shutdown, end: (exitCode: number) => void): void {
  const command = program
    .command('diff')
    .description('compare two runs: golden logs, scenario files (which are run) or data folders');
  collectUnknownArguments(command)
    .usage('[options] <first> <second>')
    .option('--json', 'print the differences as JSON')
    .helpOption('-h, --help', 'show these flags')
    .action(async (flags: { readonly json?: boolean }) => end(await diff(command, flags, shutdown)));
}

async function diff(command: Command, flags: { readonly json?: boolean }, shutdown: Shutdown): Promise<number> {
  const [first, second, ...more] = command.args.filter((word) => !word.startsWith('-'));
  const faults = faultsOfLeftovers(command).filter((fault) => fault.startsWith('unknown option'));
  if (first === undefined || second === undefined || more.length > 0) faults.push('diff needs two runs to compare');
  if (faults.length > 0 || first === undefined || second === undefined) return reportFaults(faults);
  // Nothing has to be closed: runs are in memory, and files are only read.
  shutdown.requested.then(() => process.exit(exitCodes.interrupted));
  const { diffRuns } = await import('../../app.ts');
  const write = writeLine;
  return diffRuns({ first, second, json: flags.json ?? false, write });
}
