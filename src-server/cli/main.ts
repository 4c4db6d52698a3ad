/**
 * The command line: its commands, and how the process ends. Each command is in a file of its own and loads its
 * dependencies when it runs. Nothing runs at import.
 */

import { Command, CommanderError } from 'commander';
import { packageVersion } from '../system/package-root.ts';
import { addAppCommand } from './commands/app-command.ts';
import { addCompareTrafficCommand } from './commands/compare-traffic-command.ts';
import { addCompletionCommand } from './commands/completion-command.ts';
import { addDiffCommand } from './commands/diff-command.ts';
import { addDoctorCommand } from './commands/doctor-command.ts';
import { addExploreCommand } from './commands/explore-command.ts';
import { addHelpCommand } from './commands/help-command.ts';
import { addImportCommand, addImportHarCommand } from './commands/import-command.ts';
import { addLabCommand } from './commands/lab-command.ts';
import { addMcpCommand } from './commands/mcp-command.ts';
import { addProxyCommand } from './commands/proxy-command.ts';
import { addRecordCommand } from './commands/record-command.ts';
import { addReplayCommand } from './commands/replay-command.ts';
import { addSchemaCommand } from './commands/schema-command.ts';
import { addServeCommand } from './commands/serve-command.ts';
import { addSweepCommand } from './commands/sweep-command.ts';
import { addValidateCommand } from './commands/validate-command.ts';
import { addVerifyTaskCommand } from './commands/verify-task-command.ts';
import { addWorkerCommand } from './commands/worker-command.ts';
import { addWorldCommand } from './commands/world-command.ts';
import { exitCodes } from './exit-codes.ts';
import { faultsOfMissingValues } from './options/missing-values.ts';
import type { Shutdown } from './shutdown-signals.ts';
import { reportFailure, reportFaults } from './terminal/report-failure.ts';

/** Runs one command line (without the program's name) and ends the process with its exit code. */
export async function main(args: readonly string[], shutdown: Shutdown): Promise<void> {
  surviveClosedOutput();
  process.on('uncaughtException', (bug) => process.exit(reportFailure(bug)));
  process.on('unhandledRejection', (bug) => process.exit(reportFailure(bug)));
  endProcess(await runCommand(args, shutdown));
}

/** Runs one command line and returns its exit code; does not end the process. */
export async function runCommand(args: readonly string[], shutdown: Shutdown): Promise<number> {
  let exitCode: number = exitCodes.done;
  const end = (code: number) => {
    exitCode = code;
  };
  const program = buildProgram(shutdown, end);
  const faults = faultsOfMissingValues(program, args);
  if (faults.length > 0) return reportFaults(faults);
  try {
    await program.parseAsync(args.length === 0 ? ['--help'] : [...args], { from: 'user' });
    return exitCode;
  } catch (failure) {
    return failure instanceof CommanderError ? endOfParsing(failure) : reportFailure(failure);
  }
}

/** All commands with their flags; nothing runs before a line is parsed. */
export function buildProgram(shutdown: Shutdown, end: (exitCode: number) => void): Command {
  const program = describeProgram();
  for (const add of [
    addServeCommand,
    addReplayCommand,
    addValidateCommand,
    addSchemaCommand,
    addDiffCommand,
    addDoctorCommand,
    addRecordCommand,
    addImportHarCommand,
    addImportCommand,
    addAppCommand,
    addSweepCommand,
    addLabCommand,
    addExploreCommand,
    addWorkerCommand,
    addWorldCommand,
    addCompareTrafficCommand,
    addProxyCommand,
    addMcpCommand,
    addVerifyTaskCommand,
    addCompletionCommand,
    addHelpCommand,
  ])
    add(program, shutdown, end);
  program.hook('preAction', (_program, action) => {
    if (!ENDING_THEMSELVES.has(nameOf(action))) shutdown.requested.then(() => process.exit(exitCodes.interrupted));
  });
  return program;
}

/** Commands that a signal lets finish in their own way. It ends all others at once: they have nothing to close. */
const ENDING_THEMSELVES = new Set('serve app replay record sweep lab explore worker proxy mcp'.split(' '));

/** The name of a command of the program, also for one of its own commands. */
function nameOf(command: Command): string {
  return command.parent?.parent == null ? command.name() : nameOf(command.parent);
}

function describeProgram(): Command {
  return new Command('ballast')
    .description('Offline simulator and test harness for a European portfolio rebalancing API.')
    .version(packageVersion(), '-v, --version', 'print the version')
    .helpOption('-h, --help', 'show this help')
    .helpCommand(false)
    .exitOverride()
    .configureOutput({ outputError: () => undefined })
    .addHelpText(
      'after',
      '\n`ballast <command> --help` shows its flags. BALLAST_LOG=requests logs requests and webhooks to stderr.',
    );
}

/** Commander ends `--help` and `--version` by throwing, too; every other error is a mistake in the command line. */
function endOfParsing(end: CommanderError): number {
  if (end.exitCode === 0) return exitCodes.done;
  const message = end.message.replace(/^error: /, '').replace('(Did you mean', '(did you mean');
  // The value of an unknown option may be a key (decision K97).
  return reportFaults([message.replace(/^(unknown option '(?:--[^'=]*|-[^-'])).*'/s, "$1'")]);
}

/** Ignores that the reader of the output closed it (`ballast … | head -1`), so that a server continues. */
function surviveClosedOutput(): void {
  for (const [name, stream] of [
    ['stdout', process.stdout],
    ['stderr', process.stderr],
  ] as const) {
    stream.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EPIPE' || error.code === 'ERR_STREAM_DESTROYED') return;
      throw Object.assign(error, { message: `${name} cannot be written: ${error.message}` });
    });
  }
}

/** Waits until stdout has written everything, also where pipes are asynchronous, then exits. */
function endProcess(exitCode: number): void {
  process.stdout.write('', () => process.exit(exitCode));
}
