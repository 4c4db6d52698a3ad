/**
 * Tests that `validate` finds steps that cannot work: bodies that the contract refuses, ranges without a number, time
 * that would move back, unknown currencies, names that are taken (decision K110).
 */
import { afterAll, describe, expect, test } from 'vitest';
import { DOCUMENTS } from '../../../src-server/contract/openapi/documents.ts';
import { exampleOf } from '../../../src-server/contract/openapi/examples.ts';
import type { Operation } from '../../../src-server/contract/openapi/operation.ts';
import { type ScenarioStep, STEP_KINDS } from '../../../src-server/contract/scenario/scenario-step.ts';
import { requestFaults } from '../../../src-server/scenario/check/check-requests.ts';
import { proves } from '../../conformance/proves.ts';
import { callBallast } from '../../support/call-ballast.ts';
import { startBallast, stopAll } from '../../support/start-ballast.ts';
import { failuresOf, folderOf, play } from '../replay/play-text.ts';

afterAll(stopAll);

const WORLD = `
world:
  portfolios:
    - { form: A, as: depot, request: { name: d, currency: EUR, tax_jurisdiction: DE }, cash: 50000 }
`;

/** Returns the issues of these steps, without their places in the file. */
async function reported(steps: readonly string[], more = WORLD): Promise<string[]> {
  const lines = steps.map((step) => `  - ${step}\n`).join('');
  const root = folderOf({ 'package.json': '{}', 'one.yaml': `name: one\n${more}\nsteps:\n${lines}` });
  const { stdout } = await callBallast(['validate', 'one.yaml'], root);
  return stdout
    .split('\n')
    .filter((line) => line.startsWith('one.yaml:') && !line.endsWith('(a note, not an error)'))
    .map((line) => line.replace(/^one\.yaml:\d+:\d+ /, ''));
}

const START = "form: A, method: POST, path: '/portfolios/${depot}/rebalance'";
const CREATE = 'form: A, method: POST, path: /portfolios';
const LOOK = 'form: B, method: GET, path: /prices/DE0007164600';
const PIN = 'market: { pin: { isin: DE0007164600, mid: 100, currency: ';

describe('a body', () => {
  test.each([
    [
      `request: { ${START}, body: { target_weights: { DE0007164600: 1 }, drift_treshold: 0.1 } }`,
      /drift_treshold: is not a known field \(did you mean drift_threshold\?\)/,
    ],
    [`request: { ${START}, body: { target_weights: [1] } }`, /^\/steps\/0\/request\/body\/target_weights: /],
    [
      `request: { ${CREATE}, body: { name: x, currency: EUR } }`,
      /^\/steps\/0\/request\/body\/tax_jurisdiction: is missing$/,
    ],
    [
      'control: { method: POST, path: /faults, body: { kind: exchange_dwn } }',
      /body\/kind: .*did you mean exchange_down/,
    ],
    [
      "control: { method: POST, path: '/portfolios/${depot}/cash', body: { amont: '${depot}' } }",
      /amont: is not a known field/,
    ],
    ["control: { method: GET, path: '/faults?unmt=true' }", /has a query parameter that is not known: unmt/],
    [`parallel: [{ request: { ${CREATE}, body: { name: x } } }]`, /^\/steps\/0\/parallel\/0\/request\/body\/currency/],
    [
      'repeat: { times: 2, steps: [{ control: { method: POST, path: /clock/mode, body: { mode: fast } } }] }',
      /body\/mode/,
    ],
  ])('that the contract refuses is an issue of the file: %s', proves('K110.5'), async (step, reason) => {
    expect(await reported([step])).toContainEqual(expect.stringMatching(reason));
  });

  test.each([
    ['may be refused', [`request: { ${CREATE}, body: { name: x } }\n    expect: { status: 400 }`]],
    ['may meet a fault', [`request: { ${CREATE}, body: { name: x } }\n    expect: { status: 5xx }`]],
    ['depends on names', [`request: { ${START}, body: { target_weights: '\${depot}', drift_threshold: '\${seed}' } }`]],
    [
      'repeats an idempotency key',
      [
        `request: { ${START}, body: { target_weights: { DE0007164600: 1 }, idempotency_key: k } }`,
        `request: { ${START}, body: { target_weights: nothing, idempotency_key: k } }`,
      ],
    ],
    [
      'is answered by a stub',
      [
        'control: { method: POST, path: /stubs, body: { answer: { status: 200 } } }',
        `request: { ${CREATE}, body: { any: thing } }`,
      ],
    ],
  ])('is not checked if the request %s', proves('K110.5'), async (_, steps) => {
    expect(await reported(steps)).toEqual([]);
  });

  test(
    'is refused by the service for the same reason, and an unknown parameter is ignored',
    proves('K110.5'),
    async () => {
      const { a, b } = await startBallast();
      expect((await a.post('/portfolios', { name: 'x', currency: 'EUR' })).status).toBe(400);
      expect((await b.get('/prices/DE0007164600?unknown=1')).status).toBe(200);
      expect(await reported([`request: { form: B, method: GET, path: '/prices/DE0007164600?unknown=1' }`])).toEqual([]);
    },
  );
});

