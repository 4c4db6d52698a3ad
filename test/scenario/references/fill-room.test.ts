/** Tests that references cannot expand a few lines without end: each place where texts are filled in has its limit. */
import { afterAll, describe, expect, test } from 'vitest';
import { interfaceFaultView } from '../../../src-server/contract/control/http-faults/http-faults.ts';
import { loadScenarioFrom } from '../../../src-server/scenario/load/load-scenario.ts';
import { describeFault } from '../../../src-server/scenario/load/read-yaml.ts';
import { fillIn } from '../../../src-server/scenario/references/fill-references.ts';
import { CannotFillIn, createFillRoom } from '../../../src-server/scenario/references/fill-room.ts';
import { savedInto } from '../../../src-server/scenario/run/run-scenario.ts';
import { SAP } from '../../api/service/sample-portfolio.ts';
import { proves } from '../../conformance/proves.ts';
import { startBallast, stopAll } from '../../support/start-ballast.ts';

afterAll(stopAll);

const TOO_MUCH = 'more than 20000000 characters would be filled in';
const TOO_DEEP = 'what is filled in would be nested more than 200 levels deep';
const many = (count: number, line: (index: number) => string) =>
  Array.from({ length: count }, (_, index) => line(index)).join('\n');

/** Each variable contains the previous one that many times. */
const laughs = (count: number, twice: (name: string) => string) =>
  `  a0: xxxxxxxxxx\n${many(count, (index) => `  a${index + 1}: ${twice(`\${a${index}}`)}`)}`;

function faultsOf(files: Readonly<Record<string, string>>) {
  const read = (file: string) => {
    const text = files[file];
    return text === undefined ? { ok: false as const, issue: 'does not exist' } : { ok: true as const, text };
  };
  const loaded = loadScenarioFrom({ read, resolve: (_from, path) => path }, 'a.yaml', {});
  return loaded.ok ? [] : loaded.faults.map(describeFault);
}

const scenario = (variables: string, steps: string) => `name: a\nvariables:\n${variables}\nsteps:\n${steps}\n`;
const STEP = '  - request: {form: B, method: GET, path: /portfolios}';

describe('a file cannot grow without end', () => {
  test.each([
    ['in texts', (name: string) => `"${name}${name}"`, TOO_MUCH],
    ['in names of members', (name: string) => `{"x${name}${name}": 1}`, TOO_MUCH],
    ['as whole values', (name: string) => `["${name}", "${name}"]`, TOO_MUCH],
    ['level by level', (name: string) => `${'['.repeat(50)}"${name}"${']'.repeat(50)}`, TOO_DEEP],
  ])('by variables of variables, %s', proves('K20'), (_, twice, issue) => {
    const [first = '', ...more] = faultsOf({ 'a.yaml': scenario(laughs(64, twice), STEP) });
    expect(first).toMatch(new RegExp(`^a\\.yaml:\\d+:3 /variables/a\\d+: ${issue}$`));
    // A value that does not fit is reported once; one that is nested too deeply is reported at its place.
    if (issue === TOO_MUCH) expect(more.filter((fault) => fault.includes(TOO_MUCH))).toEqual([]);
  });

  test('by steps that repeat a variable', proves('K20'), () => {
    const steps = many(300, () => '  - request: {form: B, method: POST, path: /portfolios, body: {a: "x${big}"}}');
    expect(faultsOf({ 'a.yaml': scenario(`  big: ${'x'.repeat(100_000)}`, steps) })).toEqual([
      expect.stringMatching(new RegExp(`/steps/199/request: ${TOO_MUCH}$`)),
    ]);
  });

  test('by included files that repeat a variable', proves('K20'), () => {
    const step = `  - request: {form: B, method: GET, path: "/portfolios", body: "${'${given}'.repeat(100)}"}`;
    const inner = `variables:\n  given: ''\nsteps:\n${step}\n`;
    const steps = many(10, () => '  - include: {file: b.yaml, with: {given: "${big}"}}');
    const faults = faultsOf({ 'a.yaml': scenario(`  big: ${'x'.repeat(100_000)}`, steps), 'b.yaml': inner });
    expect(faults).toEqual([expect.stringMatching(`^b.yaml:\\d+:\\d+ /steps/0/request: ${TOO_MUCH}$`)]);
  });

  test('a pointer that does not exist in a variable is reported at its place', proves('K20'), () => {
    const steps = '  - request: {form: B, method: GET, path: "/portfolios/${a/b}"}';
    const faults = faultsOf({ 'a.yaml': scenario('  a: {c: 1}\n  d: ${a/x}', steps) });
    expect(faults.map((fault) => fault.split(' ').slice(1).join(' '))).toEqual([
      '/variables/d: ${a/x}: there is nothing at /x of a; there are c',
      '/steps/0/request: ${a/b}: there is nothing at /b of a; there are c',
    ]);
  });
});

