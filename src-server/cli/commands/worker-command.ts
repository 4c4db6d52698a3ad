/** `ballast worker`: plays the jobs of sweeps, lab runs and explorations that come through a queue, on this machine (decision K66). */

import type { Command } from 'commander';
import { validateFlag } from '../options/flag-values.ts';
import { atLeastOne, parseQueue, QUEUE_WANTED } from '../options/sweep-options.ts';
import { collectUnknownArguments, faultsOfLeftovers } from '../options/unknown-arguments.ts';
import type { Shutdown } from '../shutdown-signals.ts';
import { reportFaults } from '../terminal/report-failure.ts';
import { writeLine, writeNote } from '../terminal/write-out.ts';

interface WorkerFlags {
  readonly queue?: string;
  readonly concurrency?: string;
  readonly allowCommands?: boolean;
}

const MOST_AT_ONCE = 256;

export function addWorkerCommand(program: Command, shutdown: Shutdown, end: (exitCode: number) => void): void {
  const command = program.command('worker').description('run jobs of sweeps, lab runs and explorations from a queue');
  collectUnknownArguments(command)
    .option('--queue <url>', 'the Redis of the queue: redis://host:port/db')
    .option('--concurrency <number>', 'jobs at once, a thread each (default: as many as there are cores)')
    .option(
      '--allow-commands',
      'also run the clients of explorations; anyone who can write to the queue can choose them',
    )
    .helpOption('-h, --help', 'show these flags')
    .action(async (flags: WorkerFlags) => end(await work(command, flags, shutdown)));
}

async function work(command: Command, flags: WorkerFlags, shutdown: Shutdown): Promise<number> {
  const faults = faultsOfLeftovers(command);
  const queue = validateFlag<string | null>(faults, '--queue', flags.queue, parseQueue, QUEUE_WANTED, null);
  if (flags.queue === undefined) faults.push(`worker needs --queue: ${QUEUE_WANTED}`);
  const concurrency = validateFlag<number | null>(
    faults,
    '--concurrency',
    flags.concurrency,
    atLeastOne(MOST_AT_ONCE),
    `a number from 1 to ${MOST_AT_ONCE}`,
    null,
  );
  if (faults.length > 0 || queue === null) return reportFaults(faults);
  const { serveQueue } = await import('../../app.ts');
  return serveQueue({
    queue,
    concurrency,
    allowCommands: flags.allowCommands ?? false,
    ended: shutdown.requested,
    write: writeLine,
    note: (line) => writeNote(`ballast: ${line}`),
  });
}
