/** `ballast import`: prices and portfolios of one's own for a world file (decision P4). */

import type { Command } from 'commander';
import { exitCodes } from '../exit-codes.ts';
import { type ImportFlags, importOptions } from '../options/import-options.ts';
import { collectUnknownArguments, faultsOfLeftovers } from '../options/unknown-arguments.ts';
import type { Shutdown } from '../shutdown-signals.ts';
import { reportFaults } from '../terminal/report-failure.ts';
import { writeLine } from '../terminal/write-out.ts';

export function addImportCommand(program: Command, shutdown: Shutdown, end: (exitCode: number) => void): void {
  const command = program.command('import').description('import your own prices or portfolios into a world file');
  const collect = (text: string, before: string[] = []) => [...before, text];
  collectUnknownArguments(command)
    .usage('prices|portfolio [options] <file...>')
    .option('--check', 'report what was found without writing anything')
    .option('--into <worldfile>', 'add it to an existing world file')
    .option('--out <file>', 'write a new world file (.yaml), or a file of series (.csv)')
    .option('--force', 'overwrite the file of --out')
    .option('--map <name=isin>', 'meaning of a name: an ISIN, a currency, skip or new; may be repeated', collect)
    .option('--mapping <file>', 'the same as a file of YAML or JSON')
    .option('--sheet <name>', 'sheet to read from the workbooks (default: the only one)')
    .option('--column <header=meaning>', 'meaning of a column, or ignored; may be repeated', collect)
    .option('--type <type=meaning>', 'meaning of a transaction type, or skip; may be repeated', collect)
    .option('--dates <style>', 'order of dates: dmy, mdy or ymd (default: detected)')
    .option('--decimal <separator>', 'decimal separator: point or comma (default: detected)')
    .option('--delimiter <name>', 'cell separator: comma, semicolon, tab or pipe (default: detected)')
    .option('--currency <code>', 'currency of the prices or of the portfolio (default: from the files)')
    .option(
      '--exchange <mic>',
      'use only this exchange (default: prices: every exchange of an instrument; portfolio: its primary exchange)',
    )
    .option('--stale-rates', 'allow exchange rates older than a month')
    .option('--total-return', 'reinvest the dividends of the files')
    .option('--form <form>', 'form of the portfolio, A or B (default: B with target weights, otherwise A)')
    .option('--jurisdiction <country>', 'country of taxation of Form A (default: DE)')
    .option('--account-type <type>', 'account type of Form A (default: depot)')
    .option('--wrapper <wrapper>', 'tax wrapper of Form B (default: Depot)')
    .option('--cash <amount>', 'cash of the portfolio (default: from the files)')
    .option('--clock <instant>', 'start time of the world of the portfolio (default: 2026-03-02T09:30:00Z)')
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
