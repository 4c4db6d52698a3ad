/**
 * Tests the cost of a YAML text: each of these took between twenty and ninety seconds when keys and aliases were
 * compared in pairs.
 */
import { afterAll, describe, expect, test } from 'vitest';
import { scenarioFile } from '../../../src-server/contract/scenario/scenario-file.ts';
import { readDocument } from '../../../src-server/scenario/load/read-document.ts';
import { describeFault } from '../../../src-server/scenario/load/read-yaml.ts';
import { checkValue, MAX_FAULTS } from '../../../src-server/scenario/load/validate-value.ts';
import { proves } from '../../conformance/proves.ts';
import { startBallast, stopAll } from '../../support/start-ballast.ts';

afterAll(stopAll);

const many = (count: number, line: (index: number) => string) =>
  Array.from({ length: count }, (_, i) => line(i)).join('');
const faultsOf = (text: string) => {
  const read = readDocument('it.yaml', text);
  return read.ok ? [] : read.faults.map(describeFault);
};

describe('a text of YAML', () => {
  test.each([
    ['keys', many(20_000, (index) => `k${index}: 1\n`)],
    ['keys in braces', `{${many(20_000, (index) => `"k${index}": 1,`)}}`],
  ])('may have 20 000 %s, and each has its place', proves('K96'), (_, text) => {
    const read = readDocument('it.yaml', text);
    expect(read.ok && Object.keys(read.value as object).length).toBe(20_000);
    const line = text.includes('{') ? 1 : 20_000;
    expect(read.ok && read.placeOf('/k19999').line).toBe(line);
  });

  test.each([
    ['8 000 aliases of one value', `a: &a x\nb:\n${'- *a\n'.repeat(8000)}`],
    ['8 000 aliases of as many', `b:\n${many(8000, (index) => `- &a${index} x\n- *a${index}\n`)}`],
  ])('may not have %s', proves('K96'), (_, text) => {
    expect(faultsOf(text)).toEqual([expect.stringContaining('has more than 1000 anchors and aliases')]);
  });

  test('does not repeat itself without end, nor refer to a value that contains the reference', proves('K96'), () => {
    const tenfold = many(8, (index) => `- &b${index + 1} [${`*b${index},`.repeat(10)}]\n`);
    expect(faultsOf(`- &b0 1\n${tenfold}`)).toEqual([expect.stringContaining('holds more than 1000000 values')]);
    expect(faultsOf('a: &a [*a]\n')).toEqual(['it.yaml:1:8 the alias *a is inside the value that it names']);
    const wide = `- &b0 [${'1,'.repeat(5000)}]\n- [${'*b0,'.repeat(900)}]\n`;
    expect(faultsOf(wide)).toEqual([expect.stringContaining('holds more than 1000000 values')]);
    const long = `- &b0 ${'x'.repeat(100_000)}\n- [${'*b0,'.repeat(900)}]\n`;
    expect(faultsOf(long)).toEqual([expect.stringContaining('holds more than 1000000 values')]);
  });

  test.each([
    ['lists in brackets', '['.repeat(100_000)],
    ['closed ones', `${'['.repeat(50_000)}${']'.repeat(50_000)}`],
    ['lists on one line', `${'- '.repeat(100_000)}a`],
    ['objects in braces', '{"a":'.repeat(50_000)],
    ['objects, each in a line of its own', many(1000, (level) => `${' '.repeat(level)}a:\n`)],
    ['keys of keys', `${'? '.repeat(50_000)}a`],
    ['a second document', `a: 1\n---\n${'['.repeat(50_000)}`],
  ])('is refused if it is nested too deeply: %s', proves('K96'), (_, text) => {
    expect(faultsOf(text)).toEqual(['it.yaml:1:1 is nested more than 200 levels deep']);
  });

  test('may be 200 levels deep', () => {
    expect(readDocument('it.yaml', `${'['.repeat(200)}1${']'.repeat(200)}`).ok).toBe(true);
    expect(readDocument('it.yaml', `${'['.repeat(201)}1${']'.repeat(201)}`).ok).toBe(false);
  });

  test('has at most a hundred of its issues reported', proves('K96'), () => {
    expect(faultsOf('k: 1\n'.repeat(5000))).toHaveLength(MAX_FAULTS);
    expect(faultsOf(`[${',\n'.repeat(5000)}]`)).toHaveLength(MAX_FAULTS);
    const checked = checkValue(scenarioFile, Object.fromEntries([...Array(5000).keys()].map((key) => [key, 1])), false);
    expect(checked.ok ? null : checked.places.length).toBe(MAX_FAULTS);
  });

  test('reports where a key is repeated, and distinguishes 1 and "1"', proves('K96'), () => {
    expect(faultsOf('a: 1\nb: { c: 1, c: 2 }\na: 2\n')).toEqual([
      'it.yaml:2:12 the key c occurs twice',
      'it.yaml:3:1 the key a occurs twice',
    ]);
    expect(faultsOf('1: a\n"1": b\n')).toEqual([]);
  });

  test('in a request has at most 100 000 tokens', proves('K96'), async () => {
    const server = await startBallast();
    const text = `name: x\nsteps: [${'1,'.repeat(60_000)}]\n`;
    const response = await server.sim.post('/opened-scenarios', { name: 'a.yaml', text });
    expect([response.status, response.error().details]).toEqual([
      400,
      [{ path: '/text', issue: 'has more than 100000 tokens of YAML' }],
    ]);
  });
});
