/**
 * Flags that `compare-traffic` and `proxy` share: the world that receives the same requests, and the destination of the
 * report.
 */
import { resolve } from 'node:path';
import { type ReadFlags, switchFlag, valueFlag, valuesFlag } from '../../contract/flags/flag-table.ts';
import { anyText, choiceOf, FILE, SEED_VALUE, TIME } from '../../contract/flags/value-types.ts';

export const TRAFFIC_FLAGS = {
  form: valueFlag(choiceOf('form', ['a', 'b', 'both']), 'form of the service: a, b or both', {
    shown: 'by its address, otherwise both',
  }),
  world: valueFlag(FILE, 'a world file with the initial state of the real service', { shown: 'an empty world' }),
  portfolio: valuesFlag(
    anyText('id=name'),
    'identifier in the real service of a portfolio of the world file, by its name (as:)',
  ),
  seed: valueFlag(SEED_VALUE, 'seed of the world', { usual: 1 }),
  clock: valueFlag(TIME, 'virtual time at which the world starts', { shown: 'the time of the first request' }),
  json: switchFlag('print the report as JSON'),
  report: valueFlag(FILE, 'write the report as JSON'),
  html: valueFlag(FILE, 'write the report as an HTML page'),
  scenario: valueFlag(FILE, 'write a draft of a scenario with the same requests'),
  force: switchFlag('overwrite existing files'),
};
type TrafficFlags = ReadFlags<typeof TRAFFIC_FLAGS>;

const FORMS = { a: 'A', b: 'B', both: 'both' } as const;

export function trafficOptions(flags: TrafficFlags, faults: string[]) {
  const { form, seed, clock: startAt, json: printsJson, force } = flags;
  const fileOf = (file: string | null) => (file === null ? null : resolve(file));
  return {
    form: form === null ? null : FORMS[form],
    mirror: { seed, startAt, worldFile: fileOf(flags.world), portfolios: portfoliosOf(flags, faults) },
    printsJson,
    files: { json: fileOf(flags.report), html: fileOf(flags.html), scenario: fileOf(flags.scenario), force },
  };
}

function portfoliosOf({ portfolio, world }: TrafficFlags, faults: string[]): ReadonlyMap<string, string> {
  const pairs = portfolio.map((text) => {
    const [, id, name] = /^([^\s=]+)=([a-z][a-z0-9_]*)$/.exec(text) ?? [];
    if (id === undefined || name === undefined)
      faults.push(`--portfolio: '${text}' is not an identifier, = and the name of a portfolio of the world file`);
    return [id ?? '', name ?? ''] as const;
  });
  if (portfolio.length > 0 && world === null) faults.push('--portfolio needs --world, the file that has the names');
  return new Map(pairs);
}

/** Reads the address of a service; an invalid one adds a line to `faults`, which does not repeat credentials. */
export function serviceUrl(flag: '--base' | '--target', text: string | null, faults: string[]): string | null {
  if (text === null) return null;
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url === null || !/^https?:$/.test(url.protocol)) faults.push(`${flag}: '${text}' is not an http(s) URL`);
  else if (url.username !== '' || url.password !== '')
    faults.push(`${flag}: has a user name or a password; remove them; clients send their own credentials`);
  else if (url.search !== '' || url.hash !== '') faults.push(`${flag}: '${text}' has a query or a fragment; remove it`);
  return text;
}
