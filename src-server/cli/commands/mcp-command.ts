/**
 * `ballast mcp`: lets an agent use a simulated service, through the Model Context Protocol over stdio (decision R4).
 */
import { resolve } from 'node:path';
import type { Command } from 'commander';
import { type GivenFlags, readFlags, switchFlag, valueFlag } from '../../contract/flags/flag-table.ts';
import { FILE, FOLDER, SEED_VALUE } from '../../contract/flags/value-types.ts';
import { serverDefaults } from '../../system/server-defaults.ts';
import { addFlags } from '../options/add-flags.ts';
import { serverFlags, serverOf } from '../options/server-flags.ts';
import { collectUnknownArguments, faultsOfLeftovers } from '../options/unknown-arguments.ts';
import type { Shutdown } from '../shutdown-signals.ts';
import { reportFaults } from '../terminal/report-failure.ts';

const OTHER_SERVER_FLAGS = serverFlags('one of its own, in this process');
const MCP_FLAGS = {
  allowWrites: switchFlag('let the agent change worlds', { shown: 'read only' }),
  seed: valueFlag(SEED_VALUE, 'seed of its own world', { shown: '1' }),
  fixture: valueFlag(FILE, 'fill its own world with the portfolios and webhooks of this file'),
  demo: switchFlag('fill its own world with the portfolios of the demo'),
  data: valueFlag(FOLDER, 'store its own world in this folder and continue from there'),
};
type McpFlags = GivenFlags<typeof OTHER_SERVER_FLAGS & typeof MCP_FLAGS>;

const OF_OWN_SERVER = ['seed', 'fixture', 'demo', 'data'] as const;

export function addMcpCommand(program: Command, shutdown: Shutdown, end: (exitCode: number) => void): void {
  const command = program
    .command('mcp')
    .description('let an agent use a simulated service through the Model Context Protocol (stdio)');
  addFlags(collectUnknownArguments(command), { ...OTHER_SERVER_FLAGS, ...MCP_FLAGS })
    .helpOption('-h, --help', 'show these flags')
    .action(async (flags: McpFlags) => end(await serve(command, flags, shutdown)));
}

async function serve(command: Command, given: McpFlags, shutdown: Shutdown): Promise<number> {
  const faults = faultsOfLeftovers(command);
  const { seed, demo, fixture, data, allowWrites } = readFlags(MCP_FLAGS, given, faults);
  const isElsewhere = given.url !== undefined;
  if (isElsewhere)
    for (const name of OF_OWN_SERVER)
      if (given[name] !== undefined)
        faults.push(`--${name} applies only to a server of its own, but --url names another server`);
  const server = isElsewhere ? serverOf('mcp --url', given, faults) : { url: '', adminToken: '' };
  if (faults.length > 0 || server === null) return reportFaults(faults);
  const own = {
    ...serverDefaults,
    port: 0,
    seed,
    clockMode: 'manual' as const,
    rateLimitPerMinute: null,
    demo,
    fixtureFile: fixture === null ? null : resolve(fixture),
    dataDir: data === null ? null : resolve(data),
  };
  const { serveAgent } = await import('../../app.ts');
  const stop = shutdown.requested;
  const { stdin: input, stdout: output } = process;
  return serveAgent({ server, allowWrites, input, output, stop, own: isElsewhere ? null : own });
}
