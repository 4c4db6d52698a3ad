/** `ballast help`: shows the flags of a command, or explains the events of the log (decision K137). */

import type { Command } from 'commander';
import { didYouMean } from '../../contract/fields/nearest-name.ts';
import { type GivenFlags, switchFlag } from '../../contract/flags/flag-table.ts';
import { exitCodes } from '../exit-codes.ts';
import { addFlags } from '../options/add-flags.ts';
import { argumentsOf, collectUnknownArguments } from '../options/unknown-arguments.ts';
import type { Shutdown } from '../shutdown-signals.ts';
import { reportFaults } from '../terminal/report-failure.ts';
import { writeLine } from '../terminal/write-out.ts';

const EVENTS_FLAGS = { json: switchFlag('print them as JSON') };
type EventsFlags = GivenFlags<typeof EVENTS_FLAGS>;

export function addHelpCommand(program: Command, _shutdown: Shutdown, end: (exitCode: number) => void): void {
  const help = program
    .command('help')
    .description('show the flags of a command, or the fields of log events')
    .argument('[command...]', 'a command, such as replay or world list')
    .helpCommand(false)
    .helpOption('-h, --help', 'show this help')
    .action((names: readonly string[]) => end(showHelp(program, names)));
  const events = help
    .command('events')
    .description('list the event types of the log, or show the fields of some types');
  addFlags(collectUnknownArguments(events), EVENTS_FLAGS)
    .usage('[options] [type | order.*]')
    .helpOption('-h, --help', 'show these flags')
    .action(async (flags: EventsFlags) => end(await showEvents(events, flags)));
}

/** Commander prints the help by throwing, as for `--help`. */
function showHelp(program: Command, names: readonly string[]): number {
  let command = program;
  for (const name of names) {
    const found = command.commands.find((each) => each.name() === name);
    const known = command.commands.map((each) => each.name());
    if (found === undefined) return reportFaults([`unknown command '${name}'${didYouMean(name, known)}`]);
    command = found;
  }
  return command.help();
}

async function showEvents(command: Command, given: EventsFlags): Promise<number> {
  const { args, faults, mayBeValues } = argumentsOf(command);
  if (mayBeValues) return reportFaults(faults);
  const [pattern = null, ...more] = args;
  faults.push(...more.map((arg) => `unexpected argument '${arg}'`));
  if (pattern !== null) faults.push(...(await faultsOfType(pattern)));
  if (faults.length > 0) return reportFaults(faults);
  const { explainEvents } = await import('../../app.ts');
  await explainEvents({ pattern, json: given.json === true, write: writeLine });
  return exitCodes.done;
}

async function faultsOfType(pattern: string): Promise<string[]> {
  const { eventType } = await import('../../contract/scenario/event-patterns.ts');
  const issues = eventType.safeParse(pattern).error?.issues ?? [];
  return issues.map(({ message }) => `'${pattern}' ${message}`);
}
