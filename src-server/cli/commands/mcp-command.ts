/** `ballast mcp`: lets an agent use a simulated service, by the Model Context Protocol over stdio (decision R4). */
import { resolve } from 'node:path';
import type { Command } from 'commander';
import { serverDefaults } from '../../system/server-defaults.ts';
import { parseWholeNumber, validateFlag } from '../options/flag-values.ts';
import { addServerFlags, type ServerFlags, serverOf } from '../options/server-flags.ts';
import { collectUnknownArguments, faultsOfLeftovers } from '../options/unknown-arguments.ts';
import type { Shutdown } from '../shutdown-signals.ts';
import { reportFaults } from '../terminal/report-failure.ts';

interface McpFlags extends ServerFlags {
  readonly allowWrites?: boolean;
  readonly seed?: string;
  readonly fixture?: string;
  readonly demo?: boolean;
  readonly data?: string;
}

const OF_OWN_SERVER = ['seed', 'fixture', 'demo', 'data'] as const;

export function addMcpCommand(program: Command, shutdown: Shutdown, end: (exitCode: number) => void): void {
  const command = program
    .command('mcp')
    .description('let an agent use a simulated service through the Model Context Protocol (stdio)');
  addServerFlags(collectUnknownArguments(command), 'one of its own, in this process')
    .option('--allow-writes', 'let the agent change worlds (default: read only)')
    .option('--seed <number>', 'seed of its own world (default 1)')
    .option('--fixture <file>', 'fill its own world with the portfolios and webhooks of this file')
    .option('--demo', 'fill its own world with the portfolios of the demo')
    .option('--data <folder>', 'store its own world in this folder and continue from there')
    .helpOption('-h, --help', 'show these flags')
    .action(async (flags: McpFlags) => end(await serve(command, flags, shutdown)));
}

async function serve(command: Command, flags: McpFlags, shutdown: Shutdown): Promise<number> {
  const faults = faultsOfLeftovers(command);
  const seed = validateFlag<number | null>(
    faults,
    '--seed',
    flags.seed,
    parseWholeNumber,
    'a whole number from 0 to 2^53 - 1',
    null,
  );
  const isElsewhere = flags.url !== undefined;
  if (isElsewhere)
    for (const name of OF_OWN_SERVER)
      if (flags[name] !== undefined)
        faults.push(`--${name} applies only to a server of its own, but --url names another server`);
  const server = isElsewhere ? serverOf('mcp --url', flags, faults) : { url: '', adminToken: '' };
  if (faults.length > 0 || server === null) return reportFaults(faults);
  const own = {
    ...serverDefaults,
    port: 0,
    seed,
    clockMode: 'manual' as const,
    rateLimitPerMinute: null,
    demo: flags.demo ?? false,
    fixtureFile: flags.fixture === undefined ? null : resolve(flags.fixture),
    dataDir: flags.data === undefined ? null : resolve(flags.data),
  };
  const { serveAgent } = await import('../../app.ts');
  const stop = shutdown.requested;
  const { stdin: input, stdout: output } = process;
  const allowWrites = flags.allowWrites ?? false;
  return serveAgent({ server, allowWrites, input, output, stop, own: isElsewhere ? null : own });
}
