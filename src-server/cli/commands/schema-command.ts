/** `ballast schema`: prints the JSON Schema of scenario or world files, for editors (decision K35). */

import type { Command } from 'commander';
import { exitCodes } from '../exit-codes.ts';
import { collectUnknownArguments, faultsOfLeftovers } from '../options/unknown-arguments.ts';
import type { Shutdown } from '../shutdown-signals.ts';
import { reportFaults } from '../terminal/report-failure.ts';

export function addSchemaCommand(program: Command, _shutdown: Shutdown, end: (exitCode: number) => void): void {
  const command = program.command('schema').description('print the JSON Schema of scenario or world files');
  collectUnknownArguments(command)
    .usage('[scenario | world]')
    .helpOption('--help', 'show this help')
    .action(async () => end(await printSchema(command)));
}

async function printSchema(command: Command): Promise<number> {
  const [kind = 'scenario', ...more] = command.args.filter((word) => !word.startsWith('-'));
  const faults = faultsOfLeftovers(command).filter((fault) => fault.startsWith('unknown option'));
  if (more.length > 0 || (kind !== 'scenario' && kind !== 'world'))
    faults.push('schema takes one word: scenario or world');
  if (faults.length > 0) return reportFaults(faults);
  const { scenarioJsonSchema, schemaText, worldJsonSchema } = await import(
    '../../contract/scenario/scenario-schema.ts'
  );
  process.stdout.write(schemaText(kind === 'world' ? worldJsonSchema() : scenarioJsonSchema()));
  return exitCodes.done;
}