/** Every operation whose body has an example in the documents. */
const EXAMPLES = (['form-a', 'form-b', 'control'] as const).flatMap((document) =>
  DOCUMENTS[document].operations.flatMap((operation) => {
    const example = typeof operation.body === 'object' ? exampleOf(document, operation.id)?.request : undefined;
    return typeof example === 'object' && example !== null ? [{ document, operation, example }] : [];
  }),
);

describe('the example of every operation', () => {
  const stepOf = (document: string, { method, path }: Operation, body: unknown): ScenarioStep => {
    const request = { method: method.toUpperCase(), path: path.replaceAll(/\{\w+\}/g, 'x'), body };
    const step =
      document === 'control'
        ? { control: request }
        : { request: { form: document === 'form-a' ? 'A' : 'B', ...request } };
    return step as ScenarioStep;
  };
  const faultsOf = (step: ScenarioStep) => requestFaults(step, { hasStubs: false, usedKeys: new Set() });

  test('is valid, and is not with any of its fields misspelt', proves('K110.5'), () => {
    expect(EXAMPLES.length).toBeGreaterThan(20);
    for (const { document, operation, example } of EXAMPLES) {
      expect([operation.id, faultsOf(stepOf(document, operation, example))]).toEqual([operation.id, []]);
      for (const name of Object.keys(example)) {
        const { [name]: value, ...others } = example as Readonly<Record<string, unknown>>;
        const misspelt = faultsOf(stepOf(document, operation, { ...others, [`${name}x`]: value }));
        expect([operation.id, name, misspelt.length > 0]).toEqual([operation.id, name, true]);
        // A value that is only known in the run may be anything.
        const named = faultsOf(stepOf(document, operation, { ...others, [name]: '${value}' }));
        expect([operation.id, name, named]).toEqual([operation.id, name, []]);
      }
    }
  });
});

test.each([
  [
    `request: { ${LOOK} }\n    expect: { body: { /mid_eur: { range: [5, 1] } } }`,
    /range: contains no number: 5 is above 1$/,
  ],
  [
    'expect_event: { type: order.filled, data: { /quantity: { not: { range: [2, 1] } } } }',
    /range: contains no number/,
  ],
  ['expect_webhook: { type: order.filled, count: { range: [2, 1] } }', /range/],
  [
    'control: { method: POST, path: /journal/verify, body: { body: { /cash: { range: [2, 1] } } } }',
    /range: contains no number/,
  ],
  [`${PIN}ZZZ } }`, /pin\/currency: there is no currency ZZZ; currencies are EUR, .*USD$/],
  [`${PIN}EUr } }`, /there is no currency EUr \(did you mean EUR\?\)/],
  ['market: { pin: { isin: DE0007164600, mid: 0, currency: EUR } }', /mid: must be above 0/],
])('%s is an issue of the file', proves('K110.6'), async (step, reason) => {
  expect(await reported([step])).toContainEqual(expect.stringMatching(reason));
});

