/**
 * `ballast proxy`: runs in front of the real service and reports where it responds differently from Ballast
 * (decision R3).
 */

import { resolve } from 'node:path';
import type { Command } from 'commander';
import { type GivenFlags, readFlags, valueFlag, valuesFlag } from '../../contract/flags/flag-table.ts';
import { anyText, FILE, HOST_NAME, ORIGIN, PORT } from '../../contract/flags/value-types.ts';
import { addFlags } from '../options/add-flags.ts';
import { serviceUrl, TRAFFIC_FLAGS, trafficOptions } from '../options/traffic-options.ts';
import { collectUnknownArguments, faultsOfLeftovers } from '../options/unknown-arguments.ts';
import type { Shutdown } from '../shutdown-signals.ts';
import { reportFaults } from '../terminal/report-failure.ts';
import { writeLine, writeNote } from '../terminal/write-out.ts';

const PROXY_FLAGS = {
  ...TRAFFIC_FLAGS,
  target: valueFlag(anyText('url'), 'address of the real service; a path is the base of the service'),
  port: valueFlag(PORT, 'port on 127.0.0.1; 0 takes any free one', { usual: 4711 }),
  allowHost: valuesFlag(HOST_NAME, 'a host name that requests may use besides loopback'),
  cors: valuesFlag(ORIGIN, 'allow pages of this origin to use the proxy'),
  har: valueFlag(FILE, 'write the traffic as an HTTP archive, without secrets'),
};
type ProxyFlags = GivenFlags<typeof PROXY_FLAGS>;

export function addProxyCommand(program: Command, shutdown: Shutdown, end: (exitCode: number) => void): void {
  const command = program
    .command('proxy')
    .description('forward requests to the real service, and report where its responses differ from those of Ballast');
  addFlags(collectUnknownArguments(command), PROXY_FLAGS)
    .helpOption('-h, --help', 'show these flags')
    .action(async (flags: ProxyFlags) => end(await proxy(command, flags, shutdown)));
}

async function proxy(command: Command, given: ProxyFlags, shutdown: Shutdown): Promise<number> {
  const faults = faultsOfLeftovers(command);
  const flags = readFlags(PROXY_FLAGS, given, faults);
  const { port, allowHost: allowedHosts, cors: allowedOrigins, har } = flags;
  const target = serviceUrl('--target', flags.target, faults);
  const options = { ...trafficOptions(flags, faults), allowedHosts, allowedOrigins };
  if (given.target === undefined) faults.push('proxy needs --target, the address of the real service');
  if (faults.length > 0 || target === null) return reportFaults(faults);
  const { proxyTraffic } = await import('../../app.ts');
  const output = { write: writeLine, note: options.printsJson ? writeNote : writeLine };
  const archive = har === null ? null : resolve(har);
  return proxyTraffic({ target, port, har: archive, ...options, stop: shutdown.requested, ...output });
}
