/** `ballast diff`: shows the differences between two runs (decision K47). */

import type { Command } from 'commander';
import { type GivenFlags, switchFlag } from '../../contract/flags/flag-table.ts';
import { exitCodes } from '../exit-codes.ts';
import { addFlags } from '../options/add-flags.ts';
import { argumentsOf, collectUnknownArguments } from '../options/unknown-arguments.ts';
import type { Shutdown } from '../shutdown-signals.ts';
import { reportFaults } from '../terminal/report-failure.ts';
import { writeLine } from '../terminal/write-out.ts';

const FLAGS = { json: switchFlag('print the differences as JSON') };

export function addDiffCommand(program: Command, shutdown: Shutdown, end: (exitCode: number) => void): void {
  const command = program
    .command('diff')
    .description('compare two runs: golden logs, scenario files (which are run) or data folders');
  addFlags(collectUnknownArguments(command), FLAGS)
    .usage('[options] <first> <second>')
    .helpOption('-h, --help', 'show these flags')
    .action(async (flags: GivenFlags<typeof FLAGS>) => end(await diff(command, flags, shutdown)));
}

async function diff(command: Command, flags: GivenFlags<typeof FLAGS>, shutdown: Shutdown): Promise<number> {
  const { args, faults } = argumentsOf(command);
  const [first, second, ...more] = args;
  if (first === undefined || second === undefined || more.length > 0) faults.push('diff needs two runs to compare');
  if (faults.length > 0 || first === undefined || second === undefined) return reportFaults(faults);
  // Nothing has to be closed: runs are in memory, and files are only read.
  shutdown.requested.then(() => process.exit(exitCodes.interrupted));
  const { diffRuns } = await import('../../app.ts');
  const write = writeLine;
  return diffRuns({ first, second, json: flags.json === true, write });
}
