/** `ballast diff`: shows the differences between two runs (decision K47). */

import type { Command } from 'commander';
import { type GivenFlags, switchFlag } from '../../contract/flags/flag-table.ts';
import { addFlags } from '../options/add-flags.ts';
import { argumentsOf, collectUnknownArguments } from '../options/unknown-arguments.ts';
import type { Shutdown } from '../shutdown-signals.ts';
import { reportFaults } from '../terminal/report-failure.ts';
import { writeLine } from '../terminal/write-out.ts';

const FLAGS = { json: switchFlag('print the differences as JSON') };

export function addDiffCommand(program: Command, _shutdown: Shutdown, end: (exitCode: number) => void): void {
  const command = program
    .command('diff')
    .description('compare two runs: golden logs, scenario files (which are run) or data folders');
  addFlags(collectUnknownArguments(command), FLAGS)
    .usage('[options] <first> <second>')
    .helpOption('-h, --help', 'show these flags')
    .action(async (flags: GivenFlags<typeof FLAGS>) => end(await diff(command, flags)));
}

async function diff(command: Command, flags: GivenFlags<typeof FLAGS>): Promise<number> {
  const { args, faults, mayBeValues } = argumentsOf(command);
  if (mayBeValues) return reportFaults(faults);
  const [first, second, ...more] = args;
  if (first === undefined || second === undefined || more.length > 0) faults.push('diff needs two runs to compare');
  if (faults.length > 0 || first === undefined || second === undefined) return reportFaults(faults);
  const { diffRuns } = await import('../../app.ts');
  const write = writeLine;
  return diffRuns({ first, second, json: flags.json === true, write });
}
