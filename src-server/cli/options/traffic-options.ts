/** Flags that `compare-traffic` and `proxy` share: the world that is asked the same, and where the report goes. */
import { resolve } from 'node:path';
import type { Command } from 'commander';
import { parseInstant } from '../../domain/numbers/instant.ts';
import { oneOf, parseWholeNumber, validateFlag } from './flag-values.ts';

export interface TrafficFlags {
  readonly form?: string;
  readonly world?: string;
  readonly seed?: string;
  readonly clock?: string;
  readonly json?: string;
  readonly html?: string;
  readonly scenario?: string;
  readonly force?: boolean;
}

export function addTrafficFlags(command: Command): Command {
  return command
    .option('--form <form>', 'which form the service is of: a, b or both (default: both)')
    .option('--world <file>', 'a world file with what the real service had before (default: an empty world)')
    .option('--seed <number>', 'seed of the world here (default 1)')
    .option('--clock <time>', 'virtual time at which the world here begins (default 2026-03-02T09:30:00Z)')
    .option('--json <file>', 'write the report as JSON')
    .option('--html <file>', 'write the report as a page')
    .option('--scenario <file>', 'write a draft of a scenario that does the same')
    .option('--force', 'overwrite existing files');
}

const FORMS = { a: 'A', b: 'B', both: 'both' } as const;

export function trafficOptions(flags: TrafficFlags, faults: string[]) {
  const form = validateFlag(faults, '--form', flags.form, oneOf('a', 'b', 'both'), 'a, b or both', 'both' as const);
  const seed = validateFlag(faults, '--seed', flags.seed, parseWholeNumber, 'a whole number from 0 to 2^53 - 1', 1);
  const startAt = validateFlag<number | null>(
    faults,
    '--clock',
    flags.clock,
    parseInstant,
    'a time such as 2026-03-02T09:30:00Z',
    null,
  );
  const fileOf = (file: string | undefined) => (file === undefined ? null : resolve(file));
  return {
    form: FORMS[form],
    mirror: { seed, startAt, worldFile: fileOf(flags.world) },
    files: {
      json: fileOf(flags.json),
      html: fileOf(flags.html),
      scenario: fileOf(flags.scenario),
      force: flags.force ?? false,
    },
  };
}
