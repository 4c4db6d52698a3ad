/**
 * `ballast schema`: prints the JSON Schema of scenario, world, lab, explore or configuration files, for editors
 * (decision K35).
 */

import type { Command } from 'commander';
import { exitCodes } from '../exit-codes.ts';
import { collectUnknownArguments, faultsOfLeftovers } from '../options/unknown-arguments.ts';
import type { Shutdown } from '../shutdown-signals.ts';
import { reportFaults } from '../terminal/report-failure.ts';
import { writeText } from '../terminal/write-out.ts';

export function addSchemaCommand(program: Command, _shutdown: Shutdown, end: (exitCode: number) => void): void {
  const command = program
    .command('schema')
    .description('print the JSON Schema of scenario, world, lab, explore or config files');
  collectUnknownArguments(command)
    .usage('[scenario | world | lab | explore | config]')
    .helpOption('-h, --help', 'show this help')
    .action(async () => end(await printSchema(command)));
}

async function printSchema(command: Command): Promise<number> {
  const [kind = 'scenario', ...more] = command.args.filter((arg) => !arg.startsWith('-'));
  const faults = faultsOfLeftovers(command).filter((fault) => fault.startsWith('unknown option'));
  const file = `${kind}.schema.json`;
  const { SCHEMA_FILES, schemaText } = await import('../../contract/scenario/scenario-schema.ts');
  if (more.length > 0 || !isKnown(file, SCHEMA_FILES))
    faults.push('schema takes one kind of file: scenario, world, lab, explore or config');
  if (faults.length > 0 || !isKnown(file, SCHEMA_FILES)) return reportFaults(faults);
  writeText(schemaText(SCHEMA_FILES[file]()));
  return exitCodes.done;
}

function isKnown<Files extends object>(file: PropertyKey, files: Files): file is keyof Files {
  return Object.hasOwn(files, file);
}
