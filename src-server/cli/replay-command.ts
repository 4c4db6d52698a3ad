/** `ballast replay`: run scenario files and say which checks hold (decision K). Refuses to know what a scenario is. */

import type { Command } from 'commander';
import { exitCodes } from './exit-codes.ts';
import { judgeFlag, parseWholeNumber } from './flag-values.ts';
import { faultsOfLeftovers, keepUnknownWords } from './leftover-words.ts';
import { reportFaults } from './report-failure.ts';
import type { Shutdown } from './shutdown-signals.ts';

interface ReplayFlags {
  readonly seed?: string;
  readonly update?: boolean;
  readonly junit?: string;
  readonly html?: string;
  readonly json?: boolean;
}

export function addReplayCommand(program: Command, shutdown: Shutdown, end: (exitCode: number) => void): void {
  const command = program.command('replay').description('replay scenario files and check what they promise');
  keepUnknownWords(command)
    .usage('[options] <file...>')
    .option('--seed <number>', 'use this seed instead of the one in the file')
    .option('--update', 'write what happened as the new golden log')
    .option('--junit <file>', 'also write a JUnit XML report')
    .option('--html <file>', 'also write a report to read in a browser')
    .option('--json', 'print the results as JSON')
    .helpOption('--help', 'show these flags')
    .action(async (flags: ReplayFlags) => end(await replay(command, flags, shutdown)));
}

async function replay(command: Command, flags: ReplayFlags, shutdown: Shutdown): Promise<number> {
  const files = command.args.filter((word) => !word.startsWith('-'));
  const faults = faultsOfLeftovers(command).filter((fault) => fault.startsWith('unknown option'));
  if (files.length === 0) faults.push('replay needs at least one scenario file');
  const seed = judgeFlag<number | null>(
    faults,
    '--seed',
    flags.seed,
    parseWholeNumber,
    'a whole number from 0 to 2^53 - 1',
    null,
  );
  if (faults.length > 0) return reportFaults(faults);
  // A replay owns nothing that must be closed: everything it holds is in memory.
  shutdown.requested.then(() => process.exit(exitCodes.interrupted));
  const { replayScenarios } = await import('../app.ts');
  return replayScenarios({
    files,
    seed,
    update: flags.update ?? false,
    junit: flags.junit ?? null,
    html: flags.html ?? null,
    json: flags.json ?? false,
    write: (line) => process.stdout.write(`${line}\n`),
  });
}
