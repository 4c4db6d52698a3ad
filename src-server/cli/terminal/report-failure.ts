/**
 * Reports a failure on stderr: a user's mistakes with one line each, a bug with one line and, with BALLAST_DEBUG set,
 * its stack.
 */

import { readEnvironment } from '../../system/environment.ts';
import { machineFailureOf } from '../../system/machine-failure.ts';
import { exitCodes } from '../exit-codes.ts';

/** The shape of `StartupError`. It is recognised by its shape, so that reporting does not import the whole server. */
interface ExpectedFailure {
  readonly exitCode: number;
  readonly message: string;
  readonly lines: readonly string[];
}

/** Writes the failure to stderr and returns its exit code. */
export function reportFailure(failure: unknown): number {
  if (isExpected(failure)) {
    const lines = failure.lines.length > 0 ? failure.lines : [failure.message];
    for (const line of lines) process.stderr.write(`ballast: ${oneLine(line)}\n`);
    return failure.exitCode;
  }
  const machine = machineFailureOf(failure);
  if (machine === null) return reportBug(failure);
  process.stderr.write(`ballast: ${oneLine(machine)}\n`);
  return exitCodes.machine;
}

/** Reports one line per mistake in the command line; 64. */
export function reportFaults(faults: readonly string[]): number {
  for (const fault of faults) process.stderr.write(`ballast: ${oneLine(fault)}\n`);
  return exitCodes.badFlags;
}

function reportBug(failure: unknown): number {
  const message = failure instanceof Error ? failure.message : String(failure);
  const { debug } = readEnvironment();
  const hint = debug ? '' : ' (BALLAST_DEBUG=1 shows where)';
  process.stderr.write(`ballast: stopped by an internal error: ${oneLine(message)}${hint}\n`);
  if (debug && failure instanceof Error) process.stderr.write(`${failure.stack}\n`);
  return exitCodes.bug;
}

function isExpected(failure: unknown): failure is ExpectedFailure {
  if (!(failure instanceof Error)) return false;
  const { exitCode, lines } = failure as Partial<ExpectedFailure>;
  return typeof exitCode === 'number' && Array.isArray(lines);
}

/** The text holds file names and input: removes everything that a terminal would act on. */
function oneLine(text: string): string {
  return text
    .replace(/\s*\n\s*/g, ' ')
    .replace(ACTS_ON_TERMINALS, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

/** Control characters, and marks that change the direction of text. */
const ACTS_ON_TERMINALS = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu;
