/**
 * Reports a failure on stderr: a user's mistakes with one line each, a bug with one line and, with BALLAST_DEBUG set,
 * its stack.
 */

import { readEnvironment } from '../../system/environment.ts';
import { machineFailureOf } from '../../system/machine-failure.ts';
import { terminalLine } from '../../system/terminal-text.ts';
import { exitCodes } from '../exit-codes.ts';
import { writeNote } from './write-out.ts';

/** The shape of `StartupError`, checked without its class, so that reporting does not import the whole server. */
interface ExpectedFailure {
  readonly exitCode: number;
  readonly message: string;
  readonly lines: readonly string[];
}

/** Writes the failure to stderr and returns its exit code. */
export function reportFailure(failure: unknown): number {
  if (isExpected(failure)) {
    for (const line of failureLines(failure)) writeNote(`ballast: ${terminalLine(line)}`);
    return failure.exitCode;
  }
  const machine = machineFailureOf(failure);
  if (machine === null) return reportBug(failure);
  writeNote(`ballast: ${terminalLine(machine.line)}`);
  return exitCodes.machine;
}

/** Returns the reported lines of a failure, for documents. */
export function failureLines(failure: unknown): readonly string[] {
  if (isExpected(failure)) return failure.lines.length > 0 ? failure.lines : [failure.message];
  const machine = machineFailureOf(failure);
  if (machine !== null) return [machine.line];
  return [`stopped by an internal error: ${failure instanceof Error ? failure.message : String(failure)}`];
}

/** Reports one line per mistake in the command line; returns 64. */
export function reportFaults(faults: readonly string[]): number {
  for (const fault of faults) writeNote(`ballast: ${terminalLine(fault)}`);
  return exitCodes.badFlags;
}

function reportBug(failure: unknown): number {
  const message = failure instanceof Error ? failure.message : String(failure);
  const { debug } = readEnvironment();
  const hint = debug ? '' : ' (BALLAST_DEBUG=1 shows where)';
  writeNote(`ballast: stopped by an internal error: ${terminalLine(message)}${hint}`);
  if (debug && failure instanceof Error) writeNote(String(failure.stack));
  return exitCodes.bug;
}

function isExpected(failure: unknown): failure is ExpectedFailure {
  if (!(failure instanceof Error)) return false;
  const { exitCode, lines } = failure as Partial<ExpectedFailure>;
  return typeof exitCode === 'number' && Array.isArray(lines);
}
