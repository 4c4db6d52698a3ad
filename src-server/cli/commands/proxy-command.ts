/** `ballast proxy`: stands before the real service and says where it answers otherwise than Ballast (decision R3). */

import { resolve } from 'node:path';
import type { Command } from 'commander';
import { type GateFlags, gateOptions, validateFlag, wholeNumberTo } from '../options/flag-values.ts';
import { addTrafficFlags, serviceUrl, type TrafficFlags, trafficOptions } from '../options/traffic-options.ts';
import { collectUnknownArguments, faultsOfLeftovers } from '../options/unknown-arguments.ts';
import type { Shutdown } from '../shutdown-signals.ts';
import { reportFaults } from '../terminal/report-failure.ts';
import { writeLine, writeNote } from '../terminal/write-out.ts';

interface ProxyFlags extends TrafficFlags, GateFlags {
  readonly target?: string;
  readonly port?: string;
  readonly har?: string;
}

const USUAL_PORT = 4711;

export function addProxyCommand(program: Command, shutdown: Shutdown, end: (exitCode: number) => void): void {
  const command = program
    .command('proxy')
    .description('forward requests to the real service, and report where its responses differ from those of Ballast');
  addTrafficFlags(collectUnknownArguments(command))
    .option('--target <url>', 'address of the real service; a path is the base of the service')
    .option('--port <number>', `port on 127.0.0.1; 0 takes any free one (default ${USUAL_PORT})`)
    .option('--allow-host <name>', 'a host name that requests may use besides loopback; may be repeated', collect)
    .option('--cors <origin>', 'allow pages of this origin to use the proxy; may be repeated', collect)
    .option('--har <file>', 'write the traffic as an HTTP archive, without secrets')
    .helpOption('-h, --help', 'show these flags')
    .action(async (flags: ProxyFlags) => end(await proxy(command, flags, shutdown)));
}

const collect = (text: string, before: readonly string[] = []) => [...before, text];

async function proxy(command: Command, flags: ProxyFlags, shutdown: Shutdown): Promise<number> {
  const faults = faultsOfLeftovers(command);
  const target = serviceUrl('--target', flags.target, faults);
  const port = validateFlag(
    faults,
    '--port',
    flags.port,
    wholeNumberTo(65_535),
    'a number from 0 to 65535',
    USUAL_PORT,
  );
  const options = { ...trafficOptions(flags, faults), ...gateOptions(flags, faults) };
  if (flags.target === undefined) faults.push('proxy needs --target, the address of the real service');
  if (faults.length > 0 || target === null) return reportFaults(faults);
  const har = flags.har === undefined ? null : resolve(flags.har);
  const { proxyTraffic } = await import('../../app.ts');
  const output = { write: writeLine, note: options.printsJson ? writeNote : writeLine };
  return proxyTraffic({ target, port, har, ...options, stop: shutdown.requested, ...output });
}
