/** `ballast world`: the worlds of a running server: lists, copies, exports, imports and ends them (decision N5). */

import type { Command } from 'commander';
import { worldName } from '../../contract/control/worlds/worlds.ts';
import { addServerFlags, type ServerFlags, serverOf } from '../options/server-flags.ts';
import { collectUnknownArguments, faultsOfLeftovers } from '../options/unknown-arguments.ts';
import type { Shutdown } from '../shutdown-signals.ts';
import { reportFaults } from '../terminal/report-failure.ts';
import { writeLine } from '../terminal/write-out.ts';

interface WorldFlags extends ServerFlags {
  readonly name?: string;
  readonly out?: string;
  readonly keep?: boolean;
  readonly force?: boolean;
  readonly json?: boolean;
}

type Task = Parameters<typeof import('../../app.ts')['manageWorlds']>[0]['task'];

/** One thing to do: what its one argument is, and the task that comes of it. */
interface WorldAction {
  readonly argument: 'world' | 'file' | null;
  readonly taskOf: (argument: string, flags: WorldFlags) => Task;
}

const NEW_NAME = '--name <name>';

export function addWorldCommand(program: Command, _shutdown: Shutdown, end: (exitCode: number) => void): void {
  const world = program
    .command('world')
    .description('list, copy, export, import and end the worlds of a running server');
  const add = (name: string, description: string, action: WorldAction) => {
    const command = world.command(name).description(description);
    const argument = action.argument === null ? '' : ` <${action.argument}>`;
    addServerFlags(collectUnknownArguments(command))
      .usage(`[options]${argument}`)
      .option('--json', 'print the response of the server as JSON')
      .helpOption('-h, --help', 'show these flags')
      .action(async (flags: WorldFlags) => end(await run(command, flags, action)));
    return command;
  };
  add('list', 'list the worlds', { argument: null, taskOf: () => ({ kind: 'list' }) });
  add('fork', 'make an exact copy of a world', {
    argument: 'world',
    taskOf: (of, { name = null, keep = false }) => ({ kind: 'fork', world: of, name, isStored: keep }),
  })
    .option(NEW_NAME, 'the name of the copy (default: a random one)')
    .option('--keep', 'store it in the data folder of the server');
  add('export', 'write a world to a file that another server can import', {
    argument: 'world',
    taskOf: (of, { out = `${of}.ballast-world.zip`, force = false }) => ({ kind: 'export', world: of, out, force }),
  })
    .option('--out <file>', 'the file (default: the name of the world and .ballast-world.zip)')
    .option('--force', 'overwrite an existing file');
  add('import', 'make a world from an exported file', {
    argument: 'file',
    taskOf: (file, { name = null, keep = false }) => ({ kind: 'import', file, name, isStored: keep }),
  })
    .option(NEW_NAME, 'its name (default: its original name)')
    .option('--keep', 'store it in the data folder of the server');
  add('end', 'end a world and delete its stored data', {
    argument: 'world',
    taskOf: (of) => ({ kind: 'end', world: of }),
  });
}

async function run(command: Command, flags: WorldFlags, { argument, taskOf }: WorldAction): Promise<number> {
  const [given, ...more] = command.args.filter((word) => !word.startsWith('-'));
  const faults = faultsOfLeftovers(command).filter((fault) => fault.startsWith('unknown option'));
  const unexpected = argument === null && given !== undefined ? [given, ...more] : more;
  faults.push(...unexpected.map((word) => `unexpected argument '${word}'`));
  const name = command.name();
  if (argument !== null && given === undefined)
    faults.push(`world ${name} needs ${argument === 'world' ? 'the name of a world' : 'a file'}`);
  if (argument === 'world' && given !== undefined) judgeName(faults, '', given);
  if (flags.name !== undefined) judgeName(faults, '--name: ', flags.name);
  const server = serverOf(`world ${name}`, flags, faults);
  if (faults.length > 0 || server === null) return reportFaults(faults);
  const { manageWorlds } = await import('../../app.ts');
  const write = writeLine;
  return manageWorlds({ server, task: taskOf(given ?? '', flags), json: flags.json ?? false, write });
}

function judgeName(faults: string[], place: string, name: string): void {
  const judged = worldName.safeParse(name);
  if (!judged.success) faults.push(`${place}'${name}' ${judged.error.issues[0]?.message}`);
}
