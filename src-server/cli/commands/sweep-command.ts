/** `ballast sweep`: runs a scenario with many seeds and values (decisions K60 to K67). */

import type { Command } from 'commander';
import type { SweepProgress } from '../../app.ts';
import { type GivenFlags, readFlags, switchFlag, valueFlag, valuesFlag } from '../../contract/flags/flag-table.ts';
import { anyText, COUNT, FILE, FOLDER, QUEUE, SEEDS, WORKERS } from '../../contract/flags/value-types.ts';
import { addFlags } from '../options/add-flags.ts';
import { jobsAndQueue } from '../options/lab-options.ts';
import { collectUnknownArguments } from '../options/unknown-arguments.ts';
import { validateVaryFlags } from '../options/vary-flags.ts';
import type { Shutdown } from '../shutdown-signals.ts';
import { type RunListeners, runWithProgress } from '../terminal/run-with-progress.ts';

export function addSweepCommand(program: Command, shutdown: Shutdown, end: (exitCode: number) => void): void {
  const command = program.command('sweep').description('run a scenario with many seeds and values');
  addFlags(collectUnknownArguments(command), SWEEP_FLAGS)
    .usage('[options] <file>')
    .helpOption('-h, --help', 'show these flags')
    .action(async (flags: SweepFlags) => {
      const { createProgressMeter } = await import('../../app.ts');
      const format = createProgressMeter();
      end(await runWithProgress(command, shutdown, (files) => sweepOptions(flags, files), sweep, { format }));
    });
}

async function sweep(options: ValidatedSweep & RunListeners<SweepProgress>): Promise<number> {
  const { sweepScenario } = await import('../../app.ts');
  return sweepScenario(options);
}

/** The flags of `ballast sweep`. */
const SWEEP_FLAGS = {
  seeds: valueFlag(SEEDS, 'seeds such as 1..1000 or 1,5,9..20', { shown: "the file's own" }),
  vary: valuesFlag(anyText('path=values'), 'a JSON pointer or variable and its values, such as budget=5,10,20'),
  assert: valuesFlag(anyText('condition'), "a condition on all runs, such as 'drift/p95 <= 0.02'"),
  workers: valueFlag(WORKERS, 'threads', { shown: 'as many as there are cores' }),
  out: valueFlag(FOLDER, 'the folder of the sweep', { shown: 'the name of the file, with .sweep' }),
  resume: switchFlag('continue the sweep in the folder; run only the missing jobs'),
  limitFailures: valueFlag(COUNT, 'stop after this number of failures'),
  html: valueFlag(FILE, 'also write the summary as an HTML page'),
  json: switchFlag('print the summary as JSON'),
  queue: valueFlag(QUEUE, 'let `ballast worker` run the jobs, through the Redis at this address'),
};

type SweepFlags = GivenFlags<typeof SWEEP_FLAGS>;
type ValidatedSweep = Exclude<ReturnType<typeof sweepOptions>, { faults: string[] }>;

function sweepOptions(given: SweepFlags, files: readonly string[]) {
  const faults: string[] = [];
  const [file] = files;
  if (files.length !== 1) faults.push('sweep needs one scenario file');
  const flags = readFlags(SWEEP_FLAGS, given, faults);
  const { seeds, assert: asserts, workers, out, resume, html, json, limitFailures: mostFailures, queue } = flags;
  const variations = validateVaryFlags(faults, flags.vary);
  if (given.workers !== undefined && given.queue !== undefined) faults.push(jobsAndQueue('--workers'));
  const refused: { faults: string[] } = { faults };
  if (faults.length > 0 || file === undefined) return refused;
  const varied = given.vary === undefined ? null : variations;
  return { file, seeds, variations: varied, asserts, workers, out, resume, html, json, mostFailures, queue };
}
