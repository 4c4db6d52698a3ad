/**
 * `ballast import` converts the user's own prices and portfolios for a world file (decision P4); `ballast import-har`
 * creates a draft of a scenario from a HAR file of any tool (decision K56).
 */

import type { Command } from 'commander';
import { type GivenFlags, readFlags, switchFlag, valueFlag } from '../../contract/flags/flag-table.ts';
import { anyText } from '../../contract/flags/value-types.ts';
import { addFlags } from '../options/add-flags.ts';
import { IMPORT_FLAGS, type ImportFlags, importFlagOptions } from '../options/import-options.ts';
import { argumentsOf, collectUnknownArguments } from '../options/unknown-arguments.ts';
import { SCENARIO_FILE } from '../scenario-file-name.ts';
import type { Shutdown } from '../shutdown-signals.ts';
import { reportFaults } from '../terminal/report-failure.ts';
import { writeLine } from '../terminal/write-out.ts';

export function addImportCommand(program: Command, _shutdown: Shutdown, end: (exitCode: number) => void): void {
  const command = program.command('import').description('import your own prices or portfolios into a world file');
  addFlags(collectUnknownArguments(command), IMPORT_FLAGS)
    .usage('prices|portfolio [options] <file...>')
    .helpOption('-h, --help', 'show these flags')
    .action(async (flags: ImportFlags) => end(await runImport(command, flags)));
}

async function runImport(command: Command, flags: ImportFlags): Promise<number> {
  const { args, faults: unknown, mayBeValues } = argumentsOf(command);
  if (mayBeValues) return reportFaults(unknown);
  const validated = importFlagOptions(flags, args);
  if ('faults' in validated) return reportFaults([...validated.faults, ...unknown]);
  if (unknown.length > 0) return reportFaults(unknown);
  const { kind, table, entries, totalReturn } = validated;
  const shared = { ...validated.shared, write: writeLine };
  const { importPortfolioFiles, importPriceFiles } = await import('../../app.ts');
  return kind === 'prices'
    ? importPriceFiles({ ...shared, options: { ...table, totalReturn } })
    : importPortfolioFiles({ ...shared, options: { ...table, ...entries } });
}

const HAR_FLAGS = {
  out: valueFlag(SCENARIO_FILE, 'file to write the scenario to'),
  name: valueFlag(anyText('name'), 'name of the scenario', { shown: 'the name of the archive' }),
  keepTimes: switchFlag('turn the time between the requests of the archive into virtual time'),
  force: switchFlag('overwrite an existing file'),
};
type HarFlags = GivenFlags<typeof HAR_FLAGS>;

export function addImportHarCommand(program: Command, _shutdown: Shutdown, end: (exitCode: number) => void): void {
  const command = program.command('import-har').description('draft a scenario from an HTTP archive (HAR)');
  addFlags(collectUnknownArguments(command), HAR_FLAGS)
    .usage('[options] <file>')
    .helpOption('-h, --help', 'show these flags')
    .action(async (flags: HarFlags) => end(await importHar(command, flags)));
}

async function importHar(command: Command, given: HarFlags): Promise<number> {
  const { args, faults, mayBeValues } = argumentsOf(command);
  if (mayBeValues) return reportFaults(faults);
  const [file, ...more] = args;
  const { out, name, keepTimes: clock, force } = readFlags(HAR_FLAGS, given, faults);
  if (file === undefined || more.length > 0) faults.push('import-har needs one archive');
  if (given.out === undefined) faults.push('import-har needs --out, the file to write');
  if (faults.length > 0 || file === undefined || out === null) return reportFaults(faults);
  const { importArchive } = await import('../../app.ts');
  return importArchive({ file, out, name, clock, force, write: writeLine });
}
