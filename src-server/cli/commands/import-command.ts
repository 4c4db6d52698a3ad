/** `ballast import`: prices and portfolios of one's own for a world file (decision P4). */

import type { Command } from 'commander';
import { exitCodes } from '../exit-codes.ts';
import { type ImportFlags, importOptions } from '../options/import-options.ts';
import { collectUnknownArguments, faultsOfLeftovers } from '../options/unknown-arguments.ts';
import type { Shutdown } from '../shutdown-signals.ts';
import { reportFaults } from '../terminal/report-failure.ts';
import { writeLine } from '../terminal/write-out.ts';

export function addImportCommand(program: Command, shutdown: Shutdown, end: (exitCode: number) => void): void {
  const command = program.command('import').description('read prices or portfolios of your own into a world file');
  const collect = (text: string, before: string[] = []) => [...before, text];
  collectUnknownArguments(command)
    .usage('prices|portfolio [options] <file...>')
    .option('--check', 'report what was found and keep nothing')
    .option('--into <worldfile>', 'add it to a world file that is there')
    .option('--out <file>', 'write a new world file (.yaml), or a file of series (.csv)')
    .option('--force', 'overwrite the file of --out')
    .option('--map <name=isin>', 'what a name stands for: an ISIN, a currency, skip or new; may be repeated', collect)
    .option('--mapping <file>', 'the same as a file of YAML or JSON')
    .option('--sheet <name>', 'sheet of the workbooks (default: the only one)')
    .option('--column <header=meaning>', 'what a column is, or ignored; may be repeated', collect)
    .option('--type <type=meaning>', 'what a type of transactions does, or skip; may be repeated', collect)
    .option('--dates <style>', 'dmy, mdy or ymd (default: as the dates show)')
    .option('--decimal <separator>', 'point or comma (default: as the numbers show)')
    .option('--delimiter <name>', 'comma, semicolon, tab or pipe (default: as the header shows)')
    .option('--currency <code>', "of the prices, or the portfolio's (default: as the files say)")
    .option('--exchange <mic>', 'the only exchange (default: every one of an instrument; its primary one)')
    .option('--stale-rates', 'use exchange rates that are older than a month')
    .option('--total-return', 'reinvest the dividends of the files')
    .option('--form <form>', 'of the portfolio: A or B (default: B with target weights, else A)')
    .option('--jurisdiction <country>', 'country of taxation of Form A (default: DE)')
    .option('--account-type <type>', 'of Form A (default: depot)')
    .option('--wrapper <wrapper>', 'tax wrapper of Form B (default: Depot)')
    .option('--cash <amount>', 'cash of the portfolio (default: as the files say)')
    .option('--clock <instant>', 'when the world of the portfolio begins (default: 2026-03-02T09:30:00Z)')
    .option('--json', 'print the report as JSON')
    .helpOption('-h, --help', 'show these flags')
    .action(async (flags: ImportFlags) => end(await runImport(command, flags, shutdown)));
}

async function runImport(command: Command, flags: ImportFlags, shutdown: Shutdown): Promise<number> {
  const validated = importOptions(
    flags,
    command.args.filter((word) => !word.startsWith('-')),
  );
  const unknown = faultsOfLeftovers(command).filter((fault) => fault.startsWith('unknown option'));
  if ('faults' in validated) return reportFaults([...validated.faults, ...unknown]);
  if (unknown.length > 0) return reportFaults(unknown);
  // Files are read on a thread, and what is written is written at once: nothing has to be closed.
  shutdown.requested.then(() => process.exit(exitCodes.interrupted));
  const { kind, table, entries, totalReturn } = validated;
  const shared = { ...validated.shared, write: writeLine };
  const { importPortfolioFiles, importPriceFiles } = await import('../../app.ts');
  return kind === 'prices'
    ? importPriceFiles({ ...shared, options: { ...table, totalReturn } })
    : importPortfolioFiles({ ...shared, options: { ...table, ...entries } });
}
