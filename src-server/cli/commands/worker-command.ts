/**
 * `ballast worker`: runs the jobs of sweeps, lab runs and explorations from a queue, on this machine (decision K66).
 */

import type { Command } from 'commander';
import { type GivenFlags, readFlags, switchFlag, valueFlag } from '../../contract/flags/flag-table.ts';
import { QUEUE, WORKERS } from '../../contract/flags/value-types.ts';
import { addFlags } from '../options/add-flags.ts';
import { collectUnknownArguments, faultsOfLeftovers } from '../options/unknown-arguments.ts';
import type { Shutdown } from '../shutdown-signals.ts';
import { reportFaults } from '../terminal/report-failure.ts';
import { writeLine, writeNote } from '../terminal/write-out.ts';

const WORKER_FLAGS = {
  queue: valueFlag(QUEUE, 'the Redis of the queue: redis://host:port/db'),
  concurrency: valueFlag(WORKERS, 'jobs at once, a thread each', { shown: 'as many as there are cores' }),
  allowCommands: switchFlag('also run the clients of explorations; anyone who can write to the queue can choose them'),
};
type WorkerFlags = GivenFlags<typeof WORKER_FLAGS>;

export function addWorkerCommand(program: Command, shutdown: Shutdown, end: (exitCode: number) => void): void {
  const command = program.command('worker').description('run jobs of sweeps, lab runs and explorations from a queue');
  addFlags(collectUnknownArguments(command), WORKER_FLAGS)
    .helpOption('-h, --help', 'show these flags')
    .action(async (flags: WorkerFlags) => end(await work(command, flags, shutdown)));
}

async function work(command: Command, given: WorkerFlags, shutdown: Shutdown): Promise<number> {
  const faults = faultsOfLeftovers(command);
  const { queue, concurrency, allowCommands } = readFlags(WORKER_FLAGS, given, faults);
  if (given.queue === undefined) faults.push(`worker needs --queue: ${QUEUE.wanted}`);
  if (faults.length > 0 || queue === null) return reportFaults(faults);
  const { serveQueue } = await import('../../app.ts');
  const note = (line: string) => writeNote(`ballast: ${line}`);
  return serveQueue({ queue, concurrency, allowCommands, ended: shutdown.requested, write: writeLine, note });
}
