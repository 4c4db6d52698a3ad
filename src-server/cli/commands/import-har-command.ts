/** `ballast import-har`: makes a draft of a scenario from a HAR file of any tool (decision K56). */

import type { Command } from 'commander';
import { validateFlag } from '../options/flag-values.ts';
import { collectUnknownArguments, faultsOfLeftovers } from '../options/unknown-arguments.ts';
import { parseScenarioFile } from '../scenario-file-name.ts';
import type { Shutdown } from '../shutdown-signals.ts';
import { reportFaults } from '../terminal/report-failure.ts';
import { writeLine } from '../terminal/write-out.ts';

interface ImportFlags {
  readonly out?: string;
  readonly name?: string;
  readonly keepTimes?: boolean;
  readonly force?: boolean;
}

export function addImportHarCommand(program: Command, _shutdown: Shutdown, end: (exitCode: number) => void): void {
  const command = program.command('import-har').description('draft a scenario from an HTTP archive (HAR)');
  collectUnknownArguments(command)
    .usage('[options] <file>')
    .option('--out <file>', 'file to write the scenario to')
    .option('--name <name>', 'its name (default: the name of the archive)')
    .option('--keep-times', 'turn the time between the requests of the archive into virtual time')
    .option('--force', 'overwrite an existing file')
    .helpOption('-h, --help', 'show these flags')
    .action(async (flags: ImportFlags) => end(await importHar(command, flags)));
}

async function importHar(command: Command, flags: ImportFlags): Promise<number> {
  const [file, ...more] = command.args.filter((word) => !word.startsWith('-'));
  const faults = faultsOfLeftovers(command).filter((fault) => fault.startsWith('unknown option'));
  const out = validateFlag<string | null>(
    faults,
    '--out',
    flags.out,
    parseScenarioFile,
    'a file that ends in .yaml or .yml',
    null,
  );
  if (file === undefined || more.length > 0) faults.push('import-har needs one archive');
  if (flags.out === undefined) faults.push('import-har needs --out, the file to write');
  if (faults.length > 0 || file === undefined || out === null) return reportFaults(faults);
  const { importArchive } = await import('../../app.ts');
  const { name = null, keepTimes = false, force = false } = flags;
  return importArchive({ file, out, name, clock: keepTimes, force, write: writeLine });
}
