/** `ballast record`: records what is done with a running server as a scenario (decision K55). */
import type { Command } from 'commander';
import { parseDuration } from '../../domain/numbers/instant.ts';
import { readEnvironment } from '../../system/environment.ts';
import { oneOf, parseUrl, validateFlag } from '../options/flag-values.ts';
import { withVariables } from '../options/flag-variables.ts';
import { secretFlag } from '../options/secret-flags.ts';
import { collectUnknownArguments, faultsOfLeftovers } from '../options/unknown-arguments.ts';
import { parseScenarioFile } from '../scenario-file-name.ts';
import type { Shutdown } from '../shutdown-signals.ts';
import { reportFaults } from '../terminal/report-failure.ts';

interface RecordFlags {
  readonly url?: string;
  readonly adminToken?: string;
  readonly adminTokenFile?: string;
  readonly out?: string;
  readonly name?: string;
  readonly from?: string;
  readonly for?: string;
  readonly force?: boolean;
}

const DEFAULT_URL = 'http://127.0.0.1:4710';

export function addRecordCommand(program: Command, shutdown: Shutdown, end: (exitCode: number) => void): void {
  const command = program.command('record').description('record the requests to a running server as a scenario');
  collectUnknownArguments(command)
    .option('--url <url>', `the server (default ${DEFAULT_URL})`)
    .option('--admin-token <token>', 'the token of its control plane (default: $BALLAST_ADMIN_TOKEN)')
    .option('--admin-token-file <file>', 'a file with that token')
    .option('--out <file>', 'where the scenario is written, with its golden log beside it')
    .option('--name <name>', 'the name of the scenario')
    .option('--from <where>', 'now, or beginning: everything since the world was made (default now)')
    .option('--for <duration>', 'how long it records (default: until Ctrl-C)')
    .option('--force', 'overwrite existing files')
    .helpOption('-h, --help', 'show these flags')
    .action(async (flags: RecordFlags) => end(await record(command, flags, shutdown)));
}

/** Of the flags, else of the variable that `serve` knows as well. */
function tokenOf(given: RecordFlags, faults: string[]): string | null {
  const known = [{ long: '--admin-token', name: 'adminToken', kind: 'value' }] as const;
  const { flags, named } = withVariables({ ...given }, known, readEnvironment().flags);
  const found: string[] = [];
  const { adminToken: text, adminTokenFile: file } = flags as RecordFlags;
  const token = secretFlag(found, { flag: '--admin-token', text, file });
  faults.push(...found.map(named));
  return token;
}

async function record(command: Command, flags: RecordFlags, shutdown: Shutdown): Promise<number> {
  const faults = faultsOfLeftovers(command);
  const url = validateFlag(faults, '--url', flags.url, parseUrl, 'an http(s) address', DEFAULT_URL);
  const before = faults.length;
  const token = tokenOf(flags, faults);
  const isMissing = token === null && faults.length === before;
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
  if (isMissing) faults.push('record needs --admin-token, which the server was started with or printed');
  if (faults.length > 0 || token === null || out === null) return reportFaults(faults);
  const { recordLive } = await import('../../app.ts');
  return recordLive({
    url,
    adminToken: token,
    name: flags.name ?? null,
    from,
    forMs,
    out,
    force: flags.force ?? false,
    stop: shutdown.requested,
    write: (line) => process.stdout.write(`${line}\n`),
  });
}

/** Longer than any recording, and within the longest timer of Node. */
const LONGEST_MS = 20 * 86_400_000;

function parseRecordingTime(text: string): number | null {
  const durationMs = parseDuration(text);
  return durationMs !== null && durationMs <= LONGEST_MS ? durationMs : null;
}
