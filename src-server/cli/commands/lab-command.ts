/** `ballast lab`: compares policies over years (decision P1). */
import type { Command } from 'commander';
import { type LabFlags, labOptions } from '../options/lab-options.ts';
import { collectUnknownArguments, faultsOfLeftovers } from '../options/unknown-arguments.ts';
import type { Shutdown } from '../shutdown-signals.ts';
import { reportFaults } from '../terminal/report-failure.ts';
import { showProgress } from '../terminal/show-progress.ts';

export function addLabCommand(program: Command, shutdown: Shutdown, end: (exitCode: number) => void): void {
  const command = program.command('lab').description('compare policies over years, on the same paths of prices');
  collectUnknownArguments(command)
    .usage('[options] <file>')
    .option('--seeds <list>', "seeds of the paths, such as 1..200 (default: the file's own)")
    .option('--jobs <number>', 'threads (default: as many as there are cores)')
    .option('--out <folder>', 'the folder of the results (default: the name of the file, with .lab)')
    .option('--resume', 'continue the run in the folder: only missing lives are played')
    .option('--json', 'print the results as JSON')
    .option('--queue <url>', 'let `ballast worker` play, through the Redis at this address')
    .helpOption('--help', 'show these flags')
    .action(async (flags: LabFlags) => end(await lab(command, flags, shutdown)));
}

async function lab(command: Command, flags: LabFlags, shutdown: Shutdown): Promise<number> {
  const files = command.args.filter((word) => !word.startsWith('-'));
  const leftovers = faultsOfLeftovers(command).filter((fault) => fault.startsWith('unknown option'));
  const options = labOptions(flags, files);
  if ('faults' in options) return reportFaults([...leftovers, ...options.faults]);
  if (leftovers.length > 0) return reportFaults(leftovers);
  const stopping = new AbortController();
  shutdown.requested.then(() => stopping.abort());
  const { createProgressMeter, runLab } = await import('../../app.ts');
  const show = await showProgress(createProgressMeter());
  return runLab({
    ...options,
    signal: stopping.signal,
    write: (line) => process.stdout.write(`${line}\n`),
    note: show.note,
    onProgress: show.update,
    onEnd: show.end,
  });
}
