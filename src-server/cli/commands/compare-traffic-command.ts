/** `ballast compare-traffic`: where a real service answers otherwise than Ballast, by an HTTP archive (decision R3). */

import type { Command } from 'commander';
import { addTrafficFlags, serviceUrl, type TrafficFlags, trafficOptions } from '../options/traffic-options.ts';
import { collectUnknownArguments, faultsOfLeftovers } from '../options/unknown-arguments.ts';
import type { Shutdown } from '../shutdown-signals.ts';
import { reportFaults } from '../terminal/report-failure.ts';
import { writeLine, writeNote } from '../terminal/write-out.ts';

interface CompareFlags extends TrafficFlags {
  readonly base?: string;
}

export function addCompareTrafficCommand(program: Command, _shutdown: Shutdown, end: (exitCode: number) => void): void {
  const command = program
    .command('compare-traffic')
    .description('compare the traffic of a real service, an HTTP archive (HAR), with Ballast');
  addTrafficFlags(collectUnknownArguments(command).usage('[options] <file>'))
    .option(
      '--base <url>',
      'where the service is in the archive (default: at /v1, /form-a/v1 and /form-b/v1 of any host)',
    )
    .helpOption('-h, --help', 'show these flags')
    .action(async (flags: CompareFlags) => end(await compare(command, flags)));
}

async function compare(command: Command, flags: CompareFlags): Promise<number> {
  const [file, ...more] = command.args.filter((word) => !word.startsWith('-'));
  const faults = faultsOfLeftovers(command).filter((fault) => fault.startsWith('unknown option'));
  const base = serviceUrl('--base', flags.base, faults);
  const { form, ...options } = trafficOptions(flags, faults);
  if (file === undefined || more.length > 0) faults.push('compare-traffic needs one archive');
  if (faults.length > 0 || file === undefined) return reportFaults(faults);
  const { compareTraffic } = await import('../../app.ts');
  const output = { write: writeLine, note: options.printsJson ? writeNote : writeLine };
  return compareTraffic({ file, address: { base, form }, ...options, ...output });
}
