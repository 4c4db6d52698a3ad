/** `ballast world`: lists, copies, exports, imports and ends the worlds of a running server (decision N5). */

import type { Command } from 'commander';
import { worldName } from '../../contract/control/worlds/worlds.ts';
import {
  type FlagTable,
  type GivenFlags,
  type ReadFlags,
  readFlags,
  switchFlag,
  valueFlag,
} from '../../contract/flags/flag-table.ts';
import { FILE, textValue } from '../../contract/flags/value-types.ts';
import { addFlags } from '../options/add-flags.ts';
import { SERVER_FLAGS, serverOf } from '../options/server-flags.ts';
import { argumentsOf, collectUnknownArguments } from '../options/unknown-arguments.ts';
import type { Shutdown } from '../shutdown-signals.ts';
import { reportFaults } from '../terminal/report-failure.ts';
import { writeLine } from '../terminal/write-out.ts';

type Task = Parameters<typeof import('../../app.ts')['manageWorlds']>[0]['task'];

/** One action on worlds: its only argument, and the task that results. */
interface WorldAction<Table extends FlagTable> {
  readonly argument: 'world' | 'file' | null;
  readonly flags: Table;
  readonly taskOf: (argument: string, flags: ReadFlags<Table>) => Task;
}

const WORLD_NAME = textValue('name', 'a name of 1 to 40 lower-case letters, digits and hyphens', (text) =>
  worldName.safeParse(text).success ? text : null,
);
const STORE_FLAG = switchFlag('store it in the data folder of the server');
const FORK_FLAGS = { name: valueFlag(WORLD_NAME, 'the name of the copy', { shown: 'a random one' }), keep: STORE_FLAG };
const IMPORT_FLAGS = { name: valueFlag(WORLD_NAME, 'its name', { shown: 'its original name' }), keep: STORE_FLAG };
const EXPORT_FLAGS = {
  out: valueFlag(FILE, 'the file', { shown: 'the name of the world and .ballast-world.zip' }),
  force: switchFlag('overwrite an existing file'),
};
const SHARED_FLAGS = { ...SERVER_FLAGS, json: switchFlag('print the response of the server as JSON') };

export function addWorldCommand(program: Command, _shutdown: Shutdown, end: (exitCode: number) => void): void {
  const world = program
    .command('world')
    .description('list, copy, export, import and end the worlds of a running server');
  const add = <Table extends FlagTable>(name: string, description: string, action: WorldAction<Table>) => {
    const command = world.command(name).description(description);
    const argument = action.argument === null ? '' : ` <${action.argument}>`;
    addFlags(collectUnknownArguments(command), { ...SHARED_FLAGS, ...action.flags })
      .usage(`[options]${argument}`)
      .helpOption('-h, --help', 'show these flags')
      .action(async (given: GivenFlags<typeof SHARED_FLAGS> & GivenFlags<Table>) =>
        end(await run(command, given, action)),
      );
  };
  add('list', 'list the worlds', { argument: null, flags: {}, taskOf: () => ({ kind: 'list' }) });
  add('fork', 'make an exact copy of a world', {
    argument: 'world',
    flags: FORK_FLAGS,
    taskOf: (of, { name, keep: isPersistent }) => ({ kind: 'fork', world: of, name, isStored: isPersistent }),
  });
  add('export', 'write a world to a file that another server can import', {
    argument: 'world',
    flags: EXPORT_FLAGS,
    taskOf: (of, { out, force }) => ({ kind: 'export', world: of, out: out ?? `${of}.ballast-world.zip`, force }),
  });
  add('import', 'make a world from an exported file', {
    argument: 'file',
    flags: IMPORT_FLAGS,
    taskOf: (file, { name, keep: isPersistent }) => ({ kind: 'import', file, name, isStored: isPersistent }),
  });
  add('end', 'end a world and delete its stored data', {
    argument: 'world',
    flags: {},
    taskOf: (of) => ({ kind: 'end', world: of }),
  });
}

async function run<Table extends FlagTable>(
  command: Command,
  given: GivenFlags<typeof SHARED_FLAGS> & GivenFlags<Table>,
  { argument, flags: table, taskOf }: WorldAction<Table>,
): Promise<number> {
  const { args, faults, mayBeValues } = argumentsOf(command);
  if (mayBeValues) return reportFaults(faults);
  const [first, ...more] = args;
  const unexpected = argument === null ? args : more;
  faults.push(...unexpected.map((arg) => `unexpected argument '${arg}'`));
  const name = command.name();
  if (argument !== null && first === undefined)
    faults.push(`world ${name} needs ${argument === 'world' ? 'the name of a world' : 'a file'}`);
  const named = worldName.safeParse(first);
  if (argument === 'world' && first !== undefined && !named.success)
    faults.push(`'${first}' ${named.error.issues[0]?.message}`);
  const flags = readFlags(table, given, faults);
  const { json } = readFlags(SHARED_FLAGS, given, []);
  const server = serverOf(`world ${name}`, given, faults);
  if (faults.length > 0 || server === null) return reportFaults(faults);
  const { manageWorlds } = await import('../../app.ts');
  return manageWorlds({ server, task: taskOf(first ?? '', flags), json, write: writeLine });
}
