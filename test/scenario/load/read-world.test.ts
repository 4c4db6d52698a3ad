/**
 * Tests world files of ten thousand portfolios: they are read one by one, with every issue at its place in the file.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { stringify } from 'yaml';
import { worldFile } from '../../../src-server/contract/scenario/world-file.ts';
import { type FileFault, readDocument } from '../../../src-server/scenario/load/read-document.ts';
import { readWorld } from '../../../src-server/scenario/load/read-world.ts';
import { readYaml } from '../../../src-server/scenario/load/read-yaml.ts';
import { splitWorld } from '../../../src-server/scenario/load/split-world.ts';
import { proves } from '../../conformance/proves.ts';
import { newFolder, startBallast, stopAll } from '../../support/start-ballast.ts';

afterEach(stopAll);

const entry = (index: number, more: object = {}) => ({
  form: 'B',
  request: {
    external_id: `client-${index}`,
    currency: 'EUR',
    tax_wrapper: 'Depot',
    cash: 1000 + index,
    holdings: [{ isin: 'DE0007164600', exchange: 'XETR', quantity: 10 }],
    targets: [{ isin: 'DE0007164600', weight: 0.5 }],
    ...more,
  },
});
const LONG = 'x'.repeat(900);
/** Over a megabyte, most of it in comments or long names, so that it is read quickly although in parts. */
const many = (count: number, more: (index: number) => object = () => ({})) =>
  Array.from({ length: count }, (_, index) => ({ ...entry(index, more(index)) }));

const texts = {
  YAML: (portfolios: object[]) =>
    `description: many\npins: []\n${stringify({ portfolios })}# ${'-'.repeat(1_000_000)}\nwebhooks:\n  - url: /sim/sink/last\n`,
  JSON: (portfolios: object[]) =>
    JSON.stringify({ description: LONG.repeat(1200), portfolios, webhooks: [{ url: '/sim/sink/last' }] }, null, 1),
};

/** The text at the place of an issue. */
const textAt = (text: string, { line, column }: FileFault) => text.split('\n')[line - 1]?.slice(column - 1) ?? '';

describe.each(['YAML', 'JSON'] as const)('a large world in %s', (kind) => {
  const make = texts[kind];

  test('has the same contents as if read at once', proves('K108'), () => {
    const text = make(many(30));
    expect(splitWorld(text)?.entries).toHaveLength(30);
    const read = readWorld('w', text);
    if (!read.ok) throw new Error(read.faults[0]?.issue);
    const atOnce = readYaml('w', text, worldFile);
    if (!atOnce.ok) throw new Error(atOnce.faults[0]?.issue);
    expect(read.value).toEqual(atOnce.value);
    for (const pointer of ['/portfolios/7/request/cash', '/portfolios/29/request/holdings/0/isin', '/webhooks/0/url']) {
      expect([pointer, read.placeOf(pointer)]).toEqual([pointer, atOnce.placeOf(pointer)]);
    }
  });

  test('has issues of entries and of the rest reported by line, column and pointer', proves('K108'), () => {
    const faulty = make(many(30, (index) => (index === 20 ? { cash: 'much', colour: 1 } : {}))).replace(
      /url("?): ("?)\/sim/,
      'uri$1: $2/sim',
    );
    const [inParts, atOnce] = [readWorld('w', faulty), readYaml('w', faulty, worldFile)];
    if (inParts.ok || atOnce.ok) throw new Error('the faults were not seen');
    expect(inParts.faults).toEqual(atOnce.faults);
    expect(inParts.faults.map(({ pointer }) => pointer)).toEqual(
      expect.arrayContaining(['/portfolios/20/request/cash', '/portfolios/20/request/colour', '/webhooks/0/uri']),
    );
    const colour = inParts.faults.find(({ pointer }) => pointer.endsWith('colour'));
    expect(textAt(faulty, colour as FileFault)).toMatch(/^"?colour/);
  });

  test('has text that cannot be read reported at its line', proves('K108'), () => {
    const sound = make(many(30));
    const twice = sound.replace(
      /("?)external_id\1: "?client-11"?/,
      (found) => `${found}${kind === 'JSON' ? ',' : '\n     '} ${found}`,
    );
    const read = readWorld('w', twice);
    if (read.ok) throw new Error('the fault was not seen');
    expect(read.faults.map(({ pointer }) => pointer)).toEqual(['/portfolios/11']);
    expect(textAt(twice, read.faults[0] as FileFault)).toContain('client-11');
  });
});

test.each([
  [
    'without indentation',
    'portfolios:\n- a: 1\n  b:\n  - c\n- a: 2\nwebhooks: []\n',
    ['- a: 1\n  b:\n  - c\n', '- a: 2\n'],
  ],
  [
    'with comments',
    'portfolios: # all\n\n  # first\n  - a: 1\n  # second\n  - a: 2\n',
    ['  - a: 1\n  # second\n', '  - a: 2\n'],
  ],
  ['with CRLF', 'x: 1\r\nportfolios:\r\n  - a: 1\r\n  - a: 2\r\n', ['  - a: 1\r\n', '  - a: 2\r\n']],
  [
    'with texts over lines',
    'portfolios:\n  - a: |\n      - no\n      portfolios:\n  - a: 2',
    ['  - a: |\n      - no\n      portfolios:\n', '  - a: 2'],
  ],
  ['as JSON', '{"a":{"portfolios":[1]},"portfolios" : [ {"b":"]},[\\""}, [2] ]}', [' {"b":"]},[\\""}', ' [2] ']],
])('portfolios %s are split', proves('K108'), (_how, text, expected) => {
  const split = splitWorld(text);
  expect(split?.entries.map(({ start, end }) => text.slice(start, end))).toEqual(expected);
  for (const each of expected) expect(readDocument('w', each).ok).toBe(true);
});

test.each(['portfolios: [{a: 1}]\n', 'portfolios:\n  a: 1\n', 'x: 1\n', '{"portfolios": []}', '{"portfolios": {'])(
  '%j is not split',
  (text) => {
    expect(splitWorld(text)).toBeNull();
  },
);

test('ten thousand portfolios and more than five megabytes populate a world', {
  ...proves('K108'),
  tags: ['deep'],
}, async () => {
  const file = join(newFolder(), 'large.json');
  const text = JSON.stringify({
    portfolios: many(10_000).map((each, index) => ({ ...each, as: `p${index}` })),
  });
  const padded = text.padEnd(5_500_000);
  writeFileSync(file, padded);
  const { sim, ballast } = await startBallast({ fixtureFile: file });
  expect(ballast.aliases.size).toBe(10_000);
  expect((await sim.get(`/portfolios/${ballast.aliases.get('p9999')}`)).text).toContain('client-9999');
});
