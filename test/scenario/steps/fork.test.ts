/** Tests a world that continues in several ways, which are compared (decision K135). */
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { proves } from '../../conformance/proves.ts';
import { callBallast } from '../../support/call-ballast.ts';
import { stopAll } from '../../support/start-ballast.ts';
import { failuresOf, folderOf, play } from '../replay/play-text.ts';

afterAll(stopAll);

const PRICE = 'request: { form: B, method: GET, path: /prices/DE0007164600, save: { mid: "/prices/0/mid_eur" } }';
const FORK = `
steps:
  - ${PRICE}
  - title: two markets
    fork:
      calm:
        - advance: 1h
        - ${PRICE.replace('mid:', 'later:')}
      crash:
        - market: { pin: { isin: DE0007164600, mid: 10, currency: EUR } }
        - advance: 1h
        - ${PRICE.replace('mid:', 'later:')}
        - assert: later == 10 && mid > 100 && calm/later > 100
`;

describe('branches', () => {
  test(
    'start from the same world, and are compared afterwards, when the world is as before',
    proves('K135'),
    async () => {
      const outcome = await play(
        `${FORK}  - assert: crash/later < calm/later && now == "2026-03-02T09:30:00Z"\n  - ${PRICE.replace('mid:', 'again:')}\n  - assert: again == mid\n`,
      );
      expect(failuresOf(outcome)).toEqual([]);
      expect(outcome.steps.map(({ title }) => title).filter((title) => title.startsWith('two'))).toEqual([
        'two markets: calm',
        'two markets: crash',
        'two markets: as before',
      ]);
    },
  );

  test('have what they save, also if it equals the value before', proves('K135'), async () => {
    const text = `
steps:
  - ${PRICE}
  - fork:
      same:
        - ${PRICE}
        - fork: { x: [{ ${PRICE} }], y: [{ advance: 1h }] }
        - assert: x/mid == mid
      other:
        - advance: 1h
        - ${PRICE}
  - assert: same/mid == mid && same/x/mid == mid && other/mid != mid
`;
    expect(failuresOf(await play(text))).toEqual([]);
  });

  test('end the run if one of their steps fails', proves('K135'), async () => {
    const outcome = await play(`${FORK.replace('mid: 10', 'mid: 20')}  - print: later\n`);
    expect(failuresOf(outcome).join()).toContain('is false: 20 == 10');
    expect(outcome.steps.at(-1)?.title).toContain('assert');
  });

  test.each([
    ['steps: [{ fork: { only: [{ print: x }] } }]', 'needs two branches or more'],
    ['steps: [{ fork: { a: [{ advnace: 1h }], b: [{ print: x }] } }]', '/steps/0/fork/a/0'],
    [`${FORK}  - print: '\${later}'`, 'nothing before this saves ${later}'],
    [
      'steps: [{ fork: { a: [{ advance: 1h }, { advance: "2026-03-02T09:00:00Z" }], b: [{ print: x }] } }]',
      'is in the past',
    ],
    [
      'steps: [{ fork: { now: [{ print: x }], b: [{ print: x }] } }]',
      '/steps/0/fork/now: ${now} is something else already',
    ],
    [`${FORK}  - fork: { mid: [{ advance: 1h }], b: [{ advance: 1h }] }`, '${mid} is something else already'],
    ['steps: [{ fork: { "a b": [{ print: x }], b: [{ print: x }] } }]', '/steps/0/fork'],
  ])('%s is refused', proves('K135', 'K110.2'), async (text, fault) => {
    const file = join(folderOf({ 'it.yaml': `name: It\n${text}\n` }), 'it.yaml');
    const { exitCode, stdout, stderr } = await callBallast(['validate', file]);
    expect(exitCode).toBe(65);
    expect(stdout + stderr).toContain(fault);
  });

  test('may be within branches and repetitions', proves('K135'), async () => {
    const inner = 'fork: { x: [{ advance: 1h }], y: [{ advance: 2h }] }';
    const text = `
steps:
  - repeat:
      times: 2
      steps:
        - fork:
            a: [{ ${inner} }, { assert: now == "2026-03-02T09:30:00Z" }]
            b: [{ advance: 1d }, { assert: now == "2026-03-03T09:30:00Z" }]
        - assert: now == "2026-03-02T09:30:00Z"
`;
    expect(failuresOf(await play(text))).toEqual([]);
  });
});

const FAULT = 'fault: { kind: api_error, code: internal_error, count: 1 }';
const HIT = '{ request: { form: B, method: GET, path: /prices/DE0007164600 }, expect: { status: 500 } }';
const UNHIT = /^it\.yaml:\d+:\d+: The fault api_error \(ft_\w+\) .*had no hits/;

describe('a fault that the world loses', () => {
  test.each([
    ['set in the first branch', `{ fork: { a: [{ ${FAULT} }], b: [{ assert: seed == 1 }] } }`],
    ['set in the last branch', `{ fork: { a: [{ assert: seed == 1 }], b: [{ ${FAULT} }] } }`],
    ['hit only in the other branch', `{ fork: { a: [{ ${FAULT} }], b: [{ ${FAULT} }, ${HIT}] } }`],
    [
      'set in an inner branch',
      `{ fork: { a: [{ fork: { x: [{ ${FAULT} }], y: [{ advance: 1h }] } }], b: [{ ${FAULT} }, ${HIT}] } }`,
    ],
    [
      'of the terms of one that an inner branch of the other branch hits',
      `{ fork: { a: [{ ${FAULT} }], b: [{ ${FAULT} }, { fork: { x: [${HIT}], y: [{ advance: 1h }] } }] } }`,
    ],
    ['set before a restoration', `{ snapshot: { save: s } }, { ${FAULT} }, { snapshot: { restore: s } }`],
  ])('fails the scenario: %s', proves('K118.1'), async (_, steps) => {
    const outcome = await play(`steps: [{ assert: seed == 1 }, ${steps}]`);
    expect([outcome.proof, failuresOf(outcome)]).toEqual(['unmet', [expect.stringMatching(UNHIT)]]);
  });

  test.each([
    ['hit in its branch', `{ fork: { a: [{ ${FAULT} }, ${HIT}], b: [{ advance: 1h }] } }`],
    ['set before the fork, hit in one branch', `{ ${FAULT} }, { fork: { a: [{ advance: 1h }], b: [${HIT}] } }`],
    [
      'set before the fork, hit in an inner branch',
      `{ ${FAULT} }, { fork: { a: [{ fork: { x: [${HIT}], y: [{ advance: 1h }] } }], b: [{ advance: 1h }] } }`,
    ],
    [
      'hit after its world is restored',
      `{ snapshot: { save: s } }, { ${FAULT} }, { snapshot: { save: t } }, { snapshot: { restore: s } }, { snapshot: { restore: t } }, ${HIT}`,
    ],
  ])('passes if it was hit: %s', proves('K118.1'), async (_, steps) => {
    expect(failuresOf(await play(`steps: [{ assert: seed == 1 }, ${steps}]`))).toEqual([]);
  });
});
