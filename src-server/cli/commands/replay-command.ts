/** `ballast replay`: runs scenario files and reports which checks pass (decision K). */

import type { Command } from 'commander';
import { makeFilesPrivate } from '../../system/files/private-files.ts';
import { exitCodes } from '../exit-codes.ts';
import { addFlags } from '../options/add-flags.ts';
import { REPLAY_FLAGS, type ReplayFlags, replayOptions } from '../options/replay-flags.ts';
import { argumentsOf, collectUnknownArguments } from '../options/unknown-arguments.ts';
import type { Shutdown } from '../shutdown-signals.ts';
import { createProgressLine } from '../terminal/progress-line.ts';
import { failureLines, reportFaults } from '../terminal/report-failure.ts';
import { createStepper, whyNotStepping } from '../terminal/step-prompt.ts';
import { writeLine, writeNote } from '../terminal/write-out.ts';

export function addReplayCommand(program: Command, shutdown: Shutdown, end: (exitCode: number) => void): void {
  const command = program.command('replay').description('run scenario files and check their expectations');
  addFlags(collectUnknownArguments(command), REPLAY_FLAGS)
    .usage('[options] <file, folder or pattern...>')
    .helpOption('-h, --help', 'show these flags')
    .action(async (flags: ReplayFlags) => end(await replay(command, flags, shutdown)));
}

async function replay(command: Command, flags: ReplayFlags, shutdown: Shutdown): Promise<number> {
  const { args: files, faults: leftovers } = argumentsOf(command);
  const parsed = replayOptions(files, flags);
  const faults = [...leftovers, ...('faults' in parsed ? parsed.faults : [])];
  const { stdin, stdout } = process;
  const whyNot = flags.step ? whyNotStepping(stdin, stdout) : null;
  if (whyNot !== null) faults.push(whyNot);
  if ('faults' in parsed || faults.length > 0) {
    if (flags.json) await writeFailure(faults);
    return reportFaults(faults);
  }
  // A stored world contains keys and secrets.
  if (parsed.dataDir !== null && parsed.dataDir !== undefined) makeFilesPrivate();
  const interrupt = new AbortController();
  shutdown.requested.then(() => {
    interrupt.abort();
    setTimeout(() => process.exit(exitCodes.interrupted), maxEndingMs).unref();
  });
  const live = flags.json || flags.step ? null : await createProgressLine(stdout);
  const options = {
    ...parsed,
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

/** With a JSON report, writes every error as JSON, too (decision K123). */
async function writeFailure(faults: readonly string[]): Promise<void> {
  const { failedReport } = await import('../../contract/control/scenarios/replay-report.ts');
  writeLine(JSON.stringify(failedReport(faults)));
}

/** The process does not wait for a run in the middle of a long advance: all of its state is in memory. */
const maxEndingMs = 3_000;
