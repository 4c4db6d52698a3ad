/** `ballast replay`: plays scenario files and reports which checks hold (decision K). */

import type { Command } from 'commander';
import { makeFilesPrivate } from '../../system/files/private-files.ts';
import { exitCodes } from '../exit-codes.ts';
import { type ReplayFlags, replayOptions } from '../options/replay-flags.ts';
import { collectUnknownArguments, faultsOfLeftovers } from '../options/unknown-arguments.ts';
import type { Shutdown } from '../shutdown-signals.ts';
import { createProgressLine } from '../terminal/progress-line.ts';
import { failureLines, reportFaults } from '../terminal/report-failure.ts';
import { createStepper, whyNotStepping } from '../terminal/step-prompt.ts';
import { writeLine, writeNote } from '../terminal/write-out.ts';

export function addReplayCommand(program: Command, shutdown: Shutdown, end: (exitCode: number) => void): void {
  const command = program.command('replay').description('run scenario files and check their expectations');
  collectUnknownArguments(command)
    .usage('[options] <file, folder or pattern...>')
    .option('--seed <number>', 'use this seed instead of the one in the file')
    .option('--vary <name=value>', 'set a variable, or the value at a JSON pointer; may be repeated', append)
    .option('--filter <text>', 'run only scenarios with this text in name, file or tags')
    .option('--update', 'write the event log as the new golden log if every check passes')
    .option('--require-golden', 'fail if no golden log is compared (default: if CI is set)')
    .option('--no-require-golden', 'pass even if no golden log is compared, also in CI')
    .option('--twice', 'run each twice and compare the event logs')
    .option('--restore-midway', 'run each again from a snapshot taken halfway')
    .option('--workers <number>', 'threads (default: one per core); 0 runs in this process')
    .option('--shuffle [seed]', 'run the scenarios in a random order')
    .option('--fail-fast', 'stop at the first failure')
    .option('--until <instant>', 'end each run at this virtual time')
    .option('--step', 'wait for Enter before each step and show what changed')
    .option('--watch', 'rerun whenever a file is saved, until Ctrl-C')
    .option('--data <folder>', 'store the world of a single scenario in this folder')
    .option('--force', 'replace the existing world in the folder of --data')
    .option('--root <folder>', 'folder that included files must not leave (default: the project)')
    .option('--junit <file>', 'also write a JUnit XML report')
    .option('--html <file>', 'also write an HTML report')
    .option('--json', 'print the results as JSON')
    .helpOption('-h, --help', 'show these flags')
    .action(async (flags: ReplayFlags) => end(await replay(command, flags, shutdown)));
}

async function replay(command: Command, flags: ReplayFlags, shutdown: Shutdown): Promise<number> {
  const files = command.args.filter((word) => !word.startsWith('-'));
  const leftovers = faultsOfLeftovers(command).filter((fault) => fault.startsWith('unknown option'));
  const judged = replayOptions(files, flags);
  const faults = [...leftovers, ...('faults' in judged ? judged.faults : [])];
  const { stdin, stdout } = process;
  const whyNot = flags.step ? whyNotStepping(stdin, stdout) : null;
  if (whyNot !== null) faults.push(whyNot);
  if ('faults' in judged || faults.length > 0) {
    if (flags.json) await writeFailure(faults);
    return reportFaults(faults);
  }
  // The world that stays has keys and secrets.
  if (judged.dataDir !== null && judged.dataDir !== undefined) makeFilesPrivate();
  const interrupt = new AbortController();
  shutdown.requested.then(() => {
    interrupt.abort();
    setTimeout(() => process.exit(exitCodes.interrupted), mostEndingMs).unref();
  });
  const live = flags.json || flags.step ? null : await createProgressLine(stdout);
  const options = {
    ...judged,
    signal: interrupt.signal,
    write: live?.write ?? writeLine,
    note: writeNote,
    ...(live === null ? {} : { live }),
    ...(flags.step ? { stepper: createStepper(stdin, stdout, interrupt.signal) } : {}),
  };
  const { replayScenarios, watchScenarios } = await import('../../app.ts');
  try {
    return await (flags.watch ? watchScenarios(options) : replayScenarios(options));
  } catch (error) {
    if (flags.json) await writeFailure(failureLines(error));
    throw error;
  }
}

/** Whoever reads JSON is told of every error as JSON, too (decision K123). */
async function writeFailure(faults: readonly string[]): Promise<void> {
  const { failedReport } = await import('../../contract/control/scenarios/replay-report.ts');
  writeLine(JSON.stringify(failedReport(faults)));
}

/** The process does not wait for a run in the middle of a long advance: all of it is in memory. */
const mostEndingMs = 3_000;

function append(value: string, before: readonly string[] | undefined): readonly string[] {
  return [...(before ?? []), value];
}
