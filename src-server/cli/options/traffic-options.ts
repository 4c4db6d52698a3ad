/** Flags that `compare-traffic` and `proxy` share: the world that is asked the same, and where the report goes. */
import { resolve } from 'node:path';
import type { Command } from 'commander';
import { parseInstant } from '../../domain/numbers/instant.ts';
import { oneOf, parseWholeNumber, validateFlag } from './flag-values.ts';

export interface TrafficFlags {
  readonly form?: string;
  readonly world?: string;
  readonly portfolio?: readonly string[];
  readonly seed?: string;
  readonly clock?: string;
  readonly json?: boolean;
  readonly report?: string;
  readonly html?: string;
  readonly scenario?: string;
  readonly force?: boolean;
}

export function addTrafficFlags(command: Command): Command {
  return command
    .option('--form <form>', 'form of the service: a, b or both (default: by its address, otherwise both)')
    .option('--world <file>', 'a world file with the initial state of the real service (default: an empty world)')
    .option(
      '--portfolio <id=name>',
      'identifier in the real service of a portfolio of the world file, by its name (as:); may be repeated',
      (text: string, before: readonly string[] = []) => [...before, text],
    )
    .option('--seed <number>', 'seed of the world (default 1)')
    .option('--clock <time>', 'virtual time at which the world starts (default: the time of the first request)')
    .option('--json', 'print the report as JSON')
    .option('--report <file>', 'write the report as JSON')
    .option('--html <file>', 'write the report as an HTML page')
    .option('--scenario <file>', 'write a draft of a scenario with the same requests')
    .option('--force', 'overwrite existing files');
}

const FORMS = { a: 'A', b: 'B', both: 'both' } as const;

export function trafficOptions(flags: TrafficFlags, faults: string[]) {
  const form = validateFlag<keyof typeof FORMS | null>(
    faults,
    '--form',
    flags.form,
    oneOf('a', 'b', 'both'),
    'a, b or both',
    null,
  );
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
    form: form === null ? null : FORMS[form],
    mirror: { seed, startAt, worldFile: fileOf(flags.world), portfolios: portfoliosOf(flags, faults) },
    printsJson: flags.json ?? false,
    files: {
      json: fileOf(flags.report),
      html: fileOf(flags.html),
      scenario: fileOf(flags.scenario),
      force: flags.force ?? false,
    },
  };
}

function portfoliosOf({ portfolio = [], world }: TrafficFlags, faults: string[]): ReadonlyMap<string, string> {
  const pairs = portfolio.map((text) => {
    const [, id, name] = /^([^\s=]+)=([a-z][a-z0-9_]*)$/.exec(text) ?? [];
    if (id === undefined || name === undefined)
      faults.push(`--portfolio: '${text}' is not an identifier, = and the name of a portfolio of the world file`);
    return [id ?? '', name ?? ''] as const;
  });
  if (portfolio.length > 0 && world === undefined)
    faults.push('--portfolio needs --world, the file that has the names');
  return new Map(pairs);
}

/** Where a service is; a wrong one adds a line to `faults`, which repeats no credentials. */
export function serviceUrl(flag: '--base' | '--target', text: string | undefined, faults: string[]): string | null {
  if (text === undefined) return null;
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url === null || !/^https?:$/.test(url.protocol)) faults.push(`${flag}: '${text}' is not an http(s) address`);
  else if (url.username !== '' || url.password !== '')
    faults.push(`${flag}: has a user name or a password; remove them; clients send their own credentials`);
  else if (url.search !== '' || url.hash !== '') faults.push(`${flag}: '${text}' has a query or a fragment; remove it`);
  return text;
}
