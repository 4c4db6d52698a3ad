/** Runs that fail because they prove nothing: no fault was hit, nothing was checked, nothing can be compared. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { labRun } from '../../../src-server/contract/control/lab/lab-runs.ts';
import { playScenario } from '../../../src-server/testing/testing.ts';
import { proves } from '../../conformance/proves.ts';
import { callBallast } from '../../support/call-ballast.ts';
import { replay, replayReported } from '../../support/replay.ts';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'ballast-nothing-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const LOOK = '{ request: { form: B, method: GET, path: /prices/DE0007164600 } }';
const ERROR = 'kind: api_error, code: internal_error, count: 1';

function scenario(name: string, steps: readonly string[], more = ''): string {
  const file = join(folder, `${name}.yaml`);
  writeFileSync(file, `name: ${name}\n${more}steps:\n${steps.map((step) => `  - ${step}\n`).join('')}`);
  return file;
}

const UNMET: readonly (readonly [name: string, steps: readonly string[], reason: RegExp])[] = [
  [
    'another operation',
    [`fault: { ${ERROR}, match: { operation: createPlan } }`, LOOK],
    /The fault api_error \(ft_\w+\) on .*createPlan.* had no hits: no request matched.*getPrices/,
  ],
  ['a later occurrence', [`fault: { ${ERROR}, skip: 5 }`, LOOK], /it matched 1 time, but “skip” \(5\)/],
  ['no request at all', [`fault: { ${ERROR} }`, 'control: { method: GET, path: /clock }'], /had no hits/],
  ['a time to come', [`fault: { ${ERROR}, from: 2027-01-04T10:00:00Z }`, LOOK], /it begins only at/],
  [
    'an exchange without orders',
    ['fault: { kind: exchange_slow, added_ms: 5000, exchange: XETR }', LOOK],
    /exchange_slow .*nothing that it affects happened/,
  ],
  [
    'a stub',
    ['control: { method: POST, path: /stubs, body: { match: { path: /v1/none }, answer: { status: 200 } } }', LOOK],
    /The stub .*had no hits/,
  ],
];

describe('a fault that is never hit', () => {
  test.each(UNMET)('fails its scenario with what came closest: %s', proves('K118.1'), async (_, steps, reason) => {
    const file = scenario('unmet', steps);
    const { exit, scenarios } = await replayReported([file]);
    expect(exit).toBe(65);
    expect(scenarios[0]?.faults).toEqual([expect.stringMatching(reason)]);
    if (String(steps).startsWith('fault:')) expect(scenarios[0]?.faults[0]).toMatch(/unmet\.yaml:\d+:\d+: The fault /);
    await expect(playScenario(file)).rejects.toThrow(reason);
    const allowed = scenario('allowed', steps, 'allow_unmet: true\n');
    expect((await replay([allowed], { twice: true })).exit).toBe(0);
  });

  test('fails its scenario if the world of the file has it, too', proves('K118.1'), async () => {
    const file = scenario('of-the-world', [LOOK], `world: { faults: [{ ${ERROR}, skip: 5 }] }\n`);
    const { exit, scenarios } = await replayReported([file]);
    expect([exit, scenarios[0]?.faults]).toEqual([65, [expect.stringMatching(/“skip” \(5\) and “share” .* let all/)]]);
  });

  test('is no failure if it was hit, or spared by a random draw', { ...proves('K118.1'), tags: ['deep'] }, async () => {
    const met = scenario('met', [`fault: { ${ERROR} }`, `${LOOK.slice(0, -2)}, expect: { status: 500 } }`]);
    const spared = scenario('spared', [`fault: { ${ERROR}, share: 0.0001 }`, LOOK]);
    expect((await replay([met, spared])).exit).toBe(0);
  });

  test('is a failure if its skip alone spared it, whatever its share', proves('K118.1'), async () => {
    const skipped = scenario('skipped', [`fault: { ${ERROR}, share: 0.0001, skip: 1 }`, LOOK]);
    expect((await replay([skipped])).exit).toBe(65);
    const drawn = scenario('drawn', [`fault: { ${ERROR}, share: 0.0001, skip: 1 }`, LOOK, LOOK]);
    expect((await replay([drawn])).exit).toBe(0);
  });

  test('has lower precedence than a measure that cannot be read', proves('K118.6'), async () => {
    const step = 'control: { method: GET, path: /session, save: { world: /world } }';
    const file = scenario('measured', [step], "measures: { world: '${world}' }\n");
    const { exit, scenarios } = await replayReported([file]);
    expect([exit, scenarios[0]?.faults.length]).toEqual([1, 1]);
  });

  test('has lower precedence than a check that fails', { ...proves('K118.6'), tags: ['deep'] }, async () => {
    const unmet = scenario('unmet', [`fault: { ${ERROR}, skip: 5 }`, LOOK]);
    const wrong = scenario('wrong', [`${LOOK.slice(0, -2)}, expect: { status: 201 } }`]);
    expect((await replay([unmet, wrong])).exit).toBe(1);
  });

  test('fails each job of a sweep, and its summary says why', { ...proves('K118.5'), tags: ['deep'] }, async () => {
    scenario('unmet', [`fault: { ${ERROR}, skip: 5 }`, LOOK]);
    const { exitCode, stdout } = await callBallast(['sweep', 'unmet.yaml', '--seeds', '1..2', '--json'], folder);
    expect(exitCode).toBe(65);
    const { passed, failed, failures } = JSON.parse(stdout);
    expect([passed, failed]).toEqual([0, 2]);
    expect(failures[0]).toMatchObject({ status: 'unmet', failure: expect.stringContaining('had no hits') });
  });
});

describe('a scenario that checks nothing', () => {
  const STEPS = ['advance: 1d', 'market: { pin: { isin: DE0007164600, mid: 100, currency: EUR } }'];

  test('fails, unless its log is compared', proves('K118.2', 'K118.6'), async () => {
    const file = scenario('idle', STEPS);
    const declined = scenario('declined', STEPS, 'golden: none\n');
    expect((await replay([declined])).exit).toBe(65);
    const { exit, text } = await replay([file]);
    expect(exit).toBe(65);
    expect(text).toContain('no step checks anything and no golden log was compared');
    await expect(playScenario(file)).rejects.toThrow('no step of');
    expect((await replay([file], { twice: true })).exit).toBe(0);
    expect((await replay([file], { update: true })).exit).toBe(0);
    expect((await replay([file])).exit).toBe(0);
    expect((await replay([file], { seed: 5 })).exit).toBe(65);
  });

  test('proves nothing as a sweep either, unless something is measured', {
    ...proves('K118.5'),
    tags: ['deep'],
  }, async () => {
    const swept = async (name: string, steps: readonly string[], more = '', ...flags: string[]) => {
      scenario(name, steps, more);
      const args = ['sweep', `${name}.yaml`, '--seeds', '1..2', '--workers', '1', ...flags];
      const { exitCode, stdout } = await callBallast(args, folder);
      return { exitCode, stdout };
    };
    const idle = await swept('idle', STEPS);
    expect([idle.exitCode, idle.stdout]).toEqual([
      65,
      expect.stringContaining(
        'the sweep is inconclusive: no step checks anything, nothing is measured, and every figure is 0',
      ),
    ]);
    const json = await swept('json', STEPS, '', '--json');
    expect([json.exitCode, JSON.parse(json.stdout).unproven]).toEqual([65, expect.stringContaining('no step checks')]);
    expect((await swept('checked', [...STEPS, LOOK])).exitCode).toBe(0);
    const save = 'control: { method: GET, path: /clock, save: { rate: /rate } }';
    expect((await swept('measured', [save], "measures: { rate: '${rate}' }\n")).exitCode).toBe(0);
    expect((await swept('asserted', STEPS, '', '--assert', 'failed == 0')).exitCode).toBe(0);
  });

  test('includes one whose checks are in the repetition of an empty list', proves('K118.4'), async () => {
    const list = 'control: { method: GET, path: /faults, save: { list: /faults } }';
    const check = scenario('over', [list, `repeat: { over: '\${list}', steps: [${LOOK}] }`]);
    const { exit, text } = await replay([check]);
    expect(exit).toBe(1);
    expect(text).toContain('the list ${list} is empty, so none of the checks within the repetition was made');
    const act = scenario('act', [list, "repeat: { over: '${list}', steps: [{ advance: 1h }] }", LOOK]);
    expect((await replay([act])).exit).toBe(0);
  });

  test.each([
    ['expect_journal: { match: {}, at_least: 0 }', '/steps/0/expect_journal/at_least'],
    ['expect_event: { type: order.filled, at_least: 0 }', '/steps/0/expect_event/at_least'],
    ['expect_webhook: { at_least: 0 }', '/steps/0/expect_webhook/at_least'],
  ])('includes one whose number always passes: %s', proves('K118.3'), async (step, place) => {
    const { exit, text } = await replay([scenario('always', [step])]);
    expect(exit).toBe(65);
    expect(stripVTControlCharacters(text)).toContain(
      `${place}: is 0, which holds whatever happens: name a number above 0, or at_most`,
    );
  });
});

test('two logs without an event are not the same, because nothing can be compared', proves('K118.7'), async () => {
  for (const name of ['one.ndjson', 'two.ndjson']) writeFileSync(join(folder, name), '');
  const { exitCode, stdout } = await callBallast(['diff', 'one.ndjson', 'two.ndjson'], folder);
  expect(exitCode).toBe(65);
  expect(stdout).toContain('one.ndjson: has no events to compare');
});

test('a lab whose policies never trade is not a comparison', { ...proves('K118.5'), tags: ['deep'] }, async () => {
  writeFileSync(
    join(folder, 'own.yaml'),
    `name: None trades
world:
  portfolios:
    - form: B
      request:
        { external_id: own, currency: EUR, tax_wrapper: Depot, cash: 0, targets: [{ isin: DE0007164600, weight: 1 }],
          holdings: [{ isin: DE0007164600, exchange: XETR, quantity: 100 }] }
to: "2026-06-02T00:00:00Z"
paths: { seeds: "1..2" }
policies:
  - { name: Hold }
  - { name: Band, when: [{ drift: { threshold: 0.2 } }] }
`,
  );
  const { exitCode, stdout } = await callBallast(['lab', 'own.yaml', '--jobs', '1'], folder);
  expect(exitCode).toBe(65);
  expect(stdout).toContain('the run is inconclusive: no policy sent an order on any path');
  const results = labRun.parse(JSON.parse(readFileSync(join(folder, 'own.lab/results.json'), 'utf8')));
  expect(results.unproven).toContain('cannot be compared');
});

describe('an exploration', () => {
  const CLIENT = `
const { BALLAST_FORM_B_URL: base, BALLAST_API_KEY: key } = process.env;
await (await fetch(base + '/prices/DE0007164600', { headers: { authorization: 'Bearer ' + key } })).text();
`;

  test('of a fault that hits nothing is no proof that the client is correct', {
    ...proves('K118.5'),
    tags: ['deep'],
  }, async () => {
    writeFileSync(join(folder, 'client.mjs'), CLIENT);
    writeFileSync(
      join(folder, 'explore.yaml'),
      `name: Mine
command: [node, client.mjs]
faults: [{ kind: api_error, code: internal_error, count: 1, match: { operation: createPlan } }]
`,
    );
    const { exitCode, stdout } = await callBallast(['explore', 'explore.yaml', '--jobs', '1'], folder);
    expect(stdout).toMatch(/the exploration is inconclusive: no fault could be tried: .*createPlan/);
    expect(exitCode).toBe(65);
  });
});
