/** `ballast serve`: runs the simulated service in the foreground (decision K). */

import type { Command } from 'commander';
import type { BallastOptions, BallastServer } from '../../app.ts';
import { SERVE_FLAGS } from '../../contract/flags/serve-flags.ts';
import { readEnvironment } from '../../system/environment.ts';
import { userFolders } from '../../system/files/user-folders.ts';
import { isOpenHost } from '../../system/http/listen.ts';
import { addFlags } from '../options/add-flags.ts';
import { readConfig } from '../options/config-source.ts';
import { type FilledFlags, knownFlags, variablesSource, withSource } from '../options/flag-sources.ts';
import { type ServeFlags, serveOptions } from '../options/serve-options.ts';
import { collectUnknownArguments, faultsOfLeftovers } from '../options/unknown-arguments.ts';
import { runServer } from '../run-server.ts';
import type { Shutdown } from '../shutdown-signals.ts';
import { reportFaults } from '../terminal/report-failure.ts';
import { writeLine, writeNote } from '../terminal/write-out.ts';

export function addServeCommand(program: Command, shutdown: Shutdown, end: (exitCode: number) => void): void {
  const command = program.command('serve').description('run the simulated service until SIGTERM or SIGINT');
  addFlags(collectUnknownArguments(command), SERVE_FLAGS)
    .helpOption('-h, --help', 'show these flags')
    .action(async (flags: ServeFlags) => end(await serve(command, flags, shutdown)));
}

async function serve(command: Command, flags: ServeFlags, shutdown: Shutdown): Promise<number> {
  const leftovers = faultsOfLeftovers(command);
  const { log, colour, flags: variables } = readEnvironment();
  const known = knownFlags(command);
  const called = withSource({ ...flags }, known, variablesSource(variables));
  const config = await readConfig((called.flags as ServeFlags).config);
  if (!config.ok) return reportFaults([...leftovers, ...config.faults.map(called.named)]);
  const filled = withSource(called.flags, known, config.source);
  const all: ServeFlags = filled.flags;
  const options = serveOptions(all, log, colour && process.stderr.isTTY);
  if ('faults' in options)
    return reportFaults([...leftovers, ...options.faults.map((fault) => filled.named(called.named(fault)))]);
  if (leftovers.length > 0) return reportFaults(leftovers);
  if (config.file !== null && filled.taken.length > 0) writeNote(configLine(config.file, filled.taken));
  const { cacheDir } = userFolders();
  return runServer({ ...options, cacheDir }, shutdown, (ballast) => {
    if (isOpenHost(options.host ?? '127.0.0.1')) writeNote(openLine(options, ballast));
    writeLine(readyLine(ballast, { dataDir: options.dataDir, configFile: config.file, json: all.json ?? false }));
  });
}

/** Returns a warning for a server that other machines can reach (decision K70). */
function openLine({ host, allowedHosts = [] }: BallastOptions, { baseUrl }: BallastServer): string {
  const names = ['localhost', ...allowedHosts].join(', ');
  return (
    `ballast: listening on ${host}: anyone who can reach port ${new URL(baseUrl).port} of this machine under ${names} can use it ` +
    'with the API key, and has full control with the admin token; traffic is not encrypted'
  );
}

/** Lists what the configuration file has set, without the file's control characters. */
function configLine(file: string, taken: FilledFlags['taken']): string {
  const shown = taken.map(([member, value]) => `${member} ${JSON.stringify(value)}`).join(', ');
  const line = `ballast: ${file} sets ${shown}`;
  return line.replace(/[^\x20-\x7e]/g, (mark) => `\\u${mark.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

/** The contents of the line that reports that a server is ready: readable text, or the exact JSON of decision K. */
interface ReadyTerms {
  /** `null`: the world is in memory only. */
  readonly dataDir: string | null;
  /** `null`: no flag came from a file. */
  readonly configFile: string | null;
  readonly json: boolean;
}

/** Returns one line without a line break. */
function readyLine(ballast: BallastServer, { dataDir, configFile, json }: ReadyTerms): string {
  if (json) return JSON.stringify({ ...readyEvent(ballast), config_file: configFile });
  const storage = dataDir === null ? 'nothing is stored (--data DIR stores it)' : `data in ${dataDir}`;
  return (
    `Ballast is ready: open ${ballast.newAddress()} — Form A ${ballast.formAUrl}, Form B ${ballast.formBUrl}, ` +
    `API key ${ballast.apiKey}, admin token ${ballast.adminToken}, seed ${ballast.seed}, clock ${ballast.clock}, ${storage}${configFile === null ? '' : `, flags of ${configFile}`}.`
  );
}

function readyEvent(ballast: BallastServer) {
  return {
    event: 'ready',
    base_url: ballast.baseUrl,
    form_a_url: ballast.formAUrl,
    form_b_url: ballast.formBUrl,
    control_url: ballast.controlUrl,
    api_key: ballast.apiKey,
    admin_token: ballast.adminToken,
    seed: ballast.seed,
    clock: ballast.clock,
    app_url: ballast.newAddress(),
    ...(ballast.aliases.size > 0 ? { aliases: Object.fromEntries(ballast.aliases) } : {}),
  };
}
