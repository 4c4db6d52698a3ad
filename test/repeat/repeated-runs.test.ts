import { expect, test } from 'vitest';
import { readRun, summaryOf } from './repeated-runs.ts';

test('names each test that did not pass in every run, with the runs in which it failed', () => {
  const runs = [
    readRun(resultsOf({ one: 'passed', other: 'failed' }), 1),
    readRun(resultsOf({ one: 'passed', other: 'passed' }), 0),
    readRun(resultsOf({ one: 'failed', other: 'failed' }), 1),
  ];
  expect(runs.map(({ passed }) => passed)).toEqual([1, 2, 0]);
  expect(summaryOf(runs)).toBe(
    '1 of 3 runs passed\nfailed in run 1, 3: a.test.ts: other\nfailed in run 3: a.test.ts: one',
  );
});

test('names the file that could not be loaded, and the run that failed outside of any test', () => {
  const unloaded = JSON.stringify({ testResults: [{ name: 'a.test.ts', status: 'failed', assertionResults: [] }] });
  const runs = [readRun(unloaded, 1), readRun(resultsOf({ one: 'passed' }), 1), readRun(null, 130)];
  expect(summaryOf(runs).split('\n')).toEqual([
    '0 of 3 runs passed',
    'failed in run 1: a.test.ts',
    'failed in run 2: the run itself, which ended with 1',
    'failed in run 3: the run itself, which ended with 130',
  ]);
});

function resultsOf(tests: Readonly<Record<string, string>>): string {
  const assertionResults = Object.entries(tests).map(([fullName, status]) => ({ fullName, status }));
  const status = assertionResults.some((each) => each.status === 'failed') ? 'failed' : 'passed';
  return JSON.stringify({ testResults: [{ name: 'a.test.ts', status, assertionResults }] });
}
