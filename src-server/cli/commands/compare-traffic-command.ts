/**
 * `ballast compare-traffic`: reports where a real service responds differently from Ballast, from an HTTP archive
 * (decision R3).
 */

import type { Command } from 'commander';
import { type GivenFlags, readFlags, valueFlag } from '../../contract/flags/flag-table.ts';
import { anyText } from '../../contract/flags/value-types.ts';
import { addFlags } from '../options/add-flags.ts';
import { serviceUrl, TRAFFIC_FLAGS, trafficOptions } from '../options/traffic-options.ts';
import { argumentsOf, collectUnknownArguments } from '../options/unknown-arguments.ts';
import type { Shutdown } from '../shutdown-signals.ts';
import { reportFaults } from '../terminal/report-failure.ts';
import { writeLine, writeNote } from '../terminal/write-out.ts';

const COMPARE_FLAGS = {
  ...TRAFFIC_FLAGS,
  base: valueFlag(anyText('url'), 'base URL of the service in the archive', {
    shown: 'at /v1, /form-a/v1 and /form-b/v1 of any host',
  }),
};
type CompareFlags = GivenFlags<typeof COMPARE_FLAGS>;

export function addCompareTrafficCommand(program: Command, _shutdown: Shutdown, end: (exitCode: number) => void): void {
  const command = program
    .command('compare-traffic')
    .description('compare the traffic of a real service, an HTTP archive (HAR), with Ballast');
  addFlags(collectUnknownArguments(command), COMPARE_FLAGS)
    .usage('[options] <file>')
    .helpOption('-h, --help', 'show these flags')
    .action(async (flags: CompareFlags) => end(await compare(command, flags)));
}

async function compare(command: Command, given: CompareFlags): Promise<number> {
  const { args, faults, mayBeValues } = argumentsOf(command);
  if (mayBeValues) return reportFaults(faults);
  const [file, ...more] = args;
  const flags = readFlags(COMPARE_FLAGS, given, faults);
  const base = serviceUrl('--base', flags.base, faults);
  const { form, ...options } = trafficOptions(flags, faults);
  if (file === undefined || more.length > 0) faults.push('compare-traffic takes exactly one archive');
  if (faults.length > 0 || file === undefined) return reportFaults(faults);
  const { compareTraffic } = await import('../../app.ts');
  const output = { write: writeLine, note: options.printsJson ? writeNote : writeLine };
  return compareTraffic({ file, address: { base, form }, ...options, ...output });
}
