/**
 * Tests conditions of scenarios: `assert`, and steps that are run only if a condition holds (decisions K130 and K133).
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { proves } from '../../conformance/proves.ts';
import { replay, replayReported } from '../../support/replay.ts';
import { stopAll } from '../../support/start-ballast.ts';
import { failuresOf, folderOf, play } from '../replay/play-text.ts';

afterAll(stopAll);

const CLOCK = '- control: { method: GET, path: /clock, save: { clock: "" } }';
const playSteps = (steps: string, top = '') =>
  play(`${top}\nsteps:\n${[CLOCK, ...steps.trim().split('\n')].map((line) => `  ${line}`).join('\n')}`);

describe('assert', () => {
  test.each([
    ['assert: clock/now == now', []],
    ['assert: "${clock/now} + 1d > ${now+23h}"', []],
    ['assert: limit * 2 == 10', []],
    ['assert: ${limit} == 5', []],
    ['assert: clock/mode == "instant"', [expect.stringContaining('"instant" is false: "manual" == "instant"')]],
    ['assert: limit > 4 && present(clock)', []],
    ['assert: limit == 6', ['assert 5 == 6: 5 == 6 is false: 5 == 6']],
    ['assert: clock/nov == now', [expect.stringContaining('clock/nov leads nowhere (did you mean /now?)')]],
    [
      'assert: clock/now',
      [expect.stringContaining('clock/now is an instant, not true or false: write clock/now == …')],
    ],
  ])('%s', proves('K130.1', 'K130.6'), async (step, failures) => {
    expect(failuresOf(await playSteps(`- ${step}`, 'variables: { limit: 5 }'))).toEqual(failures);
  });

  test.each([
    ['assert: clock/now = now', '/steps/1/assert: is not a condition: Unexpected'],
    ['assert: clok/now == now', '/steps/1/assert: nothing before this saves ${clok} (did you mean clock?)'],
    ['assert: total(clock) == 1', 'is not a condition: there is no function total'],
    ['assert: 5', '/steps/1/assert: must be a condition, such as plan/status'],
    ['assert: clock/now == clock/now', '/steps/1/assert: compares clock/now with itself'],
    ['assert: count(clock) >= count(clock)', '/steps/1/assert: compares count(…) with itself'],
    [
      'assert: clock/mode == "fast" || true',
      '/steps/1/assert: has no name on one side of ||, which is the same in every',
    ],
    ['assert: 1 == 1 && present(clock)', '/steps/1/assert: has no name on one side of &&'],
    ['assert: "!(clock/mode == 1 || 1 < 2)"', '/steps/1/assert: has no name on one side of ||'],
    ['assert: "true ? clock/x : clock/y"', '/steps/1/assert: has no name before its ?'],
    ['assert: count(clock/x) >= 0', '/steps/1/assert: compares with 0 what is always at least 0'],
    ['assert: abs(clock/x) > 0 - 1', '/steps/1/assert: compares with -1 what is always at least 0'],
    ['assert: clock/x * clock/x >= 0', '/steps/1/assert: compares with 0 what is always at least 0'],
    ['assert: min(clock/x) <= max(clock/x)', '/steps/1/assert: compares bounds of one list, whose order is known'],
    ['assert: max(clock/x) < mean(clock/x)', '/steps/1/assert: compares bounds of one list, whose order is known'],
    ['assert: clock/x <= clock/x + 1', '/steps/1/assert: compares a value with itself, apart from a fixed number'],
    ['assert: 0 > count(clock/x)', '/steps/1/assert: compares with 0 what is always at least 0'],
    ['{ if: clock/now == clock/now, print: x }', '/steps/1/if: compares clock/now with itself'],
    ['assert: 1 + 1 == 2', '/steps/1/assert: has no name in it, so it is the same in every run'],
    ['{ if: "true", print: x }', '/steps/1/if: has no name in it'],
    ['{ if: clok == 1, print: x }', '/steps/1/if: nothing before this saves ${clok}'],
    ['{ if: "1 +", print: x }', '/steps/1/if: is not a condition'],
    ['{ if: [1], print: x }', '/steps/1/if'],
    ['{ skip: "", print: x }', '/steps/1/skip'],
    ['{ unless: x, print: x }', '/steps/1/unless'],
    [
      '{ if: clok == 1, repeat: { times: 1, steps: [{ print: x }] } }',
      '/steps/1/if: nothing before this saves ${clok}',
    ],
    [
      '{ if: clok == 1, fork: { a: [{ print: x }], b: [{ print: x }] } }',
      '/steps/1/if: nothing before this saves ${clok}',
    ],
    ['{ if: seed == 1, include: other.yaml }', '/steps/1/if: cannot be combined with include'],
    ['{ skip: later, include: other.yaml }', '/steps/1/skip: cannot be combined with include'],
    [
      '{ parallel: [{ if: seed == 1, request: { form: B, method: GET, path: /prices/x } }, { request: { form: B, method: GET, path: /prices/x } }] }',
      '/steps/1/parallel: has requests with if or skip',
    ],
    ['assert: event/order == 1', 'nothing before this saves ${event}'],
    ['expect_webhook: { at_least: 3, at_most: 1 }', '/steps/1/expect_webhook/at_most: is below at_least'],
    ['expect_event: { type: order.filled, at_least: 3, at_most: 1 }', '/steps/1/expect_event/at_most: is below'],
  ])('%s is an issue of the file', proves('K130.5', 'K133', 'K110.2'), async (step, fault) => {
    expect(failuresOf(await playSteps(`- ${step}`)).join('\n')).toContain(fault);
  });
});

describe('a skipped step', () => {
  const STEPS = `
- if: clock/mode == "instant"
  control: { method: POST, path: /no-such-path }
- if: clock/mode == "manual"
  print: done
- skip: the exchange has no auction yet
  repeat: { times: 3, steps: [{ control: { method: POST, path: /no-such-path } }] }
- assert: clock/mode == "manual"`;
  const file = () =>
    join(
      folderOf({
        'it.yaml': `name: It\nsteps:\n${[CLOCK, ...STEPS.trim().split('\n')].map((line) => `  ${line}`).join('\n')}\n`,
      }),
      'it.yaml',
    );

  test('is reported with its reason, in the terminal, as JSON, in JUnit and in HTML', proves('K133'), async () => {
    const folder = folderOf({});
    const [junit, html] = [join(folder, 'junit.xml'), join(folder, 'report.html')];
    const { exit, lines } = await replay([file()], { junit, html });
    expect(exit).toBe(0);
    expect(lines.join('\n').split('\n').slice(1, 4)).toEqual([
      '  skipped: POST /sim/no-such-path (if: clock/mode == "instant" is false: "manual" == "instant")',
      '  print: done',
      '  skipped: repeat (the exchange has no auction yet)',
    ]);
    const { scenarios } = await replayReported([file()]);
    expect(scenarios[0]?.steps.map(({ skipped }) => skipped === null)).toEqual([true, false, true, false, true]);
    expect(readFileSync(junit, 'utf8')).toContain('<skipped message="the exchange has no auction yet"/>');
    expect(readFileSync(html, 'utf8')).toContain('skipped: the exchange has no auction yet');
  });

  test('checks nothing', proves('K133', 'K118.2'), async () => {
    const { exit } = await replay([
      join(folderOf({ 'it.yaml': 'name: It\nsteps: [{ skip: later, assert: seed == 1 }, { print: x }]' }), 'it.yaml'),
    ]);
    expect(exit).toBe(65);
  });

  test('fails if its condition has no value', proves('K133'), async () => {
    expect(failuresOf(await playSteps('- if: limit > "a"\n  print: x', 'variables: { limit: 5 }'))).toEqual([
      'print: if: 5 and "a" cannot be compared by size',
    ]);
  });
});
