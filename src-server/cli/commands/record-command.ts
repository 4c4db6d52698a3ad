/** `ballast record`: records the use of a running server as a scenario (decision K55). */

import type { Command } from 'commander';
import { type GivenFlags, readFlags, switchFlag, valueFlag } from '../../contract/flags/flag-table.ts';
import { anyText, choiceOf, span } from '../../contract/flags/value-types.ts';
import { RECORDING_STARTS } from '../../domain/world-choices.ts';
import { addFlags } from '../options/add-flags.ts';
import { SERVER_FLAGS, serverOf } from '../options/server-flags.ts';
import { collectUnknownArguments, faultsOfLeftovers } from '../options/unknown-arguments.ts';
import { SCENARIO_FILE } from '../scenario-file-name.ts';
import type { Shutdown } from '../shutdown-signals.ts';
import { reportFaults } from '../terminal/report-failure.ts';
import { writeLine } from '../terminal/write-out.ts';

/** Longer than any recording, and within the longest timer of Node. */
const LONGEST_MS = 20 * 86_400_000;

const RECORD_FLAGS = {
  out: valueFlag(SCENARIO_FILE, 'file to write the scenario to, with its golden log next to it'),
  name: valueFlag(anyText('name'), 'the name of the scenario'),
  from: valueFlag(
    choiceOf('where', RECORDING_STARTS),
    'start: now, or beginning for everything since the world was made',
    { usual: 'now' },
  ),
  for: valueFlag(
    span('a duration like 10m, at most 20d', (ms) => ms <= LONGEST_MS),
    'duration of the recording',
    { shown: 'until Ctrl-C' },
  ),
  force: switchFlag('overwrite existing files'),
};
type RecordFlags = GivenFlags<typeof SERVER_FLAGS & typeof RECORD_FLAGS>;

export function addRecordCommand(program: Command, shutdown: Shutdown, end: (exitCode: number) => void): void {
  const command = program.command('record').description('record the requests to a running server as a scenario');
  addFlags(collectUnknownArguments(command), { ...SERVER_FLAGS, ...RECORD_FLAGS })
    .helpOption('-h, --help', 'show these flags')
    .action(async (flags: RecordFlags) => end(await record(command, flags, shutdown)));
}

async function record(command: Command, given: RecordFlags, shutdown: Shutdown): Promise<number> {
  const faults = faultsOfLeftovers(command);
  const server = serverOf('record', given, faults);
  const { out, name, from, for: forMs, force } = readFlags(RECORD_FLAGS, given, faults);
  if (given.out === undefined) faults.push('record needs --out, the file to write');
  if (faults.length > 0 || server === null || out === null) return reportFaults(faults);
  const { recordLive } = await import('../../app.ts');
  return recordLive({ ...server, name, from, forMs, out, force, stop: shutdown.requested, write: writeLine });
}
