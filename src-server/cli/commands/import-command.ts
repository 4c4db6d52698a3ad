/** `ballast import`: converts the user's own prices and portfolios for a world file (decision P4). */

import type { Command } from 'commander';
import { exitCodes } from '../exit-codes.ts';
import { addFlags } from '../options/add-flags.ts';
import { IMPORT_FLAGS, type ImportFlags, importFlagOptions } from '../options/import-options.ts';
import { argumentsOf, collectUnknownArguments } from '../options/unknown-arguments.ts';
import type { Shutdown } from '../shutdown-signals.ts';
import { reportFaults } from '../terminal/report-failure.ts';
import { writeLine } from '../terminal/write-out.ts';

export function addImportCommand(program: Command, shutdown: Shutdown, end: (exitCode: number) => void): void {
  const command = program.command('import').description('import your own prices or portfolios into a world file');
  addFlags(collectUnknownArguments(command), IMPORT_FLAGS)
    .usage('prices|portfolio [options] <file...>')
    .helpOption('-h, --help', 'show these flags')
    .action(async (flags: ImportFlags) => end(await runImport(command, flags, shutdown)));
}

async function runImport(command: Command, flags: ImportFlags, shutdown: Shutdown): Promise<number> {
  const { args, faults: unknown } = argumentsOf(command);
  const validated = importFlagOptions(flags, args);
  if ('faults' in validated) return reportFaults([...validated.faults, ...unknown]);
  if (unknown.length > 0) return reportFaults(unknown);
  // Nothing has to be closed: a thread reads the files, and output is written at once.
  shutdown.requested.then(() => process.exit(exitCodes.interrupted));
  const { kind, table, entries, totalReturn } = validated;
  const shared = { ...validated.shared, write: writeLine };
  const { importPortfolioFiles, importPriceFiles } = await import('../../app.ts');
  return kind === 'prices'
    ? importPriceFiles({ ...shared, options: { ...table, totalReturn } })
    : importPortfolioFiles({ ...shared, options: { ...table, ...entries } });
}