describe('a run cannot grow without end', () => {
  test('by one text that repeats a saved value', proves('K20'), () => {
    const known = new Map([['a', 'x'.repeat(1_000_000)]]);
    const texts = { text: '${a}'.repeat(21), list: Array(21).fill('${a}'), ['${a}'.repeat(21)]: 1 };
    for (const [name, value] of Object.entries(texts)) {
      expect(() => fillIn({ [name]: value }, known)).toThrow(new CannotFillIn(TOO_MUCH));
    }
    expect(fillIn('${a}'.repeat(19), known)).toHaveLength(19_000_000);
  });

  test('by all saved values together; saving one again replaces the old value', proves('K20'), () => {
    const variables = new Map<string, unknown>();
    const save = savedInto(variables);
    for (let time = 0; time < 100; time += 1) save('same', 'x'.repeat(10_000_000));
    save('other', ['x'.repeat(9_000_000)]);
    expect(() => save('third', 'x'.repeat(1_000_000))).toThrow(new CannotFillIn(TOO_MUCH));
    expect([...variables.keys()]).toEqual(['same', 'other']);
  });

  test('the size is counted as JSON, and counting stops at the limit', () => {
    const room = createFillRoom(36);
    room.take({ ab: 'cdefg', h: [1, null] }, 0);
    expect(room.left()).toBe(0);
    expect(() => createFillRoom(35).take({ ab: 'cdefg', h: [1, null] }, 0)).toThrow(CannotFillIn);
  });
});

describe('the response of a stub cannot grow without end', () => {
  const match = { path: { glob: '*/prices/*' } };
  const body = JSON.stringify({ a: 'x'.repeat(500_000), deep: [] });

  test.each([
    ['in a text', { text: '${request/body/a}'.repeat(5) }],
    ['in a body, by whole values', { body: Array(5).fill('${request/body/a}') }],
    ['in a body, by objects', { body: Array(5).fill({ at: '${request/body}' }) }],
    ['in names of members', { body: { ['${request/body/a}'.repeat(5)]: 1 } }],
  ])('%s: the client gets an error, and the next one its response', proves('R1.11'), async (_, made) => {
    const server = await startBallast();
    const stub = { match, answer: { status: 200, template: true, ...made } };
    const { fault_id: id } = (await server.sim.post('/stubs', stub)).as(interfaceFaultView);
    const send = (text: string) =>
      server.b.send('POST', `/prices/${SAP}`, { headers: { 'content-type': 'application/json' }, body: text });
    const refused = await send(body);
    expect([refused.status, refused.error().message]).toEqual([
      500,
      `The response of the stub ${id} cannot be built: more than 1048576 characters would be filled in.`,
    ]);
    expect((await send('{"a": "y"}')).text).toContain('y');
  });

  test.each([
    ['a body as deep as its length', '['.repeat(200_000) + ']'.repeat(200_000), '${request/body}', TOO_DEEP],
    ['a header', body, null, 'X-A would be longer than 8000 characters'],
  ])('nor by %s', proves('R1.11'), async (_, sent, text, why) => {
    const server = await startBallast();
    const made = text === null ? { headers: { 'X-A': '${request/body/a}' } } : { text: `it is ${text}` };
    await server.sim.post('/stubs', { match, answer: { status: 200, template: true, ...made } });
    const headers = { 'content-type': 'application/json' };
    const refused = await server.b.send('POST', `/prices/${SAP}`, { headers, body: sent });
    expect([refused.status, refused.error().message]).toEqual([
      500,
      expect.stringContaining(`cannot be built: ${why}`),
    ]);
  });

  test('nor by its references, which are refused when it is set', proves('R1.10'), async () => {
    const server = await startBallast();
    const response = { status: 200, template: true, text: '${request/body}'.repeat(26_000) };
    const refused = await server.sim.post('/stubs', { match, answer: response });
    expect([refused.status, refused.error().details]).toEqual([
      400,
      [{ path: '/answer', issue: 'has 26000 references, and a template has at most 1000' }],
    ]);
  });
});
