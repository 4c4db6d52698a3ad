/** Tests that `validate` finds faults and stubs that would be refused when they are set (decisions K110, R1). */
import { describe, expect, test } from 'vitest';
import { proves } from '../../conformance/proves.ts';
import { callBallast } from '../../support/call-ballast.ts';
import { folderOf } from '../replay/play-text.ts';

async function reported(text: string): Promise<string[]> {
  const { stdout } = await callBallast(['validate', 'it.yaml'], folderOf({ 'package.json': '{}', 'it.yaml': text }));
  return stdout
    .split('\n')
    .filter((line) => line.startsWith('it.yaml:') && !line.endsWith('(a note, not an error)'))
    .map((line) => line.replace(/^it\.yaml:\d+:\d+ /, ''));
}

const ofWorld = (fault: string) => reported(`faults:\n  - ${fault}\n`);
const ofSteps = (...steps: string[]) =>
  reported(`name: it\nclock: 2026-03-02T09:30:00Z\nsteps:\n${steps.map((step) => `  - ${step}\n`).join('')}`);
const stub = (response: string) => `{ kind: api_stub, match: { path: /v1/health }, answer: { ${response} } }`;

const LISTED = 'request, now, portfolio and rebalance';
const BAD: readonly [answer: string, where: string, says: string][] = [
  [
    'status: 200, template: true, text: "${now+2x}"',
    '/text',
    'has ${now+2x}, in which 2x has the unit x: write w, d, h, m, s or ms, as in 90m or 1.5d',
  ],
  [
    'status: 200, template: true, body: { a: ["${request.body.x}"] }',
    '/body/a/0',
    'has ${request.body.x} at character 1, which is no reference: write ${request/body/x}, or $${ for a plain ${',
  ],
  [
    'status: 200, template: true, headers: { X: "${request/bdy/x}" }',
    '/headers/X',
    'has ${request/bdy}, which is unknown: you can use method, path, query, headers and body (did you mean body?)',
  ],
  [
    'status: 200, template: true, text: "${nwo}"',
    '/text',
    `has \${nwo}, which is unknown: you can use ${LISTED} (did you mean now?)`,
  ],
  ['status: 204, text: x', '/text', 'cannot be combined with status 204, whose responses have no body'],
];

describe.each(BAD)('a stub whose response is %s', (response, where, says) => {
  test('is an issue of a world file', proves('R1.10', 'R1.4', 'K110.8'), async () => {
    expect(await ofWorld(stub(response))).toEqual([`/faults/0/answer${where}: ${says}`]);
  });

  test(
    'is an issue of a step, where references of the stub are written with $${',
    proves('R1.10', 'R1.8', 'K110.8'),
    async () => {
      const written = response.replaceAll('${', () => '$${');
      const match = 'match: { path: /v1/health }';
      expect(
        await ofSteps(
          `fault: ${stub(written)}`,
          `control: { method: POST, path: /faults, body: ${stub(written)} }`,
          `control: { method: POST, path: /stubs, body: { ${match}, answer: { ${written} } } }`,
          `{ control: { method: POST, path: /stubs, body: { ${match}, answer: { ${written} } } }, expect: { status: 400 } }`,
        ),
      ).toEqual([
        `/steps/0/fault/answer${where}: ${says}`,
        `/steps/1/control/body/answer${where}: ${says}`,
        `/steps/2/control/body/answer${where}: ${says}`,
      ]);
    },
  );
});

test('a response with references to names of the scenario is not checked', proves('K110.8'), async () => {
  const sound = [
    'status: 200, template: true, text: "${seed} $${now}"',
    'status: 200, template: true, text: "$${now-90m:date} $${request/body/x} $${portfolio/cash}"',
    'status: 200, text: "$${now+2x}"',
  ];
  expect(await ofSteps(...sound.map((response) => `fault: ${stub(response)}`))).toEqual([]);
});

describe('a fault', () => {
  const fault = (times: string) => `{ kind: exchange_down, exchange: XETR, ${times} }`;
  const FROM = 'from: 2026-03-02T10:00:00Z';

  test('that ends before it begins is an issue of a world file', proves('K110.8', 'L17.2'), async () => {
    expect(await ofWorld(fault(`${FROM}, until: 2026-03-02T09:00:00Z`))).toEqual([
      '/faults/0/until: is not after 2026-03-02T10:00:00.000Z',
    ]);
    for (const times of ['until: 2001-03-02T09:00:00Z', 'for: 1h', `${FROM}, for: 1h`])
      expect(await ofWorld(fault(times))).toEqual([]);
  });

  test(
    "that begins or ends before its world is an issue of a scenario's world",
    proves('K110.8', 'L17.2'),
    async () => {
      const world = ['until: 2026-03-02T09:00:00Z', 'from: 2026-03-02T09:00:00Z'].map(
        (times) => `    - ${fault(times)}\n`,
      );
      const text = `name: it\nclock: 2026-03-02T09:30:00Z\nworld:\n  faults:\n${world.join('')}steps:\n  - advance: 1d\n`;
      expect(await reported(text)).toEqual([
        '/world/faults/0/until: is not after 2026-03-02T09:30:00.000Z',
        '/world/faults/1/from: is before the current time, 2026-03-02T09:30:00.000Z',
      ]);
    },
  );

  test('that a step sets for a time in the past is an issue of the step', proves('K110.8', 'L17.2'), async () => {
    const found = await ofSteps(
      `fault: ${fault(FROM)}`,
      'advance: 1d',
      `fault: ${fault(FROM)}`,
      `control: { method: POST, path: /faults, body: ${fault('until: 2026-03-03T00:00:00Z')} }`,
      `fault: ${fault("from: '${now+1h}', until: 2026-03-03T00:00:00Z")}`,
    );
    expect(found).toEqual([
      '/steps/2/fault/from: is before the current time, 2026-03-03T09:30:00.000Z',
      '/steps/3/control/body/until: is not after 2026-03-03T09:30:00.000Z',
    ]);
  });
});