describe('an advance', () => {
  test.each([
    [
      ['advance: 2026-01-01T00:00:00Z'],
      '/steps/0/advance: is in the past: virtual time is at 2026-03-02T09:30:00.000Z or later by then',
    ],
    [
      ['advance: 1d', 'advance: 2026-03-03T00:00:00Z'],
      '/steps/1/advance: is in the past: virtual time is at 2026-03-03T09:30:00.000Z or later by then',
    ],
    [
      ['advance: 2026-03-04T00:00:00Z', 'until: { event: order.filled }', 'advance: 2026-03-03T00:00:00Z'],
      '/steps/2/advance: is in the past: virtual time is at 2026-03-04T00:00:00.000Z or later by then',
    ],
    [
      ['repeat: { times: 2, steps: [{ advance: 1d }] }', 'advance: 2026-03-03T00:00:00Z'],
      '/steps/1/advance: is in the past: virtual time is at 2026-03-03T09:30:00.000Z or later by then',
    ],
  ])('into the past is an issue: %j', proves('K110.7'), async (steps, fault) => {
    expect(await reported(steps)).toEqual([fault]);
  });

  test.each(['advance: 10000000d', 'advance: 2100-01-01T00:00:00Z'])(
    'cannot go beyond the end of the clock: %s',
    proves('K110.7'),
    async (step) => {
      expect(await reported([step])).toEqual([
        '/steps/0/advance: goes beyond 2099-12-31T23:59:59.999Z, where the clock ends',
      ]);
      expect(failuresOf(await play(`steps: [{ ${step} }]`))).toEqual([
        expect.stringMatching(/^advance .*: goes beyond 2099-12-31T23:59:59\.999Z, where the clock ends$/),
      ]);
    },
  );

  test.each([
    'snapshot: { restore: here }',
    'control: { method: POST, path: /snapshots/here/restore }',
    'control: { method: POST, path: /reset }',
  ])('continues from an earlier time after %s', proves('K110.7'), async (back) => {
    const steps = ['snapshot: { save: here }', 'advance: 5d', back, 'advance: 2026-03-03T00:00:00Z'];
    expect((await reported(steps)).filter((line) => line.includes('in the past'))).toEqual([]);
  });

  test('to a time that is only known in the run is accepted', proves('K110.7'), async () => {
    const save = 'control: { method: GET, path: /clock, save: { list: /now } }';
    expect(
      await reported([
        save,
        "advance: '${now+1d}'",
        "repeat: { over: '${list}', steps: [{ advance: 9d }] }",
        'advance: 2026-03-05T00:00:00Z',
      ]),
    ).toEqual([]);
    const later = `${WORLD}\nclock: 2026-06-01T09:00:00Z`;
    expect(await reported(['advance: 2026-03-05T00:00:00Z'], later)).toEqual([
      expect.stringContaining('2026-06-01T09:00:00.000Z or later'),
    ]);
  });
});

// Anything can be printed.
test.each(STEP_KINDS.filter((kind) => kind !== 'print'))(
  'a step %s with any value is an issue of the file, and not a crash',
  proves('K110.2'),
  async (kind) => {
    const values = ['', '5', 'here', '[]', '[1]', '{}', '{ path: 5, method: POST }', '{ get: 5 }', '{ pin: 4 }'];
    const steps = values.map((value) => `${kind}: ${value}`);
    expect((await reported(steps)).length).toBeGreaterThan(values.length / 2);
  },
);

describe('a name that is taken', () => {
  const fault = (as: string) => `fault: { kind: exchange_down, exchange: XETR }\n    as: ${as}`;
  test.each([
    [
      'by a portfolio of the world',
      [
        `request: { ${CREATE}, body: { name: x, currency: EUR, tax_jurisdiction: DE }, save: { depot: /portfolio_id } }`,
      ],
      /\$\{depot\} is in the world already/,
    ],
    ['by another step', [fault('outage'), fault('outage')], /\$\{outage\} is what one\.yaml:\d+ sets/],
    [
      'by another step, for a value',
      [fault('outage'), `control: { method: GET, path: /clock, save: { outage: /now } }`],
      /\$\{outage\} is what one\.yaml/,
    ],
  ])('%s is an issue of the file', proves('K110.10'), async (_, steps, reason) => {
    expect(await reported(steps)).toContainEqual(expect.stringMatching(reason));
  });

  test('is accepted for a value, which is saved again', proves('K110.10'), async () => {
    const save = 'control: { method: GET, path: /clock, save: { time: /now } }';
    expect(await reported([save, save, "advance: '${time}'"])).toEqual([]);
  });

  test('by another portfolio of the world is reported with that portfolio', proves('K110.10'), async () => {
    const twice = `${WORLD}    - { form: A, as: depot, request: { name: e, currency: EUR, tax_jurisdiction: DE } }\n`;
    expect(await reported([`request: { ${LOOK} }`], twice)).toEqual([
      '/world/portfolios/1/as: is already taken by portfolios number 1',
    ]);
  });
});
