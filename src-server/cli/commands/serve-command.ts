/** `ballast serve`: runs the simulated service in the foreground (decision K). */

import type { Command } from 'commander';
import type { Ballast, BallastOptions } from '../../app.ts';
import { readEnvironment } from '../../system/environment.ts';
import { userFolders } from '../../system/files/user-folders.ts';
import { isOpenHost } from '../../system/http/listen.ts';
import { readConfig } from '../options/config-source.ts';
import { type FilledFlags, knownFlags, variablesSource, withSource } from '../options/flag-sources.ts';
import { type ServeFlags, serveOptions } from '../options/serve-options.ts';
import { collectUnknownArguments, faultsOfLeftovers } from '../options/unknown-arguments.ts';
import { addWorldFlags, append } from '../options/world-flags.ts';
import { runServer } from '../run-server.ts';
import type { Shutdown } from '../shutdown-signals.ts';
import { readyLine } from '../terminal/ready-line.ts';
import { reportFaults } from '../terminal/report-failure.ts';
import { writeLine, writeNote } from '../terminal/write-out.ts';

export function addServeCommand(program: Command, shutdown: Shutdown, end: (exitCode: number) => void): void {
  const command = program.command('serve').description('run the simulated service until SIGTERM or SIGINT');
  const flags = collectUnknownArguments(command)
    .option('--port <number>', 'port to listen on; 0 takes any free one (default 4710)')
    .option(
      '--host <address>',
      'address to listen on: 127.0.0.1 (localhost) or ::1; 0.0.0.0 or :: also for other machines (default 127.0.0.1)',
    )
    .option('--allow-host <name>', 'a host name besides localhost that requests may use; may be repeated', append)
    .option('--cors <origin>', 'an origin whose pages may call the service from a browser; may be repeated', append)
    .option('--app-address <how>', 'the name of the app in a browser: random, or plain, as for Safari (default random)')
    .option('--data <folder>', 'store the world in this folder and continue from there')
    .option('--memory', 'keep the world in memory only (the default)');
  addWorldFlags(flags)
    .option('--api-key <key>', 'the API key to accept (default: derived from the seed)')
    .option('--api-key-file <file>', 'a file with the API key, to hide it from other users of the machine')
    .option('--admin-token <token>', 'the token of the control plane (default: a random one)')
    .option('--admin-token-file <file>', 'a file with the token of the control plane')
    .option(
      '--journal-rows <number>',
      'number of requests in the journal; the oldest are deleted first; 0: none (default 100000)',
    )
    .option('--journal-mb <number>', 'maximum text in the journal, in MiB (default 256)')
    .option('--webhook <url>', 'register a webhook endpoint; may be repeated', append)
    .option('--fixture <file>', 'fill a new world with the portfolios and webhooks of this file')
    .option('--scenarios <folder>', 'scenarios that the app shows and runs (default: the library of Ballast)')
    .option('--stub-files <folder>', 'a folder with files that responses of stubs may use (default: none)')
    .option('--allow-commands', 'allow explorations requested through the control plane to run their clients')
    .option('--max-worlds <number>', 'maximum number of worlds, including the first (default 256)')
    .option(
      '--log <level>',
      'log level on stderr: silent, info, requests or debug (default silent; bugs are always logged)',
    )
    .option('--log-format <format>', 'format of --log requests: text, in colour on a terminal, or json (default text)')
    .option('--config <file>', 'a file with flags of this command (default: ballast.config.yaml, if present)')
    .option('--no-config', 'ignore ballast.config.yaml')
    .option('--json', 'print the ready line as JSON')
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

/** Warns whoever makes a server reachable from other machines (decision K70). */
function openLine({ host, allowedHosts = [] }: BallastOptions, { baseUrl }: Ballast): string {
  const names = ['localhost', ...allowedHosts].join(', ');
  return (
    `ballast: listening on ${host}: anyone who can reach port ${new URL(baseUrl).port} of this machine under ${names} can use it ` +
    'with the API key, and has full control with the admin token; traffic is not encrypted'
  );
}

/** Says what the configuration file has set, without the file's control characters. */
function configLine(file: string, taken: FilledFlags['taken']): string {
  const shown = taken.map(([member, value]) => `${member} ${JSON.stringify(value)}`).join(', ');
  const line = `ballast: ${file} sets ${shown}`;
  return line.replace(/[^\x20-\x7e]/g, (mark) => `\\u${mark.charCodeAt(0).toString(16).padStart(4, '0')}`);
}
