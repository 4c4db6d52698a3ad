/** `ballast verify-task`: checks whether an agent has done one of the tasks of docs/agent-tasks.md (decision R4). */

import type { Command } from 'commander';
import { worldName } from '../../contract/control/worlds/worlds.ts';
import { type GivenFlags, readFlags, switchFlag, valueFlag } from '../../contract/flags/flag-table.ts';
import { anyText } from '../../contract/flags/value-types.ts';
import { addFlags } from '../options/add-flags.ts';
import { SERVER_FLAGS, serverOf } from '../options/server-flags.ts';
import { argumentsOf, collectUnknownArguments } from '../options/unknown-arguments.ts';
import type { Shutdown } from '../shutdown-signals.ts';
import { reportFaults } from '../terminal/report-failure.ts';
import { writeLine } from '../terminal/write-out.ts';

const TASK_FLAGS = {
  prepare: switchFlag('make the world of the task, and print the task'),
  worldName: valueFlag(anyText('name'), 'the world to check', { shown: 'the name of the task' }),
};
type TaskFlags = GivenFlags<typeof SERVER_FLAGS & typeof TASK_FLAGS>;

export function addVerifyTaskCommand(program: Command, _shutdown: Shutdown, end: (exitCode: number) => void): void {
  const command = program
    .command('verify-task')
    .description('verify that an agent has done a task, from the state of its world');
  addFlags(collectUnknownArguments(command), { ...SERVER_FLAGS, ...TASK_FLAGS })
    .usage('[options] <task>')
    .helpOption('-h, --help', 'show these flags')
    .action(async (flags: TaskFlags) => end(await verify(command, flags)));
}

async function verify(command: Command, given: TaskFlags): Promise<number> {
  const { args, faults, mayBeValues } = argumentsOf(command);
  if (mayBeValues) return reportFaults(faults);
  const [task, ...more] = args;
  faults.push(...more.map((arg) => `unexpected argument '${arg}'`));
  if (task === undefined) faults.push('verify-task needs the name of a task');
  const { worldName: world, prepare } = readFlags(TASK_FLAGS, given, faults);
  const parsed = world === null ? null : worldName.safeParse(world);
  if (parsed?.success === false) faults.push(`--world-name: '${world}' ${parsed.error.issues[0]?.message}`);
  const server = serverOf('verify-task', given, faults);
  if (faults.length > 0 || server === null || task === undefined) return reportFaults(faults);
  const { verifyTask } = await import('../../app.ts');
  return verifyTask({ task, server, world, prepare, write: writeLine });
}
