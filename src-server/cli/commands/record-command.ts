/** `ballast record`: records what is done with a running server as a scenario (decision K55). */

import type { Command } from 'commander';
import { parseDuration } from '../../domain/numbers/instant.ts';
import { oneOf, validateFlag } from '../options/flag-values.ts';
import { addServerFlags, type ServerFlags, serverOf } from '../options/server-flags.ts';
import { collectUnknownArguments, faultsOfLeftovers } from '../options/unknown-arguments.ts';
import { parseScenarioFile } from '../scenario-file-name.ts';
import type { Shutdown } from '../shutdown-signals.ts';
import { reportFaults } from '../terminal/report-failure.ts';
import { writeLine } from '../terminal/write-out.ts';

interface RecordFlags extends ServerFlags {
  readonly out?: string;
  readonly name?: string;
  readonly from?: string;
  readonly for?: string;
  readonly force?: boolean;
}

export function addRecordCommand(program: Command, shutdown: Shutdown, end: (exitCode: number) => void): void {
  const command = program.command('record').description('record the requests to a running server as a scenario');
  addServerFlags(collectUnknownArguments(command))
    .option('--out <file>', 'file to write the scenario to, with its golden log next to it')
    .option('--name <name>', 'the name of the scenario')
    .option('--from <where>', 'start: now, or beginning for everything since the world was made (default now)')
    .option('--for <duration>', 'duration of the recording (default: until Ctrl-C)')
    .option('--force', 'overwrite existing files')
    .helpOption('-h, --help', 'show these flags')
    .action(async (flags: RecordFlags) => end(await record(command, flags, shutdown)));
}

async function record(command: Command, flags: RecordFlags, shutdown: Shutdown): Promise<number> {
  const faults = faultsOfLeftovers(command);
  const server = serverOf('record', flags, faults);
  const out = validateFlag<string | null>(
    faults,
    '--out',
    flags.out,
    parseScenarioFile,
    'a file that ends in .yaml or .yml',
    null,
  );
  const from = validateFlag(faults, '--from', flags.from, oneOf('now', 'beginning'), 'now or beginning', 'now');
  const forMs = validateFlag<number | null>(
    faults,
    '--for',
    flags.for,
    parseRecordingTime,
    'a duration like 10m, at most 20d',
    null,
  );
  if (flags.out === undefined) faults.push('record needs --out, the file to write');
  if (faults.length > 0 || server === null || out === null) return reportFaults(faults);
  const { recordLive } = await import('../../app.ts');
  return recordLive({
    ...server,
    name: flags.name ?? null,
    from,
    forMs,
    out,
    force: flags.force ?? false,
    stop: shutdown.requested,
    write: writeLine,
  });
}

/** Longer than any recording, and within the longest timer of Node. */
const LONGEST_MS = 20 * 86_400_000;

function parseRecordingTime(text: string): number | null {
  const durationMs = parseDuration(text);
  return durationMs !== null && durationMs <= LONGEST_MS ? durationMs : null;
}
