/** `ballast verify-task`: whether an agent has done one of the tasks of docs/agent-tasks.md (decision R4). */

import type { Command } from 'commander';
import { worldName } from '../../contract/control/worlds/worlds.ts';
import { addServerFlags, type ServerFlags, serverOf } from '../options/server-flags.ts';
import { collectUnknownArguments, faultsOfLeftovers } from '../options/unknown-arguments.ts';
import type { Shutdown } from '../shutdown-signals.ts';
import { reportFaults } from '../terminal/report-failure.ts';
import { writeLine } from '../terminal/write-out.ts';

interface TaskFlags extends ServerFlags {
  readonly worldName?: string;
  readonly prepare?: boolean;
}

export function addVerifyTaskCommand(program: Command, _shutdown: Shutdown, end: (exitCode: number) => void): void {
  const command = program
    .command('verify-task')
    .description('verify that an agent has done a task, from the state of its world');
  addServerFlags(collectUnknownArguments(command))
    .usage('[options] <task>')
    .option('--prepare', 'make the world of the task, and print the task')
    .option('--world-name <name>', 'the world to check (default: the name of the task)')
    .helpOption('-h, --help', 'show these flags')
    .action(async (flags: TaskFlags) => end(await verify(command, flags)));
}

async function verify(command: Command, flags: TaskFlags): Promise<number> {
  const [task, ...more] = command.args.filter((word) => !word.startsWith('-'));
  const faults = faultsOfLeftovers(command).filter((fault) => fault.startsWith('unknown option'));
  faults.push(...more.map((word) => `unexpected argument '${word}'`));
  if (task === undefined) faults.push('verify-task needs the name of a task');
  const { worldName: world = null, prepare = false } = flags;
  const judged = world === null ? null : worldName.safeParse(world);
  if (judged?.success === false) faults.push(`--world-name: '${world}' ${judged.error.issues[0]?.message}`);
  const server = serverOf('verify-task', flags, faults);
  if (faults.length > 0 || server === null || task === undefined) return reportFaults(faults);
  const { verifyTask } = await import('../../app.ts');
  return verifyTask({ task, server, world, prepare, write: writeLine });
}
